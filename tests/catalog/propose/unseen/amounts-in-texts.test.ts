import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, SORTS, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

test('of a column of numbers and ranges the highest of a range counts', async () => {
  const { products, said } = await readFrom(
    'fans.csv',
    table('sku,name,price,rpm', (at) => [
      `F${at}`,
      nameAt(at),
      at + 5,
      at % 2 === 0 ? 900 + at : `[450, ${1200 + at}]`,
    ]),
  );
  expect(said).toContain('of ranges the highest');
  expect(products.slice(0, 2).map((product) => optionsOf(product).rpm)).toEqual([['900'], ['1201']]);
});

test('of a column of pairs alone no end is taken', async () => {
  const { said } = await readFrom(
    'fans.csv',
    table('sku,name,price,speed', (at) => [`F${at}`, nameAt(at), at + 5, `[5, ${1200 + at}]`]),
  );
  expect(said).not.toContain('of ranges the highest');
});

test('amounts that cells say among other words are facts of their own', async () => {
  const { products, said } = await readFrom(
    'smartphones.csv',
    table('model,price,ram_rom,battery,screen_display', (at) => [
      `Line ${of(WORDS, at)} ${at}`,
      at + 99,
      `${of([4, 6, 8], at)} GB RAM, ${of([64, 128], at)} GB inbuilt`,
      `${4000 + (at % 5) * 100} mAh Battery with ${of([33, 67], at)}W Fast Charging`,
      `${of(['6.5', '6.78'], at)} inches, ${1080 + (at % 2)} x 2400 px, ${of([60, 120], at)} Hz Display`,
    ]),
  );
  expect(said).toContain('product.details.stated.RAM is "ram_rom": 100 % of 40 values say it among other words');
  expect(optionsOf(products[0] as Product)).toMatchObject({
    RAM: ['4 GB'],
    'Memory Storage Capacity': ['64 GB'],
    'Battery Capacity': ['4000 mAh'],
    'Screen Size': ['6.5 inches'],
    'Display Resolution': ['1080 x 2400'],
    'Refresh Rate': ['60 Hz'],
  });
});

test('a column whose texts are read for amounts alone is not told to be a detail as it stands', async () => {
  const { said } = await readFrom(
    'phones.csv',
    table('model,price,screen_size,colour', (at) => [
      `Line ${of(WORDS, at)} ${at}`,
      at + 99,
      `${of(['6.5', '6.78'], at)} inches 1080x2400 px`,
      of(COLOURS, at),
    ]),
  );
  expect(said).toContain('product.details.stated.Screen Size is "screen_size"');
  expect(said).not.toContain('product.details.columns is "screen_size"');
});

test('a column of which several fields say all is none beside them, unless it says more', async () => {
  const read = (more: string) =>
    readFrom(
      'laptops.csv',
      table('model,price,Memory', (at) => [
        `Line ${of(WORDS, at)} ${at}`,
        at + 99,
        `${of(['128GB', '256GB', '1TB'], at)} ${of(['SSD', 'HDD'], at)}${more}`,
      ]),
    );
  const [alone, beside] = [await read(''), await read(' PCIe')].map(({ products }) =>
    optionsOf(products[0] as Product),
  );
  expect(alone).toMatchObject({ 'Hard Drive': ['128GB'], 'Storage Type': ['SSD'] });
  expect(alone).not.toHaveProperty('Memory');
  expect(beside).toMatchObject({ 'Hard Drive': ['128GB'], Memory: ['128GB SSD PCIe'] });
});

test('amounts that the names of products say and no column does are facts of their own', async () => {
  const laptops = (at: number) =>
    `Acme ${of(WORDS, at)} Core i${of([3, 5, 7], at)} - (${of([8, 16], at)} GB/${of([256, 512], at)} GB SSD/Windows ${of([10, 11], at)} Home) ${at}`;
  const { products, said } = await readFrom(
    'laptops.csv',
    table('laptop,price', (at) => [laptops(at), at + 300]),
  );
  expect(said).toContain('product.details.stated.RAM is "laptop": no column says it; 100 % of the names do');
  expect(optionsOf(products[0] as Product)).toMatchObject({
    RAM: ['8 GB'],
    'Hard Drive': ['256 GB'],
    Processor: ['Core i3'],
    'Operating System': ['Windows 10'],
  });
});

test('amounts in names are left alone where a column says them, or few names do', async () => {
  const { said } = await readFrom(
    'laptops.csv',
    table('laptop,ram,price', (at) => [
      `Acme ${of(WORDS, at)} ${of([8, 16], at)} GB RAM${at % 8 === 0 ? ` ${of([256, 512], at / 8)} GB SSD` : ''} ${at}`,
      `${of([8, 16], at)} GB`,
      at + 300,
    ]),
  );
  expect(said).not.toContain('details.stated');
});

test.each([
  ['as it is', 'pack', (at: number) => `${of([30, 50, 75], at)}ml`],
  ['with a blank', 'Net content', (at: number) => `${of([30, 50, 75], at)} ml`],
  ['by its number', 'volume_ml', (at: number) => of([30, 50, 75], at)],
  ['in some rows', 'pack', (at: number) => (at % 4 === 0 ? `Bottle of ${of([30, 50, 75], at)} ml` : '')],
] as const)('an amount in names that a column says %s is left there', async (_, header, cell) => {
  const { said } = await readFrom(
    'goods.csv',
    table(`name,price,${header}`, (at) => [
      `Acme ${of(WORDS, at)} Oil ${of([30, 50, 75], at)}ml ${at}`,
      at + 3,
      cell(at),
    ]),
  );
  expect(said).not.toContain('details.stated');
});

test('a number is that of an amount in names only where it is the same', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('name,price,weight', (at) => [
      `Acme ${of(WORDS, at)} Oil ${of([5, 25], at)}ml ${at}`,
      at + 3,
      `${of([125, 15], at)} ml`,
    ]),
  );
  expect(said).toContain('details.stated.Volume');
});

test('what a thing is for has the processor that its name says', async () => {
  const { said } = await readFrom(
    'sleeves.csv',
    table('name,price', (at) => [`Acme ${of(WORDS, at)} Sleeve for Apple M${of([1, 2], at)} MacBook ${at}`, at + 3]),
  );
  expect(said).not.toContain('details.stated');
});

test('a column of plain amounts is read as it stands', async () => {
  const { products, said } = await readFrom(
    'laptops.csv',
    table('model,price,ram,screen', (at) => [`Line ${of(WORDS, at)} ${at}`, at + 99, `${of([8, 16], at)} GB`, '15.6"']),
  );
  expect(said).not.toContain('among other words');
  expect(optionsOf(products[0] as Product)).toMatchObject({ RAM: ['8 GB'] });
});

test('a column that is named for a unit alone holds what is measured in it', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,ml', (at) => [`G${at}`, nameAt(at), at + 5, of([50, 75, 100], at)]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({ 'Volume (ml)': ['75'] });
});

test.each([
  ['cm', 'Width (cm)'],
  ['mm', 'Width (mm)'],
])('bare numbers are in the unit that texts of their rows say them with: %s', async (unit, field) => {
  const sized = (at: number) => [
    `G${at}`,
    nameAt(at),
    at + 5,
    `A shelf for the hall, ${100 + at}x${60 + at} ${unit}`,
    60 + at,
    30 + (at % 9),
    at % 5,
  ];
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,description,Width,Depth,Number of width', (at) => sized(at)),
  );
  const stated = optionsOf(products[2] as Product);
  expect(stated[field]).toEqual(['62']);
  // What measures the same is in the same unit; a number of things is in none.
  expect(Object.keys(stated)).toContain(`Depth (${unit})`);
  expect(Object.keys(stated)).toContain('Number of width');
});

test('bare numbers that no text says with a unit stay bare', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,description,Width', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      `A shelf for the hall, ${7 * at + 200} cm`,
      60 + at,
    ]),
  );
  expect(Object.keys(optionsOf(products[0] as Product))).toContain('Width');
});

test('names in a file of laptops say the size of the screen, though none says that it is a laptop', async () => {
  const named = (at: number) =>
    `${of(WORDS, at)} Book ${at} Intel Core i${of([3, 5, 7], at)}/${of([8, 16], at)}GB/512GB SSD/${of(['14', '15.6'], at)}"`;
  const rows = table('name,price', (at) => [named(at), at + 300]);
  const { products } = await readFrom('laptops.csv', rows);
  expect(optionsOf(products[0] as Product)).toMatchObject({ 'Screen Size': ['14"'], RAM: ['8GB'] });
  const { products: goods } = await readFrom('goods.csv', rows);
  expect(optionsOf(goods[0] as Product)).not.toHaveProperty('Screen Size');
});

test('names say the screens of watches, and none of what goes with them', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('name,category,price', (at) => [
      `${of(WORDS, at)} ${at % 4 === 3 ? 'Film Protector for Smartwatch' : 'Smart Watch'} ${of(['1.43', '1.9'], at)}" ${at}`,
      'Wearables',
      at + 20,
    ]),
  );
  expect(products.slice(2, 4).map((product) => optionsOf(product)['Screen Size'])).toEqual([['1.43"'], undefined]);
});

test('a file of what goes with screens tells of no screen', async () => {
  const rows = table('name,price', (at) => [`Oak ${of(WORDS, at)} ${at} ${of([14, 15], at)}" Grey`, at + 15]);
  const { products } = await readFrom('tv-stands.csv', rows);
  expect(optionsOf(products[0] as Product)).not.toHaveProperty('Screen Size');
});

test.each([
  ['Dry Food 6 x 400 g', undefined],
  ['Wet Food 85g x 12', undefined],
  ['Wet Food 400 g (Pack of 6)', undefined],
  ['6 Pack Wet Food 400 g', undefined],
  ['Wet Food, 400 g, 12-count', undefined],
  ['Wet Food, 400 g, 4 Count', undefined],
  ['Dry Food 1.5 kg', ['1.5 kg']],
  ['Wet Food 400 g (Pack of 1)', ['400 g']],
  ['Dry Food Mix 300 g', ['300 g']],
  ['Dry Food 1 x 400 g', ['400 g']],
  ['Dry Food 400 g X 12', undefined],
  ['Wet Food 400 g (PACK OF 6)', undefined],
])('what one of several in a package weighs is not what the package does: %s', async (name, weight) => {
  const { products } = await readFrom(
    'feed.csv',
    table('id,title,price,colour', (at) => [
      ...[`S${at}`, `${of(SORTS, at)} ${at === 0 ? name : `Dry Food ${at} ${300 + (at % 8) * 100} g`}`, at + 5],
      of(COLOURS, at),
    ]),
  );
  expect(valuesOf(products[0] as (typeof products)[number])['Item Weight']).toEqual(weight);
  expect(valuesOf(products[1] as (typeof products)[number])['Item Weight']).toEqual(['400 g']);
});

test.each([
  ['Oat Bars, 40 g, 12-count', ['12-count'], undefined],
  ['Oat Bars, 40 g, 24 ct', ['24 ct'], undefined],
  ['Oat Bars, 1-count', undefined, undefined],
  ['Oat Bars 2-pack', undefined, ['2']],
  ['Oat Bars (Pack of 6)', undefined, ['6']],
  ['Oat Bars 1 Pack', undefined, undefined],
  ['Backpack 30 L', undefined, undefined],
])('names say how many pieces or packs there are: %s', async (name, count, items) => {
  const { products } = await readFrom(
    'bars.csv',
    table('id,title,price', (at) => [
      `S${at}`,
      at === 0
        ? name
        : `Oat Bars ${of(WORDS, at)} ${at % 2 === 0 ? `${(at % 5) + 2}-count` : `(Pack of ${(at % 5) + 2})`}`,
      at + 5,
    ]),
  );
  expect(valuesOf(products[0] as Product)['Unit Count']).toEqual(count);
  expect(valuesOf(products[0] as Product)['Number of Items']).toEqual(items);
});
