import { expect, test } from 'vitest';
import { report } from '../../../cli/eval/summary-text.ts';
import type { GroupSummary, Summary } from '../../../shopping/episode/summary.ts';

const group = (success: number): GroupSummary => ({
  ...{ name: 'all', tasks: 40, trials: 40, left_out: 0, success, interval: null },
  ...{ steps: 1, questions_asked: 0, questions_needed: 0, unretrieved: null },
});

const summaryOf = (agent: string, success: number): Summary => ({
  ...{ family: 'shop', agent, user: 'script', grader: 'g', k: 1, total: group(success), intents: [], pass: [] },
  ...{ figures: [], ends: {}, troubles: [], undecided: 0, floor: 0.1, declared: '' },
  spent: { model_calls: 0, input_tokens: null, output_tokens: null, cost_usd: null },
});

/** The text that is printed of agents and the shares of tasks they won. */
function printed(shares: Readonly<Record<string, number>>): string {
  let text = '';
  const output = { write: (more: string) => (text += more), width: 100, colour: false };
  const results = Object.entries(shares).map(([agent, success]) => ({
    ...{ folder: agent, summary: summaryOf(agent, success), played: 40, kept: 0, seconds: 1, missing: 0, others: 0 },
  }));
  report(results, { file: 'test.jsonl', tasks: 40, json: false }, output);
  return text;
}

test('agents that won more than is declared for them, by chance, are named below the table', () => {
  expect(printed({ 'first-hit': 0.15, nothing: 0.1 })).toContain(
    'Above "at most" by no more than chance brings in 40 tasks: first-hit.',
  );
});

test('nothing is said of chance where no agent won more than is declared for it', () => {
  expect(printed({ 'first-hit': 0.1, nothing: 0 })).not.toContain('chance');
});

test('an agent alone is said to be above what is declared for it by chance', () => {
  expect(printed({ 'first-hit': 0.15 })).toContain(
    'Above what is declared for first-hit, 10.0 %, by no more than chance',
  );
});
