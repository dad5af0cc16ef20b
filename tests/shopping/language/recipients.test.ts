import { expect, test } from 'vitest';
import { FIELDS } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { cluesFor } from '../../../shopping/language/clue-bank.ts';
import { patternsFor } from '../../../shopping/language/openings.ts';
import { pieces } from '../../../shopping/language/outright-pieces.ts';
import {
  areOfOneRecipient,
  forOneRecipient,
  otherRecipientAmong,
  recipientsIn,
  saidBesides,
} from '../../../shopping/language/recipients.ts';

const drawOf = (number: number) => drawFor(number, 'recipients', 'test');
const item = (rubricId: string, texts: readonly string[]) => ({
  rubricId,
  field: rubricId,
  pieces: pieces('verb', texts),
});

test.each([
  ['be for my son, who is turning seven', 'be for my wife'],
  ['be for my girlfriend', 'suit my face, which feels tight after washing'],
  ['be for my dad in June', 'be made for women'],
  ['Womens', "Father's Day"],
  ['Kid', 'Mens'],
])('%j and %j speak of two', (one, other) => {
  expect(areOfOneRecipient(one, other)).toBe(false);
  expect(areOfOneRecipient(other, one)).toBe(false);
});

test.each([
  ['be for my wife', 'be made for women'],
  ['be for my mom in May', 'Womens'],
  ['suit my face', 'be made with wives and girlfriends in mind'],
  ['be for my son, who is turning seven', 'Boys'],
  ['fit both my husband and me', 'sit on my wrist'],
  ['come in baby blue', 'be for my wife'],
  ['Unisex Adult', 'be fine for anyone in the family'],
])('%j and %j may speak of one', (one, other) => {
  expect(areOfOneRecipient(one, other)).toBe(true);
  expect(areOfOneRecipient(other, one)).toBe(true);
});

test('words of a request speak of one recipient, whichever are drawn', () => {
  const birthday = item('Occasion', cluesFor('Occasion', 'Birthday'));
  const womens = item('Department', cluesFor('Department', 'Womens'));
  const skin = item('Skin Type', cluesFor('Skin Type', 'Dry'));
  for (let number = 0; number < 60; number++) {
    for (const items of [
      [birthday, womens],
      [womens, skin],
      [skin, birthday],
    ]) {
      const { items: narrowed } = forOneRecipient(items, [], drawOf(number));
      const texts = narrowed.map((one) => one.pieces.map(({ text }) => text));
      for (const one of texts[0] ?? [])
        for (const other of texts[1] ?? []) expect(areOfOneRecipient(one, other), `${one} / ${other}`).toBe(true);
    }
  }
});

test('words that speak of nobody are left as they are', () => {
  const items = [item('Color', ['come in red', 'be red']), item('Closure', ['close with a click'])];
  expect(forOneRecipient(items, ["women's watch"], drawOf(1)).items).toEqual(items);
});

test('an opening speaks of the recipient of the clues', () => {
  for (let number = 0; number < 200; number++) {
    const { opening } = patternsFor('product_search', 'Hair Care shampoo', new Set(), drawOf(number), [
      'is for my wife',
    ]);
    expect(areOfOneRecipient(opening, 'is for my wife'), opening).toBe(true);
  }
});

test('a value for somebody else than another value is not asked beside it', () => {
  const womens = [{ type: 'attribute_match' as const, field: 'details.Department', value: 'Womens' }];
  const beside = (field: string, value: string) => otherRecipientAmong(womens as never, { field, value });
  expect(beside('Occasion', "Father's Day")).toContain('another person');
  expect(beside('Target Audience', 'Men')).toContain('another person');
  expect(beside('Occasion', 'Birthday')).toBeNull();
});

test.each([
  ['Department', 'Womens', 'Material', 'Man Made'],
  ['Department', 'Womens', 'Room Type', 'Kids Room'],
  ['Connector Gender', 'Female', 'Connector Gender', 'Male to Female'],
  ['Age Range (Description)', 'Adult', 'Scent', 'Baby Powder'],
])('a value of no field about people is asked beside any person: %s "%s", %s "%s"', (known, asked, field, value) => {
  const features = [{ type: 'attribute_match' as const, field: `details.${known}`, value: asked }];
  expect(otherRecipientAmong(features as never, { field, value })).toBeNull();
});

test('a value stated in a profile speaks of somebody where its field is about people alone', () => {
  const stated = (field: string, expected_value: string) => ({
    field: `details.${field}`,
    expected_value,
    type: 'attribute_match',
    info_source: 'user_profile',
  });
  expect(saidBesides([stated('Material', 'Man Made'), stated('Department', 'Womens')] as never)).toEqual(['Womens']);
});

test.each([
  ["be kind to my baby's skin", 'baby'],
  ["suit my mother's face at sixty", 'mother'],
  ["tame my kids' hair", 'kid'],
])('the body in "%s" is that of one other than the shopper', (clue, whose) => {
  expect(recipientsIn(clue)).not.toContain('me');
  expect(recipientsIn(clue)).toContain(whose);
  expect(areOfOneRecipient(clue, clue)).toBe(true);
});

test.each([
  ["suits my grandparents' taste", ['grandparents']],
  ['be for my grandparents', ['grandparents']],
  ["fit in with my grandparents' old furniture", []],
])('"%s" is for %j', (clue, whose) => {
  expect(recipientsIn(clue)).toEqual(whose);
});

test('no clue speaks of two who are not one', () => {
  const torn = [...FIELDS.values()].flatMap(({ values }) =>
    Object.values(values).flatMap(({ clues = [] }) => clues.filter((clue) => !areOfOneRecipient(clue, clue))),
  );
  expect(torn).toEqual([]);
});

const RELATIVE =
  /\bmy (?:little )?(?:wife|girlfriend|husband(?! and me)|boyfriend|son|daughter|nephew|niece|mom|dad|kids?|baby|teenager|face|skin|hair|hands)\b/;

test('every clue that names a relative or the body of the shopper is known to speak of somebody', () => {
  const silent = [...FIELDS.values()].flatMap(({ values }) =>
    Object.values(values).flatMap(({ clues = [] }) =>
      clues.filter((clue) => RELATIVE.test(clue) && recipientsIn(clue).length === 0),
    ),
  );
  expect(silent).toEqual([]);
});
