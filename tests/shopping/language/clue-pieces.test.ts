import { expect, test } from 'vitest';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { cluesFor } from '../../../shopping/language/clue-bank.ts';
import { piecesFor } from '../../../shopping/language/clue-pieces.ts';
import { piecesFor as outright } from '../../../shopping/language/outright-pieces.ts';
import { asksFor, bounds, excludes, names } from '../../fixtures/leak-inputs.ts';

const asking = (field: string, value: string, implicit: boolean) =>
  piecesFor(asksFor('r1', 'query', field, value), implicit, 'USD');

test('a clue stands as a verb phrase, word for word', () => {
  expect(asking('Color', 'Black', true)).toEqual(cluesFor('Color', 'Black').map((text) => ({ place: 'verb', text })));
});

test('a value without a clue cannot be said by one', () => {
  expect(asking('Color', 'Octarine', true)).toEqual([]);
});

test('a clue stands for one value, never for several at once', () => {
  expect(piecesFor(asksFor('r1', 'query', 'Color', ['Black', 'Red']), true, 'USD')).toEqual([]);
});

test('a value that is said outright is said without its clues', () => {
  const texts = asking('Color', 'Black', false).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => cluesFor('Color', 'Black').includes(text))).toEqual([]);
});

test.each<[string, Rubric, boolean]>([
  ['a value', asksFor('r1', 'query', 'Color', 'Black'), false],
  ['an exclusion', excludes('r1', 'query', 'Color', ['Black']), false],
  ['an exclusion, though it were implicit', excludes('r1', 'query', 'Color', ['Black']), true],
  ['a bound', bounds('r1', 'query', 'price', { max: 25 }), false],
  ['a bound, though it were implicit', bounds('r1', 'query', 'price', { max: 25 }), true],
  ['a noun phrase', names('r1', 'tote bag'), false],
])('what has no clue is said as every family says it: %s', (_, rubric, implicit) => {
  expect(piecesFor(rubric, implicit, 'EUR')).toEqual(outright(rubric, 'EUR'));
});
