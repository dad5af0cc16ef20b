import { expect, test } from 'vitest';
import { intentNamed } from '../../../families/ecomagentbench/intents.ts';
import { turnsBy } from '../../../families/ecomagentbench/size-contract.ts';
import { asksFor, leakInput, names } from '../../fixtures/leak-inputs.ts';

const [PAPERS_SIZE] = intentNamed('product_search').contracts;
const NECESSITY = {
  BOTH: { all: 1, withoutPersona: 3, withoutClarification: 2, queryAlone: 5, attained: true, exclusionDecides: true },
  ONE: { all: 1, withoutPersona: 3, withoutClarification: 1, queryAlone: 5, attained: false, exclusionDecides: true },
  NONE: { all: 1, withoutPersona: 1, withoutClarification: 1, queryAlone: 1, attained: false, exclusionDecides: true },
};
/** As many requirements of each source as the paper's tasks have, those of smaller ones first. */
const FACTS = (
  ['query', 'query', 'persona', 'clarification', 'query', 'query', 'persona', 'clarification'] as const
).map((source, at) => asksFor(`r${at + 1}`, source, `Field ${at}`, 'Red'));

const turn = (count: number, needs: keyof typeof NECESSITY) => {
  const { task } = leakInput({
    rubrics: [...FACTS.slice(0, count), names('r9', 'tote bag')],
    locked: { implicit_rubric_ids: [] },
  });
  return turnsBy(() => [{ ...PAPERS_SIZE, leastImplicit: 0 }])({ ...task, necessity: NECESSITY[needs] });
};

test.each([
  [8, 'BOTH', 'first'],
  [5, 'BOTH', 'soon'],
  [5, 'ONE', 'late'],
  [5, 'NONE', 'last'],
] as const)('a task of %i requirements that needs %s of its hidden parts is taken %s', (count, needs, expected) => {
  expect(turn(count, needs)).toBe(expected);
});

test.each([
  ['BOTH', 'late'],
  ['ONE', 'last'],
  ['NONE', 'last'],
] as const)('one of four that needs %s of them comes a turn later: %s', (needs, expected) => {
  expect(turn(4, needs)).toBe(expected);
});
