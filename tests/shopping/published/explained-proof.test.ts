import { expect, test } from 'vitest';
import { semanticEntries } from '../../../shopping/published/explained-proof.ts';
import type { SemanticProof } from '../../../shopping/semantic.ts';
import { SEMANTIC_PROOF } from '../../fixtures/semantic.ts';

const told = (clue: SemanticProof['clues'][number]) =>
  semanticEntries({ ...SEMANTIC_PROOF, models: { judge: 'j', blind_solver: 's' }, clues: [clue] });

test('votes on a clue are told with the number of values there were to choose from', () => {
  const votes = ['Cork', 'Screw Top', 'Screw Top'];
  expect(told({ rubric_id: 'r1', candidates: ['Cork', 'Screw Top'], votes, recovered: 2 })).toEqual([
    { name: 'clue', text: 'r1: 2 of 3 votes of s picked it among 2 values' },
  ]);
});

test('a clue nobody was asked about is told as not tested, and why', () => {
  expect(told({ rubric_id: 'r1', candidates: ['Screw Top'], votes: null, recovered: null })).toEqual([
    { name: 'clue', text: 'r1: not tested, the catalog has no other value it could stand for' },
  ]);
});
