import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { nameAt, of, readFrom, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

const PACKS = ['Ridge', 'Summit', 'Delta', 'Harbor', 'Canyon'];
const packAt = (at: number) => `${of(PACKS, at)} ${at} Pack`;

test('an export of few details states what names say in words of the lexicon, as its mapping says', async () => {
  const { products, said } = await readFrom(
    'packs.csv',
    table('id,name,price', (at) => [
      `G${at}`,
      `${packAt(at)} - ${of(["Men's", "Women's"], at)}, ${of(['Grey', 'Black', 'Navy'], at)}`,
      at + 5,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Department: ['Men'], Color: ['Gray'] });
  expect(said).toContain('product.details.stated.Color is "name": no column says it; 100 % of the texts do');
});

test('an export of many details is read by its columns alone', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price,weave,buckle,back,harness,pocket', (at) => [
      `G${at}`,
      `${packAt(at)}, ${of(['Grey', 'Black'], at)}`,
      at + 5,
      of(['Plain', 'Twill'], at),
      of(['Clip', 'Hook'], at),
      of(['Mesh', 'Foam'], at),
      of(['Wide', 'Narrow'], at),
      of(['Two', 'Three'], at),
    ]),
  );
  expect(valuesOf(products[0] as Product)).not.toHaveProperty('Color');
});

test('details that nobody asks for are not counted among those that rows state', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price,specification', (at) => [
      `G${at}`,
      `${packAt(at)}, ${of(['Grey', 'Black', 'Navy'], at)}`,
      at + 5,
      `ASIN: B0${1000 + at} | Item model number: M-${at} | Best Sellers Rank: ${at} | Date First Available: May ${1 + (at % 28)}, 2019 | Manufacturer: ${of(PACKS, at)} | Item Weight: ${1 + (at % 4)} pounds`,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({ Color: ['Gray'] });
});

test('an export whose texts name few details row by row is read for others too, and for what a row leaves out', async () => {
  const about = (at: number) =>
    of(
      [
        `• Lid Clasp: ${of(['hook', 'latch'], at)}`,
        `• Lining Cloth: ${of(['jersey', 'fleece'], at)}`,
        `• Color: ${of(['teal', 'beige'], at)}`,
      ],
      at,
    );
  const { products, said } = await readFrom(
    'packs.csv',
    table(
      'id,name,price,description',
      (at) => [`G${at}`, `${packAt(at)}, ${of(['Grey', 'Black'], at)}`, at + 5, `Made for pupil ${at}.\n${about(at)}`],
      48,
    ),
  );
  expect(said).toContain('product.details.object is "description"');
  expect(said).toContain('product.details.stated.Color is "name"');
  expect(products.slice(0, 3).map(valuesOf)).toEqual([
    { 'Lid Clasp': ['hook'], Color: ['Gray'] },
    { 'Lining Cloth': ['fleece'], Color: ['Black'] },
    { Color: ['teal'] },
  ]);
});

test('a name among prose whose values are of one row each is no detail, if texts have no other', async () => {
  const { said } = await readFrom(
    'packs.csv',
    table('id,name,price,description', (at) => [
      `G${at}`,
      packAt(at),
      at + 5,
      `Made for pupil ${at}.\nSecret: shelf ${at} has it.`,
    ]),
  );
  expect(said).not.toContain('details.object');
});

test('a field that a column states is not read from names', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price,color', (at) => [
      `G${at}`,
      `${packAt(at)} ${of(['Grey', 'Black'], at)}`,
      at + 5,
      of(['Red', 'Blue'], at),
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Color: ['Red'] });
});

test('features say qualities at the ends of their clauses', async () => {
  const { products } = await readFrom(
    'packs.json',
    JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        id: `G${at}`,
        name: packAt(at),
        price: at + 5,
        features: [
          `Side pockets of the number ${at} hold bottles well`,
          of(
            [
              'The whole pack is waterproof',
              'Folds away, and it is machine washable',
              'Comes with a washable cover inside',
            ],
            at,
          ),
        ],
      })),
    ),
  );
  expect(products.slice(0, 3).map((product) => valuesOf(product)['Special Feature'])).toEqual([
    ['Waterproof'],
    ['Machine Washable'],
    undefined,
  ]);
});

test('names in another language say colors in the words of that language', async () => {
  const { products } = await readFrom(
    'notebook.csv',
    table('codigo,nome,preco', (at) => [
      `G${at}`,
      `Notebook ${of(PACKS, at)} ${at}, ${of(['Prata', 'Cinza', 'Preto'], at)}, para o escritório`,
      at + 500,
    ]),
  );
  expect(products.slice(0, 2).map((product) => valuesOf(product).Color)).toEqual([['Silver'], ['Gray']]);
});

const FACTS = (at: number) =>
  `Technical Details Item Weight${at + 10} g Product Dimensions${at} x 3 x 14 cm Assembly Required${of(['Yes', 'No'], at)} ` +
  `Number of Puzzle Pieces${of([50, 100, 250], at)}    Additional Information ASINB00${at}XYZ Shipping Weight${at + 40} g`;

test('names that run into their values are read, where neither is parted from the next', async () => {
  const { products, said } = await readFrom(
    'toys.csv',
    table('id,name,price,product_information', (at) => [`G${at}`, nameAt(at), at + 5, FACTS(at)]),
  );
  expect(valuesOf(products[3] as Product)).toMatchObject({
    'Item Weight': ['13 g'],
    'Assembly Required': ['No'],
    'Number of Puzzle Pieces': ['50'],
  });
  expect(said).toContain('product.details.object is "product_information"');
});

test('amounts that a few names say are read where rows state little else', async () => {
  const shop = (details: string) =>
    readFrom(
      'shop.csv',
      table(
        `id,name,price${details}`,
        (at) => [
          `G${at}`,
          at % 6 === 0 ? `${of(PACKS, at)} ${at} Flask, ${of([350, 500], at / 6)} ml` : packAt(at),
          at + 5,
          ...details
            .split(',')
            .slice(1)
            .map((_, one) => of(['Wide', 'Narrow', 'Tall'], at + one)),
        ],
        60,
      ),
    );
  const few = await shop('');
  expect(few.said).toContain('product.details.stated.Volume is "name"');
  const many = await shop(',rim,neckline,foot,weave,strap');
  expect(many.said).not.toContain('product.details.stated.Volume');
});

test('the aperture in the name of a lens is no volume', async () => {
  const { said } = await readFrom(
    'lenses.csv',
    table('id,name,price', (at) => [`G${at}`, `Prime ${at} Lens ${of(['F4 L', 'f/2L', 'F8L'], at)} Mark II`, at + 5]),
  );
  expect(said).not.toContain('Volume');
});

test('the names of computers say their memory and drive before the amount or behind it', async () => {
  const { products } = await readFrom(
    'laptop.csv',
    table('id,name,price', (at) => [
      `G${at}`,
      `Laptop ${of(PACKS, at)} ${at} ${of(['RAM 16GB SSD 512GB', '8GB RAM 256GB SSD', 'RAM: 32 GB, SSD 1TB'], at)}`,
      at + 500,
    ]),
  );
  expect(products.slice(0, 3).map(valuesOf)).toMatchObject([
    { RAM: ['16GB'], 'Hard Drive': ['512GB'] },
    { RAM: ['8GB'], 'Hard Drive': ['256GB'] },
    { RAM: ['32 GB'], 'Hard Drive': ['1TB'] },
  ]);
});

test('a name that two things of a table end with is the longer one for the second', async () => {
  const { products } = await readFrom(
    'pans.csv',
    table('id,name,price,specs', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      `BrandMill Item Weight${at + 1}.5 kg Material${of(['Steel', 'Cast Iron', 'Carbon Steel'], at)} Handle Material${of(['Wood', 'Silicone'], at)} CordlessYes`,
    ]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({ Material: ['Cast Iron'], 'Handle Material': ['Silicone'] });
});

test('a name within a word is no name: the color of a colorful box', async () => {
  const { products } = await readFrom(
    'toys.csv',
    table('id,name,price,specs', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      `Colorful box Item Weight${at + 1} g Scale1:${of([24, 64], at)} Color${of(['Red', 'Blue'], at)}`,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({ Color: ['Red'] });
});

test('options of variants and what is ticked are not read from names besides', async () => {
  const { products } = await readFrom(
    'products.csv',
    table('Handle,Title,Vendor,Variant SKU,Variant Price,Option1 Name,Option1 Value', (at) => [
      `pack-${Math.floor(at / 2)}`,
      `Pack No ${Math.floor(at / 2)} with Blue Logo`,
      'Maker',
      `S${at}`,
      at + 10,
      'Color',
      of(['Green', 'Yellow'], at),
    ]),
  );
  expect(products.flatMap((product) => valuesOf(product).Color ?? []).includes('Blue')).toBe(false);
});

test('rows without an id are told apart by their addresses, where each has its own', async () => {
  const { products, said } = await readFrom(
    'pans.csv',
    table('name,price,url', (at) => [`Pan No ${at % 20}`, at + 5, `https://shop.example/p/${at}?ref=list`]),
  );
  expect(products).toHaveLength(40);
  expect(said).toContain('product.id is "url": no column is an id, and each row has an address of its own');
});

test('a maker of two names and a sign between them is whole', async () => {
  const makers = ['Lark & Rye', 'Brevano', 'Dunmere', 'Kettleby', 'Morphett', 'Pallio'];
  const { products } = await readFrom(
    'pans.csv',
    table('id,name,price', (at) => [`G${at}`, `${of(makers, at)} Pan No ${at}`, at + 5], 120),
  );
  expect(valuesOf(products[0] as Product).Brand).toEqual(['Lark & Rye']);
});

test('what says which product a row is counts for none of its details', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price,model,weave,buckle,back,harness', (at) => [
      ...[`G${at}`, `${packAt(at)}, ${of(['Grey', 'Black'], at)}`, at + 5, `R${at * 7 + 1000}`],
      ...[of(['Plain', 'Twill'], at), of(['Clip', 'Hook'], at), of(['Mesh', 'Foam'], at), of(['Wide', 'Narrow'], at)],
    ]),
  );
  expect(valuesOf(products[0] as Product).Color).toEqual(['Gray']);
});

test('a cell that says a value is not available says none', async () => {
  const { products } = await readFrom(
    'scents.csv',
    table('id,name,price,heart', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(['Not Available', 'Rose', 'Amber', 'Musk'], at)],
    ]),
  );
  expect(products.slice(0, 2).map((product) => valuesOf(product).heart)).toEqual([undefined, ['Rose']]);
});

const SETS = ['Norvik', 'Okram', 'Sudo', 'Bel Tron', 'Vella', 'Tarn'];

test('a dash parts who makes a thing from what it is, and names say what screens and computers are like', async () => {
  const { products, said } = await readFrom(
    'electronics.csv',
    table(
      'id,name,price',
      (at) => [
        `E${at}`,
        at % 2 === 0
          ? `${of(SETS, at >> 1)}™ - ${of([32, 55], at >> 1)}" Class - LED - ${of(['720p', '1080p'], at >> 2)} - ${of([60, 120], at >> 3)}Hz - HDTV ${at}`
          : `${of(SETS, at >> 1)} - Line ${at} 15.6" Laptop - ${of([4, 8], at >> 1)}GB Memory - ${of(['500GB', '1TB'], at >> 2)} Hard Drive`,
        at + 200,
      ],
      120,
    ),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({
    ...{ Brand: ['Norvik'], 'Screen Size': ['32"'], 'Display Resolution': ['720p'], 'Refresh Rate': ['60Hz'] },
  });
  expect(valuesOf(products[7] as Product)).toMatchObject({
    ...{ Brand: ['Bel Tron'], RAM: ['8GB'], 'Hard Drive': ['1TB'] },
  });
  expect(said).toContain('100 % of the titles begin with one of 6 names');
});

test.each([
  ['kinds of things', (at: number) => `${of(['Lamp', 'Rug', 'Vase', 'Shelf', 'Curtain', 'Table'], at)} - Line ${at}`],
  ['a name for each product', (at: number) => `Tarn${of(['a', 'o', 'u'], at)}${at >> 1} - soft cushion`],
])('%s before dashes are no makers', async (_, title) => {
  const { products } = await readFrom(
    'things.csv',
    table('id,name,price', (at) => [`E${at}`, title(at), at + 20], 120),
  );
  expect(valuesOf(products[0] as Product)).not.toHaveProperty('Brand');
});

test('memory in the name of what is no computer is none of its working memory', async () => {
  const { products } = await readFrom(
    'electronics.csv',
    table('id,name,price', (at) => [
      ...[`E${at}`, `Line ${at} ${of(['4G', '5G'], at)} with ${of([16, 32], at)}GB Memory Cell Phone`, at + 200],
    ]),
  );
  expect(valuesOf(products[0] as Product)).not.toHaveProperty('RAM');
});

test('a color that another word is never without is of a name with it, unless that is what products are', async () => {
  const { products, said } = await readFrom(
    'packs.csv',
    table('id,name,price', (at) => [
      ...[`G${at}`, `${of(['Red Tarn Pack', 'Ridge Pack, Red', 'Ridge Pack, Grey', 'Black Scarf'], at)} ${at}`, at + 5],
    ]),
  );
  expect(products.slice(0, 4).map((product) => valuesOf(product).Color)).toEqual([
    undefined,
    ['Red'],
    ['Gray'],
    ['Black'],
  ]);
  expect(said).toContain('product.details.stated.Color');
});

test('names of food for pets say whom it is for and what of', async () => {
  const { products } = await readFrom(
    'items.csv',
    table('id,name,price', (at) => [
      ...[`G${at}`, `Tarn ${of(['Puppy', 'Adult'], at)} Dog Food ${of(['Lamb', 'Beef'], at)} ${at}`, at + 5],
    ]),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({ 'Life Stage': ['Puppy'], Flavor: ['Lamb'] });
});

test('an adult is no stage of life where nothing is for pets', async () => {
  const { products } = await readFrom(
    'items.csv',
    table('id,name,price', (at) => [`G${at}`, `${of(['Senior', 'Adult'], at)} Helmet Lamb ${at}`, at + 5]),
  );
  expect(Object.keys(valuesOf(products[0] as Product))).toEqual([]);
});

test('words are read in the English names of a marketplace where a tenth of the names are in another script', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price', (at) => [
      `G${at}`,
      at % 10 === 9 ? 'حقيبة ظهر سوداء' : `${packAt(at)}, ${of(['Grey', 'Black'], at)}`,
      at + 5,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Color: ['Gray'] });
});

test('baby blue is a color of clothes for anybody', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price', (at) => [
      `G${at}`,
      `${packAt(at)} - ${of(["Men's", 'Baby'], at)}, ${of(['Baby Blue', 'Black'], at >> 1)}`,
      at + 5,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Department: ['Men'], Color: ['Light Blue'] });
});

test('each line of a text in HTML is read as a line, also where a list has no stops', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price,Body (HTML)', (at) => [
      `G${at}`,
      packAt(at),
      at + 5,
      `<p>A pack of the ${of(PACKS, at)} line.</p><ul><li>Roomy inside</li><li>${of(['Zip', 'Buckle'], at)} closure</li><li>Drawn in ${at}</li></ul>`,
    ]),
  );
  expect(products.slice(0, 2).map(valuesOf)).toEqual([{ Closure: ['Zipper'] }, { Closure: ['Buckle'] }]);
});

test('of texts of which few name details those of known fields are read, where their values are phrases', async () => {
  const told = ['Material: oak', 'Material: bamboo.', 'Material: oak, and it lasts', 'Note: call us first'];
  const { products } = await readFrom(
    'packs.csv',
    table(
      'id,name,price,description',
      (at) => [`G${at}`, packAt(at), at + 5, `Pack ${at} goes everywhere with you.\n${at < 20 ? of(told, at) : ''}`],
      120,
    ),
  );
  const materials = products.slice(0, 4).map((product) => valuesOf(product).Material);
  expect(materials).toEqual([['oak'], ['bamboo'], undefined, undefined]);
});

test('amounts that texts say of a product are read where all of them are one', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,description', (at) => [
      `L${at}`,
      `${of(PACKS, at)} ${at} Lamp`,
      at + 5,
      `Lamp ${at} goes with you: it weighs only ${100 + at} g. ${at === 1 ? 'Another one weighs 90 g.' : 'You will hardly feel it.'}`,
    ]),
  );
  expect(products.slice(0, 3).map(valuesOf)).toEqual([{ 'Item Weight': ['100 g'] }, {}, { 'Item Weight': ['102 g'] }]);
});

test('a part of which lists say one of a few things is a detail, and one of which each says something else is none', async () => {
  const { products, said } = await readFrom(
    'packs.csv',
    table('id,name,price,Body (HTML)', (at) => [
      `G${at}`,
      packAt(at),
      at + 5,
      `<ul><li>${of(['Gold-tone', 'Silver-tone'], at)} hardware</li><li>${at} line lining</li><li>Comes with hardware for walls</li></ul>`,
    ]),
  );
  expect(products.slice(0, 2).map(valuesOf)).toEqual([{ Hardware: ['Gold-tone'] }, { Hardware: ['Silver-tone'] }]);
  expect(said).toContain('product.details.stated.Hardware is "Body (HTML)": lines of 100 % of the texts say it');
});

test('a line that says that there is a part, or none, or what to do with it, says nothing of it', async () => {
  const lines = [
    ...['No hardware', 'Includes hardware', 'Without hardware', 'Fully hardware', 'Assembles without hardware'],
    ...['Free hardware', 'Easy hardware', 'Gold-tone hardware', 'Silver-tone hardware', 'Brushed brass hardware'],
  ];
  const { products } = await readFrom(
    'packs.csv',
    table(
      'id,name,price,Body (HTML)',
      (at) => [...[`G${at}`, packAt(at), at + 5, `<ul><li>${of(lines, at)}</li><li>Drawn in ${at}</li></ul>`]],
      120,
    ),
  );
  const stated = products.slice(0, 10).map((product) => valuesOf(product).Hardware?.[0]);
  expect(stated).toEqual([...Array(7).fill(undefined), 'Gold-tone', 'Silver-tone', 'Brushed brass']);
});

test('a text that says two countries of a thing says none', async () => {
  const { products } = await readFrom(
    'packs.csv',
    table('id,name,price,description', (at) => [
      ...[`G${at}`, packAt(at), at + 5],
      of(['Made in Italy.', 'Made in China.', `Made in Italy. Pack ${at} goes far. Made in China.`], at),
    ]),
  );
  const origins = products.slice(0, 3).map((product) => valuesOf(product)['Country of Origin']);
  expect(origins).toEqual([['Italy'], ['China'], undefined]);
});

test('a category says for no product what it is used for, as its name does', async () => {
  const { products, said } = await readFrom(
    'shop.csv',
    table('id,name,price,category', (at) => [
      at,
      `${of(WORDS, at)} ${at % 2 === 0 ? 'Hiking' : 'Camping'} Shelf ${at}`,
      at + 5,
      `Sporting Goods > Outdoor Recreation > ${of(['Shelves', 'Racks'], at)}`,
    ]),
  );
  expect(said).toContain('details.stated.Recommended Uses For Product is "name"');
  expect(valuesOf(products[0] as Product)['Recommended Uses For Product']).toEqual(['Hiking']);
});

test('names of a few products state what they say, however many rows their variants have', async () => {
  const { products } = await readFrom(
    'shirts.csv',
    table(
      'Handle,Title,Option1 Name,Option1 Value,Variant Price',
      (at) => [
        `shirt-${Math.floor(at / 40)}`,
        at % 40 === 0 ? `${of(["Men's", "Women's"], at / 40)} ${of(WORDS, at / 40)} Shirt no. ${at / 40}` : '',
        at % 40 === 0 ? 'Length' : '',
        `${at % 40} cm`,
        20,
      ],
      800,
    ),
  );
  expect(products[0]?.details.Department?.options).toEqual(['Men']);
});
