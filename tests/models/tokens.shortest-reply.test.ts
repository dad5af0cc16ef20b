import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { strictSchema } from '../../models/reply-form.ts';
import { shortestReply } from '../../models/token-estimates.ts';

const Tree: z.ZodType = z.strictObject({ value: z.int(), below: z.array(z.lazy(() => Tree)) });

const SCHEMAS = {
  choice: z.strictObject({ choice: z.int() }),
  texts: z.strictObject({
    query: z.string(),
    surfaces: z.array(z.strictObject({ id: z.string(), words: z.string() })),
  }),
  least: z.strictObject({ votes: z.array(z.enum(['yes', 'no', 'undecided'])).min(2), note: z.string().nullable() }),
  either: z.strictObject({ verdict: z.union([z.boolean(), z.strictObject({ because: z.string() })]) }),
  tree: Tree,
};

test.each([
  ['choice', '{"choice":0}'],
  ['texts', '{"query":"","surfaces":[]}'],
  ['least', '{"votes":["no","no"],"note":""}'],
  ['either', '{"verdict":null}'],
  ['tree', '{"value":0,"below":[]}'],
] as const)('the shortest reply to %s is %s', (name, text) => {
  expect(shortestReply(strictSchema(SCHEMAS[name]))).toBe(text);
});

const reply = {
  choice: fc.record({ choice: fc.integer() }),
  texts: fc.record({ query: fc.string(), surfaces: fc.array(fc.record({ id: fc.string(), words: fc.string() })) }),
  least: fc.record({
    votes: fc.array(fc.constantFrom('yes', 'no', 'undecided'), { minLength: 2 }),
    note: fc.option(fc.string()),
  }),
  either: fc.record({ verdict: fc.oneof(fc.boolean(), fc.record({ because: fc.string() })) }),
};

test.each(['choice', 'texts', 'least', 'either'] as const)('no reply that fits %s is shorter', (name) => {
  const { length } = shortestReply(strictSchema(SCHEMAS[name]));
  fc.assert(
    fc.property(reply[name] as fc.Arbitrary<unknown>, (value) => {
      expect(SCHEMAS[name].safeParse(value).success).toBe(true);
      expect(JSON.stringify(value).length).toBeGreaterThanOrEqual(length);
    }),
  );
});
