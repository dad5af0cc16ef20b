import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldFor } from '../../../catalog/product/details.ts';
import { mappingReaders } from '../../../catalog/readers/mapping.ts';
import { Mapping, readMapping } from '../../../catalog/readers/mapping-file.ts';
import type { Reader } from '../../../catalog/readers/reader.ts';
import { folderWith } from '../../fixtures/raw-files.ts';
import { productFrom, reasonFrom, reviewFrom } from '../../fixtures/readings.ts';

const readersOf = (mapping: unknown) => mappingReaders(Mapping.parse(mapping));
const [products, reviews] = readersOf({
  product: {
    id: 'sku',
    title: 'info.name',
    brand: 'maker',
    price: 'price',
    currency: { column: 'cur' },
    category: { column: 'path', separator: ' / ' },
    rating: 'stars',
    features: { column: 'bullets', separator: ';' },
    details: { columns: { farbe: 'Color' }, prefix: 'spec_', object: 'more' },
  },
  review: { product_id: 'sku', rating: 'stars', text: 'body', time: 'date', verified: 'bought' },
}) as [Reader, Reader];

const row = {
  sku: 12,
  info: { name: 'Zelt' },
  maker: 'Ridge',
  price: '19,99',
  cur: 'eur',
  path: 'Draußen / Zelte',
  stars: '4,5',
  bullets: 'leicht; dicht ;',
  farbe: 'grün, rot',
  spec_Size: 'zwei',
  more: '{"Material":"Nylon, Baumwolle"}',
};

test('a mapping reads columns by name or path, lists by separator, and details from columns, a prefix and an object', () => {
  const product = productFrom(products, row);
  expect(product).toMatchObject({
    id: '12',
    title: 'Zelt',
    brand: 'Ridge',
    priceMinor: 1999,
    currency: 'EUR',
    mainCategory: 'Draußen',
    category: ['Draußen', 'Zelte'],
    features: ['leicht', 'dicht'],
  });
  expect(Object.fromEntries(Object.entries(product.details).map(([field, { options }]) => [field, options]))).toEqual({
    Color: ['grün', 'rot'],
    Size: ['zwei'],
    Material: ['Nylon', 'Baumwolle'],
  });
});

test.each([
  ['1.0', '5.0', 4.3],
  ['1.0', '10.0', null],
])('a rating that says its scale, from %s to %s, is %s', (scale_min, scale_max, rating) => {
  const stars = JSON.stringify({ value: '4.3', scale_min, scale_max });
  expect(productFrom(products, { ...row, stars }).averageRating).toBe(rating);
});

test.each([
  '[{"name":"Material","value":"Nylon"},{"name":"Fit","value":"Loose"}]',
  '[{"key":"Material","value":"Nylon"},{"key":"Fit","value":"Loose"}]',
])('an object of details may be a list of named values: %s', (more) => {
  const { details } = productFrom(products, { ...row, more });
  expect([details.Material?.options, details.Fit?.options]).toEqual([['Nylon'], ['Loose']]);
});

test.each([
  ['[15, 25]', { Lowest: ['15'], Highest: ['25'] }],
  ['[15, 25, 40]', { Range: ['15', '25', '40'] }],
  ['15', { Range: ['15'] }],
])('the members of %s are fields of their own where a mapping names as many', (range, expected) => {
  const columns = { Range: { fields: ['Lowest', 'Highest'] } };
  const [reader] = readersOf({ product: { id: 'sku', title: 'maker', details: { columns } } }) as [Reader];
  const { details } = productFrom(reader, { sku: 1, maker: 'Ridge', Range: range });
  expect(Object.fromEntries(Object.entries(details).map(([field, { options }]) => [field, options]))).toEqual(expected);
});

test('a cell whose parts are each another field is parted by its separator', () => {
  const columns = { size: { fields: ['Width', 'Height'], separator: ' x ' } };
  const [reader] = readersOf({ product: { id: 'sku', title: 'maker', details: { columns } } }) as [Reader];
  const { details } = productFrom(reader, { sku: 1, maker: 'Ridge', size: '3 cm x 4 cm' });
  expect([details.Width?.options, details.Height?.options]).toEqual([['3 cm'], ['4 cm']]);
});

test('a mapping reads reviews likewise', () => {
  expect(reviewFrom(reviews, { sku: 12, stars: 4, body: 'Gut.', date: '2020-09-13', bought: 'yes' })).toEqual({
    productId: '12',
    author: null,
    rating: 4,
    title: '',
    text: 'Gut.',
    helpfulVotes: 0,
    verified: true,
    time: 1599955200000,
  });
});

test('a row without the mapped id or title is set aside under the name of its column', () => {
  expect(reasonFrom(products, { ...row, sku: '' })).toBe('"sku" is "", expected a product id');
  expect(reasonFrom(products, { ...row, info: {} })).toBe('"info.name" is missing, expected the product\'s name');
  expect(reasonFrom(reviews, { sku: 1, stars: 'x', body: '' })).toBe('"stars" is "x", expected a number from 1 to 5');
});

test.each([
  ['product:\n  id: sku\n', ':1: "product.title" is missing, expected the name of a column'],
  ['product:\n  id: sku\n  title: name\n  colour: x\n', ':4: "product.colour" is not known, expected one of brand, '],
  [
    'product:\n  id: sku\n  title: name\n  brnd: x\n',
    ':4: "product.brnd" is not known; the nearest is "brand", the others are category, currency, decimals, description, ',
  ],
  [
    'product:\n  id: sku\n  title: name\n  category: { colum: x, separator: ">" }\n',
    ':4: "product.category.colum" is not known; the nearest is "column", the others are each, paths, root, separator',
  ],
  [
    'product:\n  id: sku\n  title: name\n  variants:\n    options:\n      - { field: Size, valu: x }\n',
    ':6: "product.variants.options.0.valu" is not known; the nearest is "value", ',
  ],
  [
    'product:\n  id: sku\n  title: name\n  variants:\n    options:\n      - { object: x, none: y }\n',
    ':6: "product.variants.options.0.none" cannot stand beside "object"; leave it out',
  ],
  ['product:\n  id: sku\n  title:\n', ':3: "product.title" is missing, expected the name of a column'],
  ['product:\n  id: sku\n  title: name\n  price: p\n', '"product.price" is "p", expected "currency" beside "price"'],
  [
    'product:\n  id: sku\n  title: name\n  price: p\n  currency: dollars\n',
    ':5: "product.currency" is "dollars", expected a code such as USD',
  ],
  [
    'product:\n  id: sku\n  title: name\n  details: {}\n',
    ':4: "product.details" is {}, expected at least one of columns, prefix, object, pairs',
  ],
  [
    'product:\n  id: sku\n  title: name\n  details: { languages: [spanish] }\n',
    ':4: "product.details.languages.0" is "spanish", expected one of ar, cs, da, de',
  ],
  [
    'product:\n  id: sku\n  title: name\n  details: { object: { column: x, label: " " } }\n',
    ':4: "product.details.object.label" is " ", expected more than white space',
  ],
  [
    'product:\n  id: sku\n  title: name\n  details: { object: { column: x, label: ":", glued: true } }\n',
    'expected "names" beside "glued"',
  ],
  [
    'product:\n  id: sku\n  title: name\n  details: { columns: { x: { field: X, unit: MW } } }\n',
    ':4: "product.details.columns.x.unit" is "MW", expected a unit that numbers are followed by, such as kg or W',
  ],
  ['product:\n  id: 5\n  title: name\n', ':2: "product.id" is 5, expected the name of a column'],
  ['{}\n', ':1: the mapping is {}, expected "product", "review" or both'],
  ['product: [\n', ':1: not YAML: the [ of this line is not closed'],
  ['product:\n  id: sku\n  titel: name\n', ':3: "product.titel" is not known; the nearest is "title"'],
  ['product:\n  id: { made_off: [sku] }\n', ':2: "product.id.made_off" is not known; the nearest is "made_of"'],
  ['', ':1: the mapping is empty, expected "product", "review" or both'],
  ['product: [\n a: b: c', 'not allowed within flow collections; mend that line'],
])('the mapping %j is refused with its line: %s', (text, message) => {
  const path = join(folderWith({ 'map.yaml': text }), 'map.yaml');
  expect(() => readMapping(path)).toThrow(message);
});

test('a mapping file that is missing is refused', () => {
  expect(() => readMapping('nowhere.yaml')).toThrow(/nowhere\.yaml is missing, expected a mapping file/);
});

test.each([
  ['Cell Phone Case by Maker0', ['Home', 'Stuff', 'Cell Phone Case']],
  ['Cell Phone Case', ['Home', 'Stuff']],
])('a shelf that a title begins with is a shelf, and the whole title is none: %s', (title, category) => {
  const [reader] = readersOf({
    product: { id: 'id', title: 'title', category: { column: 'path', separator: ' > ' } },
  }) as [Reader];
  expect(productFrom(reader, { id: 1, title, path: 'Home > Stuff > Cell Phone Case' }).category).toEqual(category);
});

test.each([
  ['Applewood', 'Apple', 'Applewood Apple'],
  ['Nike', 'Nike Pegasus 38', 'Nike Pegasus 38'],
  ['Nike Pegasus', 'nike', 'Nike Pegasus'],
  ['Nike', 'Nike', 'Nike'],
])('a name made of %j and %j says its words once', (line, model, title) => {
  const [reader] = readersOf({ product: { id: 'id', title: { made_of: ['line', 'model'] } } }) as [Reader];
  expect(productFrom(reader, { id: 1, line, model }).title).toBe(title);
});

test('a text for none is none with spaces around it', () => {
  const [reader] = readersOf({
    product: { id: 'id', title: 'title', details: { columns: { size: { field: 'Size', none: 'no size' } } } },
  }) as [Reader];
  expect(productFrom(reader, { id: 1, title: 'Rug', size: ' no size ' }).details).toEqual({});
});

test('an empty list of what stands for none takes all texts of a column as they stand', () => {
  const valuesWith = (none: string[] | undefined) => {
    const [reader] = readersOf({
      product: { id: 'id', title: 'title', details: { columns: { zone: { field: 'Zone', none } } } },
    }) as [Reader];
    return ['NULL', 'NA', 'EU'].map(
      (zone) => productFrom(reader, { id: 1, title: 'Rug', zone }).details.Zone?.options ?? [],
    );
  };
  expect(valuesWith(undefined)).toEqual([[], ['NA'], ['EU']]);
  expect(valuesWith([])).toEqual([['NULL'], ['NA'], ['EU']]);
  expect(valuesWith(['NA', 'none'])).toEqual([[], [], ['EU']]);
});

test('a mapping may say what every product of its files is', () => {
  const [memory] = readersOf({ product: { id: 'sku', title: 'sku', main_category: { text: ' RAM kit ' } } }) as [
    Reader,
  ];
  expect(productFrom(memory, { sku: 'CL36' })).toMatchObject({ mainCategory: 'RAM kit', category: ['RAM kit'] });
});

test.each([
  ['1440', '1440 lm'],
  ['1440 lm', '1440 lm'],
  [1440, '1440 lm'],
  ['bis 1.440', 'bis 1440 lm'],
  ['1440 (max.)', '1440 lm (max.)'],
  ['21,7', '21.7 lm'],
  ['630-810', '630-810 lm'],
  ['630-810 lm', '630-810 lm'],
  ['60 W', '60 W'],
  ['warm', 'warm'],
])('a number that stands without the unit of its column is read with it: %j is %j', (light, expected) => {
  const details = { columns: { light: { field: 'Light', unit: 'lm' } } };
  const [reader] = readersOf({ product: { id: 'id', title: 'title', decimals: 'comma', details } }) as [Reader];
  expect(productFrom(reader, { id: 1, title: 'Lamp', light }).details.Light?.options).toEqual([expected]);
});

test.each(['W', 'kg', 'KG', 'mAh', 'watts'])('a mapping names a unit whatever its capitals: %s', (unit) => {
  const text = `product:\n  id: sku\n  title: name\n  details: { columns: { x: { field: X, unit: ${unit} } } }\n`;
  expect(() => readMapping(join(folderWith({ 'map.yaml': text }), 'map.yaml'))).not.toThrow();
});

test('a range is known with its decimals behind commas: 900 is no more than 1.500', () => {
  const details = { columns: { watts: { field: 'Wattage', range: 'highest' } } };
  const [reader] = readersOf({ product: { id: 'sku', title: 'maker', decimals: 'comma', details } }) as [Reader];
  const options = (watts: unknown) => productFrom(reader, { sku: 1, maker: 'Ridge', watts }).details.Wattage?.options;
  expect(options(['900', '1.500'])).toEqual(['1500']);
  expect(options(['1.500', '900'])).not.toEqual(['900']);
});

test.each([
  ['lowest', '800-1.000 m', '800 m'],
  ['highest', '800 m – 1.000 m', '1000 m'],
  ['middle', '800-1.000 m', '900 m'],
  ['middle', '0,5 - 0,75 m', '0.625 m'],
  ['middle', '1.000-800 m', '1000-800 m'],
  ['middle', '800 g-1 kg', '800 g-1 kg'],
  ['middle', '1.450 m', '1450 m'],
  ['middle', [450, 2000], '1225'],
] as const)('the %s of the range %j is read as %j', (range, height, expected) => {
  const details = { columns: { height: { field: 'Height', range } } };
  const [reader] = readersOf({ product: { id: 'sku', title: 'maker', decimals: 'comma', details } }) as [Reader];
  expect(productFrom(reader, { sku: 1, maker: 'Ridge', height }).details).toMatchObject({
    [fieldFor('Height')]: { options: [expected] },
  });
});

test.each([
  [{ names: ['Frame', 'Fork'], glued: true }, 'Frame: AlloyFork: Coil', undefined],
  [{ names: ['Frame', 'Fork'] }, 'Frame: Alloy\nFork: Coil', 'text'],
])('names of %j are prose only where nothing says that all of a table is glued', (way, x, statedIn) => {
  const [reader] = readersOf({
    product: { id: 'id', title: 'title', details: { object: { column: 'x', label: ':', ...way } } },
  }) as [Reader];
  const { details } = productFrom(reader, { id: 1, title: 'Bike', x });
  expect(details.Frame?.raw.map((raw) => raw.statedIn)).toEqual([statedIn]);
});

/** The options of a field as a mapping of details reads them. */
function optionsRead(details: object, row: object, field: string) {
  const [reader] = readersOf({ product: { id: 'id', title: 'name', details } }) as [Reader];
  return productFrom(reader, { id: 1, name: 'Blusa', ...row }).details[field]?.options;
}

test.each([
  ['Composição: 98% algodão', 'Material', ['98% algodão']],
  [['Composição: 98% algodão', '2% elastano'], 'Material', ['98% algodão', '2% elastano']],
  ['Zusammensetzung: Baumwolle', 'Material', ['Baumwolle']],
  ['Cor: azul', 'Material', ['Cor: azul']],
  ['Material: Oak', 'Material', ['Material: Oak']],
  ['Composição', 'Material', ['Composição']],
])(
  'a name of the field itself in another language is no part of a value that it stands in front of: %j',
  (cell, field, options) => {
    expect(optionsRead({ columns: { text: field } }, { text: cell }, field)).toEqual(options);
  },
);

const COLORS = { Blue: 'azul', 'Navy Blue': 'azul[- ]marinho', Red: 'vermelho', Any: '.*' };
test.each([
  ['azul', ['Blue']],
  ['azul-marinho', ['Navy Blue']],
  ['vermelho, azul-marinho', ['Navy Blue', 'Red']],
  ['azul, azul-marinho', ['Blue', 'Navy Blue']],
])('words of a value within longer words of another state the other alone: %s', (cell, options) => {
  const { Any: _, ...colors } = COLORS;
  expect(optionsRead({ stated: { Color: { in: 'text', values: colors } } }, { text: cell }, 'Color')).toEqual(options);
});

test.each([
  ['text', 'text'],
  ['facts', undefined],
])(
  'a value that an expression finds in %s is of a text where the mapping says that the column is one',
  (column, statedIn) => {
    const stated = { 'Crude Protein': { in: column, value: '(\\d+)% crude protein' } };
    const [reader] = readersOf({
      product: { id: 'id', title: 'name', description: 'text', details: { stated } },
    }) as [Reader];
    const { details } = productFrom(reader, { id: 1, name: 'Food', [column]: 'With 31% crude protein.' });
    expect(details['Crude Protein']?.raw).toEqual([
      { key: 'Crude Protein', value: '31', ...(statedIn === undefined ? {} : { statedIn }) },
    ]);
  },
);

test('an expression that spans a text takes no value from it', () => {
  const stated = { Color: { in: 'text', values: COLORS } };
  expect(optionsRead({ stated }, { text: 'azul: 5' }, 'Color')).toEqual(['Blue', 'Any']);
});

const [drafts] = readersOf({
  product: { id: 'sku', title: 'name', set_aside: { Status: ['draft', 'archived'], online: false } },
}) as [Reader];

test.each([
  [{ Status: 'Draft' }, '"Status" is "Draft", which product.set_aside of the mapping leaves out'],
  [{ Status: 'active', online: 'FALSE' }, '"online" is "FALSE", which product.set_aside of the mapping leaves out'],
  [{ online: false }, '"online" is "false", which product.set_aside of the mapping leaves out'],
])('a row of which a column says what product.set_aside names is set aside: %j', (cells, reason) => {
  expect(reasonFrom(drafts, { sku: 'A1', name: 'Oak Shelf', ...cells })).toBe(reason);
});

test.each([{}, { Status: '' }, { Status: 'active', online: true }, { Status: 'drafty' }])(
  'a row that says nothing of it is a product: %j',
  (cells) => expect(productFrom(drafts, { sku: 'A1', name: 'Oak Shelf', ...cells }).id).toBe('A1'),
);

test('a row without a name is no part of a product where variants stand in the rows of their products', () => {
  const variants = { list: 'variants', options: [{ field: 'Size', value: 'size' }] };
  const [reader] = readersOf({ product: { id: 'id', title: 'name', variants } }) as [Reader];
  expect(reasonFrom(reader, { id: 'A1', error: 'timeout' })).toBe('"name" is missing, expected the product\'s name');
});

test('a quantity under two names counts once, what only sounds like it counts too', () => {
  const columns = { grams: 'Weight (g)', weight: 'Weight', size: 'Size', cm: 'Size (cm)', depth: 'Depth (cm)' };
  const [reader] = readersOf({ product: { id: 'sku', title: 'name', details: { columns } } }) as [Reader];
  const cells = { grams: '1120', weight: '1.12 kg', size: 'Tall', cm: '40', depth: '12' };
  const { details } = productFrom(reader, { sku: 'A1', name: 'Oak Shelf', ...cells });
  expect(Object.keys(details)).toEqual(['Weight (g)', 'Size', 'Size (cm)', 'Depth (cm)']);
});

test.each([
  [{ 'Length (cm)': '100', Length: '40 in' }, ['Length (cm)']],
  [{ 'Length (cm)': '100', Length: '43 in' }, ['Length (cm)', 'Length']],
  [{ 'Length (cm)': 'Adjustable', Length: '43 in' }, ['Length (cm)', 'Length']],
  [{ 'Length (cm)': '30', Length: '4 ft' }, ['Length (cm)', 'Length']],
  [{ 'Size (M)': 'yes', Size: '10 m' }, ['Size (M)', 'Size']],
  [{ 'Weight (g)': 500, Weight: '.5 kg' }, ['Weight (g)']],
  [{ 'Weight (g)': '500', Weight: 'ca. 0.5 kg' }, ['Weight (g)']],
] as const)('two fields state one amount where both are equal, but for rounding: %j', (cells, fields) => {
  const columns = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));
  const [reader] = readersOf({ product: { id: 'sku', title: 'name', details: { columns } } }) as [Reader];
  const { details } = productFrom(reader, { sku: 'A1', name: 'Oak Shelf', ...cells });
  expect(Object.keys(details)).toEqual(fields);
});

test('an option that the mapping names may say which value stands where there is nothing to choose', () => {
  const variants = { options: [{ field: 'Size', value: 'size', none: 'Default Title' }] };
  const [reader] = readersOf({ product: { id: 'id', title: 'name', variants } }) as [Reader];
  const skusOf = (size: string) => productFrom(reader, { id: 'A1', name: 'Tent', size }).skuOptions;
  expect(skusOf('Default Title')).toEqual([]);
  expect(skusOf('XL')).toMatchObject([{ values: { Size: 'XL' } }]);
});

test('a mapping that lacks a section is told of the key that stands in its place, and of nothing else', () => {
  const path = join(folderWith({ 'map.yaml': 'products: { id: x }' }), 'map.yaml');
  expect(() => readMapping(path)).toThrow(/^[^{]*map\.yaml:1: "products" [^{]*$/);
});
