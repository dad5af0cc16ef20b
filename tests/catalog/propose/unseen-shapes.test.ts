import { expect, test } from 'vitest';
import { headerScores } from '../../../catalog/propose/header.ts';
import type { Product } from '../../../schemas/product.ts';
import { of, readFrom, table, valuesOf } from '../../fixtures/unseen-file.ts';

const NOUNS = ['Shelf', 'Rug', 'Lamp', 'Curtain', 'Vase'];
const WORDS = ['Oak', 'Wool', 'Steel', 'Linen', 'Glass', 'Clay', 'Jute'];
const COLOURS = ['Red', 'Blue', 'Green'];
const nameAt = (at: number) => `${WORDS[at % 7]} ${NOUNS[at % 5]} ${at}`;

test('details in a cell that a program of Ruby printed are read, without those that have no name', async () => {
  const cell = (at: number) =>
    `{"product_specification"=>[{"key"=>"Shade", "value"=>"${of(COLOURS, at)}"}, {"value"=>"Handmade"}, {"key"=>"Fabric", "value"=>"${of(WORDS, at)}"}]}`;
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,specs', (at) => [`G${at}`, nameAt(at), at + 5, cell(at)]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({ Shade: ['Blue'], Fabric: ['Wool'] });
});

test('a path that stands in a list of one is parted, and ends before the product itself', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,brand,price,category', (at) => [
      `G${at}`,
      `${nameAt(at)} With Gift Box`,
      `Maker${at % 4}`,
      at + 5,
      `["Home >> ${NOUNS[at % 5]}s >> Maker${at % 4} >> ${nameAt(at)} With Gi..."]`,
    ]),
  );
  expect(products[3]?.category).toEqual(['Home', 'Curtains']);
});

test('a list that a program of Python printed is a set of values', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,fabrics', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      `['${of(WORDS, at)}', '${of(WORDS, at + 1)}']`,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({ fabrics: ['Oak', 'Wool'] });
});

test('lists that are all different are values where their members come again', async () => {
  const listAt = (at: number) => WORDS.filter((_, place) => ((at * 3 + 5) >> place) % 2 === 1);
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,fabrics', (at) => [`G${at}`, nameAt(at), at + 5, JSON.stringify(listAt(at))]),
  );
  expect(valuesOf(products[0] as Product).fabrics).toEqual(listAt(0));
});

test('an item type that titles say too is the kind of thing a product is', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('sku,name,item_type,price', (at) => [`I${at}`, nameAt(at), 'lamp', at + 5]),
  );
  expect(products[0]?.category).toEqual(['lamp']);
});

test('a column of texts that list names and values states details', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('sku,name,price,about_it', (at) => [
      `I${at}`,
      nameAt(at),
      at + 5,
      `Fabric: ${of(WORDS, at)} | Glow Depth: ${of(COLOURS, at)} | Fits in a box`,
    ]),
  );
  expect(said).toContain('texts of names and values with ":" between them');
  expect(valuesOf(products[0] as Product)).toMatchObject({ 'Glow Depth': [of(COLOURS, 0)] });
});

test('styles in the tags of a text are no details', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('sku,name,price,about_it', (at) => [
      `I${at}`,
      nameAt(at),
      at + 5,
      `<p style="margin: 0; padding: 0; color: red">A ${of(WORDS, at)} thing for room ${at}</p>`,
    ]),
  );
  expect(said).not.toContain('texts of names and values');
});

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
  expect(products.slice(0, 2).map((product) => valuesOf(product).rpm)).toEqual([['900'], ['1201']]);
});

test('of a column of pairs alone no end is taken', async () => {
  const { said } = await readFrom(
    'fans.csv',
    table('sku,name,price,speed', (at) => [`F${at}`, nameAt(at), at + 5, `[5, ${1200 + at}]`]),
  );
  expect(said).not.toContain('of ranges the highest');
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

test.each(['average_customer_rating', 'avg_stars', 'rating_avg', 'avg_review_score', 'aggregate_rating'])(
  'a column called %s says no more than that buyers rated',
  async (name) => {
    const { products } = await readFrom(
      'chairs.csv',
      table(`sku,title,price,${name}`, (at) => [`C${at}`, nameAt(at), at + 5, (at % 5) + 1]),
    );
    expect(products[1]?.averageRating).toBe(2);
  },
);

test('what somebody scored for a purpose is no rating of buyers', async () => {
  const { said } = await readFrom(
    'chairs.csv',
    table('sku,title,price,style_score', (at) => [`C${at}`, nameAt(at), at + 5, at % 5]),
  );
  expect(said).not.toContain('product.rating is');
});

test('a short description is the name where nothing else is', async () => {
  const { products } = await readFrom(
    'till.csv',
    table('code,description,brand,price', (at) => [`C${at}`, nameAt(at), `Maker${at % 4}`, at + 1]),
  );
  expect(products[2]?.title).toBe('Steel Lamp 2');
});

test('a title that repeats in every row of its group is a title', async () => {
  const { products } = await readFrom(
    'feed.csv',
    table(
      'id,item_group_id,title,price,size',
      (at) => [
        `V${at}`,
        `P${Math.floor(at / 6)}`,
        nameAt(Math.floor(at / 6)),
        Math.floor(at / 6) + 5,
        of(['S', 'M', 'L', 'XL', 'XS', '2XL'], at),
      ],
      120,
    ),
  );
  expect(products).toHaveLength(20);
  expect(products[0]?.skuOptions).toHaveLength(6);
});

test('a column that counts the rows is nothing anybody asks about', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('Unnamed: 0,id,name,price,colour', (at) => [at, `G${(at * 7) % 40}`, nameAt(at), at + 5, of(COLOURS, at)]),
  );
  expect(said).toContain('left out, counts the rows: "Unnamed: 0"');
  expect(products[0]?.id).toBe('G0');
});

test('ratings are read where most rows say in the same words that there are none', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,product rating', (at) => [`G${at}`, nameAt(at), at + 5, at % 3 === 0 ? 4.5 : 'Not rated yet']),
  );
  expect(products.slice(0, 2).map(({ averageRating }) => averageRating)).toEqual([4.5, null]);
});

test('what is called a price and holds none is left out, and the rest is read', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,category,colour', (at) => [`G${at}`, nameAt(at), `About ${at} EUR`, 'Home', of(COLOURS, at)]),
  );
  expect(said).toContain(
    'left out, named like a price, but 40 of 40 values are no amounts, such as "About 0 EUR": "price"',
  );
  expect(products[0]).toMatchObject({ priceMinor: null, title: 'Oak Shelf 0' });
});

test('the kind of a part is not the kind of a product', async () => {
  const { products } = await readFrom(
    'laptop.csv',
    table('id,title,price,type_cpu', (at) => [
      `L${at}`,
      `Laptop ${of(WORDS, at)} ${at} 85${at % 9}U`,
      at + 500,
      `85${at % 9}U`,
    ]),
  );
  expect(products[0]?.mainCategory).toBe('laptop');
});

test('one product of a hundred variants that name it is enough for variants to be found', async () => {
  const rows = Array.from({ length: 120 }, (_, at) =>
    at === 0
      ? 'case-pro,Phone Case,,,Colour,"Red, Blue"'
      : `case-pro--${at},,case-pro,${10 + (at % 3)},Colour,${of(COLOURS, at)} ${at}`,
  );
  const { products } = await readFrom(
    'cases.csv',
    `SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s)\n${rows.join('\n')}\n`,
  );
  expect(products).toHaveLength(1);
  expect(products[0]?.skuOptions).toHaveLength(119);
});

test('a handle of more than eighty letters is an id', async () => {
  const long = 'a-shelf-of-oak-and-wool-with-a-name-that-somebody-wrote-for-search-engines-and-nobody-else-';
  const rows = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0 ? `${long}${at},Oak Shelf ${at},Shelves,Colour,Red,${at + 5}` : `${long}${at - 1},,,,Blue,${at + 4}`,
  );
  const { products } = await readFrom(
    'shop.csv',
    `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price\n${rows.join('\n')}\n`,
  );
  expect(products).toHaveLength(20);
});

test('a text that says that there is none of what its column holds is no value', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,size', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      at % 2 === 0 ? 'no size' : of(['1 oz', '2 oz', '3 oz'], at),
    ]),
  );
  expect(products.slice(0, 2).map((product) => valuesOf(product).Size)).toEqual([undefined, ['2 oz']]);
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
  expect(products[1]).toMatchObject({ title: 'Aspen Wool Rug 1, 31x60 cm', details: {} });
});

test.each([
  ['lamps.csv', 'lamps'],
  ['rugs-and-lamps.csv', 'rugs and lamps'],
  ['corner-store.csv', 'Uncategorized'],
])('a file named like a shop says nothing of what its products are: %s', async (name, category) => {
  const { products } = await readFrom(
    name,
    table('id,name,price', (at) => [`G${at}`, `${of(WORDS, at)} Piece ${at}`, at + 5]),
  );
  expect(products[0]?.mainCategory).toBe(category);
});

test.each([
  ['energy rating', ['A+', 'B', 'C']],
  ['IP rating', ['67', '68', '54']],
  ['content rating', ['PG', 'R', 'G']],
  ['nota', ['floral', 'citrus', 'woody']],
])('what is called a rating and holds no stars is a detail: %s', async (column, values) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${column}`, (at) => [`G${at}`, nameAt(at), at + 5, of(values, at)]),
  );
  expect(Object.values(valuesOf(products[1] as Product))).toContainEqual([values[1]]);
});

test.each([
  ['size', 'One Size'],
  ['size', 'Plus Size'],
  ['colour', 'Multi Colour'],
])('a text that ends like its column and denies nothing is a value of %s: %s', async (column, value) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${column}`, (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of([value, 'Small', 'Medium', 'Large'], at),
    ]),
  );
  expect(Object.values(valuesOf(products[0] as Product))).toContainEqual([value]);
});

test('three sizes in a row count no rows', async () => {
  const { products } = await readFrom(
    'shoes.csv',
    table('id,name,price,size', (at) => [`G${at}`, nameAt(at), at + 5, 38 + at], 3),
  );
  expect(products.map((product) => valuesOf(product).Size)).toEqual([['38'], ['39'], ['40']]);
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
  expect(products[1]?.title).toBe('Wool Rug 1, 31x60 cm');
});

test('a file named by one letter says nothing of what its products are', async () => {
  const { products } = await readFrom(
    'a.csv',
    table('id,name,price', (at) => [`G${at}`, `${of(WORDS, at)} Piece ${at}`, at + 5]),
  );
  expect(products[0]?.mainCategory).toBe('Uncategorized');
});

test('a file that is named for parts no title speaks of says what its products are', async () => {
  const { products } = await readFrom(
    'power-supply.csv',
    table('id,name,price,wattage', (at) => [`G${at}`, `MSI A${at}GL`, at + 50, of([550, 650, 750], at)]),
  );
  expect(products[0]?.category).toEqual(['power supply']);
});

test('columns of the prices of days are left out, and the table has a header all the same', async () => {
  const days = ['21/10/21', '25/10/21', '26/10/21', '28/10/21', '29/10/21', '02/11/21'];
  const { products, said } = await readFrom(
    'laptops.csv',
    table(`id,name,price,today,colour,${days.join(',')}`, (at) => [
      `L${at}`,
      nameAt(at),
      at + 500,
      at + 500 + 5 * 7,
      of(COLOURS, at),
      ...days.map((_, day) => at + 500 + day * 7),
    ]),
  );
  expect(said).toContain('left out, what a day had: "21/10/21", "25/10/21"');
  expect(valuesOf(products[0] as Product)).toEqual({ Color: ['Red'] });
});

const variant = (at: number, size: string, more = 0) => ({
  id: at * 10 + more,
  title: size,
  option1: of(COLOURS, at),
  option2: size,
  price: `${at + 20 + more}.00`,
  sku: `S${at}-${size}`,
});

test('variants that a shop lists in the row of their product have their prices and options', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    id: 9_000 + at,
    title: nameAt(at),
    vendor: `Maker${at % 3}`,
    product_type: 'Home',
    variants: [variant(at, 'Small'), variant(at, 'Large', 5)],
    options: [
      { name: 'Colour', position: 1, values: [of(COLOURS, at)] },
      { name: 'Size', position: 2, values: ['Small', 'Large'] },
    ],
  }));
  const { products } = await readFrom('products.json', JSON.stringify(rows));
  expect(products).toHaveLength(30);
  expect(products[0]).toMatchObject({
    priceMinor: 2000,
    skuOptions: [
      { id: 'S0-Small', priceMinor: 2000, values: { Colour: 'Red', Size: 'Small' } },
      { id: 'S0-Large', priceMinor: 2500, values: { Colour: 'Red', Size: 'Large' } },
    ],
  });
  expect(valuesOf(products[0] as Product)).toMatchObject({ Color: ['Red'], Size: ['Small', 'Large'] });
});

test('products of one variant each have its price, and nothing to choose', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    id: 9_000 + at,
    title: nameAt(at),
    product_type: 'Home',
    variants: [{ id: at, title: 'Default Title', option1: 'Default Title', price: `${at + 20}.00`, sku: `S${at}` }],
    options: [{ name: 'Title', position: 1, values: ['Default Title'] }],
  }));
  const { products } = await readFrom('products.json', JSON.stringify(rows));
  expect(products[3]).toMatchObject({ priceMinor: 2300, skuOptions: [], details: {} });
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
  expect(valuesOf(products[0] as Product)).toMatchObject({
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

test('amounts that the names of products say and no column does are facts of their own', async () => {
  const laptops = (at: number) =>
    `Acme ${of(WORDS, at)} Core i${of([3, 5, 7], at)} - (${of([8, 16], at)} GB/${of([256, 512], at)} GB SSD/Windows ${of([10, 11], at)} Home) ${at}`;
  const { products, said } = await readFrom(
    'laptops.csv',
    table('laptop,price', (at) => [laptops(at), at + 300]),
  );
  expect(said).toContain('product.details.stated.RAM is "laptop": no column says it; 100 % of the names do');
  expect(valuesOf(products[0] as Product)).toMatchObject({
    RAM: ['8 GB'],
    'Hard Drive': ['256 GB'],
    Processor: ['Core i3'],
    'Operating System': ['Windows 10'],
  });
});

test.each([
  ['zalmora_laptops.csv', 'laptops'],
  ['gaming_laptops.csv', 'gaming laptops'],
  ['laptops.csv', 'laptops'],
  ['zalmora_ssds.csv', 'SSDs'],
])('of the name of a file the shop is left out: %s holds %s', async (file, kind) => {
  const { products } = await readFrom(
    file,
    table('name,price', (at) => [`Acme ${of(WORDS, at)} Laptop ${at}`, at + 300]),
  );
  expect(products[0]?.mainCategory).toBe(kind);
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
  expect(valuesOf(products[0] as Product)).toMatchObject({ RAM: ['8 GB'] });
});

test('a list of two different things states both', async () => {
  const { products } = await readFrom(
    'memory.csv',
    table('name,price,speed,modules', (at) => [
      `Line ${of(WORDS, at)} ${at}`,
      at + 50,
      `[${of([4, 5], at)}, ${of([3200, 5600, 6000], at)}]`,
      `[${of([1, 2], at)}, ${of([8, 16], at)}]`,
    ]),
  );
  expect(valuesOf(products[1] as Product)).toEqual({
    'Computer Memory Type': ['DDR5'],
    'Memory Speed': ['5600'],
    'Module Count': ['2'],
    'Module Size (GB)': ['16'],
  });
});

test('a list of as many numbers each, of which nobody knows what they are, is left out', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,glow', (at) => [`G${at}`, nameAt(at), at + 5, `[${at % 3}, ${100 + (at % 7)}]`]),
  );
  expect(said).toContain('which are no values to choose from');
  expect(products[0]?.details).toEqual({});
});

test('a file of memory holds memory kits, for nobody looks for a memory', async () => {
  const { products } = await readFrom(
    'memory.csv',
    table('name,price,color', (at) => [`Line ${of(WORDS, at)} ${at} 16 GB`, at + 50, of(COLOURS, at)]),
  );
  expect(products[0]?.mainCategory).toBe('memory kit');
});

test('a Heureka feed is read by the names it has for things', async () => {
  const item = (at: number) =>
    `<SHOPITEM><ITEM_ID>${at}</ITEM_ID><PRODUCTNAME>${nameAt(at)}</PRODUCTNAME><PRICE_VAT>${at + 5}.00</PRICE_VAT>
    <CATEGORYTEXT>Home | Decor</CATEGORYTEXT><PARAM><PARAM_NAME>Colour</PARAM_NAME><VAL>${of(COLOURS, at)}</VAL></PARAM>
    <PARAM><PARAM_NAME>Fabric</PARAM_NAME><VAL>${of(WORDS, at)}</VAL></PARAM></SHOPITEM>`;
  const items = Array.from({ length: 30 }, (_, at) => item(at)).join('\n');
  const { products } = await readFrom('feed.xml', `<?xml version="1.0" encoding="utf-8"?><SHOP>${items}</SHOP>`);
  expect(products[1]).toMatchObject({ title: 'Wool Rug 1', priceMinor: 600, category: ['Home', 'Decor'] });
  expect(valuesOf(products[1] as Product)).toEqual({ Color: ['Blue'], Fabric: ['Wool'] });
});

test.each([
  ['https://www.tienda.cl/p/', '', 'CLP'],
  ['https://www.tienda.com.mx/p/', '$', 'MXN'],
  ['https://www.shop.co.uk/p/', '£', 'GBP'],
  ['https://www.shop.com/p/', '', 'USD'],
  ['https://www.shop.io/p/', '', 'USD'],
])('prices without a code are in the currency of the country of their shop: %s%s', async (address, sign, currency) => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,url', (at) => [`G${at}`, nameAt(at), `${sign}${at + 5000}`, `${address}${at}`]),
  );
  expect(products[0]?.currency).toBe(currency);
});

test('rows that differ in what only a part of a cell says are products of their own', async () => {
  const { products } = await readFrom(
    'memory.csv',
    table('name,price,speed', (at) => [`Line ${at % 20} 16 GB Kit`, 50, `[${of([4, 5], at)}, ${3000 + at}]`]),
  );
  expect(products).toHaveLength(40);
});

test('a country is where a product comes from, unless each has a currency of its own', async () => {
  const countries = ['France', 'Italy', 'Spain'];
  const wine = await readFrom(
    'wine.csv',
    table('id,name,price,country', (at) => [`G${at}`, nameAt(at), at + 5, of(countries, at)]),
  );
  expect(valuesOf(wine.products[1] as Product)).toEqual({ 'Country of Origin': ['Italy'] });
  const market = await readFrom(
    'goods.csv',
    table('id,name,price,currency,country', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of(['MYR', 'PHP', 'SGD'], at),
      of(['Malaysia', 'Philippines', 'Singapore'], at),
    ]),
  );
  expect(market.said).toContain('the market that a product is sold in, as its currency says: "country"');
  expect(market.products[1]?.details).toEqual({});
});

test('a column that is named for a unit alone holds what is measured in it', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,ml', (at) => [`G${at}`, nameAt(at), at + 5, of([50, 75, 100], at)]),
  );
  expect(valuesOf(products[1] as Product)).toEqual({ 'Volume (ml)': ['75'] });
});

test('a file is said with the capitals of its words', async () => {
  const { products } = await readFrom(
    'cpu-cooler.csv',
    table('name,price,color', (at) => [`Line ${of(WORDS, at)} ${at}`, at + 50, of(COLOURS, at)]),
  );
  expect(products[0]?.mainCategory).toBe('CPU cooler');
});

test('numbers that stand for words are no values of the field they are named like', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,material,material_type', (at) => [`G${at}`, nameAt(at), at + 5, of(WORDS, at), at % 4]),
  );
  expect(said).toContain('left out, codes for words: "material_type"');
  expect(valuesOf(products[1] as Product)).toEqual({ Material: ['Wool'] });
});

const DOORS = ['Single Door', 'Double Door', 'Triple Door'];
const fridge = (at: number) => [
  at,
  of(['Northrun', 'Vella', 'Okram', 'Sudo'], at),
  `${180 + (at % 5)} L`,
  of(DOORS, at),
  of(['Yes', 'No'], at >> 2),
  of(['1 Year', '2 Years', '10 Years'], at >> 1),
  `₹${9000 + at}`,
  `${1200 + at} Ratings`,
];
const FRIDGES = table(',Brand,Capacity,Door_Type,Inverter,Warranty,Price,No_of_rating', fridge, 60);

test('a table of what products are like, without names, is read by who makes them', async () => {
  const { products, said } = await readFrom('refrigerators.csv', FRIDGES);
  expect(said).toContain('no column names products; who makes one stands for its name');
  expect(new Set(products.map(({ title }) => title))).toEqual(new Set(['Northrun', 'Vella', 'Okram', 'Sudo']));
  expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
});

test('a count that says what it counts is a number of ratings', async () => {
  const { products } = await readFrom('refrigerators.csv', FRIDGES);
  expect(products[0]?.ratingCount).toBe(1200);
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

test('how many gave how many stars is no detail, and where a price is one does not make it another thing', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,Price in India,1 Stars,5 Stars,colour', (at) => [
      `L${at}`,
      nameAt(at),
      `₹${900 + at}`,
      at % 7,
      20 + (at % 9),
      of(COLOURS, at),
    ]),
  );
  expect(products[1]).toMatchObject({ priceMinor: 90_100, currency: 'INR' });
  expect(Object.keys(valuesOf(products[1] as Product))).toEqual(['Color']);
});

test('a type of jewel is the kind of thing a product is, for its values are goods', async () => {
  const { products } = await readFrom(
    'jewelry.csv',
    table('id,name,price,jewel_type,chain_type,material,sex', (at) => [
      `J${at}`,
      `${of(WORDS, at)} ${of(['Sun', 'Moon', 'Star'], at)} ${at}`,
      at + 50,
      of(['Necklaces', 'Necklaces', 'Cross'], at),
      of(['Rolo', 'Cable', 'Snake'], at),
      of(['Gold', 'Silver'], at),
      of(['Women', 'Men'], at),
    ]),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({ Department: ['Women'] });
  expect(products.slice(0, 3).map(({ category }) => category)).toEqual([['Necklaces'], ['Necklaces'], ['Cross']]);
});

test('tags without fields are values of the fields that alone list them, where nothing else states those', async () => {
  const { products, said } = await readFrom(
    'serums.csv',
    table('id,name,price,skin type,tags', (at) => [
      `S${at}`,
      nameAt(at),
      at + 5,
      of(['Oily', ''], at),
      `${of(['vegan', 'gluten free', 'new'], at)}; dry skin; ${of(['summer', 'winter'], at)}`,
    ]),
  );
  expect(said).toContain('details.tags is "tags"');
  expect(valuesOf(products[1] as Product)).toMatchObject({
    'Skin Type': ['dry skin'],
    'Material Feature': ['gluten free'],
  });
  // One word may be of anything.
  expect(products.some(({ details }) => details.Season !== undefined)).toBe(false);
  expect(valuesOf(products[0] as Product)['Skin Type']).toEqual(['Oily']);
});

test('a department of men and women says who a thing is for, and not what it is', async () => {
  const { products } = await readFrom(
    'watches.csv',
    table('id,name,price,Department', (at) => [`W${at}`, nameAt(at), `US $${at + 5}.50/ea`, of(['Men', 'Women'], at)]),
  );
  expect(products[1]).toMatchObject({ category: ['watches'], priceMinor: 650 });
  expect(valuesOf(products[1] as Product)).toEqual({ Department: ['Women'] });
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

test('a stop that ends an abbreviation parts no path: the least and the most of a thing are two fields', async () => {
  const { products } = await readFrom(
    'lenses.csv',
    table('id,name,price,Min. Focal Length (mm),Max. Focal Length (mm)', (at) => [
      `L${at}`,
      nameAt(at),
      at + 5,
      8 + (at % 9),
      20 + (at % 7),
    ]),
  );
  expect(Object.keys(valuesOf(products[0] as Product))).toEqual([
    'Minimum Focal Length (mm)',
    'Maximum Focal Length (mm)',
  ]);
});

test('a description that lists names and values is read for both, and a yes or no goes by its name alone', async () => {
  const { products } = await readFrom(
    'sunglasses.csv',
    table('id,name,price,isPolarized,description', (at) => [
      `S${at}`,
      `${of(['Vella', 'Okram'], at)} Line ${at}`,
      at + 5,
      of(['True', 'False'], at),
      `Shade: ${of(COLOURS, at)}, Fabric: ${of(WORDS, at)}, Doors: ${of(DOORS, at)}`,
    ]),
  );
  expect(products[0]).toMatchObject({
    category: ['sunglasses'],
    description: ['Shade: Red, Fabric: Oak, Doors: Single Door'],
  });
  expect(valuesOf(products[0] as Product)).toEqual({
    Polarized: ['True'],
    Shade: ['Red'],
    Fabric: ['Oak'],
    Doors: ['Single Door'],
  });
});

test('a stock in numbers is how many there are, and no material', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,stock,colour', (at) => [`L${at}`, nameAt(at), at + 5, at % 7, of(COLOURS, at)]),
  );
  expect(Object.keys(valuesOf(products[1] as Product))).toEqual(['Color']);
});

test.each(['cents', 'points', 'karats'])('a lone price in %s is no price in money', async (unit) => {
  const { products } = await readFrom(
    'lamps.csv',
    table(`id,name,price_in_${unit},colour`, (at) => [`L${at}`, nameAt(at), 2099 + at, of(COLOURS, at)]),
  );
  expect(products[0]?.priceMinor ?? null).toBeNull();
});

test.each([
  ['compatible_type', ['Laptop', 'Phone', 'Tablet'], 'Cable'],
  ['lock_type', ['Bag', 'Shoe', 'Lamp'], 'Rug'],
])('goods that no title speaks of are no kind of product: %s', async (column, values, noun) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${column}`, (at) => [`G${at}`, `${noun} ${of(WORDS, at)} ${at}`, at + 5, of(values, at)]),
  );
  expect(products[1]?.category).not.toContain(values[1]);
  expect(Object.values(valuesOf(products[1] as Product))).toEqual([[values[1]]]);
});

test('prose with colons in it lists no names and values', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,colour,description', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of(COLOURS, at),
      `A lovely piece for the home, made by hand. Note: ships in ${at % 7} days. Made of ${of(WORDS, at)}, Warning: keep away from fire`,
    ]),
  );
  expect(Object.keys(valuesOf(products[0] as Product))).toEqual(['Color']);
});

test('one word of a tag is no value of a field that no column states', async () => {
  const { products } = await readFrom(
    'coffee.csv',
    table('id,name,price,colour,tags', (at) => [
      `C${at}`,
      `${of(WORDS, at)} Mug ${at}`,
      at + 5,
      of(COLOURS, at),
      of(['Coffee, Rose, Modern', 'Manual, Universal, Rose', 'Regular, Cherry, Modern'], at),
    ]),
  );
  for (const product of products)
    for (const field of ['Scent', 'Transmission', 'Plug Type', 'Fit Type'])
      expect(valuesOf(product)).not.toHaveProperty([field]);
});

test.each(['-', '[]', '{}', 'N/A'])('a cell "%s" states nothing, so that a tag may', async (nothing) => {
  const { products } = await readFrom(
    'rugs.csv',
    table('id,name,price,material,season,tags', (at) => [
      `R${at}`,
      `Rug ${at}`,
      at + 5,
      at % 3 === 0 ? nothing : of(WORDS, at),
      of(['Summer', 'Winter', ''], at),
      of(['wool; summer; new', 'cotton; winter; new', 'linen; autumn; new'], at),
    ]),
  );
  expect(valuesOf(products[0] as Product).Material).toEqual(['wool']);
});

test('a yes or no beside a column of its name is a field of its own', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,isWireless,wireless', (at) => [
      `L${at}`,
      nameAt(at),
      at + 5,
      of(['false', 'true'], at),
      of(['yes', 'yes', 'no'], at),
    ]),
  );
  const values = valuesOf(products[0] as Product);
  expect(Object.keys(values)).toHaveLength(2);
  expect(values.Wireless).toEqual(['yes']);
});

test('attributes that one cell lists with an equals sign, parted by commas, are read', async () => {
  const { products } = await readFrom(
    'catalog_product.csv',
    table('sku,name,price,additional_attributes', (at) => [
      `M${at}`,
      nameAt(at),
      `${at + 5}.0000`,
      `color=${of(COLOURS, at)},material=${of(WORDS, at)},weave_count=${at % 4}`,
    ]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({ Color: ['Blue'], Material: ['Wool'] });
});

test.each([
  [
    ['16:9', '21:9', '4:3'],
    ['1000:1', '3000:1'],
  ],
  [
    ['1000:1', '3000:1'],
    ['16:9', '21:9', '4:3'],
  ],
])('a ratio is no value with its place behind it: %j and %j', async (ones, others) => {
  const { products } = await readFrom(
    'monitors.csv',
    table('sku,name,price,specs', (at) => [
      ...[`M${at}`, nameAt(at), at + 5],
      `First: ${of(ones, at)} | Second: ${of(others, at)}`,
    ]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({ First: [ones[1]], Second: [others[1]] });
});

test.each(['de_DE,en_US', 'en_GB,de_DE'])(
  'of an export of Akeneo in several languages and for several channels the English is read: %s',
  async (languages) => {
    const locales = languages.split(',');
    const inBoth = (english: string, german: string) => locales.map((of) => (of.startsWith('en') ? english : german));
    const header = ['sku', 'categories', 'family', 'price-EUR'];
    header.push(...locales.map((of) => `name-${of}`), ...locales.map((of) => `material-${of}`));
    header.push(...['ecommerce', 'print'].flatMap((channel) => locales.map((of) => `description-${of}-${channel}`)));
    const description = (at: number) =>
      inBoth(`A fine thing number ${at} for halls.`, `Ein feines Ding Nummer ${at} für den Flur.`);
    const { products, said } = await readFrom(
      'akeneo.csv',
      table(header.join(','), (at) => [
        ...[`A${at}`, `${NOUNS[at % 5]}s`, 'home', at + 5],
        ...inBoth(nameAt(at), `Ding ${at}`),
        ...inBoth(of(WORDS, at), `Stoff ${at % 3}`),
        ...[...description(at), ...description(at)],
      ]),
    );
    expect(products[1]).toMatchObject({ title: nameAt(1), priceMinor: 600, currency: 'EUR' });
    expect(products[1]?.description).toEqual(['A fine thing number 1 for halls.']);
    expect(valuesOf(products[1] as Product)).toMatchObject({ Material: ['Wool'] });
    expect(said).toContain('said for another language or channel in "name-en');
  },
);

test('an export of Akeneo in languages of which none is English is read in one of them', async () => {
  const { products } = await readFrom(
    'akeneo.csv',
    table('sku,price-EUR,name-fr_FR,name-de_DE,color-de_DE', (at) => [
      ...[`A${at}`, at + 5],
      ...[`Chose ${nameAt(at)}`, `Ding ${nameAt(at)}`, of(COLOURS, at)],
    ]),
  );
  expect(products[1]?.title).toBe(`Ding ${nameAt(1)}`);
});

test('features that stand before their places, and headers that tell how cells are written, are read', async () => {
  const { products, said } = await readFrom(
    'products.csv',
    table(
      'Product ID,Active (0/1),Name *,"Categories (x,y,z...)",Price tax excluded,Feature(Name:Value:Position)',
      (at) => [
        at + 1,
        1,
        nameAt(at),
        `Home,${NOUNS[at % 5]}s`,
        `${at + 5}.000000`,
        `Color:${of(COLOURS, at)}:0,Material:${of(WORDS, at)}:1`,
      ],
    ),
  );
  expect(said).toContain('product.category is "Categories (x,y,z...)"');
  expect(products[1]).toMatchObject({ priceMinor: 600 });
  expect(valuesOf(products[1] as Product)).toMatchObject({ Color: ['Blue'], Material: ['Wool'] });
});

test('the edges and nodes that GraphQL puts around the members of lists are looked through', async () => {
  const listOf = (members: readonly object[]) => ({ edges: members.map((node) => ({ node, cursor: 'x' })) });
  const product = (at: number) => ({
    entityId: at,
    name: nameAt(at),
    brand: { id: at % 3, name: `Maker ${at % 3}` },
    prices: { price: { value: at + 5, currencyCode: 'EUR' } },
    customFields: listOf([
      { name: 'Color', value: of(COLOURS, at) },
      { name: 'Fabric', value: of(WORDS, at) },
    ]),
  });
  const products = Array.from({ length: 40 }, (_, at) => product(at));
  const answer = JSON.stringify({ data: { site: { products: { pageInfo: {}, ...listOf(products) } } } });
  const asLines = listOf(products).edges.map((edge) => `${JSON.stringify(edge)}\n`);
  for (const read of [await readFrom('products.json', answer), await readFrom('products.jsonl', asLines.join(''))]) {
    expect(read.products[1]).toMatchObject({ title: nameAt(1), brand: 'Maker 1', priceMinor: 600, currency: 'EUR' });
    expect(valuesOf(read.products[1] as Product)).toMatchObject({ Color: ['Blue'], Fabric: ['Wool'] });
  }
});

test('a node that is no wrapping of a list is a column of its own', async () => {
  const products = Array.from({ length: 40 }, (_, at) => ({
    ...{ sku: `G${at}`, name: nameAt(at), price: at + 5 },
    ...(at % 4 === 0 ? {} : { node: { name: of(NOUNS, at) } }),
  }));
  const read = await readFrom('products.json', JSON.stringify(products));
  expect(read.products[1]?.title).toBe(nameAt(1));
  expect(JSON.stringify(valuesOf(read.products[0] as Product))).not.toContain(nameAt(0));
});

test.each([
  ['description-en_US-ecommerce', 'description'],
  ['Price tax excluded', 'price'],
  ['brand.name', 'brand'],
  ['prices.price.value', 'price'],
  ['price.currencyCode', 'currency'],
  ['MarketingFlags_content', 'other'],
] as const)('a column that is called %s is a %s before anything else', (header, part) => {
  const scores = headerScores(header);
  expect(scores.get(part)).toBe(Math.max(...scores.values()));
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

test('a nought among words says that there is nothing, and among numbers how many there are', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,trim,hooks', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      at % 4 === 0 ? 0 : of(['Fringe', 'Tassel', 'Piping'], at),
      at % 4,
    ]),
  );
  expect(Object.hasOwn(valuesOf(products[0] as Product), 'trim')).toBe(false);
  expect(valuesOf(products[0] as Product)).toMatchObject({ hooks: ['0'] });
  expect(valuesOf(products[1] as Product)).toMatchObject({ trim: ['Tassel'] });
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
  const stated = valuesOf(products[2] as Product);
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
  expect(Object.keys(valuesOf(products[0] as Product))).toContain('Width');
});

test('a count of who loves a product is a detail of it', () =>
  expect(headerScores('love').get('other')).toBeUndefined());
