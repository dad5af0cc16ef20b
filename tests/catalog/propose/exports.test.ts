import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Product } from '../../../schemas/product.ts';
import { optionsOf, productsOf, proposalFor } from '../../fixtures/read-exports.ts';

const MADE = join(import.meta.dirname, '../../fixtures/exports');
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
    main_category: 'Type',
    description: 'Body (HTML)',
    details: {
      columns: {
        Vendor: 'Brand',
        'Fabric (product.metafields.shopify.fabric)': { field: 'Fabric Type', separator: '; ' },
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
  expect(optionsOf(pillow)).toMatchObject({ Color: ['Ivory', 'Rust', 'Sage'], 'Fabric Type': ['linen', 'cotton'] });
  expect(products.get('stoneware-mug')).toMatchObject({ priceMinor: 1800, skuOptions: [] });
  expect(said.join('\n')).toContain(
    'product.currency is "USD": "Compare At Price / United States" is the only country with a column',
  );
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
