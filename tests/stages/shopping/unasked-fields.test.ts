import { expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/index.ts';
import { unaskedFields } from '../../../stages/shopping/family.ts';

const asksAbout = (_: unknown, field: string) => ['Color', 'Brand'].includes(field);
const catalogWith = (fields: readonly string[], format = 'mapping-product') =>
  ({ path: 'shop.db', formats: [format], fieldNames: () => fields }) as unknown as Catalog;

test('the fields of a mapped catalog that no requirement can be about are named', () => {
  expect(unaskedFields(catalogWith(['Thickness', 'Color', 'Care']), asksAbout)[0]).toMatch(
    / detail fields "Care", "Thickness"; /,
  );
});

test('of many such fields the first twelve are named and the others counted', () => {
  const fields = Array.from({ length: 15 }, (_, place) => `Spec ${place}`);
  expect(unaskedFields(catalogWith(fields), asksAbout)[0]).toMatch(/"Spec 0", .* and 3 more; /);
});

test.each([
  ['a mapped catalog of known fields', catalogWith(['Color', 'Brand'])],
  ['a catalog of a known format', catalogWith(['Thickness'], 'amazon2023-metadata')],
])('there is nothing to say about %s', (_, catalog) => expect(unaskedFields(catalog, asksAbout)).toEqual([]));

test('the command that says why is named with the catalog', () => {
  expect(unaskedFields(catalogWith(['Thickness']), asksAbout)[0]).toContain(
    'build:lexicon -- --catalog shop.db says why',
  );
});
