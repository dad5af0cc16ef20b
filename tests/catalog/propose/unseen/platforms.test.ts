import { expect, test } from 'vitest';
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

const json = (rows: (at: number) => object, count = 40, file = 'loja.json') =>
  readFrom(
    file,
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: `G${at}`, price: at + 5.5, ...rows(at) }))),
  );

const JUGS = ['Jarro', 'Copo', 'Tigela', 'Garrafa', 'Bandeja'];
const jug = (at: number) => `${of(JUGS, at)} ${of(WORDS, at)} ${at}`;

test('lines of a text that another language labels are details, with a comma before their decimals', async () => {
  const { products, said } = await json((at) => ({
    nome: jug(at),
    descricao: `<p>Um produto muito resistente, para ser usado todos os dias em casa e na escola.</p><ul><li>Capacidade: ${of(['1,5', '2,5', '0,5'], at)} L</li><li>Dimensões: ${10 + (at % 4)} x 30 cm</li></ul>`,
  }));
  expect(said).toContain('product.details.languages is "pt"');
  expect(valuesOf(products[0] as (typeof products)[0])).toMatchObject({
    Capacity: ['1.5 L'],
    Dimensions: ['10 x 30 cm'],
  });
});

test('an English word before a colon is no label of another language', async () => {
  const { products } = await json((at) => ({
    name: nameAt(at),
    description: `A thing for every day that is made to last and to be used at home.\nTension: ${of(['high', 'low'], at)}\nBuilt for years.`,
  }));
  expect(JSON.stringify(products.map(valuesOf))).not.toContain('Voltage');
});

test('details are read in the language whose words for values names of products say', async () => {
  const { products, said } = await json((at) => ({
    nome: `${of(JUGS, at)} ${of(['vermelho', 'azul', 'verde'], at)} ${at}`,
  }));
  expect(said).toContain('product.details.languages is "pt"');
  expect(valuesOf(products[0] as (typeof products)[0])).toMatchObject({ Color: ['Red'] });
});

test('a column called by an English thing is no word of another language without its marks', async () => {
  const { products } = await readFrom(
    'phones.csv',
    table('sku,name,price,camera', (at) => [
      `S${at}`,
      `Line ${of(WORDS, at)} ${at}`,
      at + 99,
      of(['dual', 'triple', 'quad'], at),
    ]),
  );
  expect(Object.keys(valuesOf(products[0] as (typeof products)[0]))).not.toContain('Room Type');
});

test('a first column of its kind without a second is called without its number, and one beside others is not alone', async () => {
  const { products } = await readFrom(
    'parts.csv',
    table('sku,name,price,chipset_1,glow_1,glow_2', (at) => [
      ...[`S${at}`, nameAt(at), at + 99],
      ...[of(['A13', 'B2'], at), of(['dim', 'bright'], at), of(['warm', 'cold'], at)],
    ]),
  );
  const fields = Object.keys(valuesOf(products[0] as (typeof products)[0]));
  expect(fields).toContain('chipset');
  expect(fields).not.toContain('glow');
});

const weighed = (categories: number, weight: (at: number) => string) =>
  readFrom(
    'goods.csv',
    table(
      'sku,name,price,category,weight',
      (at) => [
        `S${at}`,
        nameAt(at),
        at + 5,
        categories === 1 ? 'Rugs' : `${of(SORTS, at)} ${of(NOUNS, at)}s`,
        weight(at),
      ],
      140,
    ),
  );

test('weights of which a few are those of most goods of many kinds are left out: they are those of parcels', async () => {
  const { products, said } = await weighed(30, (at) =>
    at % 4 === 0 ? `${at + 3} g` : of(['1.0 kg', '0.5 kg', '0.2 kg'], at),
  );
  expect(said).toContain('which are those of parcels: "weight"');
  expect(Object.keys(valuesOf(products[0] as (typeof products)[0]))).not.toContain('weight');
});

test.each([
  ['few kinds', 1, (at: number) => of(['1 kg', '500 g', '250 g'], at)],
  ['many different weights', 30, (at: number) => `${at + 3} g`],
])('weights of %s are what things weigh', async (_, categories, weight) =>
  expect((await weighed(categories, weight)).said).not.toContain('parcels'),
);

const priced = (header: string, price: (at: number) => string | number, currency = 'CHF') =>
  readFrom(
    'prices.csv',
    table(`sku,name,${header},currency`, (at) => [`S${at}`, nameAt(at), price(at), currency], 140),
  );

test('prices that a header calls cents are whole numbers of these', async () => {
  const { products, said } = await priced('price_cents', (at) => 1995 + at * 100);
  expect(said).toContain('product.minor_units is "true"');
  expect(products[0]).toMatchObject({ priceMinor: 1995, currency: 'CHF' });
});

test('whole numbers from small change to what a house costs, with ends that no whole price has, are of cents', async () => {
  const { products } = await priced('price', (at) => Math.round((110 * 1.06 ** at) / 5) * 5);
  expect(products[0]?.priceMinor).toBe(110);
});

test.each([
  ['of a narrow range', (at: number) => 235 + at * 15, 'CHF'],
  ['that end as prices do', (at: number) => Math.round((100 * 1.06 ** at) / 100) * 100 + 99, 'CHF'],
  ['of a currency with small units', (at: number) => Math.round((110 * 1.06 ** at) / 5) * 5, 'IDR'],
  ['below a hundred', (at: number) => Math.round(11 * 1.07 ** at), 'CHF'],
])('whole prices %s are no cents', async (_, price, currency) =>
  expect((await priced('price', price, currency)).said).not.toContain('minor_units'),
);

const bags = (name: (at: number) => string) =>
  readFrom(
    'tienda.csv',
    table('sku,name,price', (at) => [`S${at}`, name(at), at + 5.5], 60),
  );

test('what a thing is made of is read behind "of", where names begin with the thing', async () => {
  const { products } = await bags(
    (at) => `${of(['Mochila', 'Bota', 'Silla', 'Mesa'], at)} de ${of(['Cuero', 'Madera'], at)} ${at}`,
  );
  expect(products.slice(0, 2).map(valuesOf)).toMatchObject([{ Material: ['Leather'] }, { Material: ['Wood'] }]);
});

test.each([
  ['what a part is made of', (at: number) => `Mesa con patas de ${of(['cuero', 'madera'], at)} ${at}`],
  ['what is worked on', (at: number) => `Limpiador de ${of(['cuero', 'madera'], at)} ${at}`],
])('%s is no material of the product', async (_, name) => {
  const { products } = await bags(name);
  expect(JSON.stringify(products.map(valuesOf))).not.toContain('Material');
});

test('names in another language say colors by their English names too, but not by words that it has', async () => {
  const { products } = await bags((at) => `Mochila escolar para niños ${at} - ${of(['Black', 'Azul', 'Red'], at)}`);
  expect(products.slice(0, 3).map((product) => valuesOf(product).Color)).toEqual([['Black'], ['Blue'], undefined]);
});

test('the two sides that names say of a thing are its size, and three are not', async () => {
  const sided = (ends: readonly string[]) =>
    readFrom(
      'rugs.csv',
      table('sku,name,price', (at) => [`S${at}`, `${nameAt(at)} ${of(COLOURS, at)} ${of(ends, at)}`, at + 5], 60),
    );
  const [two, three] = [
    await sided(['50x70 cm', '160 x 230cm', '80×150 cm']),
    await sided(['50x70x5 cm', '160x230x9 cm']),
  ];
  expect(valuesOf(two.products[0] as (typeof two.products)[0])).toMatchObject({ Size: ['50x70 cm'] });
  expect(JSON.stringify(three.products.map(valuesOf))).not.toContain('Size');
});

const SHOPS = [
  ['https://www.olla.com.co/', 'Colombia', 'COP'],
  ['https://www.olla.com.mx/', 'México', 'MXN'],
  ['https://olla.cl/', 'Chile', 'CLP'],
] as const;

test('addresses of shops in several countries say the currency of each row, and a country beside them the market', async () => {
  const { products, said } = await json((at) => {
    const [host, country] = of(SHOPS, at);
    return { name: nameAt(at), country, url: `${host}p/${at}` };
  });
  expect(said).toContain('product.currency is "url": its addresses lie in shops of CLP, COP, MXN');
  expect(products.slice(0, 3).map(({ currency }) => currency)).toEqual(SHOPS.map(([, , code]) => code));
  expect(JSON.stringify(products.map(valuesOf))).not.toContain('Colombia');
});

test('addresses of shops in several countries of one currency say that one', async () => {
  const { products, said } = await json((at) => ({
    name: nameAt(at),
    url: `https://shop.${of(['de', 'fr'], at)}/p/${at}`,
  }));
  expect(said).toContain('product.currency is "EUR": addresses of the products end in ".de", ".fr"');
  expect(new Set(products.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
});

test('addresses of makers in several countries say no currency', async () => {
  const { products } = await json((at) => ({
    name: nameAt(at),
    manufacturer_url: `https://${of(['fabbrica.it', 'kobo.jp'], at)}/p/${at}`,
  }));
  expect(new Set(products.map(({ currency }) => currency))).toEqual(new Set(['USD']));
});

test('a country beside addresses of one shop is where a thing is from', async () => {
  const { products } = await json((at) => ({
    name: nameAt(at),
    country: of(['Colombia', 'Chile'], at),
    url: `https://olla.cl/p/${at}`,
  }));
  expect(valuesOf(products[0] as (typeof products)[0])).toMatchObject({ 'Country of Origin': ['Colombia'] });
});

test('where nothing states a currency, that of the language which names are in is assumed', async () => {
  const { products, said } = await json((at) => ({
    name: `Zacht haakgaren voor het breien van een trui ${of(['rood', 'blauw', 'groen'], at)} ${at}`,
  }));
  expect(said).toContain('product.currency is "EUR": assumed, for products have Dutch names');
  expect(products[0]?.currency).toBe('EUR');
});

test.each(['Licuadora 2 velocidades, vaso de', 'Licuadora potente con jarra de', 'Licuadora potente vaso de'])(
  'what comes with a thing is not what that is made of: %s vidrio',
  async (name) => {
    const { products } = await bags((at) => `${name} ${of(['vidrio', 'acero inoxidable'], at)} ${at}`);
    expect(JSON.stringify(products.map(valuesOf))).not.toContain('Material');
  },
);
