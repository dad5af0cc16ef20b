import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { englishWords, useLexicon } from '../../../lexicon/index.ts';
import type { Lexicon } from '../../../schemas/lexicon.ts';
import { unitLacking } from '../../../shopping/language/field-name.ts';
import { heldTo } from '../../../shopping/shop-lexicon/against-catalog.ts';
import { lexiconYaml } from '../../../shopping/shop-lexicon/as-yaml.ts';
import { overviewOf } from '../../../shopping/shop-lexicon/field-overview.ts';
import { readLexicon } from '../../../shopping/shop-lexicon/read-lexicon.ts';
import { suggestionsFor } from '../../../shopping/shop-lexicon/suggestions.ts';
import { UNIT_OF } from '../../../text/units.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

afterEach(() => useLexicon());

const SWITCHES = ['Brown', 'Red', 'Blue'];
const catalog = storedCatalog(
  Array.from({ length: 60 }, (_, at) => ({
    title: `Keyboard ${at}`,
    mainCategory: 'Keyboards',
    category: ['Keyboards'],
    details: details({
      Switchology: SWITCHES[at % 3] as string,
      Depth: String(100 + at * 7),
      Blurb: `Many, many words; that say little of product ${at}, and then | some more of them`,
      Serial: `SN${at}-${at * 31}X`,
      Origin: 'Taiwan',
    }),
  })),
);
const use = (fields: Lexicon['fields']) => useLexicon({ fields, types: {} });
const of = (name: string) => overviewOf(catalog).fields.find(({ field }) => field === name);
const placeOf = (path: readonly PropertyKey[]) => `my.yaml:1: ${path.map(String).join('.')}`;
const notices = (fields: Lexicon['fields']) => {
  use(fields);
  return heldTo(catalog, { lexicon: { fields, types: {} }, placeOf });
};

test('each field is told with its kind, how it may be used, and why not', () => {
  expect(of('Switchology')).toMatchObject({
    kind: 'choice',
    use: { hidden: true, hinted: false, clarified: true, excluded: true },
  });
  expect(of('Switchology')?.reason).toBe('no value has a clue');
  expect(of('Serial')).toMatchObject({ kind: 'identifier', use: null, reason: 'told from product to product' });
  expect(of('Origin')).toMatchObject({ kind: 'constant', use: null });
  expect(of('Blurb')).toMatchObject({ kind: 'text', use: null, reason: 'sentences' });
});

/** Products that state a field which the tables ask about, of a kind that is not asked about otherwise. */
const stating = (values: (at: number) => Record<string, string>) =>
  overviewOf(
    storedCatalog(
      Array.from({ length: 60 }, (_, at) => ({
        title: `Cable ${at}`,
        mainCategory: 'Cables',
        category: ['Cables'],
        details: details(values(at)),
      })),
    ),
  ).fields.find(({ field }) => field === 'Connectivity Technology');

test('a known field that says the same everywhere is not asked about, and one that differs somewhere is', () => {
  expect(stating(() => ({ 'Connectivity Technology': 'USB' }))).toMatchObject({
    ...{ kind: 'constant', use: null, reason: 'nearly all say "usb"' },
  });
  const one = stating((at) => ({ 'Connectivity Technology': at === 7 ? 'Bluetooth' : 'USB' }));
  expect(one).toMatchObject({ kind: 'constant', use: { hidden: true } });
});

test('a person decides how a field may be used', () => {
  use({ Switchology: { ask: { clarification: false } }, Serial: { asked: true } });
  expect(of('Switchology')).toMatchObject({ use: { clarified: false, excluded: true }, useFrom: 'yours' });
  expect(of('Serial')?.use).toEqual({ hidden: false, hinted: false, clarified: false, excluded: false });
  use({ Switchology: { asked: false } });
  expect(of('Switchology')).toMatchObject({ use: null, reason: 'you say so' });
});

test('a field that the tables ask about is not asked about where a person says so', () => {
  const shop = storedCatalog(
    Array.from({ length: 40 }, (_, at) => ({
      details: details({ Color: ['Red', 'Blue', 'Green'][at % 3] as string }),
    })),
  );
  const color = () => overviewOf(shop).fields[0];
  expect(color()?.use).toMatchObject({ hidden: true, excluded: true });
  use({ Color: { asked: false } });
  expect(color()?.use).toBeNull();
  use({ Color: { ask: { exclude: false } } });
  expect(color()?.use).toMatchObject({ hidden: true, excluded: false });
});

test('a clue makes a value one that a request can hint at', () => {
  use({ Switchology: { values: { Brown: { clues: ['click softly', 'bump a little'] } } } });
  expect(of('Switchology')?.use?.hinted).toBe(true);
  expect(of('Switchology')?.hinted).toBeCloseTo(1 / 3);
});

test('a kind wins over what was learned, and the unit of bare numbers is known', () => {
  use({ Depth: { kind: 'identifier' } });
  expect(of('Depth')).toMatchObject({ kind: 'identifier', kindFrom: 'yours', use: null });
  use({ Depth: { unit: 'mm' } });
  expect(of('Depth')).toMatchObject({ kind: 'quantity', unit: 'mm' });
});

test('a kind that the values contradict is refused with its place', () => {
  expect(() => notices({ Switchology: { kind: 'quantity' } })).toThrow(
    /^my\.yaml:1: fields\.Switchology\.kind is quantity, but only 0 % of its values are numbers/,
  );
  expect(() => notices({ Switchology: { kind: 'flag' } })).toThrow(/say yes or no/);
  expect(() => notices({ Serial: { kind: 'choice' } })).toThrow(/its 60 products state 60 different values/);
});

test('a product type that no category is called is told with the nearest name, and one by another name is not', () => {
  const types = { 'Key Board': { plural: 'Key Bords' }, Typer: { also: ['keyboards'] } };
  useLexicon({ fields: {}, types });
  expect(heldTo(catalog, { lexicon: { fields: {}, types }, placeOf })).toEqual([
    'my.yaml:1: types.Key Board: no category of the catalog is called "Key Board" or "Key Bords", and no title says it; the nearest is "Keyboards"',
  ]);
});

test('a product type that others are of is none in vain', () => {
  const types = { Typer: { also: ['keyboards'], parents: ['Input'] }, Input: { also: ['inputs'] } };
  useLexicon({ fields: {}, types });
  expect(heldTo(catalog, { lexicon: { fields: {}, types }, placeOf })).toEqual([]);
});

test('a field and a value that no product states are told, and nothing more', () => {
  expect(notices({ Switchologi: { kind: 'choice' } })).toEqual([
    'my.yaml:1: fields.Switchologi: no product of the catalog states "Switchologi"; the nearest it states is "Switchology"',
  ]);
  expect(notices({ Switchology: { near: ['brown | beige'], never: { red: 'sold out' } } })).toEqual([
    'my.yaml:1: fields.Switchology.near.0: no product of the catalog states Switchology "beige"',
  ]);
});

test('a keyword that a question about another field holds is told with the field, the question and what to do', () => {
  const dialogue = { label: 'key feel', keywords: ['key feel', 'switch feel', 'depth', 'budget for keys', 'more'] };
  const placed = 'my.yaml:1: fields.Switchology.dialogue.keywords';
  const remedy = 'take it away, or write words that only questions about Switchology hold';
  expect(notices({ Switchology: { dialogue } })).toEqual([
    `${placed}.2: "depth" also opens "What is your desired depth?", a question about Depth; ${remedy}`,
    expect.stringMatching(/keywords\.4: "more" also opens "[^"]+", a question about something else; /),
  ]);
});

test('keywords that no other question holds are told nothing of', () => {
  const dialogue = { label: 'key feel', keywords: ['key feel', 'switch feel', 'travel feel'] };
  expect(notices({ Switchology: { dialogue } })).toEqual([]);
});

test('names by which the rows of the catalog were not read are told to take effect where they are', () => {
  expect(notices({ Switchology: { aliases: ['Key feel'] } })[0]).toMatch(/build it again from its raw files/);
});

test('lines are suggested for the fields that most products state and tasks do not ask about', () => {
  const suggested = suggestionsFor(overviewOf(catalog), 10);
  expect(suggested.map(({ field, said }) => [field, Object.keys(said)])).toEqual([
    ['Blurb', ['lists']],
    ['Depth', ['unit']],
    ['Switchology', ['values']],
  ]);
});

test('a field of which no value can be asked for is not asked about, and the unit its numbers lack is suggested', () => {
  const amplifiers = storedCatalog(
    Array.from({ length: 60 }, (_, at) => ({
      title: `Amplifier ${at}`,
      details: details({
        Voltage: String(50 + 10 * (at % 9)),
        channels: String(1 + (at % 8)),
        'cable length': String(at),
      }),
    })),
  );
  const overview = overviewOf(amplifiers);
  const [voltage] = overview.fields.filter(({ field }) => field === 'Voltage');
  expect(voltage).toMatchObject({ use: null, reason: expect.stringMatching(/has no unit of a Voltage$/) });
  expect(suggestionsFor(overview, 10).map(({ field, said }) => [field, said])).toEqual([
    ['Voltage', { unit: 'v' }],
    ['cable length', { unit: 'mm' }],
  ]);
  use({ Voltage: { unit: 'v' } });
  expect(overviewOf(amplifiers).fields.find(({ field }) => field === 'Voltage')?.use).not.toBeNull();
});

test('a set of more values than anybody chooses from is not asked about, and a smaller one is', () => {
  const creams = (ingredients: number) =>
    storedCatalog(
      Array.from({ length: 400 }, (_, at) => {
        const of = (times: number) => `Ingredient ${(at * times) % ingredients} extract`;
        return {
          title: `Cream ${at}`,
          details: { Formula: { options: [7, 11, 13, 17, 19, 23, 29, 31].map(of), raw: [] } },
        };
      }),
    );
  const formula = (ingredients: number) => overviewOf(creams(ingredients)).fields[0];
  expect(formula(40)).toMatchObject({ kind: 'set', use: { excluded: true } });
  expect(formula(1200)).toMatchObject({ kind: 'set', use: null, reason: 'too many values to choose from' });
});

test('measures of which there are more than anybody chooses from are not asked about, and a few are', () => {
  const pendants = (lengths: number) =>
    storedCatalog(
      Array.from({ length: 600 }, (_, at) => ({
        title: `Pendant ${at}`,
        details: details({ Extent: `Length ${10 + ((at * 7) % lengths)} mm` }),
      })),
    );
  const extent = (lengths: number) => overviewOf(pendants(lengths)).fields[0];
  expect(extent(20)).toMatchObject({ kind: 'choice', use: { excluded: true } });
  expect(extent(150)).toMatchObject({ kind: 'choice', use: null, reason: 'too many values to choose from' });
});

test.each([
  ['Tire Size', (at: number) => `${155 + 10 * (at % 14)}/${35 + 5 * (at % 12)}R${14 + (at % 9)}`],
  ['chipset', (at: number) => `GeForce ${['GT', 'GTX', 'RTX'][at % 3]} ${1000 + 10 * (at % 61)} Ti`],
] as const)(
  'names of sizes and models with numbers are no measures, and asked about however many there are: %s',
  (field, of) => {
    const products = storedCatalog(
      Array.from({ length: 1500 }, (_, at) => ({ title: `Product ${at}`, details: details({ [field]: of(at) }) })),
    );
    expect(overviewOf(products).fields[0]).toMatchObject({ kind: 'choice', use: { excluded: true } });
  },
);

test('nobody asks for a number of a quality, and people do for one of a thing', () => {
  const wines = storedCatalog(
    Array.from({ length: 40 }, (_, at) => ({
      title: `Wine ${at}`,
      details: details({ Tannic: String(20 + at), bottles: String(1 + (at % 9)) }),
    })),
  );
  const uses = overviewOf(wines).fields.map(({ field, use }) => [field, use !== null]);
  expect(Object.fromEntries(uses)).toEqual({ Tannic: false, bottles: true });
});

test('the unit of a measure that is suggested is one that amounts are read in', () => {
  const ends = englishWords('field name: measure').map((text) => text.split(' = ')[0] as string);
  expect(ends.filter((end) => !UNIT_OF.has(unitLacking(`own ${end}`) ?? ''))).toEqual([]);
});

test('the file that is written says nothing until it is edited, and keeps what was said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
  const path = join(folder, 'shop.yaml');
  const written = () => {
    const overview = overviewOf(catalog);
    writeFileSync(path, lexiconYaml(overview, suggestionsFor(overview, 10), { digest: catalog.digest }));
    return readLexicon([path]).lexicon;
  };
  expect(written()).toEqual({ fields: {}, types: {} });
  const fields = { Switchology: { kind: 'set', near: ['brown | red'] }, Elsewhere: { asked: false } };
  use(fields);
  expect(written()).toEqual({ fields, types: {} });
  rmSync(folder, { recursive: true });
});

test('a product type is heeded where titles say it, though no category is called so', () => {
  const types = { 'garden torch': { also: ['Gartenfackel'] }, lounger: { also: ['Liege'] } };
  useLexicon({ fields: {}, types });
  const torches = storedCatalog([{ title: 'Gartenfackel Oslo', category: ['Außen'] }]);
  expect(heldTo(torches, { lexicon: { fields: {}, types }, placeOf })).toEqual([
    'my.yaml:1: types.lounger: no category of the catalog is called "lounger" or "Liege", and no title says it',
  ]);
});

test.each([
  ['Shield Level', ['15', '30', '50'], '3 different amounts, and 6 are needed'],
  ['Rated Flux', ['15 lm', '30 lm', '50 qz', '90 qz'], '50 % of values are amounts of one kind, not 90 %'],
  ['Stray Flux', ['15 qz', '30 qz', '50 qz', '90 qz'], 'no value of it is an amount in a unit that is known'],
])('amounts of %s that nothing is asked about are told with what is against them', (field, values, reason) => {
  const products = Array.from({ length: 60 }, (_, at) => ({
    title: `Lamp ${at}`,
    mainCategory: 'Lamps',
    category: ['Lamps'],
    details: details({ [field]: values[at % values.length] as string }),
  }));
  const told = overviewOf(storedCatalog(products)).fields.find((one) => one.field === field);
  expect(told).toMatchObject({ kind: 'quantity', use: null, reason });
});
