import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../catalog/index.ts';
import { ingestCatalog } from '../../../catalog/ingest/reading.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { folderWith, temporaryFolder } from '../../fixtures/raw-files.ts';
import { optionsOf } from '../../fixtures/read-exports.ts';

const MAPPING = `product:
  id: sku
  title: name
  details: { columns: { colour: Color, weight: Weight, brand: Brand } }
  variants: { sku: sku, parent: of, options: [ { field: Color, value: colour } ] }
`;

async function read(rows: readonly string[], mapping = MAPPING) {
  const folder = folderWith({
    'shop.csv': `sku,of,name,colour,weight,brand\n${rows.join('\n')}\n`,
    'map.yaml': mapping,
  });
  const database = join(temporaryFolder(), 'catalog.db');
  const format = `mapping:${join(folder, 'map.yaml')}`;
  const { notes } = await ingestCatalog({ inputs: [join(folder, 'shop.csv')], database, format, threads: 0 });
  const catalog = openCatalog(database);
  const products = new Map([...catalog.products()].map(({ product }) => [product.id, product]));
  catalog.close();
  return { products, notes };
}

test('a detail that variants alone state is their product’s where all that state one agree', async () => {
  const { products, notes } = await read([
    'B1,,Road Bike,,,',
    'B1-1,B1,,Red,7.1 kg,Strada',
    'B1-2,B1,,Blue,7.1 KG,Strada',
    'B1-3,B1,,Green,,',
  ]);
  const bike = products.get('B1');
  expect(optionsOf(bike as NonNullable<typeof bike>)).toEqual({
    Color: ['Red', 'Blue', 'Green'],
    Weight: ['7.1 kg'],
    Brand: ['Strada'],
  });
  expect(bike?.brand).toBe('Strada');
  expect(notes.join('\n')).not.toContain('variants differ');
});

test('a detail in which variants differ is left out, and one line says of how many products', async () => {
  const rows = [1, 2].flatMap((bike) => [
    `B${bike},,Road Bike ${bike},,,Strada`,
    `B${bike}-1,B${bike},,Red,7.${bike} kg,Other`,
    `B${bike}-2,B${bike},,Blue,8 kg,Another`,
  ]);
  const { products, notes } = await read(rows);
  expect([...products.values()].map(optionsOf)).toEqual(
    [1, 2].map(() => ({ Brand: ['Strada'], Color: ['Red', 'Blue'] })),
  );
  expect(notes).toContain(
    'shop.csv: left out where variants differ in it and their product\'s own row says nothing of it: "Weight" of 2 products; what a variant is chosen by belongs under product.variants.options',
  );
});

test('rows that name their product add nothing but what they agree on where there is nothing to choose', async () => {
  const { products } = await read(
    ['B1,,Road Bike,,,', 'B1-1,B1,Road Bike,,7 kg,', 'B1-2,B1,Road Bike,,7 kg,'],
    MAPPING.replace(/options: .*/, 'options: [] }'),
  );
  expect(products.size).toBe(1);
  expect(products.get('B1')).toMatchObject({ skuOptions: [], details: { Weight: { options: ['7 kg'] } } });
});

test('variants without options and without a parent are refused in one sentence', async () => {
  await expect(read([], MAPPING.replace(/variants: .*/, 'variants: { sku: sku, options: [] }'))).rejects.toThrow(
    /product\.variants\.options.*expected at least one option, or "parent"/s,
  );
});

test('a product has a weight of its variants exactly where those that state one state the same', async () => {
  const weight = fc.constantFrom('', '7 kg', '8 kg');
  await fc.assert(
    fc.asyncProperty(weight, fc.array(weight, { minLength: 1, maxLength: 4 }), async (own, weights) => {
      const variants = weights.map((stated, at) => `B-${at},B,,C${at},${stated},`);
      const { products } = await read([`B,,Road Bike,,${own},`, ...variants]);
      const stated = [...new Set(weights)].filter((one) => one !== '');
      const expected = own !== '' ? [own] : stated.length === 1 ? stated : undefined;
      expect(products.get('B')?.details.Weight?.options).toEqual(expected);
    }),
    { numRuns: propertyRuns(20) },
  );
});
