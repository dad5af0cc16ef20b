import { expect, test } from 'vitest';
import { canonicalJson } from '../../../schemas/canonical-json.ts';
import { ModelError } from '../../../schemas/errors.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import { ClueProof, SemanticProof } from '../../../shopping/semantic.ts';
import { lockDigestOf } from '../../../stages/lock.ts';
import { queryText } from '../../../stages/semantic/index.ts';
import { asksFor, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { type Question, requestOf } from '../../fixtures/scripted-asker.ts';
import {
  CLOSURES,
  CLUE,
  checkWith,
  HONEST,
  judged,
  models,
  picking,
  RUBRICS,
  shampoo,
} from '../../fixtures/semantic.ts';
import { deepFrozen } from '../stage-contract.ts';

const verdictOf = (replies: Parameters<typeof models>[0], input = shampoo(), changes = {}) =>
  checkWith(models(replies).asker, changes)(deepFrozen(input));
const findingsOf = async (...given: Parameters<typeof verdictOf>) => (await verdictOf(...given)).findings;

/** Solvers who pick these values in turn. */
const voting = (...values: (string | null)[]) => ({
  solver: (question: Question) => picking(question, values[question.attempt] as string | null),
});
const finding = (places: Parameters<typeof judged>[1] & object) => ({
  judge: (question: Question) => judged(question, places),
});

test('a draft in which every requirement is found where it belongs is clean, and the proof says by whom and how', async () => {
  const { asker, questions } = models();
  const { findings, proof } = await checkWith(asker)(deepFrozen(shampoo()));
  expect(findings).toEqual([]);
  expect(proof).toEqual({
    models: { judge: 'judge-1', blind_solver: 'solver-1' },
    clues: [
      {
        rubric_id: 'r1',
        candidates: [...CLOSURES, 'Screw Top'].sort(),
        votes: ['Screw Top', 'Screw Top', 'Screw Top'],
        recovered: 3,
      },
    ],
    sources: [
      { rubric_id: 'r1', named: [{ source: 'query', slot_id: null, quote: CLUE }] },
      { rubric_id: 'r2', named: [{ source: 'persona_requirements', slot_id: null, quote: 'Coconut' }] },
      { rubric_id: 'r3', named: [{ source: 'clarification', slot_id: 'cl_3', quote: 'Smoothing' }] },
      { rubric_id: 'r4', named: [{ source: 'query', slot_id: null, quote: 'shampoo' }] },
    ],
    reads_naturally: true,
    prompt_digests: ['prompt of judge', 'prompt of blind_solver'],
    reply_digests: questions.map(requestOf),
  });
  expect(SemanticProof.safeParse(proof).success).toBe(true);
});

test('a clue that no strict majority sees through is found, with the votes', async () => {
  const input = shampoo();
  expect(await findingsOf(voting('Pump', 'Screw Top', null), input)).toEqual([
    {
      code: 'clue_unrecoverable',
      path: 'user_query',
      rubricId: 'r1',
      detail: `Closure is Screw Top: "${CLUE}" has 1 of 3 votes for it ("Pump" 1, cannot tell 1)`,
      spans: [{ start: 29, end: 29 + CLUE.length }],
    },
  ]);
  expect(input.wording.query.slice(29, 29 + CLUE.length)).toBe(CLUE);
});

test.each([
  [2, ['Screw Top', 'Screw Top', 'Cork']],
  [3, ['Cork', 'Screw Top', 'Screw Top', 'Screw Top', null]],
])('a clue that %i solvers see through is clean, though not all did', async (recovered, values) => {
  const { findings, proof } = await verdictOf(voting(...values), shampoo(), { votes: values.length });
  expect(findings).toEqual([]);
  expect(proof.clues).toMatchObject([{ votes: values, recovered }]);
});

test('a clue with no other value to be told apart from is not tested, and the proof says so', async () => {
  const nothing = { valuesOf: () => [], valuesAnywhere: () => ['screw top'] };
  const { asker, questions } = models();
  const { findings, proof } = await checkWith(asker, nothing)(shampoo());
  expect(findings).toEqual([]);
  expect(questions.map(({ role }) => role)).toEqual(['judge']);
  expect(proof.models).toEqual({ judge: 'judge-1', blind_solver: null });
  expect(proof.clues).toEqual([{ rubric_id: 'r1', candidates: ['screw top'], votes: null, recovered: null }]);
  expect(SemanticProof.safeParse(proof).success).toBe(true);
});

test('a vote on one value alone is no proof of anything', () => {
  const alone = { rubric_id: 'r1', candidates: ['Screw Top'], votes: ['Screw Top'], recovered: 1 };
  expect(ClueProof.safeParse(alone).success).toBe(false);
  expect(ClueProof.safeParse({ ...alone, votes: null, recovered: null }).success).toBe(true);
  expect(
    ClueProof.safeParse({ ...alone, candidates: ['Cork', 'Screw Top'], votes: null, recovered: null }).success,
  ).toBe(false);
});

test('a clue that products of other kinds only have another value for is tested against theirs', async () => {
  const elsewhere = { valuesOf: () => ['Screw Top'], valuesAnywhere: () => CLOSURES };
  expect(await findingsOf(voting('Pump', 'Cork', 'Screw Top'), shampoo(), elsewhere)).toMatchObject([
    { code: 'clue_unrecoverable' },
  ]);
});

test('half of the votes is no majority', async () => {
  const values = ['Screw Top', 'Screw Top', 'Cork', null];
  expect(await findingsOf(voting(...values), shampoo(), { votes: 4 })).toMatchObject([{ code: 'clue_unrecoverable' }]);
});

test('a requirement the judge finds nowhere is found, at the text it should stand in', async () => {
  const places = { r1: [], r2: [], r3: [] };
  expect(await findingsOf(finding({ places }))).toEqual(
    [
      ['user_query', 'r1', 'Closure is Screw Top'],
      ['user_persona.product_requirements', 'r2', 'Scent is Coconut'],
      ['clarification_slots.cl_3.user_response', 'r3', 'Product Benefits is Smoothing'],
    ].map(([path, rubricId, words]) => ({
      code: 'source_unsupported',
      path,
      rubricId,
      detail: `${words}: the judge does not find it here`,
    })),
  );
});

test('a requirement that stands in its own text and in another is found, at the other', async () => {
  const query = `I'd like a shampoo that smells of beaches with palms and must ${CLUE}.`;
  const places = { r2: [...(HONEST.r2 ?? []), ['query', 'beaches with palms']] } as const;
  expect(await findingsOf(finding({ places }), shampoo({ query }))).toEqual([
    {
      code: 'source_unsupported',
      path: 'user_query',
      rubricId: 'r2',
      detail: 'Scent is Coconut: query gives it away with "beaches with palms"',
      spans: [{ start: query.indexOf('beaches'), end: query.indexOf(' and must') }],
    },
  ]);
});

test('the part of a profile that nothing is scored by gives away what it supports', async () => {
  const lifestyle = { ...shampoo().wording.persona.lifestyle, hobbies: ['Cracking coconuts'] };
  const input = shampoo({ persona: { lifestyle, product_requirements: { scent_preference: 'Coconut' } } });
  const places = { r2: [...(HONEST.r2 ?? []), ['persona context', 'Cracking coconuts']] } as const;
  const [found, ...more] = await findingsOf(finding({ places }), input);
  expect(found).toEqual({
    code: 'source_unsupported',
    path: 'user_persona',
    rubricId: 'r2',
    detail: 'Scent is Coconut: persona context gives it away with "Cracking coconuts"',
  });
  expect(more).toEqual([]);
});

test('an answer that tells what another slot is to tell is found twice: not here, but there', async () => {
  const input = shampoo();
  const [slot] = input.wording.script.clarification_slots;
  const other = { ...slot!, slot_id: 'cl_9', linked_rubric_ids: ['r9'], user_response: 'It should leave hair smooth.' };
  const script = { clarification_slots: [other, { ...slot!, user_response: 'Just that.' }] };
  const places = { r3: [['clarification cl_9', 'leave hair smooth']] } as const;
  expect(await findingsOf(finding({ places }), shampoo({ script }))).toMatchObject([
    { path: 'clarification_slots.cl_3.user_response', rubricId: 'r3' },
    { path: 'clarification_slots.cl_9.user_response', rubricId: 'r3', spans: [{ start: 10, end: 27 }] },
  ]);
});

test('every text may name the product', async () => {
  const response = 'Smoothing is what the shampoo is for.';
  const [slot] = shampoo().wording.script.clarification_slots;
  const script = { clarification_slots: [{ ...slot!, user_response: response }] };
  const places = {
    r4: [
      ['query', 'shampoo'],
      ['clarification cl_3', 'the shampoo'],
    ],
  } as const;
  expect(await findingsOf(finding({ places }), shampoo({ script }))).toEqual([]);
});

test('a query that nobody would write is found, with the words and the reason', async () => {
  const naturalness = { verdict: 'unnatural', quote: 'must open with', reason: 'Nobody\u0007 <b>says</b> it so.' };
  expect(await findingsOf(finding({ naturalness }))).toEqual([
    {
      code: 'unnatural',
      path: 'user_query',
      detail: '"must open with": Nobody says it so.',
      spans: [{ start: 24, end: 38 }],
    },
  ]);
});

test('everything that is wrong with a draft is found at once', async () => {
  const naturalness = { verdict: 'unnatural', quote: 'must', reason: 'It is rude.' };
  const replies = { ...voting(null, null, null), ...finding({ places: { r2: [] }, naturalness }) };
  expect((await findingsOf(replies)).map(({ code }) => code)).toEqual([
    'clue_unrecoverable',
    'source_unsupported',
    'unnatural',
  ]);
});

test('a judge who never decides leaves the task pending: the draft is neither accepted nor rejected', async () => {
  const unsure = { verdict: 'unsure', quote: null, reason: null };
  const { asker, questions } = models(finding({ naturalness: unsure }));
  const verdict = checkWith(asker)(shampoo());
  await expect(verdict).rejects.toThrow(ModelError);
  await expect(verdict).rejects.toThrow(
    /^the judge did not decide on ecomagentbench-x-0123456789 in 3 replies, .* may decide. The last one: naturalness: the verdict is "unsure"$/,
  );
  expect(questions.filter(({ role }) => role === 'judge')).toHaveLength(3);
});

test('a judge who invents quotes is not believed, whether it supports or objects', async () => {
  const support = finding({ places: { r2: [['persona requirements', 'Coconut, freshly grated']] } });
  await expect(verdictOf(support)).rejects.toThrow('does not stand word for word in "persona requirements"');
  const objection = finding({
    places: {
      r2: [
        ['persona requirements', 'Coconut'],
        ['query', 'smells of coconut'],
      ],
    },
  });
  await expect(verdictOf(objection)).rejects.toThrow('does not stand word for word in "query"');
  const style = finding({ naturalness: { verdict: 'unnatural', quote: 'must needs open', reason: 'Archaic.' } });
  await expect(verdictOf(style)).rejects.toThrow('naturalness: the quote does not stand word for word in "query"');
});

test('a model that fails, fails the check with its own error', async () => {
  const failure = new ModelError('the budget is used up', { ends: true });
  const fail = () => Promise.reject(failure);
  await expect(verdictOf({ solver: fail })).rejects.toBe(failure);
  await expect(verdictOf({ judge: fail })).rejects.toBe(failure);
});

test('no reply changes the draft, and there is no room in one for a rubric', async () => {
  const input = deepFrozen(shampoo());
  const before = canonicalJson(input);
  const rewriting = (question: Question) => ({ ...judged(question), rubrics: [] });
  await expect(verdictOf({ judge: rewriting }, input)).rejects.toThrow('Unrecognized key');
  const retelling = (question: Question) => {
    const reply = judged(question);
    return { ...reply, requirements: reply.requirements.map((entry) => ({ ...entry, expected_value: 'Pump' })) };
  };
  await expect(verdictOf({ judge: retelling }, input)).rejects.toThrow('Unrecognized key');
  await verdictOf(finding({ places: { r1: [], r2: [] } }), input);
  expect(canonicalJson(input)).toBe(before);
  expect(lockDigestOf(input.task.locked)).toBe(lockDigestOf(shampoo().task.locked));
});

test('the same draft is asked about in the same words, whatever order the catalog names values in', async () => {
  const requestsOf = async (values: readonly string[]) => {
    const { asker, questions } = models();
    const { proof } = await checkWith(asker, { valuesOf: () => values })(shampoo());
    return { requests: questions.map(requestOf), proof };
  };
  const many = [...CLOSURES, 'Hook', 'Velcro', 'Clasp', 'Lace', 'Snap Button', 'Magnet'];
  const expected = await requestsOf(many);
  expect(expected.proof.clues[0]?.candidates).toHaveLength(8);
  for (const order of [many.toReversed(), [...many.slice(5), ...many.slice(0, 5)]])
    expect(await requestsOf(order)).toEqual(expected);
});

test('a task without clues asks no solver', async () => {
  const rubrics = RUBRICS.filter(({ id }) => id !== 'r1');
  const input = shampoo({ rubrics, locked: { implicit_rubric_ids: [] } });
  const { asker, questions } = models(finding({ rubrics }));
  const { proof } = await checkWith(asker)(input);
  expect(questions.map(({ role }) => role)).toEqual(['judge']);
  expect(proof).toMatchObject({ models: { judge: 'judge-1', blind_solver: null }, clues: [] });
});

test('a family that says everything in the query has only the query judged, by a prompt of its own', async () => {
  const rubrics = [asksFor('r1', 'query', 'Color', 'Red'), names('r2', 'tote bag')];
  const { task, targets } = leakInput({ rubrics });
  const wording: QueryWording = { query: 'I need a red tote bag.', surfaces: { r1: 'red', r2: 'tote bag' } };
  const replies = finding({ rubrics, places: { r1: [['query', 'red']], r2: [] } });
  const { asker, questions } = models(replies);
  const check = checkWith(asker, { textsOf: queryText as never });
  const { findings } = await check({ task: { ...task, family: 'shoppingbench' }, wording: wording as never, targets });
  expect(findings).toMatchObject([{ code: 'source_unsupported', path: 'user_query', rubricId: 'r2' }]);
  expect(questions.map(({ prompt }) => prompt)).toEqual(['shoppingbench/judge.md']);
  expect(questions[0]?.blanks.texts).toMatch(/^<data \w+ query>\nI need a red tote bag\.\n<\/data \w+>$/);
});
