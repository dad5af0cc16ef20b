import { beforeAll, expect, test } from 'vitest';
import { figuresOf } from '../../../../families/shopsimulator/episode/index.ts';
import type { GradedEpisode } from '../../../../pipeline/episode.ts';
import { type EpisodeWorld, gradeState } from '../../../../shopping/episode/index.ts';
import { Sitting } from '../../../../shopping/episode/person/index.ts';
import { begin } from '../../../fixtures/episodes.ts';
import { playableShoe, type SCENARIOS, shopWorld } from '../../../fixtures/shop-tasks.ts';

let world: EpisodeWorld;
beforeAll(async () => {
  ({ world } = await shopWorld());
});

const sit = (...given: Parameters<typeof playableShoe>) => {
  const task = playableShoe(...given);
  return new Sitting(begin(task, world), task, [], () => {});
};

test('a person searches, opens, chooses, asks and buys', () => {
  const sitting = sit(1, 'multi_turn');
  expect(sitting.counter.forms).toEqual([]);
  const shown = (act: Parameters<Sitting['act']>[0]) => {
    const done = sitting.act(act);
    return 'refused' in done ? done.refused : done.visits.map(({ shown: what }) => what.kind);
  };
  expect(shown({ act: 'use', tool: 'search', words: 'aldo shoes model 1', page: 0 })).toEqual(['products']);
  expect(shown({ act: 'use', tool: 'ask_shopper', words: 'What is your budget?' })).toEqual(['reply']);
  expect(shown({ act: 'open', product: 'S1' })).toEqual(['product']);
  expect(shown({ act: 'use', tool: 'click', words: 'attributes' })).toEqual(['texts']);
  expect(shown({ act: 'use', tool: 'click', words: '< prev' })).toEqual(['product']);
  for (const value of ['Blue', '40']) shown({ act: 'use', tool: 'click', words: value });
  shown({ act: 'answer', products: ['S1'] });
  expect(sitting.isOver).toBe(true);
  expect(sitting.outcome).toMatchObject({ success: true });
});

test.each([
  ['single_turn', []],
  ['multi_turn', ['chat']],
] as const)('a person is offered a talk where somebody answers: %s', (scenario, places) => {
  const { faces, forms } = sit(1, scenario).counter;
  expect(faces.map(({ place }) => place).filter((place) => place === 'chat')).toEqual(places);
  expect(forms).toEqual([]);
});

test('after the end a person reads where each requirement was to be learned', () => {
  const sitting = sit(1, 'personalised_multi_turn');
  sitting.act({ act: 'use', tool: 'ask_shopper', words: 'What material should it be?' });
  sitting.act({ act: 'give-up' });
  const text = JSON.stringify(sitting.outcome);
  expect(text).toContain("in the shopper's profile");
  expect(text).toContain('It has to be made of Mesh.');
});

const graded = (intent: string, loose: number, success: boolean): GradedEpisode => {
  const task = playableShoe(0, intent as (typeof SCENARIOS)[number]);
  const start = begin(task, world);
  const grade = gradeState({ ...start, end: { end: 'gave_up', detail: '' } }, task);
  return {
    ...{ task: task.id, intent, trial: 1, end: 'done', steps: 4, called: [] },
    grade: { ...grade, success, scores: { ...grade.scores, loose, success: Number(success) } },
  };
};

test('overall is the mean over scenarios, as in Table 2, however many tasks each has', () => {
  const figures = figuresOf([
    graded('single_turn', 1, true),
    graded('single_turn', 0.5, true),
    graded('multi_turn', 0.25, false),
  ]);
  const value = (name: string) => figures.find((figure) => figure.name === name)?.value;
  expect(value('R_loose, single_turn')).toBe(0.75);
  expect(value('R_loose')).toBe(0.5);
  expect(value('R_succ')).toBe(0.5);
  expect(value('R_succ, multi_turn')).toBe(0);
  expect(figures.some(({ name }) => name.includes('personalised'))).toBe(false);
});

test('no episode gives no figure', () => {
  expect(figuresOf([]).every(({ value }) => value === null)).toBe(true);
});
