import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canonicalField } from '../../../catalog/product/fields.ts';
import { FIELDS, OTHER_LANGUAGES, useLanguage } from '../../../lexicon/index.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { cluesFor, requireHidden } from '../../../shopping/language/clue-bank.ts';
import { goodsGroups, groupsIn } from '../../../shopping/language/goods.ts';
import { agree, verbParts } from '../../../shopping/language/speech.ts';
import { findMentions } from '../../../text/mentions.ts';
import { normaliseText, normaliseValue } from '../../../text/normalise.ts';
import { ALL_VALUES } from '../../fixtures/vocabulary.ts';

const pairs = [...FIELDS].flatMap(([field, { values }]) =>
  Object.entries(values).flatMap(([value, { clues }]) => (clues === undefined ? [] : [{ field, value, clues }])),
);
const everyClue = pairs.flatMap(({ field, value, clues }) => clues.map((clue) => ({ field, value, clue })));
const where = ({ field, value, clue }: { field: string; value: string; clue: string }) =>
  `${field} "${value}": ${clue}`;
const verbOf = (clue: string) => verbParts(clue).verb;

/** Base forms whose last letters look like an ending. */
const LOOKS_INFLECTED = new Set([
  'bring',
  'cling',
  'feed',
  'hiss',
  'need',
  'pass',
  'press',
  'spring',
  'swing',
  'toss',
  'exceed',
  'dress',
  'miss',
  'focus',
  'bless',
  'embed',
  'shed',
  'wring',
  'string',
  'ring',
  'sing',
  'bleed',
  'breed',
  'speed',
  'guess',
  'cross',
  'discuss',
  'address',
  'fuss',
]);

test('at least 300 values have clues, each at least two', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(300);
  expect(pairs.filter(({ clues }) => clues.length < 2)).toEqual([]);
});

test('every clue of the files is found by field and value, in any spelling of the value', () => {
  for (const { field, value, clues } of pairs) {
    expect(cluesFor(field, value)).toEqual(clues);
    // Bits and bytes differ in nothing but the case of their letter.
    if (!/b\/s/i.test(value)) expect(cluesFor(field, value.toUpperCase())).toEqual(clues);
  }
});

test.each([
  ['stainless steel lunch box', true],
  ['travel mugs', true],
  ['lunch bag for kids', true],
  ['ski gloves', false],
  ['', false],
])(
  'a clue that suits some goods alone is said of those, whatever stands before their noun or behind "for": %j',
  (noun, isApt) => {
    expect(cluesFor('Special Feature', 'Insulated', noun).includes('keep soup hot until lunch')).toBe(isApt);
    expect(cluesFor('Special Feature', 'Insulated', noun)).toContain('hold warmth in for hours on a freezing day');
  },
);

test.each([
  ['Mounting Type', 'Clamp Mount', 'camera lens', 'grip the edge of my table', false],
  ['Mounting Type', 'Clamp Mount', 'desk lamp', 'grip the edge of my table', true],
  ['Finish Type', 'Brushed', 'flashlight', 'match the door of my steel fridge', false],
  ['Finish Type', 'Brushed', 'kettle', 'match the door of my steel fridge', true],
])('%s "%s" of a %s is hinted at by "%s": %j', (field, value, noun, clue, isApt) => {
  expect(cluesFor(field, value)).toContain(clue);
  expect(cluesFor(field, value, noun).includes(clue)).toBe(isApt);
});

test.each([
  ['Season', 'Winter', 'be worn when there is snow on the ground', 'rain jacket', 'tent'],
  ['Season', 'Winter', 'be warm enough for a ski trip', 'sleeping bag', 'tent'],
  ['Season', 'Summer', 'come along on a July beach holiday', 'dress', 'tent'],
  ['Material', 'Polyester', 'dry fast on the line without many wrinkles', 'shirt', 'parasol'],
  ['Material', 'Cotton', "be kind to my baby's skin like a plain T-shirt", 'blanket', 'cushion'],
  ['Color', 'Black', 'match our dark furniture', 'nightstand', 'raised bed'],
  ['Color', 'Gray', 'never show dust or lint', 'coat', 'hammock'],
  ['Special Feature', 'Waterproof', 'keep working after a drop into the lake', 'headlamp', 'hiking boots'],
])('%s "%s" is hinted at by "%s" of a %s, and of a %s otherwise', (field, value, clue, apt, other) => {
  expect(cluesFor(field, value, apt)).toContain(clue);
  expect(cluesFor(field, value, other)).not.toContain(clue);
  expect(cluesFor(field, value, other)).not.toEqual([]);
});

test('a clue that says that a thing is worn or washed is of goods that are', () => {
  const isOfGarments =
    /^be (?:worn|easy to wear)\b|\b(?:wrinkles?|crease[sd]?|lint)\b(?! (?:that|on a lens))|on the line\b|skin like\b/;
  const ofSome = [...FIELDS.values()]
    .flatMap(({ values }) => Object.values(values))
    .flatMap(({ clues = [], knownOfClues = [] }) =>
      clues.map((clue, at) => ({ clue, of: knownOfClues[at]?.of ?? null })),
    )
    .filter(({ clue }) => isOfGarments.test(clue));
  expect(ofSome.length).toBeGreaterThan(6);
  expect(ofSome.filter(({ of }) => of === null)).toEqual([]);
});

test('no clue has its maker behind a comma, where a sentence reads on without it', () => {
  expect(everyClue.filter(({ clue }) => /, by /.test(clue)).map(where)).toEqual([]);
});

describe('in another language', () => {
  beforeEach(() => useLanguage('zh'));
  afterEach(() => useLanguage());

  test.each([
    ['双肩包', true],
    ['保温杯', false],
  ])('a clue suits goods by the ending of their name: %s', (noun, isApt) =>
    expect(cluesFor('特性', '可水洗', noun).includes('脏了要能自己在家洗')).toBe(isApt),
  );
});

test.each(['en', ...OTHER_LANGUAGES])('every group of goods that clues in %s are of is there', (code) => {
  useLanguage(code);
  const known = [...FIELDS.values()]
    .flatMap(({ values }) => Object.values(values))
    .flatMap((value) => value.knownOfClues ?? []);
  const named = groupsIn(known.flatMap(({ of, never }) => [...(of ?? []), ...(never ?? [])]));
  expect(named.filter((group) => !goodsGroups().includes(group))).toEqual([]);
  useLanguage();
});

test('a value without clues, or of another field, has none', () => {
  expect(cluesFor('Color', 'Octarine')).toEqual([]);
  expect(cluesFor('Shade', 'Black')).toEqual([]);
});

test('clues are about fields that may be asked about, under their canonical names', () => {
  const fields = [...new Set(pairs.map(({ field }) => field))];
  expect(fields.filter((field) => canonicalField(field) !== field)).toEqual([]);
  expect(fields.filter((field) => FIELDS.get(field)?.asked === false)).toEqual([]);
});

test('no value has its clues in two places', () => {
  const keys = pairs.map(({ field, value }) => `${field}\n${normaliseValue(value)}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('no clue gives away its own value', () => {
  expect(everyClue.filter(({ field, value, clue }) => findMentions(clue, value, field).length > 0).map(where)).toEqual(
    [],
  );
});

test('a clue that says its own value is refused at load with its field and value', () => {
  const refuse = () => requireHidden('Color', 'Navy Blue', ['match the sea', 'be NAVY-BLUE all over']);
  expect(refuse).toThrow(ConfigError);
  expect(refuse).toThrow('lexicon: the clue "be NAVY-BLUE all over" says its own value');
  expect(refuse).toThrow('Color "Navy Blue"');
  expect(() => requireHidden('Color', 'Red', ['be as hot as an ember', 'look bored'])).not.toThrow();
});

test('no clue names another value of its field', () => {
  const named = everyClue.flatMap((one) => {
    const values = new Set([
      ...(ALL_VALUES[one.field] ?? []),
      ...pairs.filter(({ field }) => field === one.field).map(({ value }) => value),
    ]);
    return [...values]
      .filter((value) => value !== one.value && findMentions(one.clue, value, one.field).length > 0)
      .map((value) => `names "${value}": ${where(one)}`);
  });
  expect(named).toEqual([]);
});

test('no two clues of the bank are the same', () => {
  const texts = everyClue.map(({ clue }) => normaliseText(clue));
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('every clue begins with a verb in its base form', () => {
  const inflected = everyClue.filter(({ clue }) => {
    const verb = verbOf(clue);
    return (
      !/^[a-z]+$/.test(verb) ||
      (/(?:s|ed|ing)$/.test(verb) && !LOOKS_INFLECTED.has(verb)) ||
      ['is', 'are', 'has', 'does', 'was', 'went', 'the', 'a', 'an', 'to', 'can', 'will', 'must'].includes(verb)
    );
  });
  expect(inflected.map(where)).toEqual([]);
});

test('a clue says one thing: no second verb stands beside the first, which would not agree with the product', () => {
  const verbs = new Set(everyClue.map(({ clue }) => verbOf(clue)));
  // "charge" is a noun in this one, and the verbs of a relative clause have a subject of their own.
  const coordinated = everyClue.filter(({ clue }) => {
    const main = clue.replace(/\b(?:I|people|someone|that|which|who)\b.*$/, '');
    return [...main.matchAll(/\b(?:and|or|but|then) ([a-z]+)\b/g)].some(
      ([, word = '']) => verbs.has(word) && !['charge', 'push'].includes(word),
    );
  });
  expect(coordinated.map(where)).toEqual([]);
});

test('every clue can be said of one product and of several', () => {
  for (const one of everyClue) {
    const { adverbs, verb } = verbParts(one.clue);
    const words = agree(one.clue, false).split(' ');
    expect(words[verb === 'be' ? 0 : adverbs.length], where(one)).toMatch(/^[a-z]+s$/);
    expect(agree(one.clue, true), where(one)).toMatch(/^(?!be )[a-z]+ /);
  }
});

test('no clue refers to the product by a pronoun, which would have to agree with it', () => {
  expect(everyClue.filter(({ clue }) => /\b(?:itself|themselves|its|their)\b/i.test(clue)).map(where)).toEqual([]);
});

test("what a product goes with is not said by one maker's, which excludes the others: an iPad is not every tablet", () => {
  const goesWith = ['Compatible Devices', 'Hardware Platform'].map(canonicalField);
  const named = everyClue.filter(
    ({ field, clue }) => goesWith.includes(field) && /\b(?!I\b|TV\b|PC\b)\w*[A-Z]/.test(clue),
  );
  expect(named.map(where)).toEqual([
    `${canonicalField('Hardware Platform')} "Mac": go with my iMac`,
    `${canonicalField('Hardware Platform')} "Mac": serve me in a home full of Cupertino's machines`,
  ]);
});

test('a clue is a plain phrase: no blank, no sentence mark, no stray space', () => {
  expect(everyClue.filter(({ clue }) => /[{}<>\n]| {2}|^\s|\s$|[.!?;:]$|[.!?] /.test(clue)).map(where)).toEqual([]);
});

test('a clue is short enough to stand beside three others', () => {
  expect(everyClue.filter(({ clue }) => clue.split(' ').length > 16).map(where)).toEqual([]);
});

test.each([
  ['Connector Type', 'USB Type A', 'fit the wide flat ports on my old PC', 'USB C cable', 'charger block'],
  ['Connector Type', 'USB Type C', 'take the cord of a current Pixel or MacBook', 'power bank', 'USB C cable'],
  ['Connector Type', 'Micro USB', 'charge my old Samsung from 2016', 'charging cable', 'speaker'],
  ['Connector Type', 'HDMI', 'plug into the back of my flat-screen TV', 'streaming stick', 'monitor'],
  ['Special Feature', 'Fast Charging', 'be full in half an hour', 'power bank', 'wall charger'],
  ['Special Feature', 'Wireless Charging', 'power my phone without plugging anything in', 'charging pad', 'phone case'],
  ['Special Feature', 'Magnetic', 'cling to a fridge door', 'kitchen timer', 'charging cable'],
  ['Special Feature', 'Rechargeable', 'spare me a drawer of AA cells', 'headlamp', 'power bank'],
  ['Special Feature', 'Insulated', 'hold warmth in for hours on a freezing day', 'travel mug', 'screwdriver'],
  ['Special Feature', 'Ergonomic', 'spare me a sore wrist', 'keyboard', 'office chair'],
  ['Special Feature', 'Space Saving', 'leave the floor clear', 'shoe rack', 'wall charger'],
  ['Special Feature', 'Dishwasher Safe', 'go on the rack after dinner', 'skillet', 'cat wand'],
  ['Battery Cell Composition', 'Lithium Ion', 'run on cells like those in my laptop', 'flashlight', 'laptop battery'],
  ['Power Source', 'Hand Powered', 'run on my own cranking', 'radio', 'screwdriver'],
  ['Material', 'Silicone', 'be squishy, so that nothing gets scratched', 'phone case', 'scratching post'],
  ['Material', 'Wood', 'match my oak table', 'bookshelf', 'chew toy'],
  ['Material Feature', 'Low Sugar', 'be fine for a diabetic uncle', 'snack bar', 'dry dog food'],
  ['Material Feature', 'Gluten Free', 'suit someone with celiac disease', 'pasta', 'cat food'],
  ['Material Feature', 'Non Toxic', 'be safe for a toddler who chews on everything', 'building blocks', 'chew toy'],
  ['Mounting Type', 'Under Cabinet', 'light the counter from above', 'strip light', 'paper towel rack'],
])('%s "%s" is hinted at by "%s" of a %s alone, and otherwise of a %s', (field, value, clue, apt, other) => {
  expect(cluesFor(field, value, apt)).toContain(clue);
  expect(cluesFor(field, value, other)).not.toContain(clue);
  expect(cluesFor(field, value, other)).not.toEqual([]);
});

test('a charger that goes into the wall hangs on no screws', () => {
  expect(cluesFor('Mounting Type', 'Wall Mount', 'shelf')).not.toEqual([]);
  expect(cluesFor('Mounting Type', 'Wall Mount', 'charger block')).toEqual([]);
});
