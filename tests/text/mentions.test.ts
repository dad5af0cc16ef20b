import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMentions, findRangeMentions, sharesFact, spellingsOf } from '../../text/mentions.ts';
import { prepareText } from '../../text/prepare.ts';
import { propertyRuns, TRIES_ALL } from '../fixtures/property-runs.ts';
import { cpuMsOf } from '../fixtures/spent.ts';

/** The words a value is found in; the field is optional. */
const found = (text: string, value: string, field?: string) =>
  findMentions(text, value, field).map(({ start, end }) => text.slice(start, end));

describe('a value is found however it is spelled', () => {
  test.each([
    // case, white space, hyphens, joined and torn words
    ['NOISE  cancelling ones', 'Noise Cancelling', 'NOISE  cancelling'],
    ['noise-cancelling ones', 'Noise Cancelling', 'noise-cancelling'],
    ['noisecancelling ones', 'Noise Cancelling', 'noisecancelling'],
    ['water-proof', 'Waterproof', 'water-proof'],
    ['blue tooth', 'Bluetooth', 'blue tooth'],
    ['an RJ-45 plug', 'RJ45', 'RJ-45'],
    ['rj 45', 'RJ45', 'rj 45'],
    ['nonslip feet', 'Non-Slip', 'nonslip'],
    ['Bl\u200bue', 'Blue', 'Bl\u200bue'],
    ['ＵＳＢ－Ｃ', 'USB-C', 'ＵＳＢ－Ｃ'],
    ['a café table', 'Cafe', 'café'],
    // inflection
    ['cases for it', 'Case', 'cases'],
    ['an aluminium casing', 'Case', 'casing'],
    ['charges fast, charging well', 'Charge', 'charges'],
    ['it folds flat', 'Foldable', 'folds'],
    ['noise cancellation', 'Noise Cancelling', 'noise cancellation'],
    ["a men's coat", 'Mens', "men's"],
    ['for men', 'Mens', 'men'],
    // British and American
    ['canceling noise: noise canceling', 'Noise Cancelling', 'canceling noise'],
    ['a grey one', 'Gray', 'grey'],
    ['aluminium', 'Aluminum', 'aluminium'],
    ['colour-treated hair', 'Color Treated', 'colour-treated'],
    ['moisturising', 'Moisturizing', 'moisturising'],
    // units, number formats, number words
    ['a 15.6" laptop', '15.6 Inches', '15.6"'],
    ['a 15.6-inch laptop', '15.6 Inches', '15.6-inch'],
    ['a 15.60 in laptop', '15.6 Inches', '15.60 in'],
    ['fifteen point six inches', '15.6 Inches', 'fifteen point six inches'],
    ['a 39.6 cm screen', '15.6 Inches', '39.6 cm'],
    ['64 gigs', '64 GB', '64 gigs'],
    ['a 64G stick', '64 GB', '64G'],
    ['the one size fits', 'One Size', 'one size'],
    ["HP's", 'HP', "HP's"],
    ['8 fl. oz. bottle', '8 Fluid Ounces', '8 fl. oz'],
    ['sixty-four gigabytes', '64 GB', 'sixty-four gigabytes'],
    ['at least 64 of storage', '64 GB', '64'],
    ['a capacity of 64', '64 GB', '64'],
    ['1024GB', '1 TB', '1024GB'],
    ['1000 GB', '1 TB', '1000 GB'],
    ["a 6' cord", '6 Feet', "6'"],
    ['72 inches', '6 Feet', '72 inches'],
    ['5Ah', '5000 mAh', '5Ah'],
    ['5,000mAh', '5000 milliamp hours', '5,000mAh'],
    ['a five-pack', '5 Pack', 'five-pack'],
    ['a pack of 5', '5 Count', 'pack of 5'],
    ['half a dozen pieces', '6 Count', 'half a dozen pieces'],
    ['8.5" x 11"', '8.5 x 11 Inches', '8.5" x 11"'],
    ['8.5 by 11', '8.5 x 11 inches', '8.5 by 11'],
    ['1 TB of room', '1 TB SSD', '1 TB'],
    // abbreviations, expansions, trade names
    ['a type-c port', 'USB-C', 'type-c'],
    ['USB Type C', 'USB-C', 'USB Type C'],
    ['usbc', 'USB Type C', 'usbc'],
    ['a BT speaker', 'Bluetooth', 'BT'],
    ['wlan', 'Wi-Fi', 'wlan'],
    ['wi fi', 'WiFi', 'wi fi'],
    ['tpu', 'Thermoplastic Polyurethane', 'tpu'],
    ['pleather', 'Faux Leather', 'pleather'],
    ['near-field communication', 'NFC', 'near-field communication'],
    ['2160p', '4K', '2160p'],
    ['four k', '4K', 'four k'],
    ['full HD', '1080p', 'full HD'],
    ['win10', 'Windows 10', 'win10'],
    ['hook & loop', 'Velcro', 'hook & loop'],
    ['2.4G', '2.4 GHz Radio Frequency', '2.4G'],
    // another order, another connective
    ['free of sulphates', 'Sulfate Free', 'free of sulphates'],
    ['no parabens', 'Paraben Free', 'no parabens'],
    ['resists water', 'Water Resistant', 'resists water'],
    ['cancels out noise', 'Noise Cancelling', 'cancels out noise'],
    ['AC and battery', 'AC & Battery', 'AC and battery'],
    // short values
    ['a HP one', 'HP', 'HP'],
    ['runs on A.C. power', 'AC', 'A.C'],
    ['A4 sheets', 'A4', 'A4'],
    ['size m', 'M', 'm'],
    ['24 V DC', 'DC', 'DC'],
    // lists: one specific item is enough
    ['made of plastic', 'Plastic, Aluminum', 'plastic'],
    ['some wool', 'Cotton/Wool', 'wool'],
    // other scripts
    ['采用不锈钢材质', '不锈钢', '不锈钢'],
    ['红色的杯子', '红色', '红色'],
    ['สายชาร์จสีดำนะ', 'สีดำ', 'สีดำ'],
    ['ﾌﾞﾙｰﾄｩｰｽ対応', 'ブルートゥース', 'ﾌﾞﾙｰﾄｩｰｽ'],
    ['블루투스를 원해요', '블루투스', '블루투스'],
    ['чёрный чехол', 'Чёрный', 'чёрный'],
  ])('%j holds %j', (text, value, words) => expect(found(text, value)[0]).toBe(words));

  test.each([
    ['set of five', '5', 'Number of Items'],
    ['five pens', '5', 'Number of Items'],
    ['13.3 inch', '13.3', 'Screen Size'],
    ['for all skin types', 'All', 'Skin Type'],
    ['a see-through one', 'Clear', 'Color'],
    ['navy', 'Navy Blue', 'Color'],
    ['a plug of type A', 'A', 'Style'],
  ])('%j holds %j of the field %s', (text, value, field) => expect(found(text, value, field)).toHaveLength(1));

  test('every place is found, in order, and a longer one hides those inside it', () => {
    expect(found('USB-C here, usbc there', 'USB Type C')).toEqual(['USB-C', 'usbc']);
    expect(found('wool, WOOL and woolen', 'Wool')).toEqual(['wool', 'WOOL', 'woolen']);
    expect(found('faux leather or leather', 'Leather')).toEqual(['leather', 'leather']);
  });

  test('spellings of a value are listed by their words', () => {
    expect(spellingsOf('USB-C')).toEqual(expect.arrayContaining(['usb c', 'usb type c', 'type c']));
    expect(spellingsOf('PC', 'Material')).not.toContain('personal computer');
    expect(spellingsOf('PC', 'Hardware Platform')).toContain('personal computer');
  });
});

describe('a near miss is not the value', () => {
  test.each([
    ['a Blackstone griddle', 'Black'],
    ['reduced, rated, hundred', 'Red'],
    ['organic food', 'Organ'],
    ['a portable timer', 'Port'],
    ['a portable timer', 'Time'],
    ['my hair dryer', 'Dry'],
    ['a yoga mat', 'Matte'],
    ['in the past', 'Paste'],
    ['scented candles', 'Unscented'],
    ['for women', 'Men'],
    ['a wire shelf', 'Wireless'],
    ['Bluetooth', 'Wireless'],
    ['USB-C', 'USB-A'],
    ['a USB stick', 'USB-C'],
    ['an M1 chip and I am fine', 'M'],
    ["it's Anna's", 'S'],
    ['802.11ac', 'AC'],
    ['place, back, ac3', 'AC'],
    ['a 4 star place', 'A4'],
    ['it helps us a lot', 'US'],
    ['a pair of shoes', 'Au Pair'],
    ['silver', 'Liver'],
    ['10 x 12', '10 x 14'],
  ])('%j does not hold %j', (text, value) => expect(found(text, value)).toEqual([]));

  test.each([
    ['it was $15.50', '5'],
    ['it was $5', '5'],
    ['4.5 stars', '5'],
    ['5 stars', '5'],
    ['1.5', '5'],
    ['5 out of 5', '5'],
    ['5 years old', '5'],
    ['version 5', '5'],
    ['iPhone 5', '5'],
    ['the one I like', '1'],
    ['that one.', '1'],
    ['5-way switch', '5'],
    ['25-34', '25'],
    ['5 kg', '5'],
    ['16 inches', '16 GB'],
    ['a $16 one', '16 GB'],
    ['sixteen laptops', '16 GB'],
    ['iPhone 16', '16 GB'],
    ['a Boeing 16', '16 GB'],
    ['16 people', '16 GB'],
    ['at 8 tonight', '8 GB'],
    ['an eight-pin plug', '8 GB'],
    ['8 of us', '8 GB'],
    ['2-in-1', '2 Inches'],
    ['5 in the box', '5 Inches'],
    ['just 3 in stock', '3 in'],
    ['1 MB', '1 TB'],
    ['15 W', '15.6 W'],
    ['1,500 people', '500 g'],
    ['call 555-0100', '555 g'],
    ['twenty, five pens', '25'],
    ['in room 65, set the table', '65 sets'],
  ])('the number in %j is not %j', (text, value) => expect(found(text, value)).toEqual([]));

  test.each([
    ['I am out all day', 'All', 'Skin Type'],
    ['the mat finish line', 'Matte', 'Color'],
    ['for my personal computer', 'PC', 'Finish Type'],
    ['a black drill', 'Black & Decker', 'Brand'],
    ['my own', 'w/o', 'Style'],
  ])('%j does not hold %j of the field %s', (text, value, field) => {
    expect(found(text, value, field)).toEqual([]);
  });
});

describe('flagged on purpose', () => {
  test.each([
    ['just in case', 'Case'],
    ['a paint brush', 'Brushed'],
    ['not waterproof', 'Waterproof'],
    ['faux leather', 'Leather'],
  ])('%j counts as %j: a leak gate had better ask once too often', (text, value) => {
    expect(found(text, value)).toHaveLength(1);
  });
});

describe('stars that are counted', () => {
  test.each([
    '4 stars',
    'rated 4 stars',
    'rated four stars or higher',
    'an average of at least 4.5 stars',
    'a 5-star product',
    'rated 4 out of 5 stars by most buyers',
    '4 stars on average',
    'rated 4 stars and with a floral print',
    'holds a rating of 3.5 stars in the shape it is in',
  ])('are a rating and no shape in %j', (text) => expect(found(text, 'Star', 'Shape')).toEqual([]));

  test.each([
    ['a star-shaped pillow', 'star'],
    ['a star on it', 'star'],
    ['one star on the lid', 'star'],
    ['with 5 stars on it', 'stars'],
    ['with five stars printed across', 'stars'],
    ['printed with 3 stars', 'stars'],
    ['a 5-star pattern', 'star'],
    ['cut in the shape of two stars', 'stars'],
    ['full of 50 stars', 'stars'],
    ['rated 4. Stars, please', 'Stars'],
    ['rated 4 stars and shaped like a star', 'star'],
    ['rated 4 stars, with stars on it', 'stars'],
    ['5 starfish or 4 USB stars', 'stars'],
  ])('are what the thing has in %j', (text, words) => expect(found(text, 'Star', 'Shape')).toEqual([words]));
});

describe('two facts', () => {
  const shares = (oneField: string, one: string | string[], otherField: string, other: string | string[]) =>
    sharesFact({ field: oneField, value: one }, { field: otherField, value: other });

  test.each([
    ['Connectivity Technology', 'USB', 'Hardware Interface', 'USB'],
    ['Connectivity Technology', 'USB', 'Connector Type', 'USB Type C'],
    ['Special Feature', 'Waterproof, Foldable', 'Water Resistance Level', 'Water-Proof'],
    ['Material', 'Wood', 'Finish Type', 'Wooden'],
    ['Wireless Type', 'Wi-Fi', 'Connectivity Technology', 'WLAN'],
    ['Screen Size', '15.6"', 'Size', '15.6 Inches'],
  ])('%s "%s" and %s "%s" are the same', (...facts) => {
    const [oneField, one, otherField, other] = facts;
    expect(shares(oneField, one, otherField, other)).toBe(true);
    expect(shares(otherField, other, oneField, one)).toBe(true);
  });

  test.each([
    ['Connectivity Technology', 'Wireless', 'Wireless Type', 'Bluetooth'],
    ['RAM', '8 GB', 'Number of Items', '8'],
    ['RAM', '8 GB', 'Memory Storage Capacity', '128 GB'],
    ['Material', 'Plastic', 'Color', 'Black'],
    ['Special Feature', 'Portable', 'Hardware Interface', 'Port'],
  ])('%s "%s" and %s "%s" are not', (oneField, one, otherField, other) => {
    expect(shares(oneField, one, otherField, other)).toBe(false);
  });

  test('lists share a fact when any of their values do', () => {
    expect(shares('Color', ['Red', 'Blue'], 'Pattern', ['Striped', 'blue'])).toBe(true);
    expect(shares('Color', ['Red', 'Blue'], 'Pattern', ['Striped'])).toBe(false);
  });
});

const VALUES = [
  'Noise Cancelling',
  'Waterproof',
  'Faux Leather',
  'USB Type C',
  'Stainless Steel',
  'Hook and Loop',
  'Gray',
  'HP',
  'AC',
  'Foldable',
  'Sulfate Free',
  'Carbon Fiber',
  '15.6 Inches',
  '128 GB',
  '8.5 x 11 Inches',
  'RJ45',
  'Polka Dot',
  '不锈钢',
  'สีดำ',
  'Élégant',
  '4K',
  'Windows 11',
  'Built-In Microphone',
];
const CLEAN = [
  'please',
  'tell',
  'quietly',
  'maybe',
  'yesterday',
  'because',
  'garden',
  'uncle',
  'happy',
  'sunday',
  'truly',
];

/** Ways of writing that change no letter of a value. */
const writings: ((value: string) => string)[] = [
  (value) => value,
  (value) => value.toUpperCase(),
  (value) => value.toLowerCase(),
  (value) => value.replaceAll(' ', '-'),
  (value) => value.replaceAll(' ', '  '),
  (value) => value.replaceAll(' ', '\u00a0'),
  (value) => value.replaceAll('-', ' '),
  (value) => value.normalize('NFD'),
  (value) => value.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  (value) => [...value].join('\u200b'),
  (value) => (/\d/.test(value) ? value : value.replaceAll(' ', '')),
];

test('a value planted anywhere in clean text is found where it stands, however it is written', () => {
  const words = fc.array(fc.constantFrom(...CLEAN), { maxLength: 12 });
  const mark = fc.constantFrom(' ', ', ', '. ', ' (', '! ', '\n', ' “', '/');
  fc.assert(
    fc.property(
      fc.constantFrom(...VALUES),
      fc.constantFrom(...writings),
      words,
      words,
      mark,
      mark,
      (value, write, before, after, open, close) => {
        const written = write(value);
        const start = before.join(' ') + open;
        const text = start + written + close + after.join(' ');
        const spans = findMentions(text, value);
        expect(spans).toContainEqual(expect.objectContaining({ start: expect.any(Number), end: expect.any(Number) }));
        expect(spans.every((span) => span.start >= start.length && span.end <= start.length + written.length)).toBe(
          true,
        );
        const letters = (part: string) => part.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '').length;
        const covered = Math.max(...spans.map((span) => letters(text.slice(span.start, span.end))));
        expect(covered).toBeGreaterThanOrEqual(Math.min(2, letters(written)));
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});

test('text that shares no token with a value is never flagged', () => {
  const words = fc.array(fc.constantFrom(...CLEAN, 'seven', '3.25', 'kitten', 'о', '犬', '$99'), { maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom(...VALUES), words, (value, text) => {
      expect(findMentions(text.join(' '), value)).toEqual([]);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('a text prepared once gives the same mentions as the text itself', () => {
  const text = 'A noise-cancelling pair, 15.6" wide, 不锈钢, with USB-C and 128GB';
  const prepared = prepareText(text);
  for (const value of VALUES) expect(findMentions(prepared, value)).toEqual(findMentions(text, value));
});

test('no text makes the search fail, and every place it gives lies in the text', () => {
  const parts = fc.constantFrom(
    '5',
    '.',
    ',',
    '"',
    "'",
    'in',
    ' ',
    '-',
    'x',
    'one',
    'half a dozen',
    'pack of',
    '不',
    '\u200b',
    '\u0301',
    '\ud83d',
    'a',
    '$',
    '/',
    '%',
    '½',
    '°',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      for (const { start, end } of findMentions(one, other)) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(one.length);
      }
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test.each(['constructor', '__proto__', 'toString'])('a text, value or field called %s is like any other', (name) => {
  expect(found(`a ${name} of 5, 5 ${name}`, name, name).length).toBeGreaterThan(0);
  expect(found(`a ${name} of 5`, '5', name)).toEqual(['5']);
  expect(findRangeMentions(`a ${name} of 5`, name, { min: 5 })).toHaveLength(1);
});

test('reading and searching take time in proportion to a hostile text', () => {
  const repeats = TRIES_ALL ? 20_000 : 5_000;
  const cpuMs = cpuMsOf(() => {
    for (const part of [
      '5"',
      "5' ",
      'a-',
      '. 5 ',
      'one ',
      'x5',
      'pack of ',
      '不',
      '\u200b5',
      'noise-',
      '$5 ',
      'A 5 ',
    ]) {
      const prepared = prepareText(part.repeat(repeats));
      for (const value of VALUES) findMentions(prepared, value);
    }
  });
  expect(cpuMs).toBeLessThan(0.75 * repeats);
});

test.each([
  ['G e l', 'Gel', 'Item Form', 'G e l'],
  ['a “2” on it', '2', 'Number of Items', '2'],
  ['iPh-one 15', 'iPhone 15', 'Compatible Phone Models', 'iPh-one 15'],
  ['e-x-e-r-c-i-s-e things', 'Exercise', 'Theme', 'e-x-e-r-c-i-s'],
  ['powered by USB', 'USB Powered', 'Power Source', 'powered by USB'],
  ['it dries quickly', 'Quick Drying', 'Special Feature', 'dries quickly'],
])('%j holds "%s"', (text, value, field, words) => expect(found(text, value, field)).toEqual([words]));

test.each([
  ['I have a GeForceRTX308012GBLHR', 'GeForce RTX 3080 12GB LHR', 'Chipset', 'GeForceRTX308012GBLHR'],
  ['a R-a-d-e-o-n R9 270X card', 'Radeon R9 270X', 'Chipset', 'R-a-d-e-o-n R9 270X'],
  ['NZXTSwiftOptical40g, please', 'NZXT Swift Optical 40g', 'Switches', 'NZXTSwiftOptical40g'],
  ['for MicroFourThirds', 'Micro Four Thirds', 'Lens Mount', 'MicroFourThirds'],
])('a long name is found by its letters and digits, run together or torn: %j', (text, value, field, words) =>
  expect(found(text, value, field)).toEqual([words]),
);

test.each([
  ['15 pounds or so', '1.5 pounds', 'Item Weight'],
  ['the preGeForce RTX 30801 era', 'GeForce RTX 3080', 'Chipset'],
])('letters that are part of more, or of another number, are no name: %j', (text, value, field) =>
  expect(found(text, value, field)).toEqual([]),
);

test.each([
  ['hose 12 inches long', '1/2 inches'],
  ['a bit 1/2 inches wide', '12 inches'],
  ['a baby of 36 months', '3-6 months'],
  ['Set of 12 months calendar', '1-2 months'],
  ['socket with 38 inch drive', '3/8 inch drive'],
  ['1-5 gallons', '15 gallons'],
  ['a pack of 100 cotton pads', '100% Cotton'],
])('digits that stand apart make no other number: %j does not hold %j', (text, value) =>
  expect(found(text, value)).toEqual([]),
);

test('gamers play games as gaming does', () => expect(found('a gamer', 'Gaming', 'Style')).toEqual(['gamer']));
