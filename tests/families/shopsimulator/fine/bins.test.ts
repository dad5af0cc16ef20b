import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bins } from '../../../../families/shopsimulator/fine/bins.ts';
import { StatedTerms } from '../../../../families/shopsimulator/fine/stated-terms.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';
import { details, storedCatalog } from '../../../fixtures/stored-catalog.ts';

const stated = fc.record(
  { Color: fc.constantFrom('Black', 'Red', 'Blue'), Material: fc.constantFrom('Wool', 'Silk') },
  { requiredKeys: [] },
);

test('every product is in one bin, and no bin is larger than may be compared', () => {
  fc.assert(
    fc.property(fc.array(stated, { minLength: 1, maxLength: 40 }), fc.integer({ min: 2, max: 12 }), (drawn, most) => {
      const catalog = storedCatalog(drawn.map((values, at) => ({ id: `P${at}`, details: details(values as never) })));
      const terms = StatedTerms.read(catalog, () => true);
      const rows = [...Array(catalog.size).keys()];
      const found = bins(rows, terms, most);
      expect(found.flat().sort((a, b) => a - b)).toEqual(rows);
      for (const bin of found) expect(bin.length).toBeLessThanOrEqual(most);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('a large bin is parted by what its products state', () => {
  const values = Array.from({ length: 12 }, (_, at) => ({ Color: at < 6 ? 'Black' : 'Red' }));
  const catalog = storedCatalog(values.map((one, at) => ({ id: `P${at}`, details: details(one) })));
  const found = bins(
    [...Array(12).keys()],
    StatedTerms.read(catalog, () => true),
    8,
  );
  expect(
    found.map((bin) => new Set(bin.map((row) => catalog.productByRow(row).details.Color?.options[0])).size),
  ).toEqual([1, 1]);
});
