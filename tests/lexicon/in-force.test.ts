import { afterEach, expect, test } from 'vitest';
import { canonicalField } from '../../catalog/index.ts';
import { fieldFor } from '../../catalog/product/details.ts';
import {
  FIELDS,
  isForeignShop,
  languageOfShop,
  onDemand,
  readingPart,
  useLanguage,
  useLexicon,
  useWords,
  wordsOf,
} from '../../lexicon/index.ts';
import { dialogueOf } from '../../shopping/dialogue/field-dialogues.ts';
import { cluesFor } from '../../shopping/language/clue-bank.ts';
import { FIELD_POLICIES, wordsFor } from '../../shopping/language/field-policy.ts';
import { typeOfCategory } from '../../shopping/nouns/product-type.ts';
import { implausibleValue } from '../../shopping/plausibility/index.ts';
import { amountIn } from '../../shopping/quantities/index.ts';
import { spellingsOf } from '../../text/spellings.ts';

const said = (fields: Record<string, object>, types: Record<string, object> = {}) =>
  useLexicon({ fields, types } as Parameters<typeof useLexicon>[0]);
afterEach(() => useLexicon());

test.each([{ aliases: ['Glow'] }, { lists: true }, { pair: 'x' }])(
  'rows are read anew where a lexicon says how they are read: %j',
  (entry) => {
    said({ 'Glow Depth': { asked: true } });
    expect(readingPart()).toBe('');
    said({ 'Glow Depth': entry });
    expect(readingPart()).not.toBe('');
  },
);

test('a field that a person describes is known wherever fields are', () => {
  said({
    'Refresh Rate': {
      aliases: ['Bildrate'],
      name: 'refresh speed',
      values: { '144 Hz': { clues: ['keep fast games smooth', 'show motion without a blur'] } },
      dialogue: { label: 'refresh speed', keywords: ['hertz', 'smoothness'] },
    },
  });
  expect(canonicalField('bildrate')).toBe('Refresh Rate');
  expect(fieldFor('Bildrate')).toBe('Refresh Rate');
  expect(wordsFor('Refresh Rate').phrases('fast').after).toContain('with {a v} refresh speed');
  expect(cluesFor('Refresh Rate', '144 hz')).toHaveLength(2);
  expect(dialogueOf('Refresh Rate').keywords).toContain('hertz');
});

test('what a person says wins over the tables, and the rest of the tables stays', () => {
  const before = FIELDS.get('Color');
  said({ Color: { asked: false } });
  expect(FIELDS.get('Color')).toEqual({ ...before, asked: false });
});

test('when a lexicon is taken away everything is as it was', () => {
  const before = { fields: new Map(FIELDS), policies: [...FIELD_POLICIES.keys()] };
  said({ Gizmo: { aliases: ['Colourway'], ask: { persona: true }, say: { after: ['with {v}'] } } });
  expect(canonicalField('colourway')).toBe('Gizmo');
  useLexicon();
  expect(new Map(FIELDS)).toEqual(before.fields);
  expect([...FIELD_POLICIES.keys()]).toEqual(before.policies);
  expect(canonicalField('colourway')).toBe('colourway');
});

test('the unit of bare numbers is the one that is said', () => {
  expect(amountIn('Depth', '40')).toEqual({ amount: 40, unit: null });
  said({ Depth: { unit: 'cm' } });
  expect(amountIn('Depth', '40')).toEqual({ amount: 40, unit: 'cm' });
});

test.each(['No', 'nej', 'Nein'])('a flag that is never to be used is so in every language: %s', (option) => {
  said({ Foamy: { never: { No: 'nobody wants it flat' } } });
  const value = { field: 'Foamy', option, rawValue: option, productId: 'P1', title: 'Soap', brand: null };
  expect(implausibleValue(value as Parameters<typeof implausibleValue>[0])).toBe(
    `never_asked: "${option}" is not to be used: nobody wants it flat`,
  );
  expect(
    implausibleValue({ ...value, option: 'Ja', rawValue: 'Ja' } as Parameters<typeof implausibleValue>[0]),
  ).toBeNull();
});

test('a value that is never to be used is set aside with the reason', () => {
  const value = { field: 'Mood', option: 'Nice', rawValue: 'Nice', productId: 'x', title: 'y' };
  expect(implausibleValue(value)).toBeNull();
  said({ Mood: { never: { nice: 'everything is nice' } } });
  expect(implausibleValue(value)).toBe('never_asked: "Nice" is not to be used: everything is nice');
});

test('another spelling of a value is looked for where the value must not stand', () => {
  said({ Mood: { values: { Calm: { also: ['serene'] } } } });
  expect(spellingsOf('Calm', 'Mood')).toContain('serene');
});

test('a product type is called by its other names and by the kinds it is one of', () => {
  said({}, { sofa: { plural: 'sofas', also: ['Couches'], parents: ['seat'] }, seat: { plural: 'seats' } });
  const type = typeOfCategory(['Home', 'Couches']);
  expect([type?.span, type?.name]).toEqual(['Couches', 'sofa']);
  expect(type?.forms).toEqual(['sofa', 'sofas', 'couches', 'seat', 'seats']);
});

test('whoever comes back to words finds the tables as they were, also after a lexicon that tables cannot be made of', () => {
  const tables = () => [
    new Map(FIELDS),
    [...FIELD_POLICIES.keys()],
    canonicalField('colourway'),
    spellingsOf('Calm', 'Mood'),
  ];
  const english = tables();
  const lexicon = { Gizmo: { aliases: ['Colourway'] }, Mood: { values: { Calm: { also: ['serene'] } } } };
  said(lexicon);
  const own = tables();
  expect(() => said({ Mood: { aliases: 7 as never } })).toThrow();
  useLexicon();
  expect(tables()).toEqual(english);
  expect(() => said({ Mood: { aliases: 7 as never } })).toThrow();
  said(lexicon);
  expect(tables()).toEqual(own);
  useLanguage('zh');
  useLanguage();
  expect(tables()).toEqual(own);
});

test('a table on demand is made where it is asked for, once for each lexicon', () => {
  const made: boolean[] = [];
  const named = onDemand(({ fields }) => {
    made.push('Glow Depth' in fields);
    return new Set(Object.keys(fields));
  });
  expect(made).toEqual([]);
  expect([named().has('Glow Depth'), named().size]).toEqual([false, 0]);

  said({ 'Glow Depth': { asked: true } });
  expect(made).toEqual([false]);
  expect([named().has('Glow Depth'), named().size]).toEqual([true, 1]);

  useLexicon();
  expect(named().has('Glow Depth')).toBe(false);
  expect(made).toEqual([false, true]);
});

test('a run says whether its shop is an English one, which concerns texts in English alone', () => {
  useWords(wordsOf({ foreign: true }));
  expect(isForeignShop()).toBe(true);
  expect(languageOfShop()).toBe(null);
  useWords(wordsOf({ foreign: 'da' }));
  expect([isForeignShop(), languageOfShop()]).toEqual([true, 'da']);
  useLanguage('es');
  expect(isForeignShop()).toBe(false);
  useWords(wordsOf({}));
  expect(isForeignShop()).toBe(false);
});
