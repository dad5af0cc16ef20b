import { beforeAll, describe, expect, test } from 'vitest';
import { type ChatOptions, chatFiles } from '../../../cli/export/chat.ts';
import { TaskShelf } from '../../../cli/serve/task-shelf.ts';
import type { EpisodeTask } from '../../../pipeline/episode.ts';
import type { EpisodeWorld } from '../../../shopping/episode/index.ts';
import { PLAYED, playableRun } from '../../fixtures/episodes.ts';
import { folderWith } from '../../fixtures/raw-files.ts';
import { playableShoe, SCENARIOS, shopWorld } from '../../fixtures/shop-tasks.ts';

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON, each looked at by one test
type Line = any;

let world: EpisodeWorld;
beforeAll(async () => {
  ({ world } = await shopWorld());
});

const shelf = () =>
  new TaskShelf({ train: SCENARIOS.map((scenario, at) => playableShoe(at, scenario)), test: [playableShoe(9)] });

async function chats(options: ChatOptions = {}, isNamed = false, on = { shelf: shelf(), world }) {
  const given = { family: 'shop', tools: [], isNamed, shelf: on.shelf, world: async () => on.world };
  const { files } = await chatFiles(given, options);
  const lines: Record<string, Line[]> = {};
  for (const [name, text] of Object.entries(files)) {
    if (!name.endsWith('.jsonl')) continue;
    lines[name] = [];
    for await (const piece of typeof text === 'string' ? [text] : text) lines[name].push(JSON.parse(piece));
  }
  return lines;
}

describe('chats to train on', () => {
  test('are the oracle and the near miss of each task, with their rewards, one line for each episode', async () => {
    const { 'train.jsonl': lines = [] } = await chats();
    expect(lines.map(({ metadata: { agent, success } }) => [agent, success])).toEqual(
      SCENARIOS.flatMap(() => [
        ['oracle', true],
        ['near-miss', false],
      ]),
    );
    for (const { metadata } of lines) {
      expect(metadata.scores).toMatchObject({ loose: expect.any(Number), strict: metadata.reward });
      expect(metadata.end).toBe('done');
    }
  });

  test('answer every tool call with its result, and only those', async () => {
    const { 'train.jsonl': lines = [] } = await chats();
    for (const { messages, tools } of lines) {
      expect(messages[0]).toMatchObject({ role: 'user' });
      const called = messages.flatMap((message: Line) => message.tool_calls ?? []);
      const answered = messages.filter(({ role }: Line) => role === 'tool');
      expect(called.map(({ id }: Line) => id)).toEqual(answered.map((message: Line) => message.tool_call_id));
      expect(new Set(called.map(({ id }: Line) => id)).size).toBe(called.length);
      const names = tools.map((tool: Line) => tool.function.name);
      for (const { function: called_ } of called) {
        expect(names).toContain(called_.name);
        expect(JSON.parse(called_.arguments)).toBeTypeOf('object');
      }
    }
  });

  test('have a line for each step where that is asked for, each ending in what the agent did', async () => {
    const { 'train.jsonl': whole = [] } = await chats({ agent: 'oracle' });
    const { 'train.jsonl': steps = [] } = await chats({ agent: 'oracle', per: 'step' });
    expect(steps).toHaveLength(whole.reduce((sum, { metadata }) => sum + metadata.steps, 0));
    for (const { messages } of steps) expect(messages.at(-1).role).toBe('assistant');
    expect(steps[0].metadata.step).toBe(1);
    expect(steps[0].messages).toHaveLength(2);
  });

  test('leave the test split out unless it is named', async () => {
    expect(Object.keys(await chats())).toEqual(['train.jsonl']);
    expect(Object.keys(await chats({}, true))).toEqual(['train.jsonl', 'test.jsonl']);
    const only = { shelf: new TaskShelf({ test: [playableShoe(9)] }), world };
    await expect(chats({}, false, only)).rejects.toThrow(/^the run has the split test alone/);
  });

  test('leave out what is worth less than is asked for', async () => {
    const { 'train.jsonl': lines = [] } = await chats({ leastReward: 1 });
    expect(lines.map(({ metadata }) => metadata.agent)).toEqual(SCENARIOS.map(() => 'oracle'));
  });

  test.each([
    [{ per: 'day' }, /^--per is "day", expected episode or step$/],
    [{ agent: 'nobody' }, /^--agent is "nobody", expected some of oracle, /],
    [{ agent: 'oracle', episodes: 'x' }, /leave one of them out$/],
    [{ episodes: 'no-such-folder' }, /^--episodes is "no-such-folder", which holds no episodes.jsonl/],
  ])('%j is turned down in one sentence', async (options, sentence) => {
    await expect(chats(options)).rejects.toThrow(sentence);
  });

  test('are told how to be read by the name of a file that is there', async () => {
    const only = { family: 'shop', tools: [], isNamed: true, shelf: new TaskShelf({ test: [playableShoe(9)] }) };
    const { files } = await chatFiles({ ...only, world: async () => world }, {});
    expect(files['README.md']).toContain('data_files="test.jsonl"');
  });

  test('are not taken from an evaluation of other tasks', async () => {
    const folder = folderWith({ 'episodes.jsonl': '' });
    await expect(chats({ episodes: folder })).rejects.toThrow(
      /^--episodes is ".+", of whose episodes none is of a task of train; name an evaluation of these tasks, or their split with --split$/,
    );
  });

  test('are told to name the split of episodes that were played in the one that is left out', async () => {
    const { task } = shelf().in('test')[0] as { task: EpisodeTask };
    const grade = { success: true, reward: 1, recommended: [], unretrieved: [], verdicts: [], scores: {} };
    const record = {
      ...{ key: 'k', task: task.id, agent_id: task.agentId, intent: task.intent, trial: 1, task_digest: task.digest },
      ...{ agent: 'mine', agent_digest: 'd', user: 'script', user_digest: 'd', grader: 'd', seed: 1, program: false },
      ...{
        limits: { steps: 9, questions: 3 },
        end: 'done',
        detail: '',
        steps: 1,
        called: [],
        opinions: {},
        journal: [],
      },
      grade: { ...grade, questions: { asked: 0, answered: 0, needed: 0 }, undecided: [] },
      spent: { model_calls: 0, input_tokens: null, output_tokens: null, cost_usd: null },
      seen_digest: 'd',
    };
    const folder = folderWith({ 'episodes.jsonl': `${JSON.stringify(record)}\n` });
    await expect(chats({ episodes: folder })).rejects.toThrow(
      /they are of the split test, which is taken only where it is named: --split test$/,
    );
  });

  test.each(PLAYED)('are had of every family that is played: %s', async (family) => {
    const run = await playableRun(family);
    const lines = await chats({}, true, { shelf: new TaskShelf({ train: run.tasks }), world: run.world });
    expect(lines['train.jsonl']?.map(({ metadata }) => [metadata.agent, metadata.success])).toEqual(
      run.tasks.map(() => ['oracle', true]),
    );
  });
});
