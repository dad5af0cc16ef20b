import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { strictSchema } from '../../../models/index.ts';
import type { ModelRequest } from '../../../schemas/model.ts';

const PROMPTS = join(import.meta.dirname, '..', '..', '..', 'prompts');
/** The longest prompt of those that queries are written by. */
const PROMPT = globSync('*/query_writer.md', { cwd: PROMPTS })
  .map((name) => readFileSync(join(PROMPTS, name), 'utf8'))
  .reduce((one, other) => (other.length > one.length ? other : one));
const Reply = z.strictObject({
  query: z.string(),
  surfaces: z.array(z.strictObject({ id: z.string(), words: z.string() })),
});

/** The endpoint's reply to every question: as long as a query writer's. */
export const REPLY: z.infer<typeof Reply> = {
  query: 'I am looking for a light tent for two, with an aluminium frame, that packs small enough for a bicycle bag.',
  surfaces: ['tent', 'for two', 'aluminium frame', 'packs small', 'bicycle bag', 'light'].map((words, index) => ({
    id: `r${index + 1}`,
    words,
  })),
};

const FORM = { name: 'query_reply', json: strictSchema(Reply) };
/** A model of the shipped price file, so that money is counted as in a real run. */
export const MODEL = 'gpt-5-mini';

/** Questions the size of a query writer's, no two of them alike. */
export const questionsFrom = (first: number, count: number): ModelRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    role: 'query_writer',
    model: MODEL,
    parameters: { temperature: 0.8, max_output_tokens: 400 },
    messages: [
      { role: 'system', content: PROMPT },
      { role: 'user', content: `Write the query of task ${first + index}.` },
    ],
    schema: FORM,
    attempt: 0,
  }));
