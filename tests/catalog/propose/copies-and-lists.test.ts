import { expect, test } from 'vitest';
import { nameAt, of, readFrom, table, valuesOf, WORDS } from '../../fixtures/unseen-exports.ts';

/** A table whose codes no header calls ids, with some rows written twice. */
function withCopies(copied: readonly number[], change: (row: string) => string = (row) => row): string {
  const [header = '', ...rows] = table('varekode,name,brand,price,finish,stored', (at) => [
    ...[`VN-${1000 + at * 7}`, nameAt(at), of(WORDS, at), at + 5],
    ...[of(['Matt', 'Gloss', 'Raw'], at), of(['Attic', 'Cellar'], at >> 1)],
  ])
    .trim()
    .split('\n');
  return [header, ...rows, ...copied.map((at) => change(rows[at] as string))].join('\n');
}

test.each([
  ['one row', [20], '1 row repeats one and nearly all else, and is merged'],
  ['three of forty rows', [4, 9, 20], '3 rows repeat one and nearly all else, and are merged'],
])('a code of which %s written twice repeats the value is still the id', async (_, copied, told) => {
  const { products, said } = await readFrom('goods.csv', withCopies(copied));
  expect(said).toContain(`product.id is "varekode"`);
  expect(said).toContain(told);
  expect(products).toHaveLength(40);
  expect(products.map(({ id }) => id)).toContain('VN-1140');
});

test('products that share a name and all details are told apart by their addresses, of which some are listed twice', async () => {
  const listed = (at: number) => (at < 36 ? at : at - 36);
  const { products, said } = await readFrom(
    'shoes.csv',
    table('title,url,price,category', (at) => [
      of(['Brass & Sons', 'Orla', 'Nord', 'Lund', 'Vela', 'Corr'], listed(at)),
      `https://shop.example/shoes/pair-${listed(at)}`,
      of(['90', '120'], listed(at) >> 1),
      of(['Boots', 'Sandals'], listed(at) >> 2),
    ]),
  );
  expect(said).toContain('product.id is "url": no column is an id, and rows have 36 addresses, each of one title');
  expect(products).toHaveLength(36);
});

test('a code that another product has too is no id', async () => {
  const text = withCopies([20], (row) => row.replace(/,"[^,]*","[^,]*","[^,]*"/, ',"Brass Bell 99","Brass","77"'));
  const { products, said } = await readFrom('goods.csv', text);
  expect(said).not.toContain('product.id is "varekode"');
  expect(products).toHaveLength(41);
});

const NOTES = ['citrus', 'cocoa', 'nuts', 'peach', 'smoke', 'honey', 'plum', 'malt', 'fig'];
/** Three notes of nine, in an order that hardly comes twice. */
const notesAt = (at: number) => [at, at * 5 + 2, at * 7 + 4 + (at >> 3)].map((one) => of(NOTES, one)).join(', ');

test('a column of lists whose parts come again is a list, however few of its cells are alike', async () => {
  const { products, said } = await readFrom(
    'tea.csv',
    table('id,name,price,tasting', (at) => [`T${at}`, nameAt(at), at + 5, notesAt(at)], 60),
  );
  expect(said).toMatch(/product.details.columns is "tasting": .*, parted by ", "/);
  expect(valuesOf(products[1] as never)).toEqual({ tasting: [...new Set(notesAt(1).split(', '))] });
});

test('texts with commas that are new in each row are no list', async () => {
  const { said } = await readFrom(
    'tea.csv',
    table('id,name,price,tasting', (at) => [`T${at}`, nameAt(at), at + 5, `picked on day ${at}, lot ${at * 3}`], 60),
  );
  expect(said).toContain('left out, nearly every value is new: "tasting"');
});

test('what a proposal says that values are parted by is written in it and done', async () => {
  const places = ['Peru', 'Kenya', 'Java', 'Togo'];
  const { products, said } = await readFrom(
    'tea.csv',
    table('id,name,price,origin', (at) => [
      ...[`T${at}`, nameAt(at), at + 5],
      at % 4 === 1 ? `${of(places, at)}, ${of(places, at + 1 + (at >> 3))}` : of(places, at),
    ]),
  );
  expect(said).toMatch(/product.details.columns is "origin": .*, parted by ", "/);
  expect(valuesOf(products[1] as never)).toEqual({ 'Country of Origin': ['Kenya', 'Java'] });
});

/** Heights as a shop writes them: with a point before thousands, without a blank, and as ranges in every fifth row. */
const heightAt = (at: number) => {
  const metres = 900 + (at % 13) * 100;
  const thousands =
    metres >= 1000 ? `${Math.floor(metres / 1000)}.${String(metres % 1000).padStart(3, '0')} m` : '900 m';
  return at % 5 === 2 ? `${metres - 200}-${metres} m` : of([thousands, `${metres}m`, `${metres} m`], at);
};

test('a column of amounts in one unit with ranges among them is of amounts, and of a range its middle counts', async () => {
  const { products, said } = await readFrom(
    'tea.csv',
    table(
      'id,name,price,height,weight',
      (at) => [...[`T${at}`, nameAt(at), at + 5], ...[heightAt(at), of(['1,5 kg', '0,5 kg', '2,25 kg'], at)]],
      60,
    ),
  );
  expect(said).toMatch(/product.details.columns is "height": .*, of ranges the middle/);
  const heights = products.map((product) => valuesOf(product).height?.[0]);
  expect(heights.slice(0, 4)).toEqual(['900 m', '1000m', '1000 m', '1200 m']);
  expect(heights.every((height) => /^\d+ ?m$/.test(height ?? ''))).toBe(true);
});

test('ranges that are most of a column are what shoppers choose among', async () => {
  const { products, said } = await readFrom(
    'toys.csv',
    table('id,name,price,for', (at) => [`T${at}`, nameAt(at), at + 5, of(['3-5 years', '6-8 years', '9 years'], at)]),
  );
  expect(said).not.toContain('of ranges');
  expect(valuesOf(products[0] as never)).toEqual({ for: ['3-5 years'] });
});

const rowsWith = (featuresAt: (at: number) => readonly string[]): string =>
  Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({ id: `K${at}`, name: nameAt(at), price: at + 5, features: featuresAt(at) }),
  ).join('\n');

test('features that are a few qualities, which come again, are a detail, and sentences are texts', async () => {
  const qualities = ['Chew Resistant', 'Waterproof', 'Foldable', 'Reflective'];
  const short = await readFrom(
    'goods.jsonl',
    rowsWith((at) => [of(qualities, at), of(qualities, at + 1 + (at >> 3))]),
  );
  expect(valuesOf(short.products[0] as never)).toEqual({ 'Special Feature': ['Chew Resistant', 'Waterproof'] });
  const long = await readFrom(
    'goods.jsonl',
    rowsWith((at) => [`Folds into a bag of its own, size ${at}`, `Keeps ${nameAt(at)} dry in the rain`]),
  );
  expect(long.said).toContain('product.features is "features"');
});

test('one long member among many qualities makes no texts of them', async () => {
  const qualities = ['Chew Resistant', 'Waterproof', 'Foldable', 'Reflective'];
  const { products } = await readFrom(
    'goods.jsonl',
    rowsWith((at) => (at === 30 ? ['Folds into a small bag of its own'] : [of(qualities, at)])),
  );
  expect(valuesOf(products[0] as never)).toEqual({ 'Special Feature': ['Chew Resistant'] });
});
