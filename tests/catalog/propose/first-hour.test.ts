import { expect, test } from 'vitest';
import { languageOfHeaders } from '../../../catalog/propose/header.ts';
import type { Product } from '../../../schemas/product.ts';
import { nameAt, of, readFrom, table, valuesOf, WORDS } from '../../fixtures/unseen-exports.ts';

const second = (products: readonly Product[]) => valuesOf(products[1] as Product);

test('columns of ones and noughts that are each a value of one field are that field', async () => {
  const { products } = await readFrom(
    'creams.csv',
    table('id,name,price,Is Dry,Is Oily,Is Sensitive', (at) => [
      ...[`C${at}`, `Balm Cream ${at}`, at + 5],
      ...[at % 2, (at + 1) % 2, at % 3 === 1 ? 1 : 0],
    ]),
  );
  expect(second(products)).toEqual({ 'Skin Type': ['Dry', 'Sensitive'] });
});

test('columns that programs made of the values of one are that one', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,finish_matt,finish_gloss,finish_brushed', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      ...[at % 3 === 0, at % 3 === 1, at % 3 === 2].map(Number),
    ]),
  );
  expect(second(products)).toEqual({ 'Finish Type': ['gloss'] });
});

test('ones and noughts for values of a field that another column states are left out', async () => {
  const skins = ['Dry', 'Oily', 'Normal', 'Sensitive'];
  const { products, said } = await readFrom(
    'creams.csv',
    table('id,name,price,skin type,dry,oily,normal,sensitive', (at) => [
      ...[`C${at}`, nameAt(at), at + 5, of(skins, at)],
      ...skins.map((skin) => (skin === of(skins, at) ? 1 : 0)),
    ]),
  );
  expect(valuesOf(products[0] as (typeof products)[number])).toEqual({ 'Skin Type': ['Dry'] });
  expect(said).toContain('each says whether a value of "Skin Type" holds');
});

test('another column of ones and noughts is a yes or a no, and one that counts things is neither', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,has_lid,number_of_doors', (at) => [`G${at}`, nameAt(at), at + 5, at % 2, (at >> 1) % 2]),
  );
  expect(second(products)).toEqual({ lid: ['Yes'], 'number of doors': ['0'] });
});

test('columns of words for a yes and a no stay as they are, and so do ones and noughts of two values only', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,waterproof,portable,foldable,organic,vegan', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(['Yes', 'No'], at), of(['Yes', 'No'], at >> 1), of(['No', 'Yes'], at)],
      ...[at % 2, (at >> 1) % 2],
    ]),
  );
  expect(second(products)).toEqual({
    ...{ waterproof: ['No'], portable: ['Yes'], foldable: ['Yes'] },
    ...{ organic: ['Yes'], vegan: ['No'] },
  });
});

test('columns named for several things count them, and what stands behind the sample is read or counted', async () => {
  const { products, unread } = await readFrom(
    'creams.csv',
    table(
      'id,name,price,Pockets,hdmi_port,Is Dry,Is Oily,Is Sensitive',
      (at) => [
        ...[`C${at}`, `Balm Cream ${at}`, at + 5, at % 2, at < 2900 ? (at >> 1) % 2 : 2],
        ...[at < 2900 ? at % 2 : 'perhaps', (at + 1) % 2, at % 3 === 1 ? 1 : 0],
      ],
      3000,
    ),
  );
  expect(second(products)).toMatchObject({ Pockets: ['1'], 'hdmi port': ['No'] });
  expect(valuesOf(products[2950] as Product)).toMatchObject({ 'hdmi port': ['Yes'] });
  expect(unread).toContain('perhaps');
});

test('what a program writes where a row has no value is none, and "None" is what a product may have', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,shade,lining', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      ...[of(['Red', 'NULL', 'n/a', '-'], at), of(['Silk', 'None'], at)],
    ]),
  );
  expect(products.slice(0, 4).map(valuesOf)).toEqual([
    { shade: ['Red'], lining: ['Silk'] },
    { lining: ['None'] },
    { lining: ['Silk'] },
    { lining: ['None'] },
  ]);
});

test('"NA" beside other codes is a value, as a grade "nil" is, and beside words none', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,Region,grade,shade', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      ...[of(['NA', 'EU', 'JP'], at), of(['A', 'nil'], at), of(['NA', 'Red', 'Blue'], at)],
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Region: ['NA'], grade: ['A'] });
  expect(second(products)).toEqual({ Region: ['EU'], grade: ['nil'], shade: ['Red'] });
});

test.each([
  ['Price_euros', 'EUR'],
  ['Price (TL)', 'TRY'],
  ['price_in_rupees', 'INR'],
])('a header of prices names its currency: %s', async (header, currency) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,${header}`, (at) => [`G${at}`, nameAt(at), at + 5]),
  );
  expect(products[1]).toMatchObject({ priceMinor: 600, currency });
});

test('prices under Polish headers are taken for zlotys, which the proposal calls an assumption', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('Kod;Nazwa;Cena;Waga'.replaceAll(';', ','), (at) => [`G${at}`, nameAt(at), at + 5, `${at} g`]),
  );
  expect(products[1]?.currency).toBe('PLN');
  expect(said).toContain('assumed, for columns have Polish names; correct it here if it is another');
});

test.each([
  [['Urun Adi', 'Fiyat', 'Marka', 'Puan'], 'tr'],
  [['name', 'price', 'cena'], null],
  [['marka', 'price'], null],
])('the language of headers %j is %s', (headers, language) => {
  expect(languageOfHeaders(headers)).toBe(language);
});

test('a column is known by its name without the marks of its letters', async () => {
  const { products } = await readFrom(
    'lambalar.csv',
    table('Urun Kodu,Urun Adi,Fiyat (TL),Yorum Sayisi', (at) => [`G${at}`, nameAt(at), at + 5, at + 100]),
  );
  expect(products[1]).toMatchObject({ title: nameAt(1), ratingCount: 101 });
});

test('bare numbers with one or two figures behind a comma have decimals there', async () => {
  const { products, said } = await readFrom(
    'games.csv',
    table('ID,Name,Price,Weight', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      `${at % 12},${String((at * 37) % 100).padStart(2, '0')}`,
    ]),
  );
  expect(second(products)).toEqual({ Weight: ['1.37'] });
  expect(said).toContain('decimals is "comma"');
});

test('numbers in lists are not taken for decimals behind a comma', async () => {
  const { products } = await readFrom(
    'games.csv',
    table('id,name,price,shelves', (at) => [`G${at}`, nameAt(at), at + 5, of(['1,2', '1,2,3', '2'], at)]),
  );
  expect(JSON.stringify(second(products))).not.toContain('1.2');
});

test.each([
  ['category_ids', (at: number) => `${2 + (at % 5)},${10 + (at % 7)}`],
  ['sizes', (at: number) => of(['36,38', '38,40', '40,42', '36', '42,44'], at)],
  ['related', (at: number) => `${5 + (at % 11)},${11 + (at % 17)}`],
])('two numbers in cells of "%s" are no decimals behind a comma', async (name, said) => {
  const { products, said: proposed } = await readFrom(
    'goods.csv',
    table(`id,name,price,weight,${name}`, (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of(['1.250 kg', '1.500 kg'], at),
      said(at),
    ]),
  );
  expect(proposed).not.toContain('decimals is');
  expect(second(products)).toMatchObject({ weight: ['1.500 kg'] });
});

test('bare numbers with their decimals behind a point speak against a comma in others', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,factor', (at) => [
      ...[`G${at}`, nameAt(at), `${at + 5}.99`],
      `${at % 12},${String((at * 37) % 100).padStart(2, '0')}`,
    ]),
  );
  expect(said).not.toContain('decimals is');
});

test('prices alone with their decimals behind a comma are read as such, however few begin with a nought', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,shade', (at) => [`G${at}`, nameAt(at), `${at + 5},99`, of(WORDS, at)]),
  );
  expect(products[1]?.priceMinor).toBe(699);
});

test('lines that hold nothing take no id from the others', async () => {
  const rows = table('sku,name,price', (at) => [`G${at}`, nameAt(at), at + 5]).split('\n');
  const { products } = await readFrom('goods.csv', rows.flatMap((row) => [row, ',,']).join('\n'));
  expect(products[0]?.id).toBe('G0');
});

test('how many said each number is no price, and who said which season no amount', async () => {
  const row = (at: number) => ({
    id: `P${at}`,
    name: `Perfume Nr ${at}`,
    brand: of(['Iva', 'Oro'], at),
    pricing: { 0: at, 10: at + 3, 20: at * 2 },
    season: { Winter: at + 7, Summer: at + 9 },
    type: { [of(['Fresh', 'Sweet'], at)]: at + 3, Citric: at },
    bottle: of(['Round', 'Square'], at),
  });
  const { products } = await readFrom(
    'perfumes.jsonl',
    Array.from({ length: 40 }, (_, at) => JSON.stringify(row(at))).join('\n'),
  );
  expect(second(products)).toEqual({ Brand: ['Oro'], bottle: ['Square'] });
});

test('a header that ends in a number behind a stop is of no object that counts', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,prices.0,colors.0,colors.1,colors.2,USB 2.0,USB 3.0,USB 4.0', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(['Red', 'Blue'], at), of(WORDS, at), of(WORDS, at + 1)],
      ...[at % 3, (at + 1) % 4, at % 5],
    ]),
  );
  expect(products[1]?.priceMinor).toBe(600);
  expect(Object.values(second(products)).flat()).toEqual(expect.arrayContaining(['Blue', 'Wool', 'Steel']));
});

test('whole numbers in an object named for what people choose are its measures where their names are no values', async () => {
  const row = (at: number) => ({
    ...{ id: `P${at}`, name: nameAt(at), price: at + 5 },
    size: { width: 20 + (at % 9), height: 30 + (at % 7) },
    processor: { cores: of([4, 6, 8], at), threads: of([8, 12, 16], at) },
    prices: { 0: at + 9 },
  });
  const { products, said } = await readFrom(
    'goods.jsonl',
    Array.from({ length: 40 }, (_, at) => JSON.stringify(row(at))).join('\n'),
  );
  expect(second(products)).toMatchObject({ width: ['21'], height: ['31'], cores: ['6'], threads: ['12'] });
  expect(said).not.toContain('how many said');
});

test('colors and their codes are no details and values of them', async () => {
  const colors = (at: number) =>
    JSON.stringify([0, 1, 2].map((one) => ({ hex_value: `#0${at}${one}`, colour_name: `Shade ${at * 3 + one}` })));
  const { products, said } = await readFrom(
    'lipsticks.csv',
    table('id,name,price,finish,product_colors', (at) => [
      ...[`L${at}`, `Lipstick ${nameAt(at)}`, at + 5],
      ...[of(['Matte', 'Gloss'], at), colors(at)],
    ]),
  );
  expect(Object.keys(second(products))).toHaveLength(1);
  expect(said).toContain('pairs whose names hardly two products share: "product_colors"');
});

test('pairs of which most have names that many rows have are details, however many other names there are', async () => {
  const pairs = (at: number) =>
    JSON.stringify([
      { name: 'Sleeve', value: of(['Short', 'Long'], at) },
      { name: 'Neckline', value: of(['Round Neck', 'V Neck', 'Collar'], at) },
      { name: 'Fabric', value: of(['Knitted', 'Woven', 'Mesh', 'Denim'], at) },
      { name: `Feature ${at}`, value: 'Yes' },
    ]);
  const { products } = await readFrom(
    'dresses.csv',
    table('id,name,price,attributes', (at) => [`D${at}`, `Dress ${nameAt(at)}`, at + 5, pairs(at)], 120),
  );
  expect(Object.keys(second(products))).toContain('Sleeve');
});

test('a category that parts another is the category, and the other one what stands above', async () => {
  const { products } = await readFrom(
    'care.csv',
    table('id,name,price,category,sub-category', (at) => [
      ...[`C${at}`, `Care ${nameAt(at)}`, at + 5, of(['Face', 'Body'], at)],
      of(['Face Cream', 'Body Lotion', 'Face Toner', 'Body Scrub'], at),
    ]),
  );
  expect(products[2]).toMatchObject({ mainCategory: 'Face', category: ['Face Toner'] });
});

test('a column that says something else of nearly each product is no category below another one', async () => {
  const { products } = await readFrom(
    'care.csv',
    table('id,name,price,category,product type', (at) => [
      ...[`C${at}`, `Care ${nameAt(at)}`, at + 5, of(['Face', 'Body'], at)],
      `${of(['Face', 'Body'], at)} Runner ${at % 10}`,
    ]),
  );
  expect(products[2]?.category).toEqual(['Face']);
});

test('a maker called a name and models make names together', async () => {
  const { products } = await readFrom(
    'smartphones.csv',
    table('Nazwa,Model,Cena,Ekran', (at) => [
      ...[of(['IVANO', 'OROLA', 'UMAGO'], at), at % 4 === 0 ? '' : `S${at} Lite`, at + 500],
      of(['6,1" (1080 x 2400, OLED)', '6,7" (720 x 1600, IPS)'], at),
    ]),
  );
  const named = products.find(({ title }) => title === 'OROLA S1 Lite') as Product;
  expect(valuesOf(named)).toMatchObject({
    'Screen Size': ['6.7"'],
    'Display Resolution': ['720 x 1600'],
    'Panel Type': ['IPS'],
  });
});

test('amounts are read in the members of objects that cells hold, under names of other languages', async () => {
  const { products } = await readFrom(
    'laptops.csv',
    table('Title,Price,Specs', (at) => [
      ...[`Laptop ${nameAt(at)}`, at + 500],
      `{'Pamięć': '${of([8, 16], at)} GB DDR${of([4, 5], at)} RAM', 'Dysk': '${of([256, 512], at)} GB SSD'}`,
    ]),
  );
  expect(second(products)).toMatchObject({
    RAM: ['16 GB'],
    'Computer Memory Type': ['DDR5'],
    'Hard Drive': ['512 GB'],
  });
});

test.each([
  ['laptops_cleaned_v2.csv', 'laptops'],
  ['lamps_dataset.csv', 'lamps'],
  ['data cables.csv', 'data cables'],
  ['all weather jackets.csv', 'all weather jackets'],
  ['dining_table.csv', 'dining table'],
])('the file %s is named for its %s', async (file, kind) => {
  const { products } = await readFrom(
    file,
    table('id,name,price,shade', (at) => [`G${at}`, `Model ${at} Plus`, at + 5, of(WORDS, at)]),
  );
  expect(products[0]?.mainCategory).toBe(kind);
});

test('long lists of few values are lists, and no prose', async () => {
  const all = [
    'Action Queue',
    'Area Control',
    'Card Drafting',
    'Dice Rolling',
    'Hand Management',
    'Set Collection',
    'Tile Placement',
    'Trick Taking',
  ];
  const some = (at: number) => Array.from({ length: 7 }, (_, one) => of(all, at + one)).join(', ');
  const { products } = await readFrom(
    'games.csv',
    table('id,name,price,Mechanics', (at) => [`G${at}`, nameAt(at), at + 5, some(at)]),
  );
  expect(second(products).Mechanics).toHaveLength(7);
});

test('a note of points with a stop in them is no date', async () => {
  const { said } = await readFrom(
    'wines.csv',
    table('id,name,price,note', (at) => [`W${at}`, nameAt(at), at + 5, `1${at % 9}.9/20 by ${of([8, 10], at)} buyers`]),
  );
  expect(said).not.toContain('dates: "note"');
});

test('columns of a table of notebooks are known: maker, system, inches and a drive that is called memory', async () => {
  const { products } = await readFrom(
    'laptops.csv',
    table('Company,Product,TypeName,Inches,Cpu,Memory,OpSys,Price_euros', (at) => [
      ...[of(['Ivano', 'Orola', 'Umago'], at), `Book ${at}`, of(['Ultrabook', 'Gaming'], at), of([13.3, 15.6], at)],
      ...[of(['Intel Core i5', 'Intel Core i7'], at), of(['128GB SSD', '1TB HDD'], at), 'Windows 10', at + 500],
    ]),
  );
  const named = products.find(({ title }) => title.includes('Book 1')) as Product;
  expect(named.brand).toBe('Orola');
  expect(valuesOf(named)).toMatchObject({
    'Screen Size': ['15.6'],
    'Hard Drive': ['1TB'],
    Type: ['Gaming'],
  });
});

test('what people look for is read in a long list of all that a cream is made of', async () => {
  const rest = 'Water, Glycerin, Butylene Glycol, Polyglyceryl-10 Pentaisostearate, Propanediol, Xanthan Gum';
  const { products, said } = await readFrom(
    'creams.csv',
    table('id,name,price,Ingredients', (at) => [
      ...[`C${at}`, `Balm Cream ${at}`, at + 5],
      `${rest}, ${of(['Niacinamide', 'Sodium Hyaluronate, Shea Butter', 'Talc'], at)}, Parfum ${at}, Alcohol Denat. (made ${at} times without any oil of palms)`,
    ]),
  );
  expect(products.slice(0, 3).map(valuesOf)).toEqual([
    { 'Active Ingredients': ['Niacinamide'] },
    { 'Active Ingredients': ['Hyaluronic Acid', 'Shea Butter'] },
    {},
  ]);
  expect(said).not.toContain('long texts');
});

test('short forms in names of one word are written out, and those who rated or own a thing are counts', async () => {
  const { products } = await readFrom(
    'games.csv',
    table('id,name,price,MinAge,UsersRated,OwnedUsers', (at) => [
      ...[`G${at}`, `Board Game ${at}`, at + 5],
      ...[6 + (at % 7), at * 3, at * 5],
    ]),
  );
  expect(products[1]).toMatchObject({ ratingCount: 3, soldCount: 5 });
  expect(second(products)).toEqual({ 'Minimum Age': ['7'] });
});

test('prices of products with Vietnamese names are taken for dong', async () => {
  const { products } = await readFrom(
    'phones.csv',
    table('id,name,price,shade', (at) => [
      `P${at}`,
      `Điện thoại ${nameAt(at)} chính hãng`,
      5_000_000 + at,
      of(WORDS, at),
    ]),
  );
  expect(products[1]).toMatchObject({ priceMinor: 5_000_001, currency: 'VND' });
});

test('ones and noughts with decimals tick values of a field, and are no yes or no of their own', async () => {
  const tick = (is: boolean) => (is ? '1.0' : '0.0');
  const { products, said } = await readFrom(
    'creams.csv',
    table('id,name,price,is_dry,is_oily,is_sensitive,earth', (at) => [
      ...[`C${at}`, `Balm Cream ${at}`, at + 5],
      ...[tick(at % 2 === 1), tick(at % 2 === 0), tick(at % 3 === 1), tick(at % 4 === 1)],
    ]),
  );
  expect(second(products)).toEqual({ 'Skin Type': ['dry', 'sensitive'] });
  expect(said).toContain('ones and noughts with decimals');
});

test('small letters under the name of a kind stand for words that nobody knows', async () => {
  const { products } = await readFrom(
    'wines.csv',
    table('id,name,price,type,finish', (at) => [
      `W${at}`,
      nameAt(at),
      at + 5,
      of(['a', 'b', 'f'], at),
      of(['Dry', 'Sweet'], at),
    ]),
  );
  expect(Object.keys(second(products))).toEqual(['Finish Type']);
});

test('codes that a shop has for its products are no details, and types that come again and again are', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table(
      'id,name,price,mark,cap',
      (at) => [`G${at}`, nameAt(at), at + 5, `${'ABCDEFGH'[at % 8]}${at % 45}`, of(['E27', 'E14', 'G13'], at)],
      60,
    ),
  );
  expect(second(products)).toEqual({ cap: ['E14'] });
});

test('prices as Swedish shops write them are read, and one of which only the least is said is none', async () => {
  const spelled = (at: number) =>
    [`${4 + at} 910:-`, `${4 + at}910:-`, `${4 + at}.910,00`, `fr. ${4 + at} 910 kr`][at % 4];
  const { products, said } = await readFrom(
    'mobler.csv',
    table('Artikelnr,Produktnamn,Pris (inkl. moms),Färg', (at) => [
      ...[`A${at}`, nameAt(at), spelled(at) as string, of(['Svart', 'Vit', 'Röd'], at)],
    ]),
  );
  const prices = products.slice(0, 4).map(({ priceMinor, currency }) => [priceMinor, currency]);
  expect(prices.map(([price]) => price)).toEqual([491_000, 591_000, 691_000, null]);
  expect(prices[0]).toEqual([491_000, 'SEK']);
  expect(said).toContain('75 % of 40 values are amounts');
});

test('a column that is called a price is no name of products, and one called a name is, though its names and ids repeat', async () => {
  const { products } = await readFrom(
    'mobler.csv',
    `${table('Artikelnr,Produktnamn,Pris (inkl. moms),Färg', (at) => [
      ...[`A${at}`, nameAt(at % 12), `fr. ${at + 4} ${at * 7 + 100} kr`, of(['Svart', 'Vit', 'Röd'], at)],
    ])}"A0","${nameAt(0)}","fr. 4 100 kr","Svart"\n`,
  );
  expect(products[1]?.title).toBe(nameAt(1));
});
