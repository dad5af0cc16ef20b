import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Billed, Outcome } from '../../models/faults.ts';
import {
  billedWithBrokenBody,
  billedWithError,
  billedWithRefusal,
  usageToCharge,
} from '../../models/uncounted-usage.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';
import {
  goodOutcome,
  limitedOutcome,
  refusedParameter,
  rejectedOutcome,
  unavailableOutcome,
  unusableOutcome,
} from '../fixtures/scripted-endpoint.ts';
import { replyOf } from './requests.ts';

const BOUND = { inputTokens: 1_000, outputTokens: 400 };
const used = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens });
const uncounted = (text: string, finish: 'stop' | 'length' = 'stop', billed: Billed = 'text'): Outcome => ({
  ...goodOutcome(text),
  reply: replyOf(text, { usage: null, finish }),
  billed,
});

test.each([
  ['a reply that was counted', goodOutcome('hello'), used(10, 5)],
  ['a reply cut off at its limit that was not', uncounted('hello', 'length'), used(1_000, 400)],
  ['a filter’s refusal that may cost all of it', uncounted('no', 'stop', 'everything'), used(1_000, 400)],
  ['a filter’s refusal that costs nothing', uncounted('no', 'stop', 'nothing'), null],
  ['a time-out', unavailableOutcome({ billed: 'everything' }), used(1_000, 400)],
  ['a broken answer that was counted', unavailableOutcome({ billed: 'everything', usage: used(3, 1) }), used(3, 1)],
  ['an answer that failed', unavailableOutcome({ billed: 'nothing' }), null],
  ['a prompt that is too long', rejectedOutcome, used(1_000, 0)],
  ['a 429', limitedOutcome(), null],
  ['a refused parameter', refusedParameter, null],
  ['a refused key', unusableOutcome, null],
] as [string, Outcome, object | null][])('%s is charged what it can cost at most', (_, outcome, usage) => {
  expect(usageToCharge(outcome, BOUND)).toEqual(usage);
});

test('a reply nobody counted is charged its prompt, no fewer tokens than it has bytes, and never more than was asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { input_tokens, output_tokens } = usageToCharge(uncounted(text), BOUND)!;
      expect(input_tokens).toBe(1_000);
      expect(output_tokens).toBeLessThanOrEqual(400);
      expect(output_tokens).toBeGreaterThanOrEqual(Math.min(400, Buffer.byteLength(text)));
    }),
    { numRuns: propertyRuns(30) },
  );
});

test.each([
  [401, 'nothing'],
  [404, 'nothing'],
  [429, 'nothing'],
  [500, 'nothing'],
  [502, 'nothing'],
  [503, 'nothing'],
  [529, 'nothing'],
  [408, 'everything'],
  [504, 'everything'],
  [524, 'everything'],
] as const)('an answer of %d may cost %s', (status, billed) => {
  expect(billedWithError(status)).toBe(billed);
});

test.each([
  [400, 'everything'],
  [403, 'nothing'],
] as const)('a filter’s %d may cost %s', (status, billed) => {
  expect(billedWithRefusal(status)).toBe(billed);
});

test.each([
  [null, 'everything'],
  ['', 'everything'],
  ['{"choices": [{"mess', 'everything'],
  ['{"choices": []}', 'everything'],
  ['\n<!doctype html><html></html>', 'nothing'],
] as const)('an answer of %j may cost %s', (text, billed) => {
  expect(billedWithBrokenBody(text)).toBe(billed);
});
