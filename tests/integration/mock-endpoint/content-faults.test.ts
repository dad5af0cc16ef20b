import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MechanicalFault, spoil } from '../../mock-endpoint/content-faults.ts';
import { jsonOrNull } from '../../mock-endpoint/raw-client.ts';

/** Replies as models give them: an object with at least one key, whatever is in it. */
const replies = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).map((value) => JSON.stringify(value));
const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const contentOf = (kind: MechanicalFault, good: string, at: number) => spoil(kind, good, at, 100)?.content ?? '';

const keyCount = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce(
        (sum, inner) => sum + keyCount(inner),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0;

test.each<MechanicalFault>(['invalid_json', 'fenced_json', 'text_around_json', 'trailing_comma'])(
  'no JSON is left of any reply after %s',
  (kind) => {
    fc.assert(
      fc.property(replies, places, (good, at) => {
        expect(jsonOrNull(contentOf(kind, good, at))).toBeNull();
      }),
    );
  },
);

test('any reply is JSON of another form after missing_key, extra_key and wrong_type', () => {
  fc.assert(
    fc.property(replies, places, (good, at) => {
      const before = keyCount(JSON.parse(good));
      expect(keyCount(JSON.parse(contentOf('missing_key', good, at)))).toBeLessThan(before);
      expect(keyCount(JSON.parse(contentOf('extra_key', good, at)))).toBe(before + 1);
      expect(JSON.parse(contentOf('wrong_type', good, at))).not.toEqual(JSON.parse(good));
    }),
  );
});

test('every place of a reply can be the one that is spoiled', () => {
  const good = JSON.stringify({ a: 1, b: [{ c: 'x' }] });
  const left = [0, 0.4, 0.9].map((at) => contentOf('missing_key', good, at));
  expect(left).toEqual(['{"b":[{"c":"x"}]}', '{"a":1}', '{"a":1,"b":[{}]}']);
});

test.each<MechanicalFault>(['invalid_json', 'fenced_json', 'trailing_comma', 'missing_key', 'extra_key', 'wrong_type'])(
  'text that is no JSON cannot be spoiled by %s',
  (kind) => expect([spoil(kind, 'A light tent.', 0, 100), spoil(kind, 'null', 0, 100)]).toEqual([null, null]),
);

test('text that is no JSON becomes huge as a whole', () => {
  const content = contentOf('huge', 'A light tent.', 0);
  expect([content.length, content.startsWith('A light tent.')]).toEqual([113, true]);
});
