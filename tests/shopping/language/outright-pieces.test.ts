import { afterEach, expect, test } from 'vitest';
import { KNOWN_FIELDS } from '../../../catalog/product/fields.ts';
import { FIELDS, useLexicon } from '../../../lexicon/index.ts';
import { type Lexicon, NO_LEXICON } from '../../../schemas/lexicon.ts';
import { FIELD_POLICIES } from '../../../shopping/language/field-policy.ts';
import { type Piece, piecesFor } from '../../../shopping/language/outright-pieces.ts';
import { sayableValues } from '../../../shopping/language/sayable-values.ts';
import { fill } from '../../../shopping/language/speech.ts';
import { findMentions, findRangeMentions } from '../../../text/mentions.ts';
import { ALL_VALUES } from '../../fixtures/vocabulary.ts';

/** The shared vocabulary, and values of fields it leaves out. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  Brand: ['Harborline', 'Orla', 'Black & Decker', "L'Oréal Paris", '3M'],
  'Number of Items': ['1', '2', '8', '12.0 Count', '24'],
  'Compatible Phone Models': ['iPhone 14 Pro', 'Galaxy S23 Ultra', 'Pixel 8'],
  Reusability: ['Reusable', 'Single Use'],
  'Handle Material': ['Wood', 'Stainless Steel', 'Rubber'],
  'Flash Memory Type': ['MicroSD', 'SDXC', 'CompactFlash'],
  'Graphics Description': ['Integrated', 'Dedicated'],
  Certification: ['CE', 'TÜV', 'Energy Star'],
  ...ALL_VALUES,
  Team: ['Real Madrid', 'India'],
  Sport: ['Football', 'Track Running'],
  Department: [
    ...(ALL_VALUES.Department ?? []),
    'Men',
    'Women',
    "Women's",
    'Unisex',
    'Unisex Baby',
    'Kids',
    'Toddler Girls',
  ],
};
/** Said in other words than the value's on purpose. */
const SAID_OTHERWISE = new Set(['Mounting Type (verb): mount under a cabinet']);

const asking = (field: string, value: string) =>
  piecesFor({ type: 'attribute_match', field: `details.${field}`, expected_value: value }, 'USD');
const excluding = (field: string, ...values: string[]) =>
  piecesFor({ type: 'negative_attribute', field: `details.${field}`, expected_value: values }, 'USD');
const bounding = (field: string, range: { min?: number; max?: number }, currency = 'USD') =>
  piecesFor({ type: 'numeric_range', field, expected_value: range }, currency);

interface Said extends Piece {
  readonly field: string;
  readonly value: string;
}
const said = [...FIELD_POLICIES.keys()].flatMap((field) =>
  (VALUES[field] ?? []).flatMap((value) => asking(field, value).map((piece): Said => ({ field, value, ...piece }))),
);
const excluded = [...FIELD_POLICIES.entries()].flatMap(([field, { negative }]) => {
  const values = VALUES[field] ?? [];
  if (!negative) return [];
  return values.flatMap((value, index) =>
    excluding(field, value, ...(index % 2 === 0 ? values.slice(0, 1) : [])).map(
      (piece): Said => ({ field, value, ...piece }),
    ),
  );
});
const where = ({ field, value, place, text }: Said) => `${field} "${value}" (${place}): ${text}`;
const offending = (rule: (piece: Said) => boolean) => [...said, ...excluded].filter(rule).map(where);

test('fields of the policy are canonical', () => {
  expect([...FIELD_POLICIES.keys()].filter((field) => !KNOWN_FIELDS.includes(field))).toEqual([]);
});

/** Quantities are said in bounds. */
const WORDED = [...FIELD_POLICIES.keys()].filter((field) => FIELDS.get(field)?.quantity === undefined);

test('every field is tried with values', () => {
  expect(WORDED.filter((field) => (VALUES[field] ?? []).length === 0)).toEqual([]);
});

test('every text is whole: not empty, without blanks or stray spaces', () => {
  expect(offending(({ text }) => text === '' || /[{}]| {2}|^\s|\s$|undefined/.test(text))).toEqual([]);
});

test('what asks for a value names it', () => {
  const silent = said.filter(
    ({ field, value, place, text }) =>
      value !== 'Xbox One' &&
      !SAID_OTHERWISE.has(`${field} (${place}): ${text}`) &&
      findMentions(text, value, field).length === 0,
  );
  expect(silent.map(where)).toEqual([]);
});

test('what asks for a name that ends in a number word names it, whatever word follows', () => {
  expect(
    said
      .filter(({ field, value, text }) => value === 'Xbox One' && findMentions(text, value, field).length === 0)
      .map(where),
  ).toEqual([]);
});

test('what excludes a value names it', () => {
  // Two mounts share the noun: "with a ceiling or wall mount".
  const wordOf = ({ field, value }: Said) => (field === 'Mounting Type' ? value.replace(/ Mount$/, '') : value);
  expect(
    excluded.filter((piece) => findMentions(piece.text, wordOf(piece), piece.field).length === 0).map(where),
  ).toEqual([]);
});

test.each([
  ['Women', /^(?:be )?(?:made|meant) for women$/],
  ['Womens', /women's version$|^be made for women$/],
  ["Men's", /men's version$|^be made for men$/],
  ["Boys'", /^(?:be )?(?:made|meant) for boys$/],
  ['Boys', /^(?:be )?(?:made|meant) for boys$/],
  ['Baby', /^(?:be )?(?:made|meant) for a baby$/],
  ['Unisex', /^(?:be )?unisex$|in a unisex version$/],
  ['Unisex Adult', /in a unisex adult version$/],
  ['Juniors', /from the juniors department$/],
])('a department is said of the people it is for: %s', (value, wording) => {
  const pieces = asking('Department', value);
  expect(pieces.map(({ place }) => place)).toContain('verb');
  for (const { text } of pieces) expect(text).toMatch(wording);
});

test.each([
  ['Warranty Type', 'No Warranty', 'no warranty'],
  ['Special Feature', 'No Drilling Required', 'no drilling required'],
  ['Style', 'No Frame', 'no frame'],
])('what the product lacks is not asked for as a thing it has: %s "%s"', (field, value, words) => {
  expect(asking(field, value)).toEqual([
    { place: 'after', text: `with ${words}` },
    { place: 'verb', text: `come with ${words}` },
  ]);
});

test('articles fit what follows them', () => {
  const vowel = /\ba (?:[aio]|e(?!u|w)|u(?!ni|s|ti|ku|bi|\b|-))/;
  const consonant = /\ban (?:[bcdfgjklmnpqrtvwxyz]|h(?!our|onest|eir|erb)|s(?!-)|uni[tvq]|us[aeiu])/;
  expect(offending(({ text }) => vowel.test(text) || consonant.test(text))).toEqual([]);
});

test('no word is said twice in a row', () => {
  expect(offending(({ text }) => /\b(\p{L}+)[ -]\1\b/iu.test(text))).toEqual([]);
});

test('a text for a sentence begins with a verb in its base form', () => {
  const verbs = new Set(
    'be have come work use fit suit support offer include take carry bring smell connect mount hold shoot record write run mean go weigh give bear make stay record get look contain measure help'.split(
      ' ',
    ),
  );
  expect(
    said.filter(({ place, text }) => place === 'verb' && !verbs.has(text.split(' ')[0] as string)).map(where),
  ).toEqual([]);
});

test('a text behind the noun does not begin like a sentence', () => {
  expect(
    said
      .filter(({ place, text }) => place === 'after' && /^(?:be|have|come|use|work|support|offer|a|an|the) /.test(text))
      .map(where),
  ).toEqual([]);
});

test('a text before the noun is a modifier: at most three words, without article or preposition', () => {
  const wordy = said.filter(
    ({ place, field, text }) =>
      place === 'before' &&
      field !== 'Brand' &&
      (text.split(' ').length > 3 || /^(?:a|an|the|in|with|for|of) /.test(text)),
  );
  expect(wordy.map(where)).toEqual([]);
});

test('a value of one meaning is said in one way per pattern: no piece comes twice', () => {
  const twice = said.filter(
    (piece, index) =>
      said.findIndex(
        (other) =>
          other.field === piece.field &&
          other.value === piece.value &&
          other.place === piece.place &&
          other.text === piece.text,
      ) !== index,
  );
  expect(twice.map(where)).toEqual([]);
});

test.each([
  ['Handmade', ['handmade', 'be handmade']],
  ['Lay-Flat', ['lay-flat', 'be lay-flat']],
  ['Noise-Isolating', ['noise-isolating', 'be noise-isolating']],
  ['Juice Groove', ['with a juice groove', 'have a juice groove']],
  ['USB Cable', ['with a USB cable', 'have a USB cable']],
  ['Surge Protection', ['with surge protection', 'have surge protection']],
  ['Stereo Speakers', ['with stereo speakers', 'have stereo speakers']],
  ['Auto Sleep', ['with auto sleep', 'have auto sleep']],
  ['Auto Pilot', ['with an auto pilot feature', 'have an auto pilot feature']],
  ['Fits a case', ['fit a case']],
])('a special feature nobody listed is said by what its last word is: %j', (value, texts) => {
  const rubric = { type: 'attribute_match', field: 'details.Special Feature', expected_value: value } as const;
  expect(piecesFor(rubric, 'USD').map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['Size', 'L', 'in size L'],
  ['Size', '2xl', 'in 2XL'],
  ['Product Technique', 'blind seam', 'with a blind seam'],
  ['Special Feature', 'Data Transfer', 'with data transfer'],
  ['Details', 'Flowers', 'with flowers'],
  ['Bag Size', 'Mini', 'in a mini size'],
  ['Compatible Mountings', 'Sony E', 'with a Sony E mount'],
  ['Size', 'Large', 'in large'],
  ['Memory Storage Capacity', '64 gb', 'with 64 GB of storage'],
  ['Processor', 'qualcomm', 'with a Qualcomm processor'],
  ['Connector Type', '3.5mm Jack', 'with a 3.5mm jack connector'],
  ['Brand', 'Black & Decker', 'from Black & Decker'],
  ['Display Resolution', '1920 x 1080 Pixels', 'with a resolution of 1920 x 1080 pixels'],
  ['Strap Type', 'Double Handle', 'with a double handle'],
  ['Power Supply', 'USB Power Cord', 'with a USB power cord'],
  ['Power Supply', 'Rechargeable', 'rechargeable'],
  ['Mounting Type', 'Freestanding', 'freestanding'],
  ['Occasion', 'daily wear', 'be right for daily wear'],
])('the %s %j is written as people write it', (field, value, text) => {
  const rubric = { type: 'attribute_match', field: `details.${field}`, expected_value: value } as const;
  expect(piecesFor(rubric, 'USD').map((piece) => piece.text)).toContain(text);
});

test.each([
  ['shoulder bag', 'Hobo Bag', 'be a hobo bag'],
  ['cushion cover', 'Pillowcases', 'be a pillowcase'],
  ['earrings', 'Drop Earrings', 'be drop earrings'],
])('a type that says what a thing is is said as what it is, one or several: a %s, %j', (noun, value, text) => {
  const rubric = { type: 'attribute_match', field: 'details.Type', expected_value: value } as const;
  expect(piecesFor(rubric, 'USD', noun).flatMap(({ place, text }) => (place === 'noun' ? [] : [text]))).toEqual([text]);
});

test('two values in one stand behind the noun, joined by a word', () => {
  const rubric = { type: 'attribute_match', field: 'details.Pattern', expected_value: 'Floral & Solid' } as const;
  expect(piecesFor(rubric, 'USD')).toContainEqual({ place: 'after', text: 'with a floral and solid pattern' });
  expect(piecesFor(rubric, 'USD').filter(({ place }) => place === 'before')).toEqual([]);
});

test('every field can be asked for in the query, so that none is only ever hidden', () => {
  const silent = WORDED.filter((field) => !said.some((piece) => piece.field === field));
  expect(silent).toEqual([]);
});

test('every field that may be excluded has words for it', () => {
  const silent = [...FIELD_POLICIES.entries()]
    .filter(([, { negative, phrases }]) => negative && phrases('anything').not.length === 0)
    .map(([field]) => field);
  expect(silent).toEqual([]);
});

test('what is left out for being wired has a wired connection, and is not something that connects over it', () => {
  expect(excluding('Connectivity Technology', 'Wired').map(({ text }) => text)).toEqual(['with a wired connection']);
  expect(
    excluding('Connectivity Technology', 'Bluetooth', 'Wired')
      .map(({ text }) => text)
      .join(),
  ).not.toMatch(/over wired/i);
});

test('a value is said as the tables write it, however its row does, and the words are found to say it', () => {
  const said = asking('Special Feature', 'easy use').map(({ text }) => text);
  expect(said.length).toBeGreaterThan(0);
  for (const text of said) {
    expect(text).toContain('easy to use');
    expect(findMentions(text, 'easy use', 'Special Feature')).not.toEqual([]);
  }
});

test('two excluded values are both named, joined by "or"', () => {
  const pieces = excluding('Color', 'Red', 'Navy Blue');
  expect(pieces.length).toBeGreaterThan(0);
  for (const { place, text } of pieces)
    expect([place, text]).toEqual(['not', expect.stringContaining('red or navy blue')]);
});

test.each([
  ['Pattern', 'Solid', 'Striped'],
  ['Pattern', 'Striped', 'Solid'],
  ['Power Source', 'Corded Electric', 'Battery Powered'],
  ['Power Source', 'Battery Powered', 'Corded Electric'],
  ['Mounting Type', 'Tabletop', 'Wall Mount'],
  ['Shape', 'L-Shape', 'Round'],
  ['Shape', 'Round', 'L-Shape'],
])('two excluded values of %s are both named, whichever comes first: %s, then %s', (field, first, second) => {
  for (const { text } of excluding(field, first, second)) {
    for (const value of [first, second])
      expect(findMentions(text, value, field), `${value} in "${text}"`).not.toEqual([]);
  }
});

test.each([
  ['a top-level field', piecesFor({ type: 'attribute_match', field: 'title', expected_value: 'x' }, 'USD')],
  [
    'several values at once',
    piecesFor({ type: 'attribute_match', field: 'details.Color', expected_value: ['Red', 'Blue'] }, 'USD'),
  ],
  ['a noun phrase', piecesFor({ type: 'entity_match', field: 'title', expected_value: 'tote bag' }, 'USD')],
  ['a rating with an upper bound', bounding('average_rating', { max: 4 })],
  ['a bound on an unknown number', bounding('sold_count', { min: 5 })],
  ['an amount where a count is meant', asking('Unit Count', '16 Fl Oz')],
])('there are no words for %s', (_, pieces) => {
  expect(pieces).toEqual([]);
});

test.each([
  ['average_rating', { min: 4 }, 'USD', /\b4 stars\b/],
  ['average_rating', { min: 4.5 }, 'USD', /\b4\.5 stars\b/],
  ['rating_number', { min: 50 }, 'USD', /\b50 (?:or more )?(?:ratings|people)\b/],
  ['rating_number', { min: 20_000 }, 'USD', /\b20,000 (?:or more )?(?:ratings|people)\b/],
  ['price', { max: 25 }, 'USD', /\$25\b/],
  ['price', { max: 1500 }, 'EUR', /€1,500\b/],
  ['price', { max: 250_000 }, 'VND', /₫250,000\b/],
  ['price', { min: 5 }, 'USD', /\$5\b/],
  ['price', { min: 5, max: 1250 }, 'USD', /\$5\b.*\$1,250\b/],
] as const)('a bound on %s of %j in %s is said in figures', (field, range, currency, figure) => {
  const pieces = bounding(field, range, currency);
  expect(new Set(pieces.map(({ place }) => place))).toEqual(new Set(['after', 'verb']));
  for (const { text } of pieces) expect(text).toMatch(figure);
});

test.each([
  [{ min: 5 }, 'USD'],
  [{ max: 1250 }, 'USD'],
  [{ min: 5, max: 1250 }, 'USD'],
  [{ min: 50_000, max: 250_000 }, 'VND'],
])('whatever says the price range %j in %s is read back as that range, and as no other', (range, currency) => {
  for (const { text } of bounding('price', range, currency)) {
    expect(findRangeMentions(text, 'price', range), text).not.toEqual([]);
    expect(findRangeMentions(text, 'price', { min: 6, max: 1249 }), text).toEqual([]);
  }
});

test('a lower bound never sounds like an upper one, nor an upper like a lower', () => {
  const lower = [
    ...bounding('average_rating', { min: 4 }),
    ...bounding('rating_number', { min: 100 }),
    ...bounding('price', { min: 5 }),
  ];
  for (const { text } of lower) {
    expect(text).toMatch(/at least|or more|or higher|or better/);
    expect(text).not.toMatch(/at most|or less|no more than/);
  }
  for (const { text } of bounding('price', { max: 25 })) {
    expect(text).toMatch(/at most|or less|no more than|at or below/);
    expect(text).not.toMatch(/at least|or more\b/);
  }
});

test('a quality said with "no" is asked for like any other value', () => {
  expect(asking('Special Feature', 'No Show').map(({ text }) => text)).not.toContain('come with no show');
});

test.each([
  ['Panel Type', 'IPS', 'with an IPS panel'],
  ['Switches', 'Cherry MX Red', 'with Cherry MX Red switches'],
  ['Connection Type', 'Wired', 'with a wired connection'],
  ['Aspect Ratio', '16:9', 'with a 16:9 aspect ratio'],
  ['Kind', 'Wrist Watches', 'of the wrist watch type'],
  ['TV Features', 'Voice Remote', 'with voice remote'],
  ['Microphone', 'Yes', 'with a microphone'],
  ['Microphone', 'false', 'without a microphone'],
  ['Replaceable Batteries', 'yes', 'with replaceable batteries'],
  // What has no English name is told as the listing has it.
  ['Couleur', 'Blanc cassé', 'with "Blanc cassé" under "Couleur"'],
  ['Krave', 'Rullekrave med lynlås', 'with "rullekrave med lynlås" under "Krave"'],
  ['Pays de fabrication', 'Portugal', 'with "Portugal" under "Pays de fabrication"'],
  ['Imperméable', 'Oui', 'with "Oui" under "Imperméable"'],
  ['Цвет', 'красный', 'with "красный" under "Цвет"'],
])('a field that the lexicon does not know is said by its name: %s %s', (field, value, words) => {
  expect(asking(field, value).map(({ text }) => text)).toContain(words);
});

test.each([
  ['Yes', 'before', 'wireless'],
  ['No', 'verb', 'not be wireless'],
])('a flag whose name is an adjective is said as one: %s', (value, place, text) => {
  expect(asking('Wireless', value)).toContainEqual({ place, text });
});

test.each([
  ['laptop sleeve', { nominal: 14, min: 13.5, max: 14.49, unit: 'in' }, 'for a 14-inch screen'],
  ['laptop sleeve', { max: 15, unit: 'in' }, 'fit screens of no more than 15 inches'],
  ['laptop', { max: 15, unit: 'in' }, 'have a screen of no more than 15 inches'],
])('a %s with a Screen Size of %j is asked for as what fits it, or has it', (noun, expected_value, text) => {
  const rubric = { type: 'numeric_range', field: 'details.Screen Size', expected_value } as const;
  expect(piecesFor(rubric, 'USD', noun).map((piece) => piece.text)).toContain(text);
});

test.each([
  ['lens', 'Wide Angle', [{ place: 'before', text: 'wide-angle' }]],
  [
    'camera',
    'Wide Angle',
    [
      { place: 'after', text: 'with a wide-angle lens' },
      { place: 'verb', text: 'have a wide-angle lens' },
    ],
  ],
] as const)('a %s is what its field names or has it: %s', (noun, expected_value, pieces) => {
  expect(piecesFor({ type: 'attribute_match', field: 'details.Lens Type', expected_value }, 'USD', noun)).toEqual(
    pieces,
  );
});

test.each([
  ['hair claw', 'Small Hair Claw', ['small hair claw']],
  ['phone case', 'Ordinary Mobile Phone Case', ['ordinary mobile phone case']],
  ['hair claw', 'Hair Clip', []],
  ['bag', 'Hair Claw', []],
])('a %s of the type "%s" may be named by it', (noun, expected_value, texts) => {
  const said = piecesFor({ type: 'attribute_match', field: 'details.Type', expected_value }, 'USD', noun);
  expect(said.filter(({ place }) => place === 'noun').map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['Nova 5 case', 'Acme Nova 5', { place: 'noun', text: 'Acme Nova 5 case' }],
  ['phone case', 'Acme Nova 5', { place: 'before', text: 'Acme Nova 5' }],
  ['Nova 5', 'Acme Nova 5', { place: 'noun', text: 'Acme Nova 5' }],
])('words that a %s begins with are said once where a value ends with them: %s', (noun, expected_value, piece) => {
  const rubric = { type: 'attribute_match', field: 'details.Compatible Phone Models', expected_value } as const;
  expect(piecesFor(rubric, 'USD', noun).filter(({ text }) => text.startsWith('Acme'))).toEqual([piece]);
});

test.each(['Laptop', 'Water Bottle'])('things that a product is for are said in the plural: %s', (value) => {
  const texts = asking('Recommended Uses For Product', value).map(({ text }) => text);
  expect(texts).toContain(`meant for ${value.toLowerCase()}s`);
  expect(texts.filter((text) => !text.includes(`${value.toLowerCase()}s`))).toEqual([]);
});

test.each(['Yes', 'No'])('nobody asks for a %s TV: what the noun says of a thing is no yes or no of it', (value) => {
  const rubric = { type: 'attribute_match', field: 'details.Smart TV', expected_value: value } as const;
  expect(piecesFor(rubric, 'USD', 'TV')).toEqual([]);
  const sayable = sayableValues();
  expect([sayable('Smart TV', value, 'TV').explicit, sayable('Smart TV', value, 'monitor').explicit]).toEqual([
    false,
    true,
  ]);
});

afterEach(() => useLexicon());

test.each<[string, Lexicon['fields'][string], string, RegExp]>([
  ['Country of Origin', { kind: 'set' }, 'Kenya', /Kenya/],
  ['Suitable for', { say: { after: ['suitable for {v}'] } }, 'Espresso', /suitable for espresso/i],
  ['Occasion', {}, 'Wedding', /wedding/i],
])('what is ruled out has words, though the lexicon has none for that: %s', (field, said, value, words) => {
  useLexicon({ fields: { [field]: said }, types: {} });
  const [piece, ...others] = excluding(field, value);
  expect(piece?.place).toBe('not');
  for (const { text } of [piece as Piece, ...others]) expect(text).toMatch(words);
});

test.each([
  ['Life Stage', 'All Life Stages', 'for all life stages'],
  ['Life Stage', 'Adult', 'for an adult pet'],
  ['Breed Size', 'Small', 'for small breeds'],
  ['Breed Size', 'All Breed Sizes', 'for all breed sizes'],
])('%s "%s" of goods for pets is said as people do: %s', (field, expected_value, text) => {
  const rubric = { type: 'attribute_match', field: `details.${field}`, expected_value } as const;
  expect(piecesFor(rubric, 'USD').map((piece) => piece.text)).toContain(text);
});

test.each([
  ['Sole Material', 'Cork', 'with a cork sole'],
  ['Head Material', 'Forged Steel', 'with a forged steel head'],
  ['Outer Material', 'Leather', 'with a leather outer material'],
  ['Warranty', '5 Years', 'with a 5-year warranty'],
  ['Control Method', 'Buttons', 'with buttons'],
])('a thing is said to be of what it is made of, a warranty of its time: %s %s', (field, value, said) => {
  const texts = asking(field, value).map(({ text }) => text);
  expect(texts[0]).toBe(said);
  for (const text of texts) expect([text, findMentions(text, value, field).length > 0]).toEqual([text, true]);
});

test('no adjective says a word of the noun phrase twice: a washable bag is asked to be machine-washable behind it', () => {
  const asked = {
    type: 'attribute_match',
    field: 'details.Special Feature',
    expected_value: 'Machine Washable',
  } as const;
  expect(piecesFor(asked, 'USD', 'washable bag').filter(({ place }) => place === 'before')).toEqual([]);
  expect(piecesFor(asked, 'USD', 'tote bag').map(({ place }) => place)).toContain('before');
});

test('a time is said in one word before the noun it counts for alone', () => {
  expect(fill('for anyone {v plain} old', '5 Years', 'plain')).toBe('for anyone 5 years old');
  expect(fill('that lasts {v} at least', '5 Years', 'lower')).toBe('that lasts 5 years at least');
});

test.each(['5 µm', '90º', 'Ø 20 cm', 'Pokémon'])('%s is said as it is, and not as what a listing has', (value) => {
  expect(asking('Membrane', value)[0]?.text).not.toContain('under "');
});

test.each([
  ['Country of Origin', 'Morocco', 'made in Morocco'],
  ['Country of Origin', 'Saudi Arabia', 'made in Saudi Arabia'],
  ['Material', 'Jersey', 'made of jersey'],
  ['ip_rating', 'IP65', 'with an IP65 rating'],
  ['Skin Type', 'All Skin Types', 'for all skin types'],
  ['Care Instructions', 'Dry Clean', 'be safe to dry clean'],
  ['Care Instructions', 'Machine Wash', 'that I can machine wash'],
  ['Product Benefits', 'Hair Growth', 'for hair growth'],
  ['Product Benefits', 'dead skin', 'be exfoliating'],
  ['Mounting Type', 'Wall Mounted', 'be wall-mounted'],
  ['Style', 'Gaming', 'made for gaming'],
  ['Special Feature', 'officially licensed', 'be officially licensed'],
  ['Special Feature', 'family friendly', 'be family-friendly'],
  ['Special Feature', 'dermatologist tested', 'be dermatologist-tested'],
  ['Special Feature', 'Plug and Play', 'be plug and play'],
  ['Size', '20 x 30 in', 'measuring 20 x 30 in'],
  ['Size', 'foot throw 50x62in', 'in the foot throw 50x62in size'],
  ['Size', '9 narrow', 'in size 9 narrow'],
  ['Size', 'x-large tall', 'in x-large tall'],
  ['Size', 'king', 'in king size'],
  ['Details', 'Grommet Eyelet', 'with grommet eyelet details'],
  ['Country of Origin', 'USA', 'made in the USA'],
  ['Tenkeyless', 'No', 'that is not tenkeyless'],
  ['Data Trans Speed', 'USB2: 0-480Mbps', 'with USB 2 data speed'],
  ['Display Resolution', '1920x1080 Pixels', 'with a resolution of 1920x1080 pixels'],
  ['Closure', 'Buttons', 'with a button closure'],
])('%s %s is said as people write it: "%s"', (field, value, text) => {
  const asked = { type: 'attribute_match', field: `details.${field}`, expected_value: value } as const;
  expect(piecesFor(asked, 'USD').map((piece) => piece.text)).toContain(text);
});

test('capitals inside a word of a name that a person gives stand', () => {
  useLexicon({ ...NO_LEXICON, fields: { sheetmark: { name: 'RoHS compliance' } } });
  const asked = { type: 'attribute_match', field: 'details.sheetmark', expected_value: 'Yes' } as const;
  expect(piecesFor(asked, 'USD').map(({ text }) => text)).toContain('with RoHS compliance');
  useLexicon();
});
