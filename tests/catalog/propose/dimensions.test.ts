import { expect, test } from 'vitest';
import { nameAt, readFrom, table, valuesOf } from '../../fixtures/unseen-exports.ts';

const sizes = (header: string, cell: (at: number) => string) =>
  readFrom(
    'export.csv',
    table(header, (at) => [`G${at}`, nameAt(at), at + 5, cell(at)]),
  );
const german = (name: string) => `Artikelnummer,Bezeichnung,Preis,${name}`;

test('lengths in one cell are read in the order that the header says', async () => {
  const { products } = await sizes(german('Maße (BxTxH)'), (at) =>
    at % 2 === 0 ? `ca. ${100 + at} × 60 × 75 cm` : `${100 + at}x60x75`,
  );
  expect(products.slice(0, 2).map(valuesOf)).toMatchObject([
    { 'Width (cm)': ['100'], 'Depth (cm)': ['60'], 'Height (cm)': ['75'] },
    { 'Width (cm)': ['101'], 'Depth (cm)': ['60'], 'Height (cm)': ['75'] },
  ]);
});

test('English headers tell it by letters of their own', async () => {
  const { products } = await sizes('sku,name,price,Size L x W x H (in mm)', (at) => `${100 + at} x 60 x 75 mm`);
  expect(valuesOf(products[0] as (typeof products)[0])).toMatchObject({
    'Length (mm)': ['100'],
    'Width (mm)': ['60'],
    'Height (mm)': ['75'],
  });
});

test.each([
  [german('Maße'), (at: number) => `${100 + at} x 60 x 75 cm`, 'an order that its header does not tell'],
  [german('Maße (BxTxH)'), (at: number) => `${100 + at} x 60 x 75`, 'not in which one unit'],
  [german('Maße (BxT)'), (at: number) => `${100 + at} x 60 x 75 cm`, 'other numbers of lengths than its header, 2'],
  ['Référence,Nom,Prix,Dimensions (L x P x H)', (at: number) => `${100 + at} x 60 x 75 cm`, 'does not tell'],
])('lengths that nobody can tell apart are left out with the reason: %s', async (header, cell, why) => {
  const { products, said } = await sizes(header, cell);
  expect(said).toContain(why);
  expect(Object.keys(valuesOf(products[0] as (typeof products)[0])).join()).not.toMatch(/Width|Length|Height|Depth/);
});
