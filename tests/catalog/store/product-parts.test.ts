import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTitle } from '../../../catalog/inverted-index/titles.ts';
import { ProductIds, productIdsIn } from '../../../catalog/store/product-ids.ts';
import { type ProductNumbers, ProductParts, storedNumbers } from '../../../catalog/store/product-parts.ts';
import { TABLES } from '../../../catalog/store/tables.ts';

const place = fc.integer({ min: 0, max: 9 });
const amount = fc.oneof(fc.constant(Number.NaN), fc.double({ noNaN: true, min: 0, max: 1e9 }));
const numbers: fc.Arbitrary<ProductNumbers> = fc.record({
  ...{ mainCategory: place, shelf: place, currency: place, shop: place },
  ...{ priceMinor: amount, averageRating: amount, ratingCount: amount },
});
const product = fc.record({
  id: fc.string({ minLength: 1, maxLength: 5 }),
  words: fc.constantFrom('', 'a bag', 'é'),
  numbers,
});
/** Changes to the numbers of earlier products, each before a later one is added; and where all is gone on from anew. */
const steps = fc.array(fc.record({ product, changed: fc.nat(), change: fc.option(numbers), reopens: fc.boolean() }), {
  ...{ minLength: 1, maxLength: 20 },
});

/** What was read for a product, in the order of the record. */
const inOrder = ({ mainCategory, shelf, currency, shop, priceMinor, averageRating, ratingCount }: ProductNumbers) => [
  ...[mainCategory, shelf, currency, shop, priceMinor, averageRating, ratingCount],
];

test('products come back as they were added and changed, wherever parts end and however often they are gone on from', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 254, 255, 256, 511), (all, before) => {
      const db = new DatabaseSync(':memory:');
      db.exec(TABLES);
      let parts = new ProductParts(db);
      const kept: { id: string; words: string; numbers: ProductNumbers }[] = [];
      const add = (one: (typeof kept)[number]) => {
        const bytes = Buffer.from(one.words);
        parts.add(one.id, bytes, 0, bytes.length, one.numbers);
        kept.push({ ...one });
      };
      const [first] = all;
      for (let row = 0; row < before; row++) add((first as (typeof all)[number]).product);
      for (const step of all) {
        add(step.product);
        if (step.change !== null) {
          const row = step.changed % kept.length;
          parts.change(row, step.change);
          const { mainCategory, shelf } = (kept[row] as (typeof kept)[number]).numbers;
          (kept[row] as (typeof kept)[number]).numbers = { ...step.change, mainCategory, shelf };
        }
        if (!step.reopens) continue;
        parts.finish();
        parts = new ProductParts(db);
      }
      expect(parts.size).toBe(kept.length);
      parts.finish();

      const ids = new ProductIds(db);
      expect([...productIdsIn(db)]).toEqual(kept.map(({ id }) => Buffer.from(id).toString()));
      const read: number[][] = [];
      for (const [from, stored] of storedNumbers(db))
        for (const [at] of stored.shelf.entries()) {
          const of = (name: keyof ProductNumbers) => stored[name][at] as number;
          read[from + at] = inOrder({
            ...{ mainCategory: of('mainCategory'), shelf: of('shelf'), currency: of('currency'), shop: of('shop') },
            ...{ priceMinor: of('priceMinor'), averageRating: of('averageRating'), ratingCount: of('ratingCount') },
          });
        }
      expect(read).toEqual(kept.map((one) => inOrder(one.numbers)));
      const last = kept.length - 1;
      expect(ids.at(last)).toBe(Buffer.from((kept[last] as (typeof kept)[number]).id).toString());
      expect(readTitle(db, last)).toBe((kept[last] as (typeof kept)[number]).words);
    }),
    { numRuns: 60 },
  );
});
