import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ingestAny } from '../../../catalog/ingest/with-proposed-mapping.ts';
import { findingsTold, mappingText } from '../../../catalog/propose/mapping-text.ts';
import { proposeMapping } from '../../../catalog/propose/proposal.ts';
import { Mapping } from '../../../catalog/readers/mapping-file.ts';
import { containerOf } from '../../../catalog/rows/file-format.ts';
import { openCatalog } from '../../../catalog/store/catalog.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { folderWith, lines } from '../../fixtures/raw-files.ts';

async function proposalFor(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const contained = Object.keys(files).map(async (name) => {
    const path = join(folder, name);
    return { file: { path, name: basename(name) }, container: await containerOf(path) };
  });
  return proposeMapping(await Promise.all(contained));
}

const THINGS = [
  'Oak Shelf',
  'Wool Rug',
  'Steel Lamp',
  'Linen Curtain',
  'Glass Vase',
  'Clay Pot',
  'Jute Mat',
  'Cork Stool',
];
const COLOURS = ['Red', 'Blue', 'Green'];
const table = (header: string, row: (at: number) => readonly (string | number)[], rows = 24, separator = ',') =>
  `${header}\n${Array.from({ length: rows }, (_, at) => row(at).join(separator)).join('\n')}\n`;
const nameOf = (at: number) =>
  `${THINGS[at % THINGS.length]} ${['Small', 'Large', 'Tall'][Math.floor(at / THINGS.length)]} No. ${at}`;

test.each([
  [
    'German, with semicolons and decimal commas',
    table(
      'Artikelnummer;Bezeichnung;Marke;Preis (EUR);Kategorie;Farbe',
      (at) => [`A-${at}`, nameOf(at), `Werk${at % 3}`, `${at + 9},50`, 'Wohnen > Deko', COLOURS[at % 3] as string],
      24,
      ';',
    ),
    {
      id: 'Artikelnummer',
      title: 'Bezeichnung',
      brand: 'Marke',
      price: 'Preis (EUR)',
      currency: 'EUR',
      category: { column: 'Kategorie', separator: ' > ' },
    },
  ],
  [
    'Chinese, with the sign of its currency',
    table('商品编号,商品名称,品牌,价格,类目,颜色', (at) => [
      `P${1000 + at}`,
      `美的超薄电热水器家用型号${at}号大水量`,
      `品牌${at % 3}`,
      `¥${at + 99}`,
      '家电 > 厨卫',
      ['红', '蓝'][at % 2] as string,
    ]),
    {
      id: '商品编号',
      title: '商品名称',
      brand: '品牌',
      price: '价格',
      currency: 'CNY',
      category: { column: '类目', separator: ' > ' },
    },
  ],
  [
    'Indonesian, with prices in rupiah',
    table('Kode Produk,Nama Produk,Merek,Harga,Kategori,Warna', (at) => [
      `K${at}`,
      nameOf(at),
      `M${at % 3}`,
      `Rp${at + 10}.000`,
      'Rumah',
      COLOURS[at % 3] as string,
    ]),
    { id: 'Kode Produk', title: 'Nama Produk', brand: 'Merek', price: 'Harga', currency: 'IDR', category: 'Kategori' },
  ],
  [
    'Spanish',
    table('Referencia,Título,Marca,Precio,Moneda,Categoría', (at) => [
      `R${at}`,
      nameOf(at),
      `M${at % 3}`,
      `${at + 3}.99`,
      'EUR',
      'Hogar',
    ]),
    {
      id: 'Referencia',
      title: 'Título',
      brand: 'Marca',
      price: 'Precio',
      currency: { column: 'Moneda' },
      category: 'Categoría',
    },
  ],
])('headers in other languages are understood: %s', async (_, text, expected) => {
  const { mapping, doubts } = await proposalFor({ 'shop.csv': text });
  expect(doubts).toEqual([]);
  expect(mapping.product).toMatchObject(expected);
});

test('columns whose names say nothing are known by what they hold, where only one fits', async () => {
  const text = table('c1,c2,Price,c4', (at) => [`X${at}`, nameOf(at), at + 0.5, COLOURS[at % 3] as string]);
  const { mapping, doubts } = await proposalFor({ 'shop.csv': text });
  expect(doubts).toEqual([]);
  expect(mapping.product).toMatchObject({ id: 'c1', title: 'c2', price: 'Price', details: { columns: { c4: 'c4' } } });
});

test('rows that are texts of another kind are not taken for products', async () => {
  const text = table('metadata,problem,answer', (at) => [`m${at % 2}`, `Who made ${nameOf(at)}?`, `Person ${at}`]);
  const { doubts } = await proposalFor({ 'questions.csv': text });
  expect(doubts[0]).toMatchObject({ path: ['product', 'title'] });
});

test('a file of reviews beside the products is read as such', async () => {
  const { mapping, doubts } = await proposalFor({
    'products.csv': table('sku,name,price', (at) => [`S${at}`, nameOf(at), at + 1]),
    'reviews.csv': table('sku,stars,review,author,date', (at) => [
      `S${at % 6}`,
      (at % 5) + 1,
      `It held up well in week ${at}`,
      `P${at}`,
      '2024-01-02',
    ]),
  });
  expect(doubts).toEqual([]);
  expect(mapping).toMatchObject({
    product: { id: 'sku', title: 'name' },
    review: { product_id: 'sku', rating: 'stars', text: 'review', author: 'author', time: 'date' },
  });
});

test('reviews in a cell of their product become reviews', async () => {
  const reviewsOf = (at: number) => [
    { rating: 5, content: `Solid and well made, bought in week ${at}.`, author: `P${at}`, date: '2024-03-01' },
    { rating: at === 3 ? 'none' : 3, content: 'Smaller than it looked to me.', author: 'Q', date: '2024-03-02' },
  ];
  const rows = Array.from({ length: 10 }, (_, at) => ({
    sku: `S${at}`,
    name: nameOf(at),
    price: at + 1,
    top_reviews: reviewsOf(at),
  }));
  const folder = folderWith({ 'shop.jsonl': lines(...rows) });
  const database = join(folder, 'shop.db');
  const report = await ingestAny({
    inputs: [join(folder, 'shop.jsonl')],
    database,
    mapping: join(folder, 'm.yaml'),
    say: () => {},
  });
  // Reviews count like rows: ten products with two each, of which one has no stars.
  expect(report.counts).toEqual({ read: 30, kept: 29, merged: 0, quarantined: 1 });
  expect(report).toMatchObject({ products: 10, reviews: 19 });
  const catalog = openCatalog(database);
  expect(catalog.reviewsOf(0)).toMatchObject([{ productId: 'S0' }, { productId: 'S0' }]);
  expect([...catalog.quarantined()][0]?.reason).toBe(
    '"top_reviews" review 2 "rating" is "none", expected a number from 1 to 5',
  );
  catalog.close();
});

test('what is written is a mapping that can be read, with what each line rests on', async () => {
  const proposal = await proposalFor({
    'shop.csv': table('sku,name,brand,price,colour', (at) => [
      `S${at}`,
      nameOf(at),
      `B${at % 3}`,
      at + 1,
      COLOURS[at % 3] as string,
    ]),
  });
  const text = mappingText(proposal);
  expect(Mapping.parse(parse(text))).toEqual(proposal.mapping);
  expect(text).toContain('id: sku # named like an id; 24 values, 100 % of them different');
  expect(text.split('\n')[0]).toBe('# Proposed from the first rows (24 of shop.csv).');
});

test('the same file gives the same mapping, byte for byte', async () => {
  const path = join(import.meta.dirname, '../../fixtures/exports/woocommerce.csv');
  const files = { 'shop.csv': readFileSync(path, 'utf8') };
  expect(mappingText(await proposalFor(files))).toBe(mappingText(await proposalFor(files)));
});

test('a table without a header is refused by its first line', async () => {
  const text = table('S1,Oak Shelf Small,12.50,https://x.example/1,3', (at) => [
    `S${at + 2}`,
    nameOf(at),
    at + 1,
    `https://x.example/${at + 2}`,
    3,
  ]);
  await expect(proposalFor({ 'shop.csv': text })).rejects.toThrow(
    /shop\.csv:1: has "[^"]+" in its first line, expected the names of the columns there; add a line/,
  );
});

test('a text of one column that its first line does not name is refused for it', async () => {
  await expect(proposalFor({ 'shop.csv': 'just text\nno header at all\nfoo\n' })).rejects.toThrow(
    /shop\.csv:1: has one column, "just text", expected the names of columns there, /,
  );
  expect((await proposalFor({ 'shop.csv': 'title\nOak Shelf\nWool Rug\n' })).mapping.product).toMatchObject({
    title: 'title',
  });
});

test('columns that are taken together are told of in one sentence', async () => {
  const text = table('sku,title,price,Attribute 1 name,Attribute 1 value(s)', (at) => [
    ...[`S${at}`, nameOf(at), at + 1, 'Colour', ['Red', 'Blue', 'Green'][at % 3] as string],
  ]);
  const told = findingsTold(await proposalFor({ 'shop.csv': text })).filter((one) => one.includes('Attribute 1'));
  expect(told).toEqual([
    expect.stringMatching(/^product\.details\.pairs is "Attribute 1 name" and "Attribute 1 value\(s\)": /),
  ]);
});

test('whatever rows hold, what is proposed is written so that it can be read, or is marked as doubtful', async () => {
  const keys = fc.constantFrom(
    'id',
    'name',
    'price',
    'type',
    'rating',
    'a.b',
    '名称',
    'x y',
    'toString',
    'reviews',
    'size1 name',
    'size1 value',
  );
  const row = fc.dictionary(
    keys,
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('Oak Shelf', '12.50 EUR', '$3', '[1]', '{"a":1}', '')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      const proposal = await proposalFor({ 'shop.jsonl': lines(...rows) });
      const read = Mapping.safeParse(parse(mappingText(proposal)));
      if (proposal.doubts.length === 0) expect(read.data).toEqual(proposal.mapping);
      else expect(mappingText(proposal)).toContain('# FILL IN');
    }),
    { numRuns: propertyRuns(60) },
  );
});

/** Short titles that begin with some words, with prices and sizes; nothing says who makes what they name. */
const named = (first: readonly string[], rest: (at: number) => string) =>
  table('name,price,capacity', (at) => [`${first[at % first.length]} ${rest(at)}`, 10 + at, 100 * (1 + (at % 7))], 140);
const MAKERS = ['Seagate', 'Western Digital', 'ADATA', 'G.Skill', 'Toshiba', 'HP'];
const LINES = ['Barracuda', 'Blue', 'Exos', 'Pro', 'Ultra', 'Red', 'Gold'];
const TOWNS = ['Oslo', 'Lyon', 'Milano', 'Berlin', 'Porto', 'Turin', 'Graz'];
const brandOf = async (text: string) => {
  const { mapping } = await proposalFor({ 'drives.csv': text });
  return (mapping as { product: { details?: { stated?: { Brand?: { value: string } } } } }).product.details?.stated
    ?.Brand;
};

test('who makes a thing is read out of titles that begin with one of a few names, where no column says it', async () => {
  const stated = await brandOf(named(MAKERS, (at) => `${LINES[at % 7]} ${at}`));
  expect(stated).toEqual({ in: 'name', value: '^(ADATA|G\\.Skill|HP|Seagate|Toshiba|Western Digital)(?= |$)' });
  const maker = new RegExp(stated?.value ?? '', 'u');
  expect(
    ['Western Digital Blue 3', 'Western Union', 'HPX 5', 'G.Skill Pro'].map((title) => maker.exec(title)?.[1]),
  ).toEqual(['Western Digital', undefined, undefined, 'G.Skill']);
});

test.each([
  [
    'words that say what things are',
    named(
      THINGS.map((thing) => thing.split(' ')[0] as string),
      (at) => `Shelf ${at}`,
    ),
  ],
  ['words that stand behind others as well', named(MAKERS, (at) => `${MAKERS[(at + 1) % 6]} ${LINES[at % 7]} ${at}`)],
  [
    'countries',
    named(['Kenya', 'Peru', 'Brazil', 'Ethiopia', 'Costa Rica', 'Rwanda'], (at) => `${LINES[at % 7]} ${at}`),
  ],
  [
    'ordinary words',
    named(['Mountain', 'Evening', 'Morning', 'Orchard', 'Sunday', 'Dragon'], (at) => `${LINES[at % 7]} ${at}`),
  ],
  ['long titles', named(MAKERS, (at) => `fast and quiet drive for desktops with a long warranty ${at}`)],
  [
    'titles that are all new',
    named(
      Array.from({ length: 140 }, (_, at) => `Name${at}`),
      (at) => `Disk ${at}`,
    ),
  ],
  ...['M4 M5 M6 M8 M10 M12', '4mm 5mm 6mm 8mm 10mm 12mm', '2018 2019 2020 2021 2022 2023', 'XS XL XXL XXXL XXS XXXS']
    .concat('2-Pack 3-Pack 4-Pack 6-Pack 8-Pack 12-Pack', '3x 4x 5x 6x 7x 8x', '1.5l 2,5l 3l 4l 5l 6l')
    .map((first): [string, string] => [first, named(first.split(' '), (at) => `${LINES[at % 7]} ${at}`)]),
  [
    'what things with given names are',
    named(['Settee', 'Pouffe', 'Tallboy', 'Daybed', 'Lowboy'], (at) => `${TOWNS[at % 7]}${'abcdefghij'[at % 10]}`),
  ],
])('no maker is read out of titles that begin with %s', async (_, text) => {
  expect(await brandOf(text)).toBeUndefined();
});

test('an ordinary word, and a country, is no maker beside names that are', async () => {
  const stated = await brandOf(named([...MAKERS, 'Orchard', 'Kenya'], (at) => `${LINES[at % 7]} ${at}`));
  expect(stated?.value).toBe('^(ADATA|G\\.Skill|HP|Seagate|Toshiba|Western Digital)(?= |$)');
});

test('a word of the tables that a maker is known by is one', async () => {
  const stated = await brandOf(named([...MAKERS, 'Kingston', 'Sony'], (at) => `${LINES[at % 7]} ${at}`));
  expect(stated?.value).toContain('|Kingston|');
});

test.each(['Brand', 'Roaster'])(
  'where some rows say by themselves who makes a thing, titles are not asked: %s',
  async (name) => {
    const text = table(
      'name,price,attributes',
      (at) => [
        `${MAKERS[at % 6]} ${LINES[at % 7]} ${at}`,
        10 + at,
        `"${JSON.stringify([
          { name: 'Depth', value: `${at % 9} cm` },
          ...(at % 3 === 0 ? [{ name, value: MAKERS[at % 6] }] : []),
        ]).replaceAll('"', '""')}"`,
      ],
      140,
    );
    expect(await brandOf(text)).toBeUndefined();
  },
);

test('where a column says who makes a thing, titles are not asked', async () => {
  const text = table(
    'name,brand,price',
    (at) => [`${MAKERS[at % 6]} ${LINES[at % 7]} ${at}`, MAKERS[at % 6] as string, 10 + at],
    140,
  );
  expect(await brandOf(text)).toBeUndefined();
});

const GERMAN = ['Becher', 'Decke', 'Hocker', 'Regal', 'Teppich', 'Vase'];
const FRENCH = ['Armoire', 'Chaise', 'Tabouret', 'Buffet', 'Coussin', 'Miroir'];
const ITALIAN = ['Sedia', 'Tavolo', 'Lampada', 'Divano', 'Specchio', 'Letto'];
test.each([
  ['German', 'Bezeichnung,Preis,Farbe', GERMAN, ''],
  ['German, of whose headers one is German', 'name,Preis (EUR),capacity', GERMAN, ''],
  ['German, with English headers', 'name,price,capacity', GERMAN, 'grün'],
  ['German, with small words', 'name,price,capacity', GERMAN, 'mit Henkel'],
  ['French', 'Désignation,Prix,Couleur', FRENCH, ''],
  ['French, with taxes', 'title,Prix TTC,color', FRENCH, ''],
  ['French, with small words', 'name,price,capacity', FRENCH, 'en pin'],
  ['Italian', 'Nome,Prezzo,Colore', ITALIAN, ''],
  ['Italian, with small words', 'name,price,capacity', ITALIAN, 'di legno'],
])(
  'what a thing is is taken for no maker where an export is in another language: %s',
  async (_, header, first, rest) => {
    const text = named(first, (at) => `${TOWNS[at % 7]} ${rest} ${at}`.replace('  ', ' '));
    expect(await brandOf(text.replace('name,price,capacity', header))).toBeUndefined();
  },
);

test('a few letters of other alphabets are no other language', async () => {
  const text = named(MAKERS, (at) => `${at === 3 ? 'Señor' : LINES[at % 7]} ${at}`);
  expect((await brandOf(text))?.value).toContain('|Seagate|');
});

const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
test('of two columns that say the same, one as lists, the second is left out and named', async () => {
  const text = table('name,price,size,all_available_sizes,care', (at) => {
    const size = SIZES[at % 6] as string;
    return [nameOf(at), at + 9, size, `"[""${size}""]"`, at % 2 === 0 ? 'Hand wash' : 'Machine wash'];
  });
  const proposal = await proposalFor({ 'export.csv': text });
  const { product } = parse(mappingText(proposal)) as { product: { details: { columns: Record<string, string> } } };
  expect(Object.keys(product.details.columns)).toEqual(['size', 'care']);
  expect(mappingText(proposal)).toContain('left out, says what "size" says: all_available_sizes');
});

test('columns that hold other values in more than a few rows are both taken', async () => {
  const text = table('name,price,seat_colour,frame_colour', (at) => {
    const colours = ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey'];
    return [nameOf(at), at + 9, colours[at % 6] as string, colours[(at + (at % 4 === 0 ? 1 : 0)) % 6] as string];
  });
  const { product } = parse(mappingText(await proposalFor({ 'export.csv': text }))) as {
    product: { details: { columns: Record<string, string> } };
  };
  expect(Object.keys(product.details.columns)).toEqual(['seat_colour', 'frame_colour']);
});
