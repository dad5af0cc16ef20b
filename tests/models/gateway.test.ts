import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../models/faults.ts';
import { requestDigest } from '../../models/reply-store.ts';
import { TokenEstimates } from '../../models/token-estimates.ts';
import type { ModelError } from '../../schemas/errors.ts';
import { ended, gatewayWith, numbered } from '../fixtures/gateways.ts';
import {
  goodOutcome,
  limitedOutcome,
  refusedParameter,
  rejectedOutcome,
  unavailableOutcome,
} from '../fixtures/scripted-endpoint.ts';
import { replyOf, requestOf } from './requests.ts';

describe('a reply', () => {
  test('is stored under the digest of its request and given with it', async () => {
    const { gateway, clock, store } = gatewayWith([goodOutcome('hello')]);
    const request = requestOf();
    const answer = await ended(clock, gateway.ask(request, '0001'));
    expect(answer).toEqual({ digest: requestDigest(request), reply: expect.objectContaining({ text: 'hello' }) });
    expect(store.replies.get(requestDigest(request))?.text).toBe('hello');
  });

  test('is never asked for again', async () => {
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    await ended(clock, gateway.ask(requestOf(), '0002'));
    expect(endpoint.sent).toHaveLength(1);
    expect(gateway.snapshot().query_writer).toMatchObject({ asked: 2, fromStore: 1, calls: 1, replies: 1 });
  });

  test('under way is waited for by whoever asks the same', async () => {
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')]);
    const answers = Promise.all([gateway.ask(requestOf(), '0001'), gateway.ask(requestOf(), '0002')]);
    expect(await ended(clock, answers)).toMatchObject([{ reply: { text: 'hello' } }, { reply: { text: 'hello' } }]);
    expect(endpoint.sent).toHaveLength(1);
    expect(gateway.snapshot().query_writer).toMatchObject({ shared: 1 });
  });

  test('to another attempt is another reply', async () => {
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')]);
    await ended(clock, Promise.all([0, 1].map((attempt) => gateway.ask(requestOf({ attempt }), '0001'))));
    expect(endpoint.sent).toHaveLength(2);
  });

  test('that says nothing usable is a reply: kept, and not repeated', async () => {
    const useless: Outcome = {
      ...goodOutcome(''),
      reply: { text: '', finish: 'refusal', model: 'm', usage: null },
    };
    const { gateway, clock, endpoint, store } = gatewayWith([useless]);
    expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { finish: 'refusal' } });
    expect([endpoint.sent.length, store.replies.size]).toEqual([1, 1]);
  });

  test('that cannot be kept ends the run before another is paid for', async () => {
    const { gateway, clock, endpoint, store } = gatewayWith([goodOutcome('hello')]);
    store.broken = true;
    const asked = [0, 1, 2].map((number) => gateway.ask(numbered(number), '0001'));
    const errors = await ended(clock, Promise.all(asked.map((one) => one.catch((error: ModelError) => error))));
    for (const error of errors as unknown as ModelError[])
      expect(error).toMatchObject({ ends: true, message: expect.stringContaining('the disk is full') });
    expect(endpoint.sent).toHaveLength(1);
  });
});

describe('money', () => {
  test('is charged for what replies used', async () => {
    const { gateway, clock, budget } = gatewayWith([goodOutcome('hello')]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(budget.spentNano).toBe(15);
  });

  test('is charged for failed calls a model may have worked on, and only for them', async () => {
    const { gateway, clock, budget } = gatewayWith([
      unavailableOutcome({ billed: 'everything', usage: { input_tokens: 7, output_tokens: 0 } }),
      unavailableOutcome({ billed: 'nothing' }),
      limitedOutcome(),
      goodOutcome('hello'),
    ]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(budget.spentNano).toBe(7 + 15);
  });

  test('is charged at its bound where a call may have been worked on and nobody counted', async () => {
    const { gateway, clock, budget, store } = gatewayWith([
      unavailableOutcome({ fault: 'timeout', status: null, billed: 'everything' }),
      goodOutcome('hello'),
    ]);
    const most = new TokenEstimates().mostInputTokens(requestOf()) + requestOf().parameters.max_output_tokens;
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(store.failures).toMatchObject([{ kind: 'timeout', costNano: most }]);
    expect(budget.spentNano).toBe(most + 15);
  });

  test('is charged for the prompt and the bytes of a reply that was not counted', async () => {
    const uncounted: Outcome = { ...goodOutcome(''), reply: replyOf('“hello”', { usage: null }) };
    const { gateway, clock, budget } = gatewayWith([uncounted]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    const bytes = Buffer.byteLength('“hello”');
    const written = budget.spentNano - new TokenEstimates().mostInputTokens(requestOf());
    expect(written).toBeGreaterThanOrEqual(bytes);
    expect(written).toBeLessThan(bytes + 50);
  });

  test('is never left reserved, however a request ends', async () => {
    const ends = [goodOutcome(''), limitedOutcome(), unavailableOutcome(), rejectedOutcome, refusedParameter];
    const { gateway, clock, budget } = gatewayWith((_, index) => ends[index % ends.length]!);
    const asked = Array.from({ length: 40 }, (_, index) => gateway.ask(numbered(index), '1').catch(() => undefined));
    await ended(clock, Promise.all(asked));
    expect([budget.open, budget.reservedNano]).toEqual([0, 0]);
  });
});

test('a question nobody could answer can be asked again', async () => {
  let asked = 0;
  const { gateway, clock } = gatewayWith(() => {
    if (asked++ === 0) throw new TypeError('a bug');
    return goodOutcome('hello');
  });
  await ended(clock, gateway.ask(requestOf(), '0001'));
  expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { text: 'hello' } });
});
