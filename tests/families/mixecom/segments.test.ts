import { expect, test } from 'vitest';
import { traceOf } from '../../../families/mixecom/segments.ts';

/** A sample of one matter that one call settles. */
const ofOutcome = (outcome: 'allowed' | 'hand-over', rules: readonly string[]) =>
  ({
    locked: {
      language: 'en',
      user_id: '7000000000',
      regime: 'marketplace',
      persona: { emotion: 'calm' },
      intents: [
        {
          id: 'i1',
          demand: 'who hires here',
          kind: 'beyond_tools',
          dialogue: 'task',
          facts: [],
          circumstances: {},
          standing: {},
          variant: null,
          request: {},
          picture: null,
          given_up: null,
          outcome,
          rules,
        },
      ],
      calls: [{ intent: 'i1', name: 'switch_to_human', role: 'write', arguments: {} }],
      key_answers: [],
    },
    wording: { raises: { i1: 'Who do I ask about a job?' }, instead: {} },
  }) as unknown as Parameters<typeof traceOf>[0];

const thoughtOf = (sample: Parameters<typeof traceOf>[0]) => traceOf(sample, ['{}'])[0]?.steps[0]?.thought;

test('the thought of a matter that is handed on says so, and by which rule', () =>
  expect(
    thoughtOf(ofOutcome('hand-over', ['conduct.polite', 'conduct.transfer-what-tools-cannot', 'times.store-clock'])),
  ).toBe('This is for a person to decide (conduct.transfer-what-tools-cannot). I hand it over.'));

test('the thought of one that is carried out names the rules that allow it', () =>
  expect(thoughtOf(ofOutcome('allowed', ['conduct.polite', 'orders.cancel-unshipped']))).toBe(
    'The rules allow it (orders.cancel-unshipped). I carry it out.',
  ));
