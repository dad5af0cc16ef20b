import { afterEach, expect, test } from 'vitest';
import { useLexicon } from '../../../lexicon/index.ts';
import { wordsFor } from '../../../shopping/language/field-policy.ts';
import { fill } from '../../../shopping/language/speech.ts';

afterEach(() => useLexicon());

const said = (field: string, value: string) => wordsFor(field).phrases(value).verb.join(' ');

test.each([
  ['LCD', 'AMOLED', 'LCD'],
  ['pwm', 'Yes', 'PWM'],
  ['cpu', '8265U', 'CPU'],
  ['Band 1', '5G', 'band'],
  ['GLOW DEPTH', 'Deep', 'glow depth'],
  ['TOP GLOW', 'Deep', ' top glow'],
  ['USB GLOW', 'Deep', ' USB glow'],
  ['Hz glow', 'Deep', ' hz glow'],
  ['Glow Depth (GD)', 'Deep', 'glow depth'],
])('a name of "%s" is written in capitals where it is spelt out', (field, value, name) =>
  expect(said(field, value)).toContain(name),
);

test.each([
  ['Collection', 'Seamaster', 'Seamaster'],
  ['watch_series', 'Aqua Terra', 'Aqua Terra'],
  ['Roaster', 'Old Mill', 'Old Mill'],
  ['Weave', 'Herringbone', 'herringbone'],
  ['Price Range', 'Budget', 'budget'],
  ['Neck Line', 'Round', 'round'],
])('a value of %s that is a proper name keeps its capitals: %s', (field, value, written) => {
  const { say, phrases } = wordsFor(field);
  const texts = phrases(value).verb.map((pattern) => fill(pattern, value, say));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !text.includes(written))).toEqual([]);
});

test('a proper name keeps its capitals where a lexicon has phrases for its field', () => {
  useLexicon({ fields: { Roaster: { say: { after: ['roasted by {v}'] } } }, types: {} });
  expect(fill('roasted by {v}', 'Old Mill', wordsFor('Roaster').say)).toBe('roasted by Old Mill');
});

test.each([
  ['Series', 'Glow', 'belong to the Glow series'],
  ['watch_series', 'Aqua Terra', 'belong to the Aqua Terra watch series'],
  ['Series', 'HK Premier Series', 'belong to the HK Premier Series'],
  ['Neck Line', 'Round', 'have a round neck line'],
])("a value of %s is one of a maker's lines where its name says so: %s", (field, value, said) => {
  const { say, phrases } = wordsFor(field);
  expect(phrases(value).verb.map((pattern) => fill(pattern, value, say))).toContain(said);
});

const phrasesOf = (field: string, value: string) => {
  const { say, phrases } = wordsFor(field);
  const { before, after, verb, not } = phrases(value);
  const filled = (texts: readonly string[]) => texts.map((text) => fill(text, value, say));
  return { before: filled(before), after: filled(after), verb: filled(verb), not: filled(not) };
};

test.each([
  ['Organic', 'Ja', 'organic'],
  ['Fairtrade', 'Yes', 'fairtrade'],
  ['Decaffeinated', 'Oui', 'decaffeinated'],
  ['Dishwasher safe', 'Yes', 'dishwasher safe'],
  ['Lather-free', 'Yes', 'lather-free'],
  ['Draught proof', 'Yes', 'draught proof'],
  ['Crumbable', 'Yes', 'crumbable'],
  ['Non-slip', 'Yes', 'non-slip'],
  ['is_vegan', 'true', 'vegan'],
])('a flag whose name is an adjective is a quality: %s', (field, value, said) => {
  expect(phrasesOf(field, value)).toMatchObject({ before: [said], after: [], verb: [`be ${said}`] });
  expect(phrasesOf(field, 'No')).toMatchObject({ before: [], after: [], verb: [`not be ${said}`] });
});

test.each([
  ['Suitable for pour over', 'suitable for pour over'],
  ['Made in Denmark', 'made in Denmark'],
  ['Free from lather', 'free from lather'],
])('a quality that goes with something stands behind the noun: %s', (field, said) =>
  expect(phrasesOf(field, 'Yes')).toMatchObject({ before: [], after: [said], verb: [`be ${said}`] }),
);

test.each([
  ['Lid', 'with a lid'],
  ['Has Spout (Yes/No)', 'with a spout'],
  ['Cable', 'with a cable'],
  ['Guest bed', 'with a guest bed'],
  ['Contains Nuts', 'with nuts'],
  ['Bluetooth', 'with Bluetooth'],
  ['Built-in mixer', 'with a built-in mixer'],
  ['Built In Wi-Fi', 'with built-in Wi-Fi'],
  ['PC D-sub', 'with a PC D-sub'],
])('a flag whose name is a noun is a thing: %s', (field, said) =>
  expect(phrasesOf(field, 'Yes')).toMatchObject({ before: [], after: [said] }),
);

test.each([
  ['Folds flat', 'fold flat'],
  ['Goes with lamps', 'go with lamps'],
])('a flag whose name says what a product does is a deed: %s', (field, said) =>
  expect(phrasesOf(field, 'Yes')).toMatchObject({ before: [], after: [], verb: [said] }),
);

test.each([
  ['Suitable for', 'HandPress', 'suitable for HandPress'],
  ['Suitable for', 'Cold drip', 'suitable for cold drip'],
  ['Compatible with', 'Steam machine', 'compatible with a steam machine'],
  ['Recommended for', 'Beginners', 'recommended for beginners'],
])('a value of %s is said with the words of the name: %s', (field, value, said) =>
  expect(phrasesOf(field, value)).toEqual({ before: [], after: [said], verb: [`be ${said}`], not: [said] }),
);

test('a value of what a product works with is said with the verb', () =>
  expect(phrasesOf('Works with', 'Alexa')).toEqual({
    before: [],
    after: [],
    verb: ['work with Alexa'],
    not: ['that works with Alexa'],
  }));

test.each([
  ['Bean', 'Liberica', 'with liberica beans'],
  ['Drying process', 'Washed', 'with a washed drying process'],
  ['Packaging', 'Tin', 'with tin packaging'],
  ['Flavor Hints', 'Red apple', 'with red apple flavor hints'],
  ['Aroma', 'Apple', 'with an apple aroma'],
  ['Brand Stickers', 'Apple', 'with Apple brand stickers'],
])('a name is said in its number, and a fruit as no maker: %s of %s', (field, value, said) =>
  expect(phrasesOf(field, value).after).toEqual([said]),
);

test.each([
  ['Origin', 'Colombia', ['from Colombia'], ['come from Colombia']],
  ['Length', 'Regular', ['in the regular length'], ['come in the regular length']],
  ['Length', '20 cm', ['with a 20 cm length'], ['have a 20 cm length', 'come with a 20 cm length']],
  ['Length', 'Long', [], ['be long']],
  ['Width', 'Extra Wide', [], ['be extra wide']],
] as const)('%s "%s" is said as people say it', (field, value, after, verb) => {
  expect(phrasesOf(field, value)).toMatchObject({ after, verb });
});

test('a flag that is named in two parts, as in tables, has no words', () =>
  expect(phrasesOf('Supported App - Hotstar', 'Yes')).toEqual({ before: [], after: [], verb: [], not: [] }));

test.each([
  ['Connectivity Input', '1', []],
  ['Speaker Units', '2', ['with 2 speaker units']],
  ['Connectivity Input', 'HDMI', ['with an HDMI connectivity input']],
])('a bare number says how many only of what its name has in the plural: %s %s', (field, value, said) =>
  expect(phrasesOf(field, value).after).toEqual(said),
);

test('a pack of some is said by how many are in it, as a bare number is', () =>
  expect(phrasesOf('Number of Items', 'Pack of 6').after).toEqual(phrasesOf('Number of Items', '6').after));

test.each([
  ['Wi-Fi Type', 'Wi-Fi Direct', 'with Wi-Fi Direct'],
  ['Speaker Type', 'Box Speaker', 'with a box speaker'],
])('a value that says the name of its field does so once: %s %s', (field, value, said) =>
  expect(phrasesOf(field, value).after).toEqual([said]),
);
test.each([
  ['sim', '2 SIM (Nano-SIM)', 'have 2 SIM (Nano-SIM)'],
  ['Hem Finish', 'Raw finish', 'have a raw finish'],
  ['Hem Finish', 'Raw', 'have a raw hem finish'],
])('a name of a field that its value says stands there once: %s "%s"', (field, value, written) => {
  const { say, phrases } = wordsFor(field);
  expect(phrases(value).verb.map((pattern) => fill(pattern, value, say))).toContain(written);
});

test('a burden is never asked for, and what spares one is', () => {
  expect(phrasesOf('Assembly Required', 'Yes')).toMatchObject({ before: [], after: [], verb: [] });
  expect(phrasesOf('Assembly Required', 'No').after).toEqual(['without assembly']);
});
