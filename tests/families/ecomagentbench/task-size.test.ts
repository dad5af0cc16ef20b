import { expect, test } from 'vitest';
import { leastFactsIn } from '../../../families/ecomagentbench/task-size.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const FIELDS = { Color: ['Black', 'White'], Material: ['Cotton', 'Linen'], Pattern: ['Striped', 'Floral'] } as const;

/** A shop whose products state some fields, and a price or none. */
const shop = (fields: readonly (keyof typeof FIELDS)[], numbers: Record<string, number> = {}) =>
  storedCatalog(
    Array.from({ length: 40 }, (_, at) => ({
      id: `B${at}`,
      title: `Towel ${at}`,
      ...{ priceMinor: null, averageRating: null, ratingCount: null },
      ...numbers,
      details: details(Object.fromEntries(fields.map((field) => [field, FIELDS[field][at % 2] as string]))),
    })),
  );

test('tasks have five requirements at least where products state so many facts on average', () =>
  expect(leastFactsIn(shop(['Color', 'Material', 'Pattern'], { priceMinor: 900, averageRating: 4.5 }), undefined)).toBe(
    5,
  ));

test('tasks have four where products state fewer, be it a detail or a number', () => {
  expect(leastFactsIn(shop(['Color', 'Material'], { priceMinor: 900, averageRating: 4.5 }), undefined)).toBe(4);
  expect(leastFactsIn(shop(['Color', 'Material', 'Pattern'], { priceMinor: 900 }), undefined)).toBe(4);
});

test('a number that is said holds in any catalog', () => expect(leastFactsIn(shop(['Color']), 6)).toBe(6));
