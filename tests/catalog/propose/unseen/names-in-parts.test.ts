import { expect, test } from 'vitest';
import { COLOURS, FRIDGES, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

test('names come from two columns where no column names a product alone', async () => {
  const { products, said } = await readFrom(
    'shoes.csv',
    table(
      ',name,model,price',
      (at) => [at, ['Northrun', 'Vella', 'Stridewell'][at % 3] as string, `Line ${Math.floor(at / 3) % 25}`, at + 20],
      75,
    ),
  );
  expect(said).toContain('no column names a product alone');
  expect(products.map(({ title }) => title).slice(0, 2)).toEqual(['Northrun Line 0', 'Vella Line 0']);
});

test('an amount is no part of a name', async () => {
  const { products } = await readFrom(
    'phones.csv',
    table(
      'phone,chip,prices',
      (at) => [`Line ${Math.floor(at / 4)}`, `Chip ${of(WORDS, at % 4)}`, `Rp${at},000,026.20`],
      75,
    ),
  );
  expect(products[0]?.title).toBe('Line 0 Chip Oak');
});

test('a short description is the name where nothing else is', async () => {
  const { products } = await readFrom(
    'till.csv',
    table('code,description,brand,price', (at) => [`C${at}`, nameAt(at), `Maker${at % 4}`, at + 1]),
  );
  expect(products[2]?.title).toBe('Steel Lamp 2');
});

test('long descriptions name what a search found, be some found twice, if they are no sentences', async () => {
  const described = (at: number, end: string) =>
    `${nameAt(at - (at % 10 === 9 ? 1 : 0))} with a Long List of Things that It Has and Comes with in the Box${end}`;
  const hits = (end: string) =>
    table('description,num_of_ratings,rating,price', (at) => [described(at, end), at * 3, (at % 5) + 1, at + 1]);
  const { products } = await readFrom('hits.csv', hits(''));
  expect(products).toHaveLength(36);
  expect(products[2]).toMatchObject({ title: described(2, ''), ratingCount: 6 });
  await expect(readFrom('hits.csv', hits('. Buy it today.'))).rejects.toThrow('"product.title" is not settled');
});

test('an id that several titles share is an id together with the title', async () => {
  const { products } = await readFrom(
    'cellar.csv',
    table('wine id,name,price', (at) => [
      `W${Math.floor(at / 2)}`,
      `${of(WORDS, Math.floor(at / 2))} Hill ${2000 + at}`,
      at + 5,
    ]),
  );
  expect(products).toHaveLength(40);
});

test('a line of products that repeats is named with what tells them apart', async () => {
  const { products } = await readFrom(
    'furniture.csv',
    table('item_id,name,price,short_description', (at) => [
      `I${at}`,
      of(['Nordby', 'Aspen', 'Solvik'], at),
      at + 5,
      `${nameAt(at)}, ${at + 30}x60 cm`,
    ]),
  );
  expect(products[1]).toMatchObject({ title: 'Aspen Birch Rug 1, 31x60 cm', details: {} });
});

test('a description that some rows lack is the name where no line of products makes one with it', async () => {
  const { products } = await readFrom(
    'furniture.csv',
    table('item_id,name,price,short_description', (at) => [
      `I${at}`,
      of(['Nordby', 'Aspen', 'Solvik'], at),
      at + 5,
      at % 13 === 5 ? '' : `${nameAt(at)}, ${at + 30}x60 cm`,
    ]),
  );
  expect(products[1]?.title).toBe('Birch Rug 1, 31x60 cm');
});

test('a table of what products are like, without names, is read by who makes them', async () => {
  const { products, said } = await readFrom('refrigerators.csv', FRIDGES);
  expect(said).toContain('no column names products; who makes one stands for its name');
  expect(new Set(products.map(({ title }) => title))).toEqual(new Set(['Northrun', 'Vella', 'Okram', 'Sudo']));
  expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
});

test('a product without a name goes by the column that says much of what the other names do', async () => {
  const name = (at: number) => `${nameAt(at)} (${String.fromCharCode(65 + (at % 26))})`;
  const { products, said } = await readFrom(
    'lamps.csv',
    table(
      'Product Name,Model,price,colour',
      (at) => [at % 3 === 0 ? '' : `Vella ${name(at)}`, name(at), at + 5, of(COLOURS, at)],
      60,
    ),
  );
  expect(said).toContain('names 20 of 60 rows that have no "Product Name"');
  expect(products.slice(0, 2).map(({ title }) => title)).toEqual([name(0), `Vella ${name(1)}`]);
});

test('names that repeat are names where no other column has any', async () => {
  const { products, said } = await readFrom(
    'eyeglasses.csv',
    table(
      'Title,Size,Frame,Price',
      (at) => [
        of(['Vella Air', 'Vella Hustle', 'Vincent Okram'], at),
        of(['Wide', 'Medium'], at),
        of(COLOURS, at),
        `₹${at % 5}700`,
      ],
      90,
    ),
  );
  expect(said).toContain('named like a title, and no other column names products');
  expect(products[0]?.title).toBe('Vella Air');
});

test('of two names of which one goes on with more the shorter is the name', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,productname,product,price', (at) => [`G${at}`, `${nameAt(at)} Default Title`, nameAt(at), at + 5]),
  );
  expect(products[1]?.title).toBe(nameAt(1));
});

test.each([
  ['stands in few rows', (at: number) => [`${nameAt(at)} with Base of Solid Birch`, at < 6 ? nameAt(at) : '']],
  [
    'says of no thing what it is',
    (at: number) => [`${of(WORDS, at)} ${at} Backpacking Tent`, `${of(WORDS, at)} ${at}`],
  ],
  ['is that of several things', (at: number) => [`${nameAt(at % 20)} No. ${at}`, nameAt(at % 20)]],
] as const)('of two names the shorter is not the name where it %s', async (_, namesAt) => {
  for (const header of [
    'sku,title,product name,price,color',
    'sku,title,name,price,color',
    'sku,name,title,price,color',
  ]) {
    const { products } = await readFrom(
      'goods.csv',
      table(header, (at) => [`G${at}`, ...namesAt(at), at + 5, of(COLOURS, at)]),
    );
    expect(products).toHaveLength(40);
    expect(products[7]?.title, header).toBe(namesAt(7)[0]);
  }
});

test('makers and models name products before long descriptions do', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('brand,model,description,price', (at) => [
      ...[
        of(['Nike', 'Puma', 'Vela'], at),
        `M-${at}`,
        `${nameAt(at)} of good wood with many parts that does what it is`,
      ],
      at + 15,
    ]),
  );
  expect(products[0]).toMatchObject({ title: 'Nike M-0' });
});

test('a list of what things have is no part of a name, however well it tells them apart', async () => {
  const notes = ['musk', 'amber', 'cedar', 'iris', 'rose', 'oud', 'lemon', 'plum', 'honey'];
  const { products } = await readFrom(
    'perfumes.csv',
    table('perfume,brand,price,base', (at) => [
      `${of(WORDS, at % 20)}-${at % 20}`,
      of(['Orla', 'Nord', 'Vela', 'Lund'], at),
      at + 5,
      [0, 1, 2].map((one) => of(notes, (at % 13) * 2 + one * 3)).join(', '),
    ]),
  );
  expect(products[0]?.title).not.toContain('musk');
});

const LINES = ['HALDEN', 'MORVIK', 'TUSTA', 'BRELLA', 'OSKET'];
const THINGS = ['Bar stool, 63 cm', 'Side table, white', 'Wardrobe with 2 doors', 'Bookcase, 80x200 cm'];

test('a name that says of no product what it is goes before a short description that begins with that', async () => {
  const { products, said } = await readFrom(
    'house.csv',
    table('item,name,price,short_description', (at) => [
      ...[`I${at}`, of(LINES, at), at + 5, `${of(THINGS, at)}${of(['', ' and more', ', black'], at >> 2)}`],
    ]),
  );
  expect(said).toContain('"name" alone says of no product what it is');
  expect(products[0]?.title).toBe('HALDEN Bar stool, 63 cm');
});

test('a name that says what a product is stays its name, whatever describes it', async () => {
  const { products } = await readFrom(
    'house.csv',
    table('item,name,price,short_description', (at) => [`I${at}`, nameAt(at), at + 5, `${of(THINGS, at)}, no. ${at}`]),
  );
  expect(products[0]?.title).toBe('Oak Shelf 0');
});
