import { expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/store/catalog.ts';
import { unaskedFields } from '../../../cli/build/unasked-fields.ts';

const family = { name: 'somebench', asksAbout: (field: string) => ['Color', 'Brand'].includes(field) };
const catalogWith = (fields: readonly string[], format = 'mapping-product') =>
  ({ formats: [format], fieldNames: () => fields }) as unknown as Catalog;

test('the fields of a mapped catalog that no requirement can be about are named', () => {
  expect(unaskedFields(catalogWith(['Thickness', 'Color', 'Care']), family)).toMatch(
    / detail fields "Care", "Thickness"; /,
  );
});

test('of many such fields the first twelve are named and the others counted', () => {
  const fields = Array.from({ length: 15 }, (_, place) => `Spec ${place}`);
  expect(unaskedFields(catalogWith(fields), family)).toMatch(/"Spec 0", .* and 3 more; /);
});

test.each([
  ['a mapped catalog of known fields', catalogWith(['Color', 'Brand'])],
  ['a catalog of a known format', catalogWith(['Thickness'], 'amazon2023-metadata')],
])('there is nothing to say about %s', (_, catalog) => expect(unaskedFields(catalog, family)).toBeNull());
