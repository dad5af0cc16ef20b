import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../catalog/store/catalog.ts';
import { type FineSettings, fineCatalog } from '../../../../families/shopsimulator/fine/fine-catalog.ts';
import type { Product } from '../../../../schemas/product.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';
import { details, storedCatalog } from '../../../fixtures/stored-catalog.ts';

const SETTINGS: FineSettings = {
  shelfSize: 6,
  leastShelf: 3,
  similarity: 0.2,
  minDiversity: 0,
  minComplexity: 0,
};
const fineOf = (catalog: Catalog, settings: Partial<FineSettings> = {}) =>
  fineCatalog(catalog, { ...SETTINGS, ...settings }, () => true);

const VALUES = { Color: ['Black', 'Red', 'Blue'], Material: ['Wool', 'Silk'], Pattern: ['Plain', 'Striped'] };
const scarf = (place: number, values: Record<string, string>, category = 'Scarves'): Partial<Product> => ({
  id: `S${place}`,
  title: `Harbor ${category} ${place}`,
  category: ['Clothing', category],
  details: details(values),
});
/** Scarves that differ in one field each. */
const scarves = (count: number, category?: string) =>
  Array.from({ length: count }, (_, place) =>
    scarf(
      place,
      {
        Color: VALUES.Color[place % 3] as string,
        Material: VALUES.Material[place % 2] as string,
        Pattern: VALUES.Pattern[Math.floor(place / 3) % 2] as string,
      },
      category,
    ),
  );
const idsOn = (catalog: Catalog, fine: ReturnType<typeof fineOf>) =>
  fine.shelves.map(({ rows }) => rows.map((row) => catalog.productByRow(row).id).sort()).sort();

const product = fc
  .record({
    Color: fc.constantFrom(...VALUES.Color),
    Material: fc.constantFrom(...VALUES.Material),
    Pattern: fc.constantFrom(...VALUES.Pattern),
    category: fc.constantFrom('Scarves', 'Belts'),
  })
  .map(({ category, ...values }) => ({ values, category }));
const catalogOf = (drawn: readonly { values: Record<string, string>; category: string }[]) =>
  drawn.map(({ values, category }, place) => scarf(place, values, category));

describe('a shelf', () => {
  test('holds no more products than it may, and none of another sub-category', () => {
    const catalog = storedCatalog([
      ...scarves(14),
      ...scarves(9, 'Belts').map((row, at) => ({ ...row, id: `B${at}` })),
    ]);
    const fine = fineOf(catalog);
    expect(fine.shelves.length).toBeGreaterThan(2);
    for (const { path, rows } of fine.shelves)
      expect(new Set(rows.map((row) => catalog.shelfOf(row).path))).toEqual(new Set([path]));
  });

  test('never parts products that state just the same', () => {
    fc.assert(
      fc.property(fc.array(product, { minLength: 3, maxLength: 30 }), (drawn) => {
        const catalog = storedCatalog(catalogOf(drawn));
        const fine = fineOf(catalog, { leastShelf: 2 });
        const shelves = new Map<string, Set<string>>();
        for (const { id, rows } of fine.shelves)
          for (const row of rows) {
            const { details: stated, category } = catalog.productByRow(row);
            const key = JSON.stringify([
              category,
              Object.entries(stated).map(([field, { options }]) => [field, options]),
            ]);
            shelves.set(key, (shelves.get(key) ?? new Set()).add(id));
          }
        for (const on of shelves.values()) expect(on.size).toBe(1);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('is the same whatever order the rows of the catalog stand in', () => {
    fc.assert(
      fc.property(
        fc.array(product, { minLength: 3, maxLength: 24 }).chain((drawn) => {
          const rows = catalogOf(drawn);
          return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }));
        }),
        ([rows, shuffled]) => {
          const [one, other] = [storedCatalog(rows), storedCatalog(shuffled)];
          expect(idsOn(one, fineOf(one))).toEqual(idsOn(other, fineOf(other)));
          expect(fineOf(one).shelves.map(({ id }) => id)).toEqual(fineOf(other).shelves.map(({ id }) => id));
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });
});

test('every product stands on one shelf or is counted among those left out', () => {
  fc.assert(
    fc.property(fc.array(product, { minLength: 1, maxLength: 30 }), fc.boolean(), (drawn, thins) => {
      const catalog = storedCatalog(catalogOf(drawn));
      const fine = fineOf(catalog, { minDiversity: thins ? 1 : 0, minComplexity: 1 });
      const on = fine.shelves.flatMap(({ rows }) => rows);
      expect(new Set(on).size).toBe(on.length);
      const left = [...fine.leftOut.values()].reduce((sum, count) => sum + count, 0);
      expect(on.length + left).toBe(catalog.size);
      for (const row of on) expect(fine.shelfOf(row)?.rows).toContain(row);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('a sub-category with too few products has no shelf', () => {
  const fine = fineOf(storedCatalog(scarves(2)));
  expect(fine.shelves).toEqual([]);
  expect([...fine.leftOut]).toEqual([['small', 2]]);
});

test('a shelf of little variety is thinned to one product of each kind', () => {
  const same = Array.from({ length: 5 }, (_, place) =>
    scarf(place, { Color: 'Black', Material: 'Wool', Pattern: 'Plain' }),
  );
  const others = scarves(6).map((row, at) => ({ ...row, id: `T${at}` }));
  const fine = fineOf(storedCatalog([...same, ...others]), { shelfSize: 20, minDiversity: 0.9, similarity: 0 });
  expect(fine.leftOut.get('same')).toBe(5);
  expect(fine.shelves.flatMap(({ rows }) => rows).length).toBe(6);
});

test('a shelf whose products differ in too few fields is dropped', () => {
  const plain = Array.from({ length: 6 }, (_, place) => scarf(place, { Color: VALUES.Color[place % 3] as string }));
  const fine = fineOf(storedCatalog(plain), { minComplexity: 2, shelfSize: 20, similarity: 0 });
  expect(fine.shelves).toEqual([]);
  expect(fine.leftOut.get('simple')).toBe(6);
});

test('what is unlike everything else stands on no shelf', () => {
  const odd = [{ ...scarf(99, { Scent: 'Rose' }), title: 'Something else entirely' }];
  const catalog = storedCatalog([...scarves(6), ...odd]);
  const fine = fineOf(catalog, { similarity: 0.3, shelfSize: 20 });
  expect(fine.shelfOf(catalog.rowOf('S99') as number)).toBe(null);
});
