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
  expect(otherRecipientAmong(womens as never, "Father's Day")).toContain('another person');
  expect(otherRecipientAmong(womens as never, 'Birthday')).toBeNull();
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
