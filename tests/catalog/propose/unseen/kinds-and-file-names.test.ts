import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import {
  COLOURS,
  NOUNS,
  nameAt,
  of,
  readFrom,
  SORTS,
  table,
  valuesOf,
  WORDS,
} from '../../../fixtures/unseen-exports.ts';

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

test('a path ends before a level that says the one above it of a maker, and before the product with what comes with it', async () => {
  const makerOf = (at: number) => of(['Northrun', 'Vella', 'Okram', 'Sudo'], at);
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,brand,price,category', (at) => [
      ...[`G${at}`, `${makerOf(at)} ${nameAt(at)} Small`, at % 2 === 0 ? makerOf(at) : '', at + 5],
      at % 3 === 0
        ? `["Home >> ${NOUNS[at % 5]}s >> ${makerOf(at)} ${nameAt(at)} Small (Pack of 2, W..."]`
        : `["Home >> ${NOUNS[at % 5]}s >> ${makerOf(at)} ${NOUNS[at % 5]}s"]`,
    ]),
  );
  expect(products.slice(0, 3).map(({ category }) => category)).toEqual([
    ['Home', 'Shelfs'],
    ['Home', 'Rugs'],
    ['Home', 'Lamps'],
  ]);
});

test.each(['brand', 'sold with'])(
  'a shelf of a kind is none of a maker, though titles begin with the same word: where %s is told',
  async (maker) => {
    const { products } = await readFrom(
      'goods.csv',
      table(`id,name,${maker},price,category`, (at) => [
        ...[`G${at}`, `Wireless Headphones ${of(WORDS, at)} ${at}`, at % 4 === 0 ? '' : `Maker${at % 4}`, at + 5],
        'Electronics > Headphones > Wireless Headphones',
      ]),
    );
    expect(new Set(products.map(({ category }) => category.at(-1)))).toEqual(new Set(['Wireless Headphones']));
  },
);

test('an item type that titles say too is the kind of thing a product is', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('sku,name,item_type,price', (at) => [`I${at}`, nameAt(at), 'lamp', at + 5]),
  );
  expect(products[0]?.category).toEqual(['lamp']);
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

test.each([
  ['lamps.csv', 'lamps'],
  ['rugs-and-lamps.csv', 'rugs and lamps'],
  ['lamps_old.csv', 'lamps'],
  ['corner-store.csv', 'Uncategorized'],
])('a file named like a shop says nothing of what its products are: %s', async (name, category) => {
  const { products } = await readFrom(
    name,
    table('id,name,price', (at) => [`G${at}`, `${of(WORDS, at)} Piece ${at}`, at + 5]),
  );
  expect(products[0]?.mainCategory).toBe(category);
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

test('a file of memory holds memory kits, for nobody looks for a memory', async () => {
  const { products } = await readFrom(
    'memory.csv',
    table('name,price,color', (at) => [`Line ${of(WORDS, at)} ${at} 16 GB`, at + 50, of(COLOURS, at)]),
  );
  expect(products[0]?.mainCategory).toBe('memory kit');
});

test('a file is said with the capitals of its words', async () => {
  const { products } = await readFrom(
    'cpu-cooler.csv',
    table('name,price,color', (at) => [`Line ${of(WORDS, at)} ${at}`, at + 50, of(COLOURS, at)]),
  );
  expect(products[0]?.mainCategory).toBe('CPU cooler');
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
  expect(optionsOf(products[0] as Product)).toMatchObject({ Department: ['Women'] });
  expect(products.slice(0, 3).map(({ category }) => category)).toEqual([['Necklaces'], ['Necklaces'], ['Cross']]);
});

test.each([
  ['greek-jewelry.csv', (at: number) => `${of(WORDS, at)} ${at}`],
  ['export.csv', (at: number) => `${of(WORDS, at)} ${of(['Necklaces', 'Earrings', 'Cross'], at)} ${at}`],
])('a type of jewel is the kind of thing too where %s or titles say what is sold', async (file, named) => {
  const { products } = await readFrom(
    file,
    table('id,name,price,jewel_type,sex', (at) => [
      `J${at}`,
      named(at),
      at + 50,
      of(['Necklaces', 'Earrings', 'Cross'], at),
      of(['Women', 'Men'], at),
    ]),
  );
  expect(products.slice(0, 3).map(({ category }) => category)).toEqual([['Necklaces'], ['Earrings'], ['Cross']]);
});

test('a type of a part is no kind of thing in a file that is named for goods, though titles say it and it is goods as well', async () => {
  const disc = (at: number) => of(['NVMe SSD', 'SATA SSD', 'eMMC'], at);
  const { products } = await readFrom(
    'notebooks.csv',
    table('id,name,price,disc_type', (at) => [
      `N${at}`,
      `${of(WORDS, at)} ${at} 512 GB ${disc(at)}`,
      at + 500,
      disc(at),
    ]),
  );
  expect(products[0]).toMatchObject({ category: ['notebooks'] });
  expect(optionsOf(products[0] as Product)).toMatchObject({ 'disc type': ['NVMe SSD'] });
});

test('a department of men and women says who a thing is for, and not what it is', async () => {
  const { products } = await readFrom(
    'watches.csv',
    table('id,name,price,Department', (at) => [`W${at}`, nameAt(at), `US $${at + 5}.50/ea`, of(['Men', 'Women'], at)]),
  );
  expect(products[1]).toMatchObject({ category: ['watches'], priceMinor: 650 });
  expect(optionsOf(products[1] as Product)).toEqual({ Department: ['Women'] });
});

test.each([
  ['compatible_type', ['Laptop', 'Phone', 'Tablet'], 'Cable'],
  ['lock_type', ['Bag', 'Shoe', 'Lamp'], 'Rug'],
])('goods that no title speaks of are no kind of product: %s', async (column, values, noun) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${column}`, (at) => [`G${at}`, `${noun} ${of(SORTS, at)} ${at}`, at + 5, of(values, at)]),
  );
  expect(products[1]?.category).not.toContain(values[1]);
  expect(Object.values(optionsOf(products[1] as Product))).toEqual([[values[1]]]);
});

test('a path whose signs a feed has escaped is parted like any other', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,category', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, `Home &amp; Bath &gt; Rugs &gt; ${of(['Bath Rugs', 'Door Mats'], at)}`],
    ]),
  );
  expect(products[0]?.category).toEqual(['Home & Bath', 'Rugs', 'Bath Rugs']);
});

test.each([
  ['perfume_name', 'perfume'],
  ['wine', 'wine'],
  ['store_name', 'Uncategorized'],
])('a column of names that is named for goods says what is sold where no other does: %s', async (header, kind) => {
  const { products } = await readFrom(
    'export.csv',
    table(`id,${header},price,family`, (at) => [
      `P${at}`,
      `${of(WORDS, at)} No ${at}`,
      at + 5,
      of(['Floral', 'Woody'], at),
    ]),
  );
  expect(products[0]?.category).toEqual([kind]);
});

test('a file that is named in another language for what is in it says it', async () => {
  const { products } = await readFrom(
    'vinhos.csv',
    table('id,nome,preco,uva', (at) => [`V${at}`, `Casa ${of(WORDS, at)} ${at}`, at + 5, of(['Syrah', 'Merlot'], at)]),
  );
  expect(products[0]?.category).toEqual(['wine']);
});

test.each(['rock', 'pull', 'mantel', 'stole', 'slips', 'lit', 'regal', 'teller'])(
  'a file among English columns is named in no other language: %s',
  async (name) => {
    const { products } = await readFrom(
      `${name}.csv`,
      table('id,name,price,color', (at) => [`V${at}`, `Casa ${of(WORDS, at)} ${at}`, at + 5, of(['Red', 'Blue'], at)]),
    );
    expect(products[0]?.mainCategory).toBe('Uncategorized');
  },
);

test.each([
  ['phone', ['Clear Case', 'Car Charger']],
  ['watch', ['Leather Strap 22 mm', 'Nylon Band 20']],
])('a column of names that is called "%s" says nothing of names of other goods: %j', async (header, goods) => {
  const { products } = await readFrom(
    'export.csv',
    table(`id,${header},price,color`, (at) => [
      `V${at}`,
      `${nameAt(at)} ${of(goods, at)}`,
      at + 5,
      of(['Red', 'Blue'], at),
    ]),
  );
  expect(products[0]?.mainCategory).toBe('Uncategorized');
});

test('a column that names in the language of the headers what stands below the category says what a product is', async () => {
  const kind = (at: number) => of(['scarpe da basket', 'scarpe da padel', 'scarpe da golf'], at);
  const { products } = await readFrom(
    'merce.csv',
    table('categoria,nome,marca,prezzo,sport,colori', (at) => [
      'Scarpe Sportive',
      `Linea ${at} - ${kind(at)}`,
      of(['Fila', 'Joma'], at),
      at + 50,
      kind(at),
      of(['nero', 'bianco'], at),
    ]),
  );
  expect(products[0]).toMatchObject({ mainCategory: 'Scarpe Sportive', category: ['scarpe da basket'] });
});

test('what is the category with a series behind it is no category of its own', async () => {
  const { products } = await readFrom(
    'ware.csv',
    table('Artikelnummer,Bezeichnung,Warengruppe,Warenuntergruppe,Farbe', (at) => [
      `A${at}`,
      `Leuchte ${at}`,
      of(['LED Tubes', 'LED Panels'], at),
      `${of(['LED Tubes', 'LED Panels'], at)} ${of(['SNAP', 'FLAT'], at >> 1)}`,
      of(['weiß', 'silber'], at),
    ]),
  );
  expect(products[0]?.category).toEqual(['LED Tubes']);
});

test.each([
  ['notebooks.csv', 'cpu', 'laptop'],
  ['notebooks.csv', 'ruling', 'notebooks'],
])('notebooks are laptops where columns are of computers: %s with %s are called %s', async (file, column, said) => {
  const { products } = await readFrom(
    file,
    table(`id,name,price,${column}`, (at) => [`N${at}`, nameAt(at), at + 5, of(['One', 'Two'], at)]),
  );
  expect(products[0]?.mainCategory).toBe(said);
});

const PACKS = ['Ridge', 'Summit', 'Delta', 'Harbor', 'Canyon'];

test('the file of a maker is not named for a kind of product, though names begin with it', async () => {
  const { said } = await readFrom(
    'rei.csv',
    table('title,brand,price', (at) => [`REI Co-op ${of(PACKS, at)} ${at} Pack`, 'REI Co-op', at + 5]),
  );
  expect(said).toContain('no column says what kind of product a row is, and the file is not named for it');
});

test('a column called a second title that says what things are is the category', async () => {
  const { products } = await readFrom(
    'products.csv',
    table('id,title,sub_title,price', (at) => [
      `G${at}`,
      `${of(PACKS, at)} ${at} "Game"`,
      of(["Men's Shoes", "Women's Jacket", "Kids' Socks"], at),
      at + 5,
    ]),
  );
  expect(products[1]?.category).toEqual(["Women's Jacket"]);
});

test('a column called a product that holds sections of the shop is the main category of what stands below them', async () => {
  const { products } = await readFrom(
    'items.csv',
    table('ID,Name,Product,Product Type,Price', (at) => [
      `G${at}`,
      nameAt(at),
      of(['Cameras', 'Cameras', 'Audio', 'Audio'], at),
      of(['Webcams', 'Drones', 'Headsets', 'Speakers'], at),
      at + 5,
    ]),
  );
  expect(products[0]).toMatchObject({ mainCategory: 'Cameras', category: ['Webcams'] });
  expect(valuesOf(products[0] as Product)).not.toHaveProperty('Product');
});

test('a level that all paths begin with is no main category, and stays in the path', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('id,name,price,category', (at) => [
      at,
      nameAt(at),
      at + 5,
      `Catalogue > ${of(['Workwear > Footwear', 'Workwear > Gloves', 'Tools > Drills'], at)}`,
    ]),
  );
  expect(products.slice(0, 3).map(({ mainCategory }) => mainCategory)).toEqual(['Workwear', 'Workwear', 'Tools']);
  expect(products[0]?.category).toEqual(['Catalogue', 'Workwear', 'Footwear']);
});

test.each([
  ['Electronics', 'Electronics'],
  ['All Products', 'Laptops'],
])('of a file that has more rows than are looked at, %s is a root by its name alone', async (first, main) => {
  const { products } = await readFrom(
    'shop.csv',
    table(
      'id,name,price,category',
      (at) => [
        at,
        `${nameAt(at)} ${at}`,
        (at % 90) + 5,
        at < 2000 ? `${first} > ${of(['Laptops', 'Phones'], at)}` : `Garden > ${of(['Axes', 'Rakes'], at)}`,
      ],
      2010,
    ),
  );
  expect(products[0]?.mainCategory).toBe(main);
});

test('what a thing has, with an amount of it, is no kind of things though it ends with a noun that names say', async () => {
  const { said } = await readFrom(
    'stock.csv',
    table('id,name,price,store', (at) => [
      `G${at}`,
      `Orla ${of(WORDS, at)} ${at} ${of(['128GB', '256GB', '512GB'], at)} SSD`,
      at + 5,
      `${of(['128GB', '256GB', '512GB'], at)} SSD`,
    ]),
  );
  expect(said).not.toContain('product.category');
});
