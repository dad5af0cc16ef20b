import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Buckets, BucketWriter } from '../../../catalog/inverted-index/text-buckets.ts';
import { TABLES } from '../../../catalog/store/tables.ts';

type Noted = readonly [kind: number, text: string];

function bucketsOf(all: readonly Noted[]): Buckets {
  const db = new DatabaseSync(':memory:');
  db.exec(TABLES);
  const writer = new BucketWriter();
  for (const [kind, text] of all) writer.add(text, kind);
  writer.write(db, 'term_buckets');
  return new Buckets(db, 'term_buckets');
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '手', ' '), maxLength: 4 });
const noted = fc.uniqueArray(fc.tuple(fc.integer({ min: -3, max: 3 }), text), {
  selector: ([kind, word]) => `${kind} ${word}`,
  maxLength: 600,
});

test('a text that was noted is found by its number, and no other is', () => {
  fc.assert(
    fc.property(noted, fc.tuple(fc.integer({ min: -3, max: 3 }), text), (all, other) => {
      const buckets = bucketsOf(all);
      const find = ([kind, wanted]: Noted) =>
        buckets.find(wanted, kind, (at) => (all[at]?.[0] === kind && all[at][1] === wanted ? at : undefined));
      for (const [number, one] of all.entries()) expect(find(one)).toBe(number);
      const isNoted = all.some(([kind, one]) => kind === other[0] && one === other[1]);
      if (!isNoted) expect(find(other)).toBeNull();
    }),
    { numRuns: 40 },
  );
});

test('few of many texts are looked at for one of them', () => {
  const all = Array.from({ length: 20_000 }, (_, place): Noted => [0, `B0${place}`]);
  const buckets = bucketsOf(all);
  let looked = 0;
  const nothing = () => {
    looked++;
    return undefined;
  };
  for (const [, one] of all) buckets.find(one, 0, nothing);
  expect(looked).toBeLessThan(20_100);
});
