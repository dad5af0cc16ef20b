import { expect, test } from 'vitest';
import { currencyInHeader, headerScores, spelledOut, withoutForm } from '../../../catalog/propose/header.ts';
import { cpuMsOf } from '../../fixtures/spent.ts';

const mostOf = (header: string) => [...headerScores(header)].sort((a, b) => b[1] - a[1])[0]?.[0];

test.each([
  ['Variant Price', 'price'],
  ['Variant Compare At Price', 'list_price'],
  ['compare_at', 'list_price'],
  ['1Kategorie', 'category'],
  ['Metafield: product.Produktart [single_line_text_field]', 'category'],
  ['price_per_gb', 'other_price'],
  ['Preis (EUR)', 'price'],
  ['g:item_group_id', 'group'],
  ['averageRating', 'rating'],
  ['product.product_category', 'category'],
  ['商品名称', 'title'],
  ['Body (HTML)', 'description'],
  ['seller_name', 'shop'],
  ['Preço promocional', 'sale_price'],
  ['Nome do produto', 'title'],
  ['Descrizione prodotto', 'description'],
  ['Prezzo di listino', 'list_price'],
  ['Oude prijs', 'list_price'],
  ['Liczba opinii', 'rating_count'],
  ['Название товара', 'title'],
  ['Цена со скидкой', 'sale_price'],
  ['Ürün Adı', 'title'],
  ['Fiyat (TL)', 'price'],
  ['販売価格', 'price'],
  ['商品説明文', 'description'],
  ['상품명', 'title'],
  ['할인가격', 'sale_price'],
  ['اسم المنتج', 'title'],
  ['العلامة التجارية', 'brand'],
  // Of who sells it, nothing is asked of a product.
  ['seller_followers', 'other'],
  ['Shop Location', 'other'],
  ['vendedor reputación', 'other'],
  ['Store Price', 'price'],
  // What stands around a value says whether it is of the product.
  ['g:shipping.g:price', 'other'],
  ['Included / United States', 'other'],
])('the header "%s" says above all that its column holds a %s', (header, part) => {
  expect(mostOf(header)).toBe(part);
});

test.each([
  ['price_eur', 'EUR'],
  ['Preis (CHF)', 'CHF'],
  ['price_euros', 'EUR'],
  ['Fiyat (TL)', 'TRY'],
  ['price', null],
  ['eur', null],
])('the header "%s" ends with the currency %s', (header, currency) => {
  expect(currencyInHeader(header)).toBe(currency);
});

test.each([
  ['Price in India', 'price'],
  ['Price in the market', null],
  ['price_in_cents', null],
  ['Price in points', null],
  ['Price in Karats', null],
  ['Price in Rupees', 'price'],
  ['Price in EUR', 'price'],
  ['Name in English', null],
  ['sold in', null],
])('the header "%s" says clearly that its column holds: %s', (header, part) => {
  const [clearest] = [...headerScores(header)].filter(([, score]) => score >= 0.9).sort((a, b) => b[1] - a[1]);
  expect(clearest?.[0] ?? null).toBe(part);
});

test('a header of blanks is read in no time', () => {
  const blanks = ' '.repeat(100_000);
  const cpuMs = cpuMsOf(() => {
    for (const header of [`price${blanks}x`, `${blanks}(`, `Name${blanks}(a,b,c...)`]) withoutForm(header);
  });
  expect(cpuMs).toBeLessThan(1_000);
  expect(withoutForm(`Name${blanks}(a,b,c...)`)).toBe('Name');
});

test.each(['Area [sq_ft]', 'Volume [fl_oz]', 'Size [us_size]'])(
  'the unit in brackets of %j is no type of values',
  (header) => {
    expect(withoutForm(header)).toBe(header);
  },
);

test.each([
  ['Compat.', 'Compatibility'],
  ['compat', 'compatibility'],
  ['Short desc', 'Short description'],
  ['Supplier No', 'Supplier Number'],
  ['Art_no', 'Art_number'],
  ['Min. Wt.', 'Min. Weight'],
  ['Stock qty', 'Stock quantity'],
])('a name of a column is read with the words that it abbreviates: %s', (header, said) => {
  expect(spelledOut(header)).toBe(said);
});

test.each(['No Frost', 'Mat', 'Col', 'Dim', 'No', 'Frost yes/no', 'Descaling', 'Nordic'])(
  'a word that is no abbreviation stands: %s',
  (header) => expect(spelledOut(header)).toBe(header),
);

const CODES = ['Supplier No', 'Supplier Number', 'Warehouse', 'Vendor No.', 'Storage location', 'HS code'];
test.each(CODES)('a number of a supplier or a warehouse says nothing of the product itself: %s', (header) => {
  expect(headerScores(header).get('other')).toBeGreaterThan(0.85);
});
