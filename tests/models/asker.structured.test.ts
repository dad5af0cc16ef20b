import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askFor, type Question } from '../../models/asker.ts';
import { requestDigest } from '../../models/reply-store.ts';
import { ModelError } from '../../schemas/errors.ts';
import { ReplyingModels } from '../fixtures/replying-models.ts';

const QueryReply = z.strictObject({ query: z.string().max(40), count: z.int() });
const GOOD = '{"query": "a light tent", "count": 2}';

const questionOf = (changes: Partial<Question<z.infer<typeof QueryReply>>> = {}) => ({
  role: 'query_writer' as const,
  model: 'some-model',
  parameters: { temperature: 0.7, max_output_tokens: 400 },
  messages: [
    { role: 'system' as const, content: 'You write.' },
    { role: 'user' as const, content: 'Write a query.' },
  ],
  name: 'query',
  schema: QueryReply,
  taskId: '0001',
  tries: 3,
  ...changes,
});

test('what each reply was good for is told, with what is wrong with it, also where it fits and says nothing', async () => {
  const models = new ReplyingModels('I like turtles.', GOOD);
  await askFor(models, questionOf({ problemOf: ({ count }) => (count === 2 ? 'it is unsure' : null) }));
  expect(models.learned).toEqual(
    ['it is not one JSON object', 'it is unsure'].map((problem, at) => ({
      ...{ of: 'reply', digest: requestDigest(models.asked[at]!), problem },
    })),
  );
});

describe('a reply that fits', () => {
  test('is given as a value, with the digest of its request', async () => {
    const models = new ReplyingModels(GOOD);
    const { value, digests } = await askFor(models, questionOf());
    expect(value).toEqual({ query: 'a light tent', count: 2 });
    expect(digests).toEqual([requestDigest(models.asked[0]!)]);
  });

  test('is asked for in the form of the schema, for the task', async () => {
    const models = new ReplyingModels(GOOD);
    await askFor(models, questionOf({ attempt: 4 }));
    expect(models.taskIds).toEqual(['0001']);
    expect(models.asked[0]).toMatchObject({
      attempt: 4,
      schema: { name: 'query', json: { type: 'object', required: ['query', 'count'], additionalProperties: false } },
    });
  });

  test.each([
    `\`\`\`json\n${GOOD}\n\`\`\``,
    `Sure!\n${GOOD}\nAnything else?`,
    '{"query": "a light tent", "count": 2,}',
    `<think>{}</think>${GOOD}`,
  ])('may have something around it: %j', async (text) => {
    const models = new ReplyingModels(text);
    expect((await askFor(models, questionOf())).value).toEqual({ query: 'a light tent', count: 2 });
    expect(models.asked).toHaveLength(1);
  });

  test('may have run into the limit after its end', async () => {
    const models = new ReplyingModels({ text: GOOD, finish: 'length' });
    expect((await askFor(models, questionOf())).value.count).toBe(2);
  });
});

describe('a reply that does not fit', () => {
  const LONG = 'x'.repeat(41);
  test.each([
    ['no JSON', 'A light tent.', 'it is not one JSON object'],
    ['two objects', `${GOOD} or ${GOOD}`, 'it is not one JSON object'],
    ['a missing key', '{"query": "a tent"}', 'count: Invalid input: expected number, received undefined'],
    ['an extra key', '{"query": "a tent", "count": 1, "why": "x"}', 'the reply: Unrecognized key: "why"'],
    ['a wrong type', '{"query": "a tent", "count": "1"}', 'count: Invalid input: expected number, received string'],
    ['a value too long', `{"query": "${LONG}", "count": 1}`, 'query: Too big'],
    ['a list', `[${GOOD}]`, 'the reply: Invalid input: expected object, received array'],
    ['nothing', '', 'it is empty'],
  ])('(%s) is asked for again with what the validator says', async (_, text, problem) => {
    const models = new ReplyingModels(text, GOOD);
    const { value, digests } = await askFor(models, questionOf());
    expect(value.count).toBe(2);
    expect(digests).toEqual(models.asked.map(requestDigest));
    expect(models.asked[1]!.attempt).toBe(1);
    expect(models.asked[1]!.messages.at(-1)!.content).toContain(`Your reply 1 cannot be used: ${problem}`);
  });

  test('stands in the conversation', async () => {
    const models = new ReplyingModels('A light tent.', GOOD);
    await askFor(models, questionOf());
    expect(models.asked[1]!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(models.asked[1]!.messages[2]!.content).toBe('A light tent.');
  });

  test('is followed by the latest alone, so that prompts do not grow', async () => {
    const models = new ReplyingModels('one', 'two', GOOD);
    await askFor(models, questionOf());
    expect(models.asked[2]!.messages.map(({ content }) => content)).toEqual([
      'You write.',
      'Write a query.',
      'two',
      expect.stringContaining('Your reply 2 cannot be used'),
    ]);
  });

  test('is shown in part where it is huge', async () => {
    const models = new ReplyingModels('x'.repeat(1_000_000), GOOD);
    await askFor(models, questionOf());
    expect(models.asked[1]!.messages[2]!.content.length).toBeLessThan(5_000);
  });

  test('does not flood the model with issues', async () => {
    const many = z.strictObject({ list: z.array(z.int()) });
    const models = new ReplyingModels(JSON.stringify({ list: Array(500).fill('x') }), '{"list": [1]}');
    await askFor(models, { ...questionOf(), schema: many, problemOf: () => null });
    const said = models.asked[1]!.messages.at(-1)!.content;
    expect(said).toContain('and 492 more');
    expect(said.length).toBeLessThan(3_000);
  });

  test.each([
    ['empty', { text: '' }],
    ['blank', { text: ' \n ' }],
  ])('because it is %s is not shown: endpoints refuse empty messages', async (_, reply) => {
    const models = new ReplyingModels(reply, GOOD);
    await askFor(models, questionOf());
    expect(models.asked[1]!.messages).toEqual([
      { role: 'system', content: 'You write.' },
      { role: 'user', content: expect.stringMatching(/^Write a query\.\n\nYour reply 1 cannot be used: it is empty/) },
    ]);
  });

  test('because it declines is asked for again', async () => {
    const models = new ReplyingModels({ text: GOOD, finish: 'refusal' }, GOOD);
    expect((await askFor(models, questionOf())).digests).toHaveLength(2);
    expect(models.asked[1]!.messages.at(-1)!.content).toContain('it declines the task');
  });

  test('because it was cut off is asked for in fewer tokens', async () => {
    const models = new ReplyingModels({ text: '{"query": "a li', finish: 'length' }, GOOD);
    await askFor(models, questionOf());
    expect(models.asked[1]!.messages.at(-1)!.content).toContain('cut off at 400 tokens');
  });

  test('is given up after the last try, with what was wrong and what would help', async () => {
    const models = new ReplyingModels('no', 'no', '{"query": 1, "count": 1}', GOOD);
    const error = await askFor(models, questionOf()).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({
      ends: false,
      message:
        'query writer gave up on task 0001 after 3 replies that cannot be used; another --model or more models.query_writer.tries may bring one that can. The last one: query: Invalid input: expected string, received number',
    });
    expect(models.asked).toHaveLength(3);
  });
});

test('a question that is put once is given up with the one reply there was', async () => {
  await expect(askFor(new ReplyingModels(''), questionOf({ tries: 1 }))).rejects.toThrow(
    /gave up on task 0001 after 1 reply that cannot be used; .* The last one: it is empty/,
  );
});

test.each(['judge', 'blind_solver'] as const)('the %s that is given up is said with its own flag', async (role) => {
  const asked = askFor(new ReplyingModels('no'), { ...questionOf(), role });
  await expect(asked).rejects.toThrow(`another --judge-model or more models.${role}.tries may bring one that can`);
});

test('a role of an evaluation that is given up names no setting of a build', async () => {
  const asked = askFor(new ReplyingModels('no'), { ...questionOf(), role: 'grader' });
  await expect(asked).rejects.toThrow('; another --grader model:<name> may bring one that can.');
});

test.each(['', 'no'])('the same bad reply (%j) again and again is another request each time', async (text) => {
  const models = new ReplyingModels(text);
  await askFor(models, questionOf({ tries: 5 })).catch(() => undefined);
  expect(new Set(models.asked.map(requestDigest)).size).toBe(5);
});

test.each(['', 'no'])('votes do not share replies, even when all of them are bad (%j)', async (text) => {
  const models = new ReplyingModels(text);
  for (const attempt of [0, 1, 2]) await askFor(models, questionOf({ attempt })).catch(() => undefined);
  expect(models.asked).toHaveLength(9);
});

test('a model that gives no reply at all is not asked again here', async () => {
  const gone = new ModelError('judge gave up on task 0001 after 4 attempts, last status 429');
  const models = new ReplyingModels(gone);
  await expect(askFor(models, questionOf())).rejects.toBe(gone);
  expect(models.asked).toHaveLength(1);
});

test('the question is not changed by what is asked after it', async () => {
  const question = questionOf();
  const before = structuredClone(question.messages);
  await askFor(new ReplyingModels('', 'no', GOOD), question);
  expect(question.messages).toEqual(before);
});
