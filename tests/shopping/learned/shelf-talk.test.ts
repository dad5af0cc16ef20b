import { afterEach, expect, test } from 'vitest';
import { rowSetOf } from '../../../catalog/inverted-index/index.ts';
import { useForeignShop, useLexicon } from '../../../lexicon/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { ShelfTalk } from '../../../shopping/learned/shelf-talk.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

afterEach(() => {
  useForeignShop(false);
  useLexicon();
});

const DIMENSIONS = new Map([['Item Weight', 'weight']]);

/** A shelf's products with what they state and what is written of them. */
const shelf = (name: string, count: number, of: (at: number) => readonly [Record<string, string | string[]>, string]) =>
  Array.from({ length: count }, (_, at): Partial<Product> => {
    const [stated, text] = of(at);
    return {
      ...{ id: `${name}-${at}`, title: `Thing ${at}`, category: ['Shop', 'Things', name], description: [text] },
      details: details(stated),
    };
  });

const weights = (at: number) => `${at + 2} ounces`;
/** Cables of whose connectors all texts speak and of whose weight none does, and laptops the other way round. */
const PRODUCTS = [
  ...shelf('Cables', 20, (at) => [
    { 'Item Weight': weights(at), 'Connector Type': 'Lightning', 'Country of Origin': at % 2 === 0 ? 'China' : 'USA' },
    `A cord with a Lightning connector.${at % 2 === 0 ? '' : ' Made in USA.'}`,
  ]),
  ...shelf('Laptops', 20, (at) => [
    { 'Item Weight': weights(at), 'Connector Type': 'Lightning' },
    `It weighs only ${at + 2} ounces and fits any bag.`,
  ]),
  ...shelf('Bags', 2, (at) => [{ 'Item Weight': weights(at) }, 'A bag.']),
];

function talkOf(products: readonly Partial<Product>[]) {
  const catalog = storedCatalog(products);
  const fields = [...new Set(products.flatMap((product) => Object.keys(product.details ?? {})))];
  const stating = new Map(
    fields.map((field) => {
      const rows = products.flatMap((product, row) => (product.details?.[field] === undefined ? [] : row));
      return [field, rowSetOf(Uint32Array.from(rows), products.length)];
    }),
  );
  const talk = new ShelfTalk({ catalog, stating, dimensionOf: (field) => DIMENSIONS.get(field) ?? null });
  return { talk, productOf: (id: string) => catalog.productById(id) as Product };
}

function silenceOf(products: readonly Partial<Product>[]) {
  const { talk, productOf } = talkOf(products);
  return (id: string, field: string, value: string) => talk.on(productOf(id), field, value).silence;
}
const silenceOn = silenceOf(PRODUCTS);

test('a value that texts name and titles leave out is untitled, unless its own title names it', () => {
  const { talk, productOf } = talkOf(
    PRODUCTS.map((product, at) => ({
      ...product,
      title:
        product.id === 'Laptops-3' || product.id === 'Cables-3' ? `Lightning thing ${at}` : (product.title as string),
    })),
  );
  expect(talk.on(productOf('Cables-4'), 'Country of Origin', 'USA').isUntitled).toBe(true);
  expect(talk.on(productOf('Laptops-3'), 'Connector Type', 'Lightning').isUntitled).toBe(false);
});

test('a shelf is silent of a field that none of its texts name, and another is not', () => {
  expect(silenceOn('Cables-3', 'Item Weight', '5 ounces')).toBe(2);
  expect(silenceOn('Laptops-3', 'Item Weight', '5 ounces')).toBe(0);
  expect(silenceOn('Cables-3', 'Connector Type', 'Lightning')).toBe(0);
  expect(silenceOn('Laptops-3', 'Connector Type', 'Lightning')).toBe(2);
});

test('no shelf is silent of a field that a person wants asked about', () => {
  useLexicon({ fields: { 'Item Weight': { asked: true } }, types: {} });
  const { talk, productOf } = talkOf(PRODUCTS);
  expect(talk.on(productOf('Cables-3'), 'Item Weight', '5 ounces')).toEqual({ silence: 0, isUntitled: false });
  expect(talk.on(productOf('Laptops-3'), 'Connector Type', 'Lightning').silence).toBe(2);
});

test('the share of a field that is unspoken is that of all the products that state it', () => {
  const { talk } = talkOf(PRODUCTS);
  expect(talk.unspokenShare('Item Weight', false)).toBeCloseTo(0.5, 1);
  expect(talk.unspokenShare('Material', false)).toBe(0);
});

test('a text that calls things light, or gives another amount, speaks of no weight', () => {
  const of = (text: string) =>
    silenceOf([...PRODUCTS, ...shelf('Cases', 20, () => [{ 'Item Weight': '5 ounces' }, text])])(
      ...(['Cases-3', 'Item Weight', '5 ounces'] as const),
    );
  expect(of('Light: an item weight of about 0.3 lbs.')).toBe(0);
  expect(of('Light weight and thin, for 7 inches.')).toBe(2);
  expect(of('It holds a weight of 40 ounces.')).toBe(2);
});

test('a value that texts name is spoken of, beside one of the same field that none does', () => {
  expect(silenceOn('Cables-3', 'Country of Origin', 'USA')).toBe(0);
  expect(silenceOn('Cables-2', 'Country of Origin', 'China')).toBe(2);
});

test("a value that a product's own text names is spoken of there, whatever its shelf leaves out", () => {
  const own = PRODUCTS.map((product) =>
    product.id === 'Cables-3' ? { ...product, description: ['Only 5 ounces, with a Lightning connector.'] } : product,
  );
  expect(silenceOf(own)('Cables-3', 'Item Weight', '5 ounces')).toBe(0);
  expect(silenceOf(own)('Cables-4', 'Item Weight', '6 ounces')).toBe(2);
});

test.each(['text', 'title'] as const)(
  'a value that was read from a %s is spoken of there in whatever words',
  (statedIn) => {
    const read = PRODUCTS.map((product) => {
      const { 'Item Weight': weight, ...others } = product.details as Product['details'];
      return product.id === 'Cables-3' && weight !== undefined
        ? {
            ...product,
            details: { ...others, 'Item Weight': { ...weight, raw: weight.raw.map((raw) => ({ ...raw, statedIn })) } },
          }
        : product;
    });
    expect(silenceOf(read)('Cables-3', 'Item Weight', '5 ounces')).toBe(0);
    expect(silenceOf(read)('Cables-3', 'Item Weight', '6 ounces')).toBe(2);
  },
);

test.each([
  ['[3 Pack] Screen protector.', 0],
  ['A set of 3.', 0],
  ['For phones with 3 lenses.', 2],
])('of %j a number of items of 3 is spoken of with a silence of %i', (text, silence) => {
  const protectors = shelf('Protectors', 9, () => [{ 'Number of Items': '3' }, text]);
  expect(silenceOf([...PRODUCTS, ...protectors])('Protectors-3', 'Number of Items', '3')).toBe(silence);
});

test('a shelf of few products is told of by the category above it', () => {
  const heavy = PRODUCTS.filter(({ id }) => !id?.startsWith('Cables'));
  expect(silenceOf(heavy)('Bags-0', 'Item Weight', '2 ounces')).toBe(0);
  const mute = PRODUCTS.filter(({ id }) => !id?.startsWith('Laptops'));
  expect(silenceOf(mute)('Bags-0', 'Item Weight', '2 ounces')).toBe(2);
});

test('what a product comes in several of is chosen from a list, which takes no words', () => {
  const several = PRODUCTS.map((product) =>
    product.id === 'Cables-2'
      ? { ...product, details: details({ 'Country of Origin': ['China', 'Vietnam'] }) }
      : product,
  );
  expect(silenceOf(several)('Cables-2', 'Country of Origin', 'China')).toBe(0);
});

test('a shop whose texts name little of what its products state tells nothing', () => {
  const mute = PRODUCTS.map((product) => ({ ...product, description: ['A good thing.'] }));
  expect(silenceOf(mute)('Cables-3', 'Item Weight', '5 ounces')).toBe(0);
});

test('a value is spoken of in any ending, and not where another word only begins with it', () => {
  const of = (text: string) =>
    silenceOf([...PRODUCTS, ...shelf('Ears', 20, () => [{ Color: 'Blue' }, text])])('Ears-3', 'Color', 'Blue');
  expect(of('It has bluetooth.')).toBe(2);
  expect(of('Two blues to choose from.')).toBe(0);
  expect(of('It is blue.')).toBe(0);
});

test('the texts that are read of a shelf are from all over it', () => {
  const late = (at: number) => (at < 24 ? 'A thing.' : 'A blue thing.');
  const ears = shelf('Ears', 47, (at) => [{ Color: 'Blue' }, late(at)]);
  expect(silenceOf([...PRODUCTS, ...ears])('Ears-3', 'Color', 'Blue')).toBe(0);
});

test('what texts alone state is no measure of how much they name of all else', () => {
  // Of each lamp the text names one thing of two, and of half of them it states three more that nothing else does.
  const lamps = shelf('Lamps', 40, (at) => [
    { Shade: at % 2 === 0 ? 'Linen' : 'Paper', Base: 'Beech', Bulb: 'Globe', Cord: 'Woven', Switch: 'Rocker' },
    `Shade: ${at % 8 === 0 ? 'Linen' : 'Cloth'}. Bulb: Globe. Cord: Woven. Switch: Rocker.${at % 2 === 0 ? ' Of beech.' : ''}`,
  ]);
  const ofText = lamps.map((lamp) => ({
    ...lamp,
    details: Object.fromEntries(
      Object.entries(lamp.details as Product['details']).map(([field, detail]) => [
        field,
        ['Shade', 'Base'].includes(field)
          ? detail
          : { ...detail, raw: detail.raw.map((raw) => ({ ...raw, statedIn: 'text' as const })) },
      ]),
    ),
  }));
  expect(silenceOf(lamps)('Lamps-1', 'Shade', 'Paper')).toBeGreaterThan(silenceOf(ofText)('Lamps-1', 'Shade', 'Paper'));
});

test('texts of a foreign shop speak of a value that was read in English in their own words', () => {
  useForeignShop('es');
  const shirts = shelf('Camisas', 20, (at) => [
    { Material: at % 2 === 0 ? 'Cotton' : 'Wool', 'Connector Type': 'Lightning', 'Country of Origin': 'China' },
    `Prenda de ${at % 2 === 0 ? 'algodón' : 'lana'} con Lightning, hecha en China.`,
  ]);
  expect(silenceOf(shirts)('Camisas-2', 'Material', 'Cotton')).toBe(0);
  useForeignShop(false);
  expect(silenceOf(shirts)('Camisas-2', 'Material', 'Cotton')).toBe(2);
});

test.each(['es', null])('a foreign word that is another value speaks of no purple, in a shop in %s', (language) => {
  useForeignShop(language ?? true);
  const pens = shelf('Cosas', 20, () => [
    { Color: 'Purple', 'Connector Type': 'Lightning', 'Country of Origin': 'China' },
    'Algo de color lila con Lightning, hecha en China.',
  ]);
  expect(silenceOf(pens)('Cosas-2', 'Color', 'Purple')).toBe(2);
});
