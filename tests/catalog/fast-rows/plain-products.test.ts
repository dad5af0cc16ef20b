import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainProducts } from '../../../catalog/fast-rows/index.ts';
import { PieceReader, type ReadPiece } from '../../../catalog/ingest/read-piece.ts';
import { type DigestKey, newDigestKey } from '../../../catalog/memory/lane-digest.ts';
import { textAt } from '../../../catalog/memory/texts.ts';
import { amazon2023Metadata } from '../../../catalog/readers/amazon2023.ts';
import { Cells } from '../../../catalog/readers/cells.ts';
import type { PlainLayout } from '../../../catalog/readers/reader.ts';
import { type PackedProducts, ProductPacker } from '../../../catalog/store/product-packer.ts';
import { anyJson, corrupted, gap, written } from '../../fixtures/odd-json.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { amazonRow } from '../../fixtures/raw-files.ts';

const { plain, ...AS_ANY_OTHER } = amazon2023Metadata;
const LAYOUT = plain as PlainLayout;

const key: DigestKey = newDigestKey();
/** They have read all that was read before in this file. */
const [bytewise, rowwise] = [amazon2023Metadata, AS_ANY_OTHER].map(
  (reader) => new PieceReader(reader, 'rows.jsonl', key),
);

/** The terms in the order in which they first come, as the first product spells them, with the products that have them. */
function said(read: ReadPiece | undefined): unknown[] {
  const packed = read?.products as PackedProducts;
  const { fields, fieldOf, norms, spellings, places, ends } = packed.terms;
  const all = new Map<string, { spelling: string; places: number[] }>();
  for (let term = 0; term < ends.length; term++) {
    const of = [...places.subarray(term === 0 ? 0 : ends[term - 1], ends[term])];
    const name = JSON.stringify([fields[fieldOf[term] as number], textAt(norms, term)]);
    const known = all.get(name) ?? { spelling: '', places: [Number.POSITIVE_INFINITY] };
    const isEarlier = (of[0] as number) < (known.places[0] as number);
    const merged = new Set([...known.places.filter(Number.isFinite), ...of].sort((a, b) => a - b));
    all.set(name, { spelling: isEarlier ? textAt(spellings, term) : known.spelling, places: [...merged] });
  }
  return [...all];
}

function expectSame(...rows: readonly (string | Buffer)[]): void {
  const whole = Buffer.concat(rows.flatMap((row) => [Buffer.from(row), Buffer.from('\n')]));
  const [one, other] = [bytewise, rowwise].map((reader) =>
    reader?.read({ firstLine: 7, bytes: new Uint8Array(whole) }),
  );
  const json = [one, other].map((read) => Buffer.from(read?.products?.data ?? []).toString());
  expect(json[0]).toBe(json[1]);
  expect({ ...one, products: { ...one?.products, terms: said(one) } }).toEqual({
    ...{ ...other, products: { ...other?.products, terms: said(other) } },
  });
}

function isTaken(row: string): boolean {
  const bytes = Buffer.from(`${row}\n`);
  return new PlainProducts(LAYOUT, 'rows.jsonl', new ProductPacker(key), new Cells()).take(
    bytes,
    0,
    bytes.length - 1,
    1,
  );
}

const detailKey = fc.constantFrom(
  ...[
    'Color',
    'Colour',
    'Size',
    'Brand',
    'Brand Name',
    'Model Number',
    'Special Feature',
    'Material',
    'OS',
    'Operating System',
  ],
  ...['9', '01', ' 2', '__proto__', 'constructor', '—', '', 'é', 'x"y', 'Best Sellers Rank', 'a  b'],
);
const phrase = fc
  .array(
    fc.constantFrom(
      'Black',
      'red',
      '1.50',
      '64 GB',
      '.5',
      '1,000',
      'x20',
      "o'",
      'No Brand',
      ',',
      ', ',
      '; ',
      'Steel',
      'lackiert',
      'schwarz-lackiert',
      'schwarz lackiert',
      '/',
      '—',
      '&',
      'é',
      '"',
      ' ',
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));
const any = anyJson(fc.oneof(detailKey, fc.constantFrom('images', 'title', 'a')));
const detail = fc.tuple(
  detailKey,
  fc.oneof({ weight: 4, arbitrary: phrase as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: any }),
);
const details = fc.array(detail, { maxLength: 5 }).map((members): unknown => ({ members }));
const usual: readonly (readonly [name: string, value: fc.Arbitrary<unknown>])[] = [
  ['parent_asin', fc.constantFrom('B1', 'B2', ' B3', 'é', '', 7, null)],
  ['title', phrase],
  ['store', fc.option(phrase)],
  ['main_category', fc.option(fc.constantFrom('Tents', ' ', 'Arts & Crafts', 'É'))],
  ['categories', fc.array(fc.oneof(phrase, any), { maxLength: 3 })],
  ['price', fc.constantFrom(null, 19.99, 5, 0, -1, 1e21, '12.99', 'from 3', '—')],
  ['average_rating', fc.constantFrom(null, 4.5, 0, 5, 6, '4.2', true)],
  ['rating_number', fc.constantFrom(null, 12, 1.5, -2, '1,200', [])],
  ['features', fc.array(fc.oneof(phrase, any), { maxLength: 4 })],
  ['description', fc.array(phrase, { maxLength: 2 })],
  ['details', details],
  ['asin', fc.constantFrom('A1', null)],
  ['images', fc.array(any, { maxLength: 2 })],
];
/** Now and then anything at all. */
const members = fc
  .tuple(
    ...usual.map(([name, value]) =>
      fc.tuple(
        fc.oneof(
          { weight: 30, arbitrary: fc.constant(name) },
          { weight: 1, arbitrary: fc.constantFrom('title', 'details') },
        ),
        fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: any }),
      ),
    ),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length - 2 }));
const rowText = fc.tuple(members, gap).map(([all, between]) => written({ members: all }, between));

test.each([
  '{"Electronics": 312500, "Keyboards": 3003}',
  '{"Arts, Crafts & Sewing":1}',
  '{ "A" : 0 ,\t"B" : 123456789012345 }',
  '{"A": 1, "A": 2}',
  '{"A": 1, "B": 2, "9": 3}',
  '{"9": 3, "A": 1}',
  '{"": 1}',
  '{"A": 1234567890123456}',
  '{"A": 1.0}',
  '{"A": 1e3}',
  '{"A": -1}',
  '{"A": "1"}',
  '{"A": {"B": 1}}',
  '{"\\u0041": 1, "A": 2}',
  '{"é": 1}',
  '{"A<b>": 1}',
  '{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9}',
  '{}',
])('ranks and other objects are kept as the reader keeps them: %s', (object) => {
  const rows = ['Best Sellers Rank', 'Color', 'Special Feature', 'Brand'].map(
    (name) => `{"parent_asin":"B1","title":"Tent","details":{"Material":"Steel","${name}":${object}}}`,
  );
  expectSame(...rows, ...rows);
});

test('a product taken from the bytes of its row is the one that the reader makes of the row', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(rowText, { minLength: 1, maxLength: 4 }), fc.boolean(), (rows, twice) => {
      expectSame(...rows, ...(twice ? rows : []));
      taken += rows.filter(isTaken).length;
    }),
    { numRuns: propertyRuns(500) },
  );
  expect(taken).toBeGreaterThan(propertyRuns(100));
});

test('so is that of a row with a character left out, put in or changed, or its end cut off', () => {
  fc.assert(
    fc.property(corrupted(rowText), (row) => expectSame(row)),
    { numRuns: propertyRuns(2000) },
  );
});

test('and that of a row with bytes that are no text', () => {
  const bytes = fc.uint8Array({ maxLength: 6 }).filter((few) => !few.includes(10));
  fc.assert(
    fc.property(bytes, bytes, (odd, others) =>
      expectSame(
        Buffer.concat([
          ...[Buffer.from('{"parent_asin": "B1", "images": ["'), odd, Buffer.from('"], "title": "Tent '), others],
          ...[Buffer.from('", "details": {"'), others, Buffer.from('": "'), odd, Buffer.from('"}}')],
        ]),
      ),
    ),
  );
});

const row = (changes: Record<string, unknown>) => JSON.stringify(amazonRow('B1', changes));

test.each([
  {},
  { details: { Color: 'Red, Blue', 'Best Sellers Rank': { Tents: 3 }, Brand: 'Ridge' } },
  { title: 'Tent &amp; fly', features: ['<b>Light</b>', '', null, '水'], price: '$12.99' },
  { store: null, main_category: null, categories: [], details: null, description: null },
])('a row is taken from its bytes where nothing speaks against it: %j', (changes) => {
  expect(isTaken(row(changes))).toBe(true);
});

test.each([
  { title: '' },
  { title: 7 },
  { parent_asin: null },
  { details: [] },
  { features: 'Light' },
  { details: { OS: 'Linux', 'Operating System': 'Linux' } },
  { details: { 9: 'nine' } },
])('a row that is of a rare kind is left to the reader: %j', (changes) => {
  expect(isTaken(row(changes))).toBe(false);
});

test('two numbers that are one value are so from their bytes as well', () => {
  expectSame(row({ details: { 'Screen Resolution': '2560,1440', Color: 'Red' } }));
});

test.each([
  ['Stahl, lackiert', 'lackiert, Stahl', 'Lackiert; lackiert', 'schwarz lackiert, schwarz-lackiert, Stahl', 'Stahl'],
  [
    'Red, Blue',
    'blue, Red, red',
    'Red',
    'Red , Blue,',
    'RED|Blue',
    '1,000, 2',
    'Red/Blue',
    'Red, (Blue, Green)',
    'Red, —, -',
  ],
])('the options of a list are what the reader makes of it, however often they came: %s', (...lists) => {
  const rows = ['Material', 'Special Feature', 'Color', 'Brand'].flatMap((name) =>
    lists.map((list) => row({ details: { [name]: list } })),
  );
  for (let time = 0; time < 3; time++) expectSame(...rows);
});
