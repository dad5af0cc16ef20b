import { expect, test } from 'vitest';
import { type DialogueBank, keywordBags, measureDialogue, rehearse } from '../../../shopping/dialogue/bank.ts';
import { scriptOf, slotWith } from '../../fixtures/slots.ts';

const QUESTIONS: Readonly<Record<string, string[]>> = {
  Finish: ['What finish do you want?', 'Which coating should it have?'],
  Pattern: ['What pattern do you want?'],
  Budget: ['What is your budget?'],
};
const bank: DialogueBank = {
  fields: Object.keys(QUESTIONS),
  questionsFor: (field) => QUESTIONS[field] ?? [],
  offTopic: [
    { question: 'When should you get it?', covers: [] },
    { question: 'Is it a gift?', covers: ['Pattern'] },
  ],
  contentFree: ['Anything else?'],
  bags: ['finish pattern budget'],
  trapsOf: (field) => (field === 'Budget' ? ['get'] : []),
  areNear: (field, other) => [field, other].sort().join() === 'Finish,Pattern',
};
const finish = slotWith({ trigger_keywords: ['finish', 'coating', 'varnish'] });
const budget = slotWith({ slot_id: 'cl_2', linked_rubric_ids: ['r2'], trigger_keywords: ['budget', 'price', 'cost'] });
const fields = new Map([
  ['cl_1', 'Finish'],
  ['cl_2', 'Budget'],
]);

test('every question with a fair answer is asked once, and neutral ones are left out', () => {
  const trials = rehearse(scriptOf(finish), new Map([['cl_1', 'Finish']]), bank);
  const asked = (kind: string) => trials.filter((trial) => trial.kind === kind).map(({ question }) => question);
  expect(asked('on_topic')).toEqual(QUESTIONS.Finish);
  expect(asked('other_field')).toEqual(QUESTIONS.Budget);
  expect(asked('off_topic')).toHaveLength(2);
  expect(
    rehearse(scriptOf(finish), new Map([['cl_1', 'Pattern']]), bank).filter(({ kind }) => kind === 'off_topic'),
  ).toHaveLength(1);
});

test('a trap word excuses what the published matcher opens, and only for its own field', () => {
  const whenGotten = (trials: ReturnType<typeof rehearse>) =>
    trials.find(({ question }) => question.includes('get it'));
  expect(whenGotten(rehearse(scriptOf(finish, budget), fields, bank))).toMatchObject({
    opened: [],
    openedPublished: ['cl_2'],
    trapped: true,
  });
  const elsewhere = new Map([
    ['cl_1', 'Budget'],
    ['cl_2', 'Finish'],
  ]);
  expect(whenGotten(rehearse(scriptOf(finish, budget), elsewhere, bank))).toMatchObject({ trapped: false });
});

test('the measure counts what each matcher opens', () => {
  const { matcher, published_matcher } = measureDialogue(scriptOf(finish, budget), fields, bank);
  expect(matcher.on_topic).toEqual({ asked: 3, opened_own_slot: 3 });
  expect(published_matcher.on_topic).toEqual({ asked: 3, opened_own_slot: 3 });
  expect(matcher.off_topic).toEqual({ asked: 2, opened: 0 });
  expect(published_matcher.off_topic).toEqual({ asked: 2, opened: 1 });
  expect(matcher.content_free).toEqual({ asked: 1, opened: 0 });
  expect(matcher.keyword_bags.opened).toBe(0);
  expect(published_matcher.keyword_bags.opened).toBe(published_matcher.keyword_bags.asked);
});

test('bags hold each slot, all slots and every pair of keywords, each once and within a question', () => {
  const bags = keywordBags([finish, budget]);
  expect(bags).toContain('finish coating varnish');
  expect(bags).toContain('budget, price, cost');
  expect(bags).toContain('finish budget coating price varnish cost');
  expect(bags).toContain('varnish cost');
  expect(new Set(bags).size).toBe(bags.length);
  expect(Math.max(...bags.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('a script without slots has nothing to open', () =>
  expect(measureDialogue(scriptOf(), new Map(), bank).published_matcher).toMatchObject({
    on_topic: { asked: 0, opened_own_slot: 0 },
    off_topic: { asked: 6, opened: 0 },
    keyword_bags: { asked: 1, opened: 0 },
  }));
