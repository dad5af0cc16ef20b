import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Product } from '../../../schemas/product.ts';
import { optionsOf, productsOf, proposalFor } from '../../fixtures/read-exports.ts';

const REAL = join(import.meta.dirname, '../../../../shared/data/real');
const present = existsSync(REAL);
if (!present) console.warn('real catalogs are absent (../shared/data/real): their exports are not tried');
const testReal = test.skipIf(!present);

testReal('the Lazada CSV has SKUs of products, details and options as JSON in cells, and five currencies', async () => {
  const path = join(REAL, 'brightdata-samples/lazada-products.csv.gz');
  const { mapping, doubts } = await proposalFor(path);
  expect(doubts).toEqual([]);
  expect(mapping.product).toMatchObject({
    id: 'mpn',
    title: 'title',
    brand: 'brand',
    store: 'seller_name',
    price: 'final_price',
    currency: { column: 'currency' },
    category: 'breadcrumb',
    rating: 'rating',
    rating_count: 'reviews',
    sold_count: 'number_sold',
    description: 'product_description',
    details: {
      object: ['product_specifications', { column: 'variations', name: 'name', value: 'variations' }],
    },
    variants: {
      sku: 'sku',
      price: 'final_price',
      options: [{ field: 'color', value: 'color' }, { object: 'product_variation' }],
    },
  });
  // A reader knows such files, and needs no mapping.
  const { products } = await productsOf(path);
  const television = products.get('6872778045') as Product;
  expect(television).toMatchObject({ currency: 'IDR', priceMinor: 1_000_000, brand: 'TR', averageRating: 4.6 });
  expect(television.category).toEqual(['Televisi & Video', 'Televisi Digital']);
  expect(optionsOf(television)).toMatchObject({ 'Display Resolution': ['HD (720p)'] });
  const currencies = new Set([...products.values()].flatMap(({ currency }) => currency ?? []));
  expect(currencies.size).toBe(5);
  const inVariants = [...products.values()].filter(({ skuOptions }) => skuOptions.length > 1);
  expect(inVariants.length).toBeGreaterThan(0);
});

testReal('the SHEIN CSV has attributes as JSON in a cell and categories as a list of objects', async () => {
  const path = join(REAL, 'brightdata-shein/shein-products.csv.gz');
  const { products, mapping } = await productsOf(path);
  expect(mapping().product).toMatchObject({
    id: 'product_id',
    title: 'product_name',
    brand: 'brand',
    price: 'final_price',
    currency: { column: 'currency' },
    category: { column: 'category_tree', each: 'name' },
    rating: 'rating',
    rating_count: 'reviews_count',
    description: 'description',
    details: { columns: { brand: 'Brand', color: 'color', size: 'size' }, object: 'other_attributes' },
  });
  expect(products.size).toBe(1000);
  const cabinet = products.get('40460214') as Product;
  expect(cabinet).toMatchObject({ priceMinor: 12_099, currency: 'USD', brand: 'SHEIN' });
  expect(cabinet.category.slice(0, 2)).toEqual(['Tools & Home Improvement', 'Furniture']);
  expect(optionsOf(cabinet)).toMatchObject({ Color: ['Grey'], Material: ['Wood'] });
});

testReal("WebShop's documents have everything one level down, and a sign for a currency", async () => {
  const path = join(REAL, 'webshop-1000/documents.jsonl.gz');
  const { mapping, doubts } = await proposalFor(path);
  expect(doubts).toEqual([]);
  expect(mapping.product).toMatchObject({
    id: 'id',
    title: 'product.Title',
    price: 'product.Price',
    currency: 'USD',
    category: { column: 'product.product_category', separator: ' › ' },
    rating: 'product.average_rating',
    features: 'product.BulletPoints',
    description: 'product.Description',
    // Bullets tell of some details by their names.
    details: { object: ['product.options', { column: 'product.BulletPoints', label: ':', short: true }] },
  });
  // A reader knows such files, and needs no mapping.
  const { products } = await productsOf(path, 1);
  expect(products.get('B06Y3VLDFB')).toMatchObject({
    priceMinor: 87_780,
    currency: 'USD',
    category: expect.arrayContaining(['Home & Kitchen', 'Sofa & Console Tables']),
  });
});

testReal(
  'computer parts have no id and no category: what they state tells them apart, and the file says what they are',
  async () => {
    const folder = join(REAL, 'pc-parts');
    const { products, mapping } = await productsOf(folder);
    expect(mapping().product).toMatchObject({
      id: { made_of: expect.arrayContaining(['name', 'color', 'chipset', 'capacity']) },
      title: 'name',
      price: 'price',
      main_category: { file_name: true },
      details: {
        columns: { core_clock: 'core_clock', backlit: 'backlit', tenkeyless: 'tenkeyless' },
        stated: { Brand: { in: 'name', value: expect.stringContaining('|Logitech|') } },
      },
    });
    expect(mapping().product).not.toHaveProperty('category');
    expect(new Set([...products.values()].map(({ mainCategory }) => mainCategory))).toEqual(
      new Set(['headphones', 'internal hard drive', 'keyboard', 'video card']),
    );
  },
);
