import { afterEach, beforeEach, expect, test } from 'vitest';
import { useForeignShop, useLanguage, useLexicon } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { dialogueOf } from '../../../shopping/dialogue/field-dialogues.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { isForeignName } from '../../../shopping/language/field-name.ts';
import { piecesFor } from '../../../shopping/language/outright-pieces.ts';
import { quantityPhrases } from '../../../shopping/language/quantity-words.ts';
import { findMentions } from '../../../text/mentions.ts';
import { slotInput, wish } from '../../fixtures/slots.ts';

beforeEach(() => useForeignShop(true));
afterEach(() => {
  useForeignShop(false);
  useLexicon();
  useLanguage();
});

const said = (field: string, value: string) =>
  piecesFor({ type: 'attribute_match', field: `details.${field}`, expected_value: value }, 'USD').map(
    ({ text }) => text,
  );
const excluded = (field: string, ...values: string[]) =>
  piecesFor({ type: 'negative_attribute', field: `details.${field}`, expected_value: values }, 'USD').map(
    ({ text }) => text,
  );

test.each(['Kaulus', 'Materiaalin tiedot', 'Contraste', 'For', 'LED Optik'])(
  'a field of a foreign shop has no English name in plain letters that is no English word: %s',
  (field) => {
    expect(isForeignName(field)).toBe(true);
    useForeignShop(false);
    expect(isForeignName(field)).toBe(false);
  },
);

test.each(['Sleeve length', 'Color', 'HDMI ports', 'Ribbon'])(
  'a field that English has words for is said in them: %s',
  (field) => expect(isForeignName(field)).toBe(false),
);

test('a value of a field that has no English name is told as its listing has it', () => {
  expect(said('Materiaalin tiedot', 'Jersey')).toEqual([
    'with "Jersey" under "Materiaalin tiedot"',
    'with "Materiaalin tiedot" given as "Jersey"',
    'whose listing says "Materiaalin tiedot: Jersey"',
    'have "Jersey" under "Materiaalin tiedot"',
    'say "Materiaalin tiedot: Jersey" in the listing',
  ]);
});

test('a value that is no English word is quoted with the English name of its field, and an English one is said', () => {
  expect(said('Ribbon', 'Savon doux')).toContain('with a "Savon doux" ribbon');
  expect(said('Ribbon', 'Eaux florales')).toContain('with an "Eaux florales" ribbon');
  expect(said('Ribbon', 'Pink')).toContain('with a pink ribbon');
  useForeignShop(false);
  expect(said('Ribbon', 'Savon doux')).toContain('with a savon doux ribbon');
});

test.each([
  ['descricao', 'Dry'],
  ['Nutzung', 'Rectangular'],
  ['tipo', 'Red'],
  ['Type', 'Sparkling'],
])('a value that says by itself how a thing is needs no name of its field: the %s %s', (field, value) => {
  const words = value.toLowerCase();
  expect(said(field, value)).toEqual([words, `be ${words}`]);
  expect(excluded(field, value)).toEqual([`that is ${words}`]);
});

test.each([
  ['Nutzung', 'Bedroom', 'with "Bedroom" under "Nutzung"'],
  ['descricao', 'Seco', 'with "Seco" under "descricao"'],
  ['Nutzung', '7', 'with "7" under "Nutzung"'],
])('a value that says no more than a word is told with the name of its field: the %s %s', (field, value, words) =>
  expect(said(field, value)).toContain(words),
);

test('a field whose English name the lexicon knows is said as that one is, and a grape is a name there', () => {
  expect(said('uvas', 'Pinot Noir')).toContain('made from Pinot Noir');
  expect(said('uva1', 'Pinot Noir')).toContain('made from Pinot Noir');
  expect(said('farbe', 'Blau')).toContain('in "Blau"');
});

test('values of a line of products are names, whatever language they are in', () => {
  expect(said('Series', 'Housut')).toContain('from the Housut series');
});

test('excluded values are quoted each for itself', () => {
  expect(excluded('Kaulus', 'Poolokaulus', 'Paitakaulus')).toEqual([
    'with "Poolokaulus" or "Paitakaulus" under "Kaulus"',
  ]);
});

test.each([
  ['Collar', ['Kinakrave'], 'with a "Kinakrave" collar'],
  ['Collar', ['Kinakrave', 'Skjortekrave'], 'with a "Kinakrave" or "Skjortekrave" collar'],
  ['Collar', ['Kinakrave', 'Hætte'], 'with a "Kinakrave" or "Hætte" collar'],
  ['Collar', ['Kinakrave', 'Round'], 'with a "Kinakrave" collar or with a round collar'],
])('what is quoted of excluded values stands as listings have it: %s %j', (field, values, words) => {
  expect(excluded(field, ...values)).toEqual([words]);
});

test.each([
  ['Pattern', 'Unifarver', 'with a "Unifarver" pattern', 'unifarver'],
  ['Special Feature', 'Broderi', 'with a "Broderi" feature', 'with a broderi feature'],
  ['Color', 'Grå', 'in "Grå"', 'grå'],
  ['Connector Type', 'kulatý', 'with a "kulatý" connector', 'with a kulatý connector'],
])('a value of a field of the lexicon is quoted where it is no English one: %s %s', (field, value, quoted, plain) => {
  expect(said(field, value)).toContain(quoted);
  expect(said(field, value)).not.toContain(plain);
  expect(excluded(field, value).join()).toContain(`"${value}"`);
  useForeignShop(false);
  expect(said(field, value)).not.toContain(quoted);
});

test.each([
  ['Pattern', 'Paisley', 'paisley'],
  ['Color', 'Dark Blue', 'in dark blue'],
  ['Size', 'XXL', 'in the XXL size'],
])('a value of a field of the lexicon is said where it is an English one: %s %s', (field, value, words) => {
  expect(said(field, value)).toContain(words);
});

test('a value that a person lists is said as they have it', () => {
  expect(said('Pattern', 'Unifarver')).toContain('with a "Unifarver" pattern');
  useLexicon({ ...NO_LEXICON, fields: { Pattern: { values: { Unifarver: {} } } } });
  expect(said('Pattern', 'Unifarver')).toContain('with a unifarver pattern');
});

test.each([
  ['Taille', '40g', 'in the 40g size'],
  ['Forme', 'Solide', 'with a "Solide" shape'],
  ['Mønster', 'Unifarver', 'with a "Unifarver" pattern'],
  ['taglia', 'Piccola', 'in the "Piccola" size'],
])('a field that the tables of its language name in English is said by that name: %s', (field, value, words) => {
  expect(said(field, value)).toContain(words);
  expect(dialogueOf(field).questions.join()).toContain(words.split(' ').at(-1));
  useForeignShop(false);
  expect(said(field, value)).not.toContain(words);
});

test('an amount is told under the name that the listing has', () => {
  expect(quantityPhrases('Tilavuus', { min: 5, unit: 'L' }).after[0]).toMatch(/^listed with .* under "Tilavuus"$/);
});

test('a person has what is foreign said in English', () => {
  useLexicon({
    ...NO_LEXICON,
    fields: { Kaulus: { name: 'collar', values: { Poolokaulus: { say: { after: ['with a turtleneck'] } } } } },
  });
  expect(said('Kaulus', 'Poolokaulus')).toContain('with a turtleneck');
  expect(said('Kaulus', 'Round')).toContain('with a round collar');
  expect(said('Kaulus', 'Paitakaulus')).toContain('with a "Paitakaulus" collar');
});

const sayRound = (say: Readonly<Record<string, string[]>>) =>
  useLexicon({ ...NO_LEXICON, fields: { Form: { name: 'shape', values: { rund: { say }, oval: {} } } } });

test.each([
  [{ before: ['round'] }, 'round', 'that is round'],
  [{ after: ['with a round top'] }, 'with a round top', 'with a round top'],
  [{ verb: ['be round'] }, 'be round', 'that is round'],
  [{ before: ['round'], not: ['of the round sort'] }, 'round', 'of the round sort'],
  [{ after: ['with a {v} top'] }, 'with a rund top', 'with a "rund" shape'],
])('a value that a person says in English is asked for and excluded in those words: %j', (say, asked, out) => {
  sayRound(say);
  expect(said('Form', 'rund')).toContain(asked);
  expect(excluded('Form', 'rund')).toEqual([out]);
});

test('of excluded values only those that nobody says in English are quoted', () => {
  sayRound({ before: ['round'] });
  expect(excluded('Form', 'rund', 'quadratisch')).toEqual(['that is round or with a "quadratisch" shape']);
});

test.each([{ before: ['round'] }, { after: ['with a round top'] }, { verb: ['be round'] }])(
  'what a person says of a value gives it away as the value itself does: %j',
  (say) => {
    expect(findMentions('a table that is round', 'rund', 'Form')).toHaveLength(0);
    sayRound(say);
    const [text, other] = ['I want a table with a round top.', 'I want a table with a square top.'];
    expect(findMentions(text, 'rund', 'Form')).toHaveLength(1);
    expect(findMentions(other, 'rund', 'Form')).toHaveLength(0);
    expect(findMentions(text, 'rund', 'Farbe')).toHaveLength(0);
  },
);

test('a yes that is said in English is not quoted, for the listing may have another word for it', () => {
  expect(said('Sammenleggbar', 'Yes')).toContain('with a yes under "Sammenleggbar"');
  expect(said('Sammenleggbar', 'Yes').join()).not.toContain('"Yes"');
  expect(said('Sammenleggbar', 'Ja')).toContain('with "Ja" under "Sammenleggbar"');
});

test('no answer says a word of the shop as though it were English', () => {
  const answers = Array.from({ length: 40 }, (_, at) => {
    const rubrics = [wish('r2', at % 2 === 0 ? 'Kaulus' : 'Ribbon', at % 2 === 0 ? 'Poolokaulus' : 'Savon doux')];
    const script = { clarification_slots: [], default_response: '-', max_clarification_turns: 10 };
    const hints = at % 4 < 2 ? [] : ['slot_extra', 'slot_hedged', 'slot_extra'];
    return writeScript(slotInput(rubrics, script).task, drawFor(at, 'foreign', 'script'), { hints })
      .clarification_slots;
  }).flat();
  expect(answers).toHaveLength(40);
  for (const { user_response: answer } of answers) expect(answer).toMatch(/"(?:Kaulus: )?(?:Poolokaulus|Savon doux)"/);
});

test('texts in another language than English say its words', () => {
  useLanguage('es');
  expect(said('Contraste', 'Gran contraste').join()).not.toContain('"');
});

test('values of a field with an English name are said one way, in whatever letters', () => {
  useLexicon({ ...NO_LEXICON, fields: { Ausstattung: { name: 'extra' } } });
  expect(said('Ausstattung', 'Armlehnen')).toContain('with an "Armlehnen" extra');
  expect(said('Ausstattung', 'Fußstütze')).toContain('with a "Fußstütze" extra');
  expect(excluded('Ausstattung', 'Armlehnen', 'Fußstütze').join()).not.toContain('Ausstattung');
});

test('of one thing that is counted nobody says several', () => {
  expect(said('Number of Seats', '1')).toContain('with 1 seat');
  expect(said('Number of Seats', '3')).toContain('with 3 seats');
});
