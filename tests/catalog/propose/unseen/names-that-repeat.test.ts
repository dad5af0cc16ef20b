import { expect, test } from 'vitest';
import { COLOURS, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

test('rows of one name in several sizes that each have an id are products of that name, which has no id in it', async () => {
  const { products } = await readFrom(
    'feed.csv',
    table('id,title,price,size', (at) => [`0194b${at}e`, nameAt(Math.floor(at / 8)), 50, 30 + (at % 8)], 96),
  );
  expect(products).toHaveLength(96);
  expect(products[9]?.title).toBe('Birch Rug 1');
});

test('a model and which one of it is meant make a name, behind who makes it', async () => {
  const { products } = await readFrom(
    'shoes.csv',
    table('brand,model,version,price,level', (at) => [
      ...[`Maker${at % 4}`, `${of(WORDS, at)}line`, (at % 13) + 1, at + 50, of(['easy|hard', 'easy', 'hard'], at)],
    ]),
  );
  expect(products[2]?.title).toBe('Maker2 Steelline 3');
});

test('of texts of several lines the column of their first line has the names', async () => {
  const { products } = await readFrom(
    'store.csv',
    table('id,product,label,price,tone', (at) => [
      ...[`P${at}`, `${nameAt(at)}\nBox of 3\nAdd to cart`, nameAt(at), at + 5, of(COLOURS, at)],
    ]),
  );
  expect(products[0]?.title).toBe('Oak Shelf 0');
});

test('what a few rows call a promotion, and numbers of articles in words, are no names', async () => {
  const { products } = await readFrom(
    'tools.csv',
    table(
      'sku,promo name,description,price,power',
      (at) => [
        ...[`11 ${at} US`, at === 7 ? 'Spring Sale on Saws' : '', `Orla ${of(WORDS, at)} Saw No. ${at}`, at + 5],
        of(['Gas', 'Battery'], at),
      ],
      160,
    ),
  );
  expect(products[0]?.title).toBe('Orla Oak Saw No. 0');
});

test('a maker on the first line of names is not what products are called', async () => {
  const { products } = await readFrom(
    'store.csv',
    table('id,brand,product name,price,tone', (at) => [
      ...[`P${at}`, `Maker${at % 4}`, `Maker${at % 4}\n\n${nameAt(at)}`, at + 5, of(COLOURS, at)],
    ]),
  );
  expect(products[0]?.title).toBe('Maker0 Oak Shelf 0');
});

test.each([
  ['all keyboards.csv', 'keyboards'],
  ['coffee_analysis.csv', 'coffee'],
  ['toy_sets.csv', 'toy set'],
  ['shoes.csv', 'shoe'],
])('the file %s is of each %s', async (file, kind) => {
  const { products } = await readFrom(
    file,
    table('id,name,price,shade', (at) => [`G${at}`, `Model ${at} Plus`, at + 5, of(COLOURS, at)]),
  );
  expect(products[0]?.mainCategory).toBe(kind);
});

test('a category that names no goods gives way to a file that is named for them', async () => {
  const { products } = await readFrom(
    'shoes.csv',
    table('id,name,category,price', (at) => [`G${at}`, `Model ${at} Plus`, of(['Normal', 'Extended'], at), at + 5]),
  );
  expect(products[0]?.mainCategory).toBe('shoe');
});

test('a column called a name holds names, though each is of a model in several sizes and colors', async () => {
  const { products } = await readFrom(
    'drives.csv',
    table('name,price,room,color', (at) => [
      `Orla ${of(WORDS, Math.floor(at / 7))} Drive`,
      at + 50,
      (at % 4) + 1,
      of(COLOURS, at),
    ]),
  );
  expect(products[0]?.title).toBe('Orla Oak Drive');
});

test.each([
  ['Product code', (at: number) => of(COLOURS, at), 20],
  ['Slug', (at: number) => of(COLOURS, at), 20],
  ['Product code', (at: number) => of(['sporty', 'elegant', 'sturdy'], at), 60],
])(
  'rows of one %s and name are variants where texts differ only by what a column states',
  async (code, said, count) => {
    const { products } = await readFrom(
      'shop.csv',
      table(
        `ID,${code},Name,Price,Description,Color`,
        (at) => {
          const product = Math.floor(at / 3);
          const text = `The ${said(at).toLowerCase()} one of a warm jacket that keeps you dry in any weather, number ${product}.`;
          return [5000 + at, `st-${product}`, `Oak Jacket ${product}`, 20, text, of(COLOURS, at)];
        },
        60,
      ),
    );
    expect(products).toHaveLength(count);
  },
);
