import { afterEach, beforeEach, expect, test } from 'vitest';
import { useForeignShop, useLanguage, useLexicon } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { isForeignName } from '../../../shopping/language/field-name.ts';
import { piecesFor } from '../../../shopping/language/outright-pieces.ts';
import { quantityPhrases } from '../../../shopping/language/quantity-words.ts';
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

test.each(['Krave', 'Materialets detaljer', 'Contraste', 'For', 'LED Typ'])(
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
  expect(said('Materialets detaljer', 'Jersey')).toEqual([
    'listed as "Jersey" under "Materialets detaljer"',
    'be listed as "Jersey" under "Materialets detaljer"',
  ]);
});

test('a value that is no English word is quoted with the English name of its field, and an English one is said', () => {
  expect(said('Ribbon', 'Savon doux')).toContain('with a "Savon doux" ribbon');
  expect(said('Ribbon', 'Eaux florales')).toContain('with an "Eaux florales" ribbon');
  expect(said('Ribbon', 'Pink')).toContain('with a pink ribbon');
  useForeignShop(false);
  expect(said('Ribbon', 'Savon doux')).toContain('with a savon doux ribbon');
});

test('values of a line of products are names, whatever language they are in', () => {
  expect(said('Series', 'Bukser')).toContain('from the Bukser series');
});

test('excluded values are quoted each for itself', () => {
  expect(excluded('Krave', 'Rullekrave', 'Skjortekrave')).toEqual([
    'listed as "Rullekrave" or "Skjortekrave" under "Krave"',
  ]);
});

test('an amount is told under the name that the listing has', () => {
  expect(quantityPhrases('Kapacitet', { min: 5, unit: 'L' }).after[0]).toMatch(/^listed with .* under "Kapacitet"$/);
});

test('a person has what is foreign said in English', () => {
  useLexicon({
    ...NO_LEXICON,
    fields: { Krave: { name: 'collar', values: { Rullekrave: { say: { after: ['with a turtleneck'] } } } } },
  });
  expect(said('Krave', 'Rullekrave')).toContain('with a turtleneck');
  expect(said('Krave', 'Round')).toContain('with a round collar');
  expect(said('Krave', 'Skjortekrave')).toContain('with a "Skjortekrave" collar');
});

test('no answer says a word of the shop as though it were English', () => {
  const answers = Array.from({ length: 40 }, (_, at) => {
    const rubrics = [wish('r2', at % 2 === 0 ? 'Krave' : 'Ribbon', at % 2 === 0 ? 'Rullekrave' : 'Savon doux')];
    const script = { clarification_slots: [], default_response: '-', max_clarification_turns: 10 };
    const hints = at % 4 < 2 ? [] : ['slot_extra', 'slot_hedged', 'slot_extra'];
    return writeScript(slotInput(rubrics, script).task, drawFor(at, 'foreign', 'script'), { hints })
      .clarification_slots;
  }).flat();
  expect(answers).toHaveLength(40);
  for (const { user_response: answer } of answers) expect(answer).toMatch(/"(?:Rullekrave|Savon doux)"/);
});

test('texts in another language than English say its words', () => {
  useLanguage('es');
  expect(said('Contraste', 'Gran contraste').join()).not.toContain('"');
});
