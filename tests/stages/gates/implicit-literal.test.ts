import { expect, test } from 'vitest';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
import { asksFor, leakInput } from '../../fixtures/leak-inputs.ts';

const rubrics = [
  asksFor('r1', 'query', 'Special Feature', 'Waterproof'),
  asksFor('r2', 'query', 'Color', 'Red'),
  asksFor('r3', 'persona', 'Material', 'Wool'),
];
const check = (query: string) =>
  implicitLiteral.check(leakInput({ rubrics, query, locked: { implicit_rubric_ids: ['r1'] } }));

test('a clue, and an explicit value beside it, are clean', () => {
  expect(check('A red one that survives a dunk in the pool.')).toEqual([]);
});

test.each(['a waterproof one', 'Water-proof!', 'good water proofing', 'ＷＡＴＥＲＰＲＯＯＦ'])(
  'an implicit value said outright is a finding, however it is written: %j',
  (query) => expect(check(query)).toMatchObject([{ code: 'implicit_literal', path: 'user_query', rubricId: 'r1' }]),
);

test('a word of the value alone is clean', () => {
  expect(check('Keep the water out, and the proof is in wearing it.')).toEqual([]);
});
