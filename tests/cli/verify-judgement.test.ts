import { expect, test } from 'vitest';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { boundSaid } from '../../shopping/language/quantity-words.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import type { SemanticProof } from '../../shopping/semantic.ts';

const RUBRICS = [
  { id: 'r1', type: 'attribute_match', field: 'details.Shape', expected_value: 'Round', info_source: 'query' },
  { id: 'r2', type: 'attribute_match', field: 'details.Color', expected_value: 'Red', info_source: 'persona' },
  { id: 'r3', type: 'entity_match', field: 'title', expected_value: 'lamp', info_source: 'query' },
] as unknown as readonly Rubric[];
const TEXTS = [
  { source: 'query', slotId: null, text: 'a lamp without corners' },
  { source: 'persona_requirements', slotId: null, text: 'colour: red' },
] as const;
const GOOD: SemanticProof = {
  models: { judge: 'j', blind_solver: 's' },
  clues: [{ rubric_id: 'r1', candidates: ['Oval', 'Round'], votes: ['Round', null, 'Round'], recovered: 2 }],
  sources: [
    { rubric_id: 'r1', named: [{ source: 'query', slot_id: null, quote: 'without corners' }] },
    { rubric_id: 'r2', named: [{ source: 'persona_requirements', slot_id: null, quote: 'red' }] },
    { rubric_id: 'r3', named: [{ source: 'query', slot_id: null, quote: 'lamp' }] },
  ],
  reads_naturally: true,
  prompt_digests: [],
  reply_digests: [],
};

function violationsOf(semantic: SemanticProof | undefined, rubrics = RUBRICS): string[] {
  const found: string[] = [];
  checkSemantic({ semantic, rubrics, implicitIds: ['r1'], texts: TEXTS }, (code, detail) =>
    found.push(`${code}: ${detail}`),
  );
  return found;
}
const withSources = (rubricId: string, named: SemanticProof['sources'][number]['named']): SemanticProof => ({
  ...GOOD,
  sources: GOOD.sources.map((source) => (source.rubric_id === rubricId ? { ...source, named } : source)),
});
const clue = (changes: object): SemanticProof => ({
  ...GOOD,
  clues: [{ ...GOOD.clues[0]!, ...changes } as SemanticProof['clues'][number]],
});

test('a judgement that bears the sample out breaks nothing, and neither does none at all', () => {
  expect([...violationsOf(GOOD), ...violationsOf(undefined)]).toEqual([]);
});

test.each<[string, SemanticProof, RegExp]>([
  ['votes that are miscounted', clue({ recovered: 3 }), /2 of 3 votes are for the value of r1, 3 are claimed/],
  ['a clue without a majority', clue({ votes: ['Round', null], recovered: 1 }), /1 of 2 votes/],
  ['a choice that did not hold the value', clue({ candidates: ['Oval'] }), /"Round" was not among the values/],
  ['a clue nobody voted on', { ...GOOD, clues: [] }, /votes are kept for none, and the query has clues for r1/],
  ['a rubric no source is named for', { ...GOOD, sources: GOOD.sources.slice(1) }, /the rubrics are r1, r2, r3/],
  ['a rubric found nowhere', withSources('r2', []), /did not find r2 in its own source/],
  [
    'a hidden rubric found in the query',
    withSources('r2', [...GOOD.sources[1]!.named, { source: 'query', slot_id: null, quote: 'lamp' }]),
    /found r2 in the query, which is not its own source/,
  ],
  [
    'a quote that stands nowhere',
    withSources('r1', [{ source: 'query', slot_id: null, quote: 'without edges' }]),
    /quote "without edges" for r1 does not stand in the query/,
  ],
])('%s is told', (_, semantic, sentence) => {
  const violations = violationsOf(semantic);
  expect(violations.every((violation) => violation.startsWith('judgement_differs: '))).toBe(true);
  expect(violations.join('\n')).toMatch(sentence);
});

test('a clue that nobody was asked about breaks nothing, as long as its value stands alone', () => {
  expect(violationsOf(clue({ candidates: ['Round'], votes: null, recovered: null }))).toEqual([]);
  expect(violationsOf(clue({ candidates: ['Oval'], votes: null, recovered: null }))).toHaveLength(1);
});

test('the product may be named anywhere', () => {
  const named = [...GOOD.sources[2]!.named, { source: 'persona_requirements', slot_id: null, quote: 'red' } as const];
  expect(violationsOf(withSources('r3', named))).toEqual([]);
});

test('votes on a bound are read as the bound was shown to those who voted', () => {
  const range = {
    ...RUBRICS[0],
    type: 'numeric_range',
    field: 'details.Weight',
    expected_value: { max: 1, unit: 'kg' },
  };
  const shown = boundSaid({ max: 1, unit: 'kg' });
  const found = clue({ candidates: [shown, boundSaid({ max: 2, unit: 'kg' })], votes: [shown, shown], recovered: 2 });
  const rubrics = [range as unknown as Rubric, ...RUBRICS.slice(1)];
  expect(violationsOf(found, rubrics)).toEqual([]);
  expect(violationsOf(clue({ candidates: ['5 kg'], votes: ['5 kg'], recovered: 1 }), rubrics)).toHaveLength(2);
});
