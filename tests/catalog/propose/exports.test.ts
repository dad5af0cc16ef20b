import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ingestAny } from '../../../catalog/ingest/ingest-any.ts';
import { proposeMapping } from '../../../catalog/propose/index.ts';
import { containerOf } from '../../../catalog/rows/file-format.ts';
import { openCatalog } from '../../../catalog/store/catalog.ts';
import type { Product } from '../../../schemas/product.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

const MADE = join(import.meta.dirname, '../../fixtures/exports');
const REAL = join(import.meta.dirname, '../../../../shared/data/real');
const present = existsSync(REAL);
if (!present) console.warn('real catalogs are absent (../shared/data/real): their exports are not tried');
const testReal = test.skipIf(!present);
/** All rows of real files are read. */
const PATIENT = 120_000;

async function proposalFor(...paths: readonly string[]) {
  const files = await Promise.all(
    paths.map(async (path) => ({ file: { path, name: basename(path) }, container: await containerOf(path) })),
  );
  return proposeMapping(files);
}

/** The products an export gives with nothing said about it, by id, and so many rows set aside. */
async function productsOf(path: string, quarantined = 0): Promise<{ products: Map<string, Product>; said: string[] }> {
  const folder = temporaryFolder();
  const database = join(folder, 'catalog.db');
  const said: string[] = [];
  const say = (sentence: string) => said.push(sentence);
  const report = await ingestAny({ inputs: [path], database, mapping: join(folder, 'catalog.mapping.yaml'), say });
  expect(report.counts.quarantined).toBe(quarantined);
  const catalog = openCatalog(database);
  const products = new Map([...catalog.products()].map(({ product }) => [product.id, product]));
  catalog.close();
  return { products, said };
}

const optionsOf = ({ details }: Product) =>
  Object.fromEntries(Object.entries(details).map(([field, { options }]) => [field, options]));

test('a Shopify product export is read: products by handle, their variants by named options, and nothing to choose where there is nothing', async () => {
  const { mapping, doubts } = await proposalFor(join(MADE, 'shopify.csv'));
  expect(doubts).toEqual([]);
  expect(mapping.product).toEqual({
    id: 'Handle',
    title: 'Title',
    brand: 'Vendor',
    shop_id: 'Vendor',
    price: 'Variant Price',
    currency: 'USD',
    category: { column: 'Product Category', separator: ' > ' },
    description: 'Body (HTML)',
    details: {
      columns: {
        Vendor: 'Brand',
        Type: 'Type',
        'Fabric (product.metafields.shopify.fabric)': { field: 'Fabric', separator: '; ' },
        'Care instructions (product.metafields.shopify.care-instructions)': 'Care instructions',
      },
    },
    variants: {
      sku: 'Variant SKU',
      price: 'Variant Price',
      options: [
        { name: 'Option1 Name', value: 'Option1 Value', none: 'Default Title' },
        { name: 'Option2 Name', value: 'Option2 Value' },
      ],
    },
  });
  const { products, said } = await productsOf(join(MADE, 'shopify.csv'));
  expect(products.size).toBe(12);
  const pillow = products.get('linen-throw-pillow') as Product;
  expect(pillow).toMatchObject({
    title: 'Linen Throw Pillow',
    brand: 'Tallow & Ink',
    priceMinor: 2450,
    currency: 'USD',
  });
  expect(pillow.category).toEqual(['Home & Garden', 'Decor', 'Throw Pillows']);
  expect(pillow.skuOptions).toHaveLength(6);
  expect(pillow.skuOptions.find(({ id }) => id === 'LIN-0102')).toMatchObject({
    values: { Color: 'Ivory', Size: '60 cm' },
    priceMinor: 3450,
  });
  expect(optionsOf(pillow)).toMatchObject({ Color: ['Ivory', 'Rust', 'Sage'], Fabric: ['linen', 'cotton'] });
  expect(products.get('stoneware-mug')).toMatchObject({ priceMinor: 1800, skuOptions: [] });
  // What nothing states is said to be assumed.
  expect(said.join('\n')).toContain('product.currency is "USD": assumed, for nothing states a currency');
});

test('a WooCommerce export is read: variations find their product by its SKU or its id, and give it a price', async () => {
  const { mapping, doubts } = await proposalFor(join(MADE, 'woocommerce.csv'));
  expect(doubts).toEqual([]);
  const pairs = [1, 2].map((at) => ({ name: `Attribute ${at} name`, value: `Attribute ${at} value(s)` }));
  expect(mapping.product).toEqual({
    id: ['SKU', 'ID'],
    title: 'Name',
    brand: 'Brands',
    price: ['Sale price', 'Regular price'],
    currency: 'USD',
    category: { column: 'Categories', separator: ' > ', paths: ', ' },
    description: 'Description',
    features: 'Short description',
    details: {
      columns: {
        Brands: 'Brand',
        'Weight (kg)': 'Weight (kg)',
        'Length (cm)': 'Length (cm)',
        'Width (cm)': 'Width (cm)',
      },
      pairs: pairs.map((pair) => ({ ...pair, separator: ', ' })),
    },
    variants: {
      sku: 'SKU',
      price: ['Sale price', 'Regular price'],
      parent: { column: 'Parent', before: 'id:' },
      options: pairs,
    },
  });
  const { products } = await productsOf(join(MADE, 'woocommerce.csv'));
  expect(products.size).toBe(12);
  const hoodie = products.get('woo-hoodie') as Product;
  expect(hoodie).toMatchObject({ title: 'Zip Hoodie with Pocket', priceMinor: 4000, currency: 'USD' });
  expect(hoodie.category).toEqual(['Clothing', 'Hoodies']);
  expect(hoodie.skuOptions).toHaveLength(6);
  expect(hoodie.skuOptions.map(({ values }) => values)).toContainEqual({ Color: 'Blue', Logo: 'No' });
  // Socks have no SKU: their variations name them by "id:" and their number.
  const socks = [...products.values()].find(({ title }) => title === 'Trail Running Socks') as Product;
  expect(socks.skuOptions.map(({ values }) => values.Size)).toEqual(['36-38', '39-41', '42-44']);
  expect(optionsOf(products.get('woo-cap') as Product)).toMatchObject({
    Material: ['Cotton'],
    'Weight (kg)': ['0.15'],
  });
});

test.each([
  ['google-merchant.xml', 'g:'],
  ['google-merchant.tsv', ''],
])(
  'a Google Merchant feed is read, items of one group as variants and prices in their own currency: %s',
  async (name, prefix) => {
    const { mapping, doubts } = await proposalFor(join(MADE, name));
    expect(doubts).toEqual([]);
    expect(mapping.product).toMatchObject({
      id: [`${prefix}item_group_id`, `${prefix}id`],
      title: `${prefix}title`,
      brand: `${prefix}brand`,
      price: [`${prefix}sale_price`, `${prefix}price`],
      currency: { column: `${prefix}price` },
      category: { column: `${prefix}product_type`, separator: ' > ' },
      description: `${prefix}description`,
      features: `${prefix}product_highlight`,
      variants: {
        sku: `${prefix}id`,
        options: [
          { field: 'color', value: `${prefix}color` },
          { field: 'size', value: `${prefix}size` },
        ],
      },
    });
    const { products } = await productsOf(join(MADE, name));
    expect(products.size).toBe(10);
    const jacket = products.get('G-JKT') as Product;
    expect(jacket).toMatchObject({
      brand: 'Stride',
      priceMinor: 7995,
      currency: 'EUR',
      category: ['Women', 'Jackets'],
    });
    expect(jacket.skuOptions.map(({ id, values }) => [id, ...Object.values(values)])).toEqual([
      ['JKT-01', 'Navy', 'S'],
      ['JKT-02', 'Navy', 'M'],
      ['JKT-03', 'Olive', 'M'],
    ]);
    // A sale price counts before the price, and a product of one item is called by that.
    expect(products.get('G-BTL')?.priceMinor).toBe(2655);
    expect(products.get('BPK-01')?.title).toBe('Commuter Backpack 22 L');
    if (name.endsWith('.xml'))
      expect(optionsOf(jacket)).toMatchObject({ Material: ['nylon'], Warranty: ['5 years'], Season: ['4'] });
  },
);

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
  const { mapping, doubts } = await proposalFor(path);
  expect(doubts).toEqual([]);
  expect(mapping.product).toMatchObject({
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
  const { products } = await productsOf(path);
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
    details: { object: 'product.options' },
  });
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
    const names = ['keyboard', 'headphones', 'video-card', 'internal-hard-drive'];
    const { mapping, doubts } = await proposalFor(...names.map((name) => join(folder, `${name}.jsonl.gz`)));
    expect(doubts).toEqual([]);
    expect(mapping.product).toMatchObject({
      id: { made_of: expect.arrayContaining(['name', 'color', 'chipset', 'capacity']) },
      title: 'name',
      price: 'price',
      main_category: { file_name: true },
      details: {
        columns: { core_clock: 'core_clock', backlit: 'backlit', tenkeyless: 'tenkeyless' },
        stated: { Brand: { in: 'name', value: expect.stringContaining('|Logitech|') } },
      },
    });
    expect(mapping.product).not.toHaveProperty('category');
    const { products } = await productsOf(folder);
    expect(new Set([...products.values()].map(({ mainCategory }) => mainCategory))).toEqual(
      new Set(['headphones', 'internal hard drive', 'keyboard', 'video card']),
    );
  },
  PATIENT,
);
