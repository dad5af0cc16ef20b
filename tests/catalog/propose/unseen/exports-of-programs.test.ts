import { expect, test } from 'vitest';
import { headerScores } from '../../../../catalog/propose/header.ts';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, NOUNS, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

test('a Heureka feed is read by the names it has for things', async () => {
  const item = (at: number) =>
    `<SHOPITEM><ITEM_ID>${at}</ITEM_ID><PRODUCTNAME>${nameAt(at)}</PRODUCTNAME><PRICE_VAT>${at + 5}.00</PRICE_VAT>
    <CATEGORYTEXT>Home | Decor</CATEGORYTEXT><PARAM><PARAM_NAME>Colour</PARAM_NAME><VAL>${of(COLOURS, at)}</VAL></PARAM>
    <PARAM><PARAM_NAME>Fabric</PARAM_NAME><VAL>${of(WORDS, at)}</VAL></PARAM></SHOPITEM>`;
  const items = Array.from({ length: 30 }, (_, at) => item(at)).join('\n');
  const { products } = await readFrom('feed.xml', `<?xml version="1.0" encoding="utf-8"?><SHOP>${items}</SHOP>`);
  expect(products[1]).toMatchObject({ title: 'Birch Rug 1', priceMinor: 600, category: ['Home', 'Decor'] });
  expect(optionsOf(products[1] as Product)).toEqual({ Color: ['Blue'], Fabric: ['Wool'] });
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
    expect(optionsOf(products[1] as Product)).toMatchObject({ Material: ['Wool'] });
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
  expect(optionsOf(products[1] as Product)).toMatchObject({ Color: ['Blue'], Material: ['Wool'] });
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
    expect(optionsOf(read.products[1] as Product)).toMatchObject({ Color: ['Blue'], Fabric: ['Wool'] });
  }
});

test('a node that is no wrapping of a list is a column of its own', async () => {
  const products = Array.from({ length: 40 }, (_, at) => ({
    ...{ sku: `G${at}`, name: nameAt(at), price: at + 5 },
    ...(at % 4 === 0 ? {} : { node: { name: of(NOUNS, at) } }),
  }));
  const read = await readFrom('products.json', JSON.stringify(products));
  expect(read.products[1]?.title).toBe(nameAt(1));
  expect(JSON.stringify(optionsOf(read.products[0] as Product))).not.toContain(nameAt(0));
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

test('a table of pages of Amazon is no metadata of its reviews, and its prices stand in quotes of their own', async () => {
  const { products } = await readFrom(
    'amazon-products.csv',
    table(
      'title,brand,final_price,currency,asin,parent_asin,categories,features,description,root_bs_rank,product_details',
      (at) => [
        ...[nameAt(at), `Maker${at % 4}`, `"${at + 5}.50"`, 'USD', `B0${at}X`, `B0P${Math.floor(at / 2)}`],
        ...[JSON.stringify(['Home', `${of(NOUNS, at)}s`]), '[]', `It stands in room ${at}.`, at * 7 + 3],
        JSON.stringify([
          { type: 'Color', value: of(COLOURS, at) },
          { type: 'ASIN', value: `B0${at}X` },
        ]),
      ],
    ),
  );
  expect(products).toHaveLength(40);
  expect(products[1]).toMatchObject({ id: 'B01X', priceMinor: 650, category: ['Home', `${of(NOUNS, 1)}s`] });
  expect(Object.keys(products[1]?.details ?? {})).not.toContain('root bs rank');
  expect(optionsOf(products[1] as Product)).toMatchObject({ Color: [of(COLOURS, 1)] });
});

test.each([
  ['label', 'text'],
  ['property', 'content'],
  ['specTerm', 'definition'],
])('objects of a %s and a %s state details, and what buyers wrote none', async (name, value) => {
  const { products } = await readFrom(
    'shop.json',
    JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ id: `G${at}`, title: nameAt(at), price: at + 5 },
        specs: [
          { [name]: 'Shade Depth', [value]: of(COLOURS, at) },
          { [name]: 'Weave', [value]: of(WORDS, at) },
        ],
        asked: [{ title: `Does number ${at} last?`, body: `It does for ${at} years.` }],
      })),
    ),
  );
  expect(optionsOf(products[0] as Product)).toEqual({ 'Shade Depth': [of(COLOURS, 0)], Weave: [of(WORDS, 0)] });
});

test('pictures beside the names of features are no values of these', async () => {
  const { products } = await readFrom(
    'shop.json',
    JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ id: `G${at}`, title: nameAt(at), price: at + 5 },
        marks: [
          { feature: of(['Waterproof', 'Warm'], at), icon: of(['icon-drop', 'icon-sun'], at) },
          { feature: 'Light', icon: 'icon-bulb' },
        ],
      })),
    ),
  );
  expect(JSON.stringify(products[0]?.details)).not.toContain('icon');
});

test('a metafield is called by its name alone, without the type of its values that a program writes behind it', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table(
      'ID,Title,Variant Price,Metafield: custom.Grain [single_line_text_field],Metafield: custom.lid [boolean]',
      (at) => [...[`S${at}`, nameAt(at), at + 5, of(['Matt', 'Gloss'], at), at % 3 === 0 ? 'true' : 'false']],
    ),
  );
  expect(Object.keys(products[0]?.details ?? {})).toEqual(['Grain', 'lid']);
});
