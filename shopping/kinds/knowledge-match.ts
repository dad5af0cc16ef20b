import { z } from 'zod';
import { containsWords } from '../../text/normalise.ts';
import { defineKind, verdict } from './kind.ts';

/** The query asks the question; the title holds its answer. */
export const knowledgeMatch = defineKind({
  type: 'knowledge_match',
  name: 'question',
  value: z.strictObject({ question: z.string().min(1), answer: z.string().min(1) }),
  satisfies: ({ title }, { expected_value: { answer } }) => verdict(containsWords(title, answer)),
  places: (index, { expected_value: { answer } }) => index.titled(answer),
  states: ({ title }) => [title],
  describe: ({ expected_value: { answer } }) => `the title holds the answer "${answer}"`,
  said: ({ expected_value: { question } }) => [{ by: 'sentence', text: question, exact: true }],
  givenAway: ({ field, expected_value: { answer } }) => [{ field, value: answer }],
  brief: ({ expected_value: { question } }) => question,
});
