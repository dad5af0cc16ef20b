import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { promptAsker } from '../../models/asker.ts';
import { PromptFolder } from '../../models/prompts.ts';
import { requestDigest } from '../../models/reply-store.ts';
import { ModelError, StageError } from '../../schemas/errors.ts';
import { type PromptedQuestion, Role } from '../../schemas/model.ts';
import { scriptedModels } from '../fixtures/scripted-models.ts';

const folder = mkdtempSync(join(tmpdir(), 'prompts-'));
mkdirSync(join(folder, 'family'));
writeFileSync(join(folder, 'family', 'query_writer.md'), '=== system ===\nYou write.\n=== user ===\nWrite {{what}}.\n');
const prompts = new PromptFolder(folder);

const settings = { model: 'writer-1', temperature: 0.8, maxOutputTokens: 500, tries: 2 };
const roles = {
  ...(Object.fromEntries(Role.options.map((role) => [role, settings])) as Record<Role, typeof settings>),
  judge: { model: 'judge-1', temperature: null, maxOutputTokens: 100, tries: 1 },
};

const question: PromptedQuestion<{ query: string }> = {
  role: 'query_writer',
  prompt: 'family/query_writer.md',
  blanks: { what: 'a query' },
  reply: { name: 'query', schema: z.strictObject({ query: z.string() }) },
  taskId: 'task-1',
  attempt: 2,
};

const askerOf = (answer: Parameters<typeof scriptedModels>[0]) => {
  const { models, requests } = scriptedModels(answer);
  return { asker: promptAsker({ models, prompts, roles }), requests };
};

test('a question becomes the filled prompt, put to the model of its role with the settings of its role', async () => {
  const { asker, requests } = askerOf(() => ({ query: 'A bag.' }));
  await asker.ask(question);
  expect(requests).toMatchObject([
    {
      role: 'query_writer',
      model: 'writer-1',
      parameters: { temperature: 0.8, max_output_tokens: 500 },
      messages: [
        { role: 'system', content: 'You write.' },
        { role: 'user', content: 'Write a query.' },
      ],
      schema: { name: 'query' },
      attempt: 2,
    },
  ]);
});

test('another role has another model', async () => {
  const { asker, requests } = askerOf(() => ({ query: 'A bag.' }));
  await asker.ask({ ...question, role: 'judge' });
  expect(requests).toMatchObject([
    { role: 'judge', model: 'judge-1', parameters: { temperature: null, max_output_tokens: 100 } },
  ]);
});

test('an answer is the value with the digests of the prompt and of the request', async () => {
  const { asker, requests } = askerOf(() => ({ query: 'A bag.' }));
  expect(await asker.ask(question)).toEqual({
    value: { query: 'A bag.' },
    promptDigest: prompts.promptOf('family/query_writer.md').digest,
    replyDigests: requests.map(requestDigest),
  });
});

test('a reply that does not fit is asked for again, and its request is among the digests', async () => {
  const { asker, requests } = askerOf(({ messages }) => ({ [messages.length > 2 ? 'query' : 'text']: 'A bag.' }));
  expect((await asker.ask(question)).replyDigests).toEqual(requests.map(requestDigest));
  expect(requests).toHaveLength(2);
});

test('a role’s tries bound how often', async () => {
  const { asker, requests } = askerOf(() => 'no');
  await expect(asker.ask(question)).rejects.toThrow(ModelError);
  await expect(asker.ask({ ...question, role: 'judge' })).rejects.toThrow(ModelError);
  expect(requests.map(({ role }) => role)).toEqual(['query_writer', 'query_writer', 'judge']);
});

test('a question that does not fit its prompt is our bug, and no model is asked', async () => {
  const { asker, requests } = askerOf(() => ({ query: 'A bag.' }));
  await expect(asker.ask({ ...question, blanks: {} })).rejects.toThrow(StageError);
  expect(requests).toEqual([]);
});
