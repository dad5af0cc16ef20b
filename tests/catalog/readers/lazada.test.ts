import { expect, test } from 'vitest';
import { lazadaCsv } from '../../../catalog/readers/lazada-csv.ts';
import { lazadaDocuments } from '../../../catalog/readers/lazada-documents.ts';
import { productFrom, reasonFrom } from '../../fixtures/readings.ts';

const document = {
  product_id: '101',
  shop_id: '9',
  brand: 'Strap Co',
  category: 'Watches > Accessories > Straps',
  title: 'Milan strap',
  short_description: 'Soft;Light;',
  description: 'A strap.',
  specification: 'warranty type:no warranty;fits::all',
  price: 86.68,
  sold_count: 12,
  sku_options: { '1': { color_family: 'red, matte', 'band width': '20 mm' }, '2': { color_family: 'Black' } },
  attributes: { material: ['steel', 'leather'] },
  service: ['COD', 'official', 'COD'],
};

test('a document becomes a product in centavos; attributes, specification and SKU values become details', () => {
  const product = productFrom(lazadaDocuments, document);
  expect(product).toMatchObject({
    id: '101',
    shopId: '9',
    brand: 'Strap Co',
    mainCategory: 'Watches',
    category: ['Watches', 'Accessories', 'Straps'],
    priceMinor: 8668,
    currency: 'PHP',
    features: ['Soft', 'Light'],
    services: ['COD', 'official'],
    soldCount: 12,
    skuOptions: [
      { id: '1', values: { color_family: 'red, matte', 'band width': '20 mm' } },
      { id: '2', values: { color_family: 'Black' } },
    ],
  });
  expect(Object.fromEntries(Object.entries(product.details).map(([field, { options }]) => [field, options]))).toEqual({
    Brand: ['Strap Co'],
    Material: ['steel', 'leather'],
    'Warranty Type': ['no warranty'],
    fits: ['all'],
    Color: ['red, matte', 'Black'],
    'band width': ['20 mm'],
  });
});

test('a detail keeps where it is stated and how it is written; attributes are read before the specification', () => {
  const { details, skuOptions } = productFrom(lazadaDocuments, {
    ...document,
    specification: 'color family:Ruby;material:STEEL;brand:strap co',
    attributes: { material: ['steel &amp; wool'], brand: ['strap co'] },
    sku_options: { '1': { 'color_family ': ' ruby' } },
  });
  expect(details.Brand?.raw).toEqual([
    { key: 'brand', value: 'Strap Co', statedIn: 'brand' },
    { key: 'brand', value: '["strap co"]' },
    { key: 'brand', value: 'strap co', statedIn: 'specification' },
  ]);
  expect(details.Material).toEqual({
    options: ['steel & wool', 'STEEL'],
    raw: [
      { key: 'material', value: '["steel &amp; wool"]' },
      { key: 'material', value: 'STEEL', statedIn: 'specification' },
    ],
  });
  expect(details.Color).toEqual({
    options: ['ruby'],
    raw: [
      { key: 'color_family ', value: ' ruby', statedIn: 'sku' },
      { key: 'color family', value: 'Ruby', statedIn: 'specification' },
    ],
  });
  expect(skuOptions).toEqual([{ id: '1', values: { color_family: 'ruby' } }]);
});

test('a document wrapped for a search index is the same product', () => {
  const wrapped = { id: '101', contents: 'milan strap', product: document };
  expect(productFrom(lazadaDocuments, wrapped)).toEqual(productFrom(lazadaDocuments, document));
  expect(lazadaDocuments.recognises([wrapped])).toBe(1);
});

test('a document with nothing but id and title is a product', () => {
  expect(
    productFrom(lazadaDocuments, { product_id: 7, title: 'x', brand: 'NoBrand', sku_options: null }),
  ).toMatchObject({
    id: '7',
    brand: null,
    category: ['Uncategorized'],
    priceMinor: null,
    details: {},
  });
});

test('a document without a title is set aside', () => {
  expect(reasonFrom(lazadaDocuments, { product_id: '7', title: '' })).toBe(
    '"title" is "", expected the product\'s name',
  );
});

const csvRow = {
  title: 'Koper',
  rating: '0',
  reviews: '4',
  final_price: '165000',
  currency: 'IDR',
  seller_name: 'Shoes Distribution',
  breadcrumb: '["Tas & Travel","Koper"]',
  product_specifications: '[{"name":"Merek","value":"Garsel"},{"name":"Bahan","value":"Kulit"}]',
  product_description: 'Sebuah koper.',
  sku: '125_ID-1',
  mpn: '125',
  colors: '["Merah","Hitam"]',
  variations: '[{"name":"Warna","variations":["Merah","Hitam"]}]',
  color: 'Merah',
  returns_and_warranty: '["7 Hari Gratis Pengembalian"]',
  is_super_seller: 'false',
  brand: 'Garsel',
  product_variation: '[{"name":"Warna","value":"Merah"}]',
  lazmall: 'true',
  number_sold: '17',
};

test('a CSV row becomes a product with one SKU; JSON in cells is read, and the variations are options', () => {
  const product = productFrom(lazadaCsv, csvRow);
  expect(product).toMatchObject({
    id: '125',
    brand: 'Garsel',
    store: 'Shoes Distribution',
    shopId: 'Shoes Distribution',
    mainCategory: 'Tas & Travel',
    priceMinor: 16500000,
    currency: 'IDR',
    averageRating: null,
    ratingCount: 4,
    skuOptions: [{ id: '125_ID-1', values: { Warna: 'Merah' } }],
    services: ['official'],
    soldCount: 17,
  });
  expect(product.details.Color?.options).toEqual(['Merah', 'Hitam']);
  expect(product.details.Brand?.raw).toEqual([{ key: 'Merek', value: 'Garsel' }]);
  expect(product.details.Material?.options).toEqual(['Kulit']);
});

test('a CSV row with empty and broken cells is a product all the same', () => {
  const cells = {
    ...csvRow,
    colors: 'null',
    variations: '[]',
    product_specifications: '[{"name":',
    product_variation: '',
    color: '',
    final_price: '',
    breadcrumb: '',
  };
  expect(productFrom(lazadaCsv, cells)).toMatchObject({
    category: ['Uncategorized'],
    priceMinor: null,
    currency: null,
    skuOptions: [],
  });
});

test('without an mpn the SKU names the product', () => {
  expect(productFrom(lazadaCsv, { ...csvRow, mpn: '' }).id).toBe('125');
  expect(reasonFrom(lazadaCsv, { ...csvRow, mpn: '', sku: '' })).toBe('"mpn" is "", expected a product id');
});

test('a SKU key cannot change a prototype', () => {
  const skus = JSON.parse('{"1":{"__proto__":"x","constructor":"y"}}');
  const [sku] = productFrom(lazadaDocuments, { ...document, sku_options: skus }).skuOptions;
  expect(Object.getPrototypeOf(sku?.values)).toBe(Object.prototype);
  expect(Object.hasOwn(sku?.values ?? {}, 'constructor')).toBe(true);
});
