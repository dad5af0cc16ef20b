import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ingestAny } from '../../../catalog/ingest/with-proposed-mapping.ts';
import { writtenAmounts } from '../../../catalog/product/price-decimals.ts';
import { openCatalog } from '../../../catalog/store/catalog.ts';
import { folderWith } from '../../fixtures/raw-files.ts';
import { nameAt, readFrom, table } from '../../fixtures/unseen-exports.ts';

/** Prices below a hundred with three decimals of all ends. */
const three = (at: number) => (((at * 7919) % 99_000) / 1000 + 1.001).toFixed(3);
const goods = (header: string, price: (at: number) => string) =>
  table(header, (at) => [`G${at}`, nameAt(at), price(at)], 40);
const priced = ({ products }: Awaited<ReturnType<typeof readFrom>>) => products.map(({ priceMinor }) => priceMinor);
const cents = (at: number) => Math.round(Number(three(at)) * 100);

test.each([
  ['three decimals of all ends', three],
  ['three decimals with a sign', (at: number) => `$${three(at)}`],
  ['three decimals beside some below one', (at: number) => (at % 9 === 0 ? '0.154' : `${(at % 9) + 1}.500`)],
  ['as many decimals as each needs', (at: number) => (at % 3 === 0 ? `${at + 1}.5` : `${at + 1}.250`)],
])('prices of %s are read as such, and the proposed mapping says so', async (_, price) => {
  const read = await readFrom('goods.csv', goods('sku,name,price', price));
  const amounts = Array.from({ length: 40 }, (_, at) => Math.round(Number(price(at).replace('$', '')) * 100));
  expect(priced(read)).toEqual(amounts);
  expect(read.said).toContain('product.decimals is "point"');
});

test.each([
  ['USD', ['12,500', '10,837', '1,299']],
  ['VND', ['12.000', '189.000', '1.250.000']],
  ['IDR', ['52.155', '10.837', '99.001']],
  ['EUR', ['12.000', '3.500', '1.299']],
  ['EUR', ['12.345', '1.234,50', '999,00']],
  ['USD', ['1.299', '899', '450', '20']],
])('thousands of %s stay thousands: %j', (currency, prices) => {
  expect(writtenAmounts(prices, { language: null, currency })?.as).toBe('thousands');
});

test.each(['de', 'it', 'es', 'id', 'pt'])('thousands stay thousands under columns named in "%s"', (language) => {
  const prices = Array.from({ length: 40 }, (_, at) => three(at));
  expect(writtenAmounts(prices, { language, currency: 'EUR' })?.as).toBe('thousands');
});

test('three decimals behind a comma are told by prices below one', () => {
  expect(writtenAmounts(['0,154', '10,837', '2,5'], { language: 'de', currency: 'EUR' })?.as).toBe('comma');
});

test('prices of which nothing tells whether they are decimals or thousands stop the run, and "decimals" settles it', async () => {
  const text = goods('sku,name,price', (at) => `$${(at % 9) + 1}.${(at % 2) * 5}00`);
  await expect(readFrom('goods.csv', text)).rejects.toThrow(
    /"product\.decimals" is not settled: prices such as "\d\.\d00" may be three decimals or thousands; write "point" or "comma" there/,
  );
});

const written = (decimals: string) =>
  `product: { id: sku, title: name, price: offers.0.unit, currency: USD${decimals} }\n`;

function underMapping(decimals: string) {
  const rows = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ sku: `G${at}`, name: nameAt(at), offers: [{ unit: `$${three(at)}` }] }),
  );
  const folder = folderWith({ 'goods.jsonl': `${rows.join('\n')}\n`, 'shop.yaml': written(decimals) });
  const database = join(folder, 'catalog.db');
  const mapping = join(folder, 'shop.yaml');
  return {
    database,
    run: () => ingestAny({ inputs: [join(folder, 'goods.jsonl')], database, mapping, say: () => {} }),
  };
}

test('a mapping that leaves open how prices of three decimals are written is asked for it', async () => {
  await expect(underMapping('').run()).rejects.toThrow(
    /shop\.yaml:1: "product\.price" names amounts such as "\d+\.\d{3}", which may be three decimals or thousands; add "decimals: point"/,
  );
});

test.each([
  [', decimals: point', 1],
  [', decimals: comma', 1000],
])('a mapping with "%s" decides how prices are read', async (decimals, times) => {
  const { database, run } = underMapping(decimals);
  await run();
  const catalog = openCatalog(database);
  const prices = [...catalog.products()].map(({ product }) => product.priceMinor);
  catalog.close();
  const expected = Array.from({ length: 40 }, (_, at) =>
    times === 1 ? cents(at) : Math.round(Number(three(at)) * 1000) * 100,
  );
  expect(prices).toEqual(expected);
});
