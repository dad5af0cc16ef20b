import { expect, test } from 'vitest';
import { mappingReaders } from '../../../catalog/readers/mapping.ts';
import { Mapping } from '../../../catalog/readers/mapping-file.ts';
import type { Reader } from '../../../catalog/readers/reader.ts';
import { productFrom } from '../../fixtures/readings.ts';

const [reader] = mappingReaders(
  Mapping.parse({
    product: { id: 'sku', title: 'name', category: { column: 'path', separator: ' > ' }, details: { object: 'specs' } },
  }),
) as [Reader];
const fieldsOf = (name: string, path: string, specs: object) =>
  Object.keys(productFrom(reader, { sku: 1, name, path, specs }).details);

test.each([
  ['Pin Header, 2.54mm, Voltara', 'Electronics > Connectors', 'Male'],
  ['KUP3058, 6 way', 'Electronics > Terminal Blocks', 'Female'],
  ['Gender Changer DB9', 'Parts', 'Male-to-Female'],
])('the gender of %j in %j is that of its ends: %s', (name, path, gender) => {
  expect(fieldsOf(name, path, { gender })).toEqual(['Connector Gender']);
});

test.each([
  ['Cedar Perfume', 'Fragrance', 'Male'],
  ['Cable Knit Sweater', 'Clothing > Sweaters', 'Female'],
  ['Travel Adapter Vest', 'Clothing > Vests', 'Unisex'],
])('the gender of %j in %j is whom it is for: %s', (name, path, gender) => {
  expect(fieldsOf(name, path, { gender })).toEqual(['Department']);
});

test('a mapping that calls a gender a department is followed', () => {
  expect(fieldsOf('Pin Header', 'Connectors', { Department: 'Male' })).toEqual(['Department']);
});
