import { describe, expect, test } from 'vitest';
import type { Wording } from '../../../../families/ecomagentbench/wording.ts';
import { ModelWriter } from '../../../../families/ecomagentbench/writers/model-writer.ts';
import { ModelError } from '../../../../schemas/errors.ts';
import type { Finding } from '../../../../schemas/finding.ts';
import type { Role } from '../../../../schemas/model.ts';
import type { Attempt } from '../../../../shopping/draft.ts';
import type { LockedTask } from '../../../../shopping/task.ts';
import { readFences } from '../../../fixtures/fences.ts';
import { productWith } from '../../../fixtures/gate-inputs.ts';
import { asksFor, bounds, excludes, names } from '../../../fixtures/leak-inputs.ts';
import { type Question, scriptedAsker } from '../../../fixtures/scripted-asker.ts';
import { lockedTask, writingOf } from '../../../fixtures/tasks.ts';

const TASK = lockedTask(
  [
    asksFor('r1', 'query', 'Color', 'Vermilion'),
    asksFor('r2', 'query', 'Closure', 'Toggle'),
    asksFor('r3', 'persona', 'Material', 'Hemp'),
    excludes('r4', 'persona', 'Pattern', ['Paisley']),
    asksFor('r5', 'clarification', 'Style', 'Bohemian'),
    bounds('r6', 'clarification', 'average_rating', { min: 4.5 }),
    names('r7', 'tote bag'),
  ],
  { implicit: ['r2'], category: 'Luggage' },
);

const QUERY = {
  query: 'A vermilion tote bag whose coat buttons hold.',
  surfaces: [
    { id: 'r1', words: 'Vermilion' },
    { id: 'r2', words: 'whose coat buttons hold' },
    { id: 'r7', words: 'tote bag' },
  ],
};
const PERSONA = {
  education_level: 'Associate degree',
  hobbies: ['chess', 'choir'],
  daily_routine: 'early shifts',
  fitness_level: 'average',
  dietary_preference: 'eats anything',
  commute_method: 'bus',
  pets: 'none',
  payment_method: 'card',
  shopping_frequency: 'twice a month',
  preferred_device: 'phone',
  preferred_platform: 'large marketplaces',
  return_frequency: 'rarely',
};
const SCRIPT = {
  slots: [
    { slot_id: 'cl_1', trigger_keywords: ['look', 'aesthetic', 'fashion'], user_response: 'It has to be Bohemian.' },
    { slot_id: 'cl_2', trigger_keywords: ['rated', 'stars', 'rating'], user_response: 'At least 4.5 stars.' },
  ],
};
const REPLIES: Partial<Record<Role, unknown>> = {
  query_writer: QUERY,
  persona_writer: PERSONA,
  clarification_writer: SCRIPT,
};

function writerOf(answer: (question: Question) => unknown = ({ role }) => REPLIES[role]) {
  const { asker, questions } = scriptedAsker(answer);
  const writer = new ModelWriter({ asker, model: 'writer-1' });
  const write = (task: LockedTask, earlier: readonly Attempt<Wording>[] = []) =>
    writer.write(writingOf(task, { earlier, targets: [productWith({ title: 'Aurelia Tote Bag' })] }));
  const asked = (role: Role) => questions.filter((question) => question.role === role);
  return { writer, write, questions, asked };
}

const attempt = (wording: Wording, ...findings: Partial<Finding>[]): Attempt<Wording> => ({
  wording,
  findings: findings.map((finding) => ({ code: 'surface_missing', path: 'user_query', detail: 'd', ...finding })),
});
const fenceIn = (blank = '') => JSON.parse(readFences(blank)[0]?.text ?? 'null');

test('three roles are asked at first, each by its own prompt', async () => {
  const { write, questions } = writerOf();
  await write(TASK);
  expect(questions.map(({ role, prompt, attempt }) => [role, prompt, attempt])).toEqual([
    ['query_writer', 'ecomagentbench/query_writer.md', 0],
    ['persona_writer', 'ecomagentbench/persona_writer.md', 0],
    ['clarification_writer', 'ecomagentbench/clarification_writer.md', 0],
  ]);
});

describe('what a role is told', () => {
  const VALUES = ['Vermilion', 'Toggle', 'Hemp', 'Paisley', 'Bohemian', '4.5', 'tote bag', 'Aurelia'];

  test.each([
    ['query_writer', ['Vermilion', 'Toggle', 'tote bag']],
    ['persona_writer', []],
    ['clarification_writer', ['Bohemian', '4.5']],
  ] as const)('%s: %j and no other value', async (role, told) => {
    const { write, asked } = writerOf();
    await write(TASK);
    const blanks = JSON.stringify(asked(role)[0]?.blanks);
    expect(VALUES.filter((value) => blanks.includes(value))).toEqual(told);
  });

  test('the persona writer is told the category and who the person is, and nothing else', async () => {
    const { write, asked } = writerOf();
    const { persona } = await write(TASK);
    const { gender, age_range, location, occupation } = persona.demographics;
    expect(fenceIn(asked('persona_writer')[0]?.blanks.plan)).toEqual({
      category: 'Luggage',
      person: { gender, age_range, location, occupation },
    });
  });

  test('a category that names a scored value is not told to the persona writer', async () => {
    const { write, asked } = writerOf();
    await write({ ...TASK, category: 'Bohemian Bags' });
    expect(fenceIn(asked('persona_writer')[0]?.blanks.plan).category).toBe('everyday goods');
  });

  test('the query writer is told which requirement is a clue, the clarification writer what agents ask', async () => {
    const { write, asked } = writerOf();
    await write(TASK);
    const { requirements } = fenceIn(asked('query_writer')[0]?.blanks.plan);
    expect(requirements.map(({ id, how }: { id: string; how: string }) => [id, how])).toEqual([
      ['r1', 'explicit'],
      ['r2', 'implicit'],
      ['r7', 'explicit'],
    ]);
    const { slots } = fenceIn(asked('clarification_writer')[0]?.blanks.plan);
    expect(slots).toMatchObject([
      { slot_id: 'cl_1', type: 'attribute_match', field: 'Style', value: 'Bohemian' },
      { slot_id: 'cl_2', type: 'numeric_range', field: 'average_rating', value: { at_least: 4.5, unit: 'stars' } },
    ]);
    expect(slots[0].questions.length).toBeGreaterThan(3);
  });
});

test('a wording is the three replies around what code has made', async () => {
  const { write } = writerOf();
  const { query, surfaces, persona, script } = await write(TASK);
  expect(query).toBe(QUERY.query);
  expect(surfaces).toEqual({ r1: 'vermilion', r2: 'whose coat buttons hold', r7: 'tote bag' });
  expect(persona).toMatchObject({
    user_id: expect.stringMatching(/^U_\d{5}$/),
    demographics: { education_level: 'Associate degree' },
    lifestyle: { hobbies: ['chess', 'choir'], pets: 'none' },
    shopping_habits: { payment_method: 'card' },
    product_requirements: { material_need: 'Hemp', avoid_pattern: ['Paisley'] },
  });
  expect(script.clarification_slots).toMatchObject([
    { slot_id: 'cl_1', linked_rubric_ids: ['r5'], user_response: 'It has to be Bohemian.', revealed: false },
    { slot_id: 'cl_2', linked_rubric_ids: ['r6'], trigger_keywords: ['rated', 'stars', 'rating'], revealed: false },
  ]);
  expect(script.clarification_slots[0]?.hidden_info).toContain('Bohemian');
  expect(script.default_response).not.toBe('');
});

describe('a reply cannot', () => {
  const writing = (role: Role, reply: unknown) =>
    writerOf((question) => (question.role === role ? reply : REPLIES[question.role])).write(TASK);
  const [slot] = SCRIPT.slots;

  test.each([
    [
      'add requirements to a persona',
      'persona_writer',
      { ...PERSONA, product_requirements: { material_need: 'Silk' } },
    ],
    ['name another person', 'persona_writer', { ...PERSONA, user_id: 'U_00000' }],
    ['make a person of another gender', 'persona_writer', { ...PERSONA, gender: 'Male' }],
    ['change rubrics beside a query', 'query_writer', { ...QUERY, rubrics: [] }],
    ['link a slot to another rubric', 'clarification_writer', { slots: [{ ...slot, linked_rubric_ids: ['r3'] }] }],
    ['reveal a slot', 'clarification_writer', { slots: [{ ...slot, revealed: true }] }],
    ['choose the default response', 'clarification_writer', { ...SCRIPT, default_response: 'Bohemian.' }],
    ['say nothing', 'clarification_writer', { slots: [{ ...slot, user_response: ' ' }] }],
    ['go on without end', 'persona_writer', { ...PERSONA, pets: 'and so on '.repeat(100) }],
  ] as const)('%s', (_, role, reply) => expect(writing(role, reply)).rejects.toThrow(/unrecognized|expected/i));

  test('make up a slot', async () => {
    const { script } = await writing('clarification_writer', {
      slots: [...SCRIPT.slots, { ...slot, slot_id: 'cl_3' }],
    });
    expect(script.clarification_slots.map(({ slot_id }) => slot_id)).toEqual(['cl_1', 'cl_2']);
  });

  test('leave out a slot unseen: it is missing for the gate to find', async () => {
    const { script } = await writing('clarification_writer', { slots: SCRIPT.slots.slice(1) });
    expect(script.clarification_slots.map(({ slot_id }) => slot_id)).toEqual(['cl_2']);
  });

  test('give words to a requirement it was not told of unseen: they are handed on for the gate to find', async () => {
    const { surfaces } = await writing('query_writer', { ...QUERY, surfaces: [{ id: 'r3', words: 'tote' }] });
    expect(surfaces).toEqual({ r3: 'tote' });
  });
});

describe('after findings', () => {
  const again = async (...findings: Partial<Finding>[]) => {
    const { writer, write, questions, asked } = writerOf();
    const first = await write(TASK);
    const second = await write(TASK, [attempt(first, ...findings)]);
    return { writer, first, second, asked, later: questions.slice(3) };
  };
  const rolesOf = (questions: readonly Question[]) => questions.map(({ role }) => role);

  test.each([
    ['user_query', ['query_writer']],
    ['surfaces.r9', ['query_writer']],
    ['user_persona.lifestyle.hobbies.0', ['persona_writer']],
    ['clarification_slots', ['clarification_writer']],
    ['clarification_slots.cl_2.user_response', ['clarification_writer']],
    ['default_response', ['clarification_writer']],
  ])('in %s only its writer is asked again', async (path, roles) =>
    expect(rolesOf((await again({ path })).later)).toEqual(roles),
  );

  test('in two parts both writers are asked again', async () => {
    const { later } = await again({ path: 'user_query' }, { path: 'default_response' });
    expect(rolesOf(later)).toEqual(['query_writer', 'clarification_writer']);
  });

  test('that point at no part all are asked again', async () =>
    expect((await again({ path: 'wording' })).later).toHaveLength(3));

  test('in the query, persona and script are the very same', async () => {
    const { first, second } = await again({ path: 'user_query' });
    expect(second.persona).toBe(first.persona);
    expect(second.script).toBe(first.script);
  });

  test('in the script, query and persona are the very same', async () => {
    const { first, second } = await again({ path: 'clarification_slots.cl_1' });
    expect([second.query, second.surfaces]).toEqual([first.query, first.surfaces]);
    expect(second.surfaces).toBe(first.surfaces);
    expect(second.persona).toBe(first.persona);
  });

  test('a query writer is told the words that give a hidden value away, never the value or where it is hidden', async () => {
    const { later } = await again({
      code: 'hidden_in_query',
      rubricId: 'r3',
      detail: '"Hemp" (Material, persona) stands in it as "buttons"',
      spans: [{ start: 32, end: 39 }],
    });
    expect(fenceIn(later[0]?.blanks.earlier)).toMatchObject([
      { query: QUERY.query, findings: [{ code: 'hidden_in_query', at: 'user_query', words: ['buttons'] }] },
    ]);
    expect(JSON.stringify(later[0]?.blanks)).not.toMatch(/Hemp|persona|r3/);
  });

  test('a persona writer is told its own words and no rubric', async () => {
    const { later } = await again({
      code: 'hidden_in_persona_noise',
      path: 'user_persona.lifestyle.hobbies.1',
      rubricId: 'r5',
      detail: '"Bohemian" (Style, clarification) stands in it as "choir"',
      spans: [{ start: 0, end: 5 }],
    });
    expect(fenceIn(later[0]?.blanks.earlier)[0].findings).toEqual([
      { code: 'hidden_in_persona_noise', at: 'user_persona.lifestyle.hobbies.1', words: ['choir'] },
    ]);
    expect(JSON.stringify(later[0]?.blanks)).not.toMatch(/Bohemian|Hemp/);
  });

  test('a clarification writer is told what was found in its slots', async () => {
    const { later } = await again({
      code: 'slot_hedged',
      path: 'clarification_slots.cl_1.user_response',
      rubricId: 'r5',
      detail: 'weakened by "maybe"',
    });
    expect(fenceIn(later[0]?.blanks.earlier)).toEqual([
      {
        slots: SCRIPT.slots,
        findings: [
          {
            code: 'slot_hedged',
            at: 'clarification_slots.cl_1.user_response',
            requirement: 'r5',
            detail: 'weakened by "maybe"',
          },
        ],
      },
    ]);
  });

  test('the sources are those of all attempts, each part’s replies once', async () => {
    const { writer, first, second } = await again({ path: 'user_persona.lifestyle.pets' });
    const before = writer.sourcesOf(first);
    const after = writer.sourcesOf(second);
    expect(before.replyDigests).toHaveLength(3);
    expect(after.replyDigests.slice(0, 3)).toEqual(before.replyDigests);
    expect(after.replyDigests).toHaveLength(4);
    expect(after.promptDigests).toEqual([
      'prompt of query_writer',
      'prompt of persona_writer',
      'prompt of clarification_writer',
    ]);
  });
});

test('where one role does not deliver the others are waited for, and the error is the first role’s', async () => {
  const ended: Role[] = [];
  const { write } = writerOf(async ({ role }) => {
    if (role !== 'clarification_writer') throw new ModelError(`${role} gave up`);
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(role);
    return SCRIPT;
  });
  await expect(write(TASK)).rejects.toThrow('query_writer gave up');
  expect(ended).toEqual(['clarification_writer']);
});
