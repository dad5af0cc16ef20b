import { expect, test } from 'vitest';
import { answerSetGate } from '../../../stages/gates/answer-set.ts';
import { leakInput } from '../../fixtures/leak-inputs.ts';

const findings = (answers: readonly string[], { maxAnswers = 1, targetIds = ['P1'] } = {}) => {
  const input = leakInput({});
  return answerSetGate.check(
    { ...input, task: { ...input.task, targetIds } },
    { answersOf: () => answers, maxAnswers },
  );
};

test('a task that its target alone answers is clean', () => {
  expect(findings(['P1'])).toEqual([]);
});

test('one answer more than allowed is ambiguous, and the answers are named', () => {
  expect(findings(['P1', 'P2'])).toMatchObject([
    { code: 'ambiguous_answer', path: 'rubrics', detail: expect.stringContaining('P1, P2') },
  ]);
});

test('as many answers as allowed are clean', () => {
  expect(findings(['P1', 'P2', 'P3'], { maxAnswers: 3 })).toEqual([]);
});

test.each([[[]], [['P2']], [['P2', 'P3']]])(
  'an answer set without the target is a failing target, not an ambiguity: %j',
  (answers) => {
    expect(findings(answers)).toMatchObject([
      { code: 'target_fails', path: 'rubrics', detail: expect.stringContaining('P1') },
    ]);
  },
);

const TWO = { targetIds: ['P1', 'P2'] };

test('an order is one answer: its targets together', () => {
  expect(findings(['P1+P2'], TWO)).toEqual([]);
});

test('a second combination is ambiguous, and combinations are what is counted', () => {
  expect(findings(['P1+P2', 'P1+P3'], TWO)).toMatchObject([
    { code: 'ambiguous_answer', detail: expect.stringMatching(/^2 combinations of products .*: P1\+P2, P1\+P3$/) },
  ]);
  expect(findings(['P1+P2', 'P1+P3'], { ...TWO, maxAnswers: 2 })).toEqual([]);
});

test.each([[['P1', 'P2']], [['P2+P1']], [['P1+P3']], [['P1+P2+P3']], [[]]])(
  'an order that is not among the answers as a whole and in its order fails: %j',
  (answers) => {
    expect(findings(answers, { ...TWO, maxAnswers: 5 })).toMatchObject([
      { code: 'target_fails', path: 'rubrics', detail: expect.stringContaining('P1+P2') },
    ]);
  },
);

test('a long answer set is listed up to twenty products', () => {
  const answers = Array.from({ length: 50 }, (_, index) => `P${index + 1}`);
  const [finding] = findings(answers);
  expect(finding?.detail).toContain('50 products');
  expect(finding?.detail.match(/P\d+/g)).toHaveLength(20);
});
