import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareEvaluations } from '../../../cli/compare/compare.ts';
import { agentNames } from '../../../cli/eval/agents.ts';
import { evaluate } from '../../../cli/eval/eval.ts';
import { EvalFolder } from '../../../cli/eval/folder.ts';
import type { EvalOptions } from '../../../cli/eval/options.ts';
import { regrade } from '../../../cli/regrade/regrade.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';

let run: FinishedFixture;
beforeAll(() => {
  run = finishedRun();
});

const folder = () => mkdtempSync(join(tmpdir(), 'eval-'));
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

async function evaluated(options: EvalOptions) {
  let text = '';
  const output = { write: (more: string) => (text += more), width: 120, colour: false };
  const code = await evaluate(run.folder, { catalog: run.catalog, ...options }, output);
  return { code, text };
}

describe('an evaluation', () => {
  test('leaves episodes, failures, a summary and how it was made', async () => {
    const out = folder();
    const { code, text } = await evaluated({ agent: 'oracle', out, trials: '2' });
    expect(code).toBe(0);
    expect(text).toContain('The oracle wins every task.');
    expect(linesOf(join(out, 'episodes.jsonl'))).toHaveLength(4);
    expect(linesOf(join(out, 'failures.jsonl'))).toEqual([]);
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({
      agent: 'oracle',
      k: 2,
      total: { tasks: 2, trials: 4, left_out: 0, success: 1, unretrieved: 0 },
    });
  });

  test('plays nothing again that is there, and what is missing of it alone', async () => {
    const out = folder();
    await evaluated({ agent: 'oracle', out });
    const whole = readFileSync(join(out, 'episodes.jsonl'), 'utf8');
    const [first = ''] = linesOf(join(out, 'episodes.jsonl'));
    // A process that was killed leaves a line and half of one.
    writeFileSync(join(out, 'episodes.jsonl'), `${first}\n`);
    appendFileSync(join(out, 'episodes.jsonl'), first.slice(0, 40));
    const { text } = await evaluated({ agent: 'oracle', out, resume: true });
    expect(text).toContain('1 episode played');
    expect(readFileSync(join(out, 'episodes.jsonl'), 'utf8')).toBe(whole);
  });

  test('comes out the same in shards as in one', async () => {
    const [one, parts] = [folder(), folder()];
    await evaluated({ agent: 'cheater', out: one });
    for (const shard of ['1/3', '2/3', '3/3']) await evaluated({ agent: 'cheater', out: parts, shard });
    const { text } = await evaluated({ agent: 'cheater', out: parts });
    expect(text).toContain('0 episodes played');
    for (const name of ['episodes.jsonl', 'summary.json'])
      expect(readFileSync(join(parts, name), 'utf8')).toBe(readFileSync(join(one, name), 'utf8'));
  });

  test('that is finished is not played again by a shard, unless it is to begin anew', async () => {
    const out = folder();
    await evaluated({ agent: 'cheater', out });
    const before = readFileSync(join(out, 'episodes.jsonl'), 'utf8');
    for (const shard of ['1/2', '2/2'])
      expect((await evaluated({ agent: 'cheater', out, shard })).text).toContain('0 episodes played');
    const anew = ['1/2', '2/2'].map(
      async (shard) => (await evaluated({ agent: 'cheater', out, shard, fresh: true })).text,
    );
    expect((await Promise.all(anew)).join('')).toMatch(/(1 episode|2 episodes) played/);
    await evaluated({ agent: 'cheater', out });
    expect(readFileSync(join(out, 'episodes.jsonl'), 'utf8')).toBe(before);
  });

  test('does not mix with one of other settings, and loses nothing of it', async () => {
    const out = folder();
    await evaluated({ agent: 'oracle', out });
    const before = readFileSync(join(out, 'episodes.jsonl'), 'utf8');
    await expect(evaluated({ agent: 'oracle', out, seed: '7' })).rejects.toThrow(
      '2 episodes that are none of this evaluation',
    );
    expect(readFileSync(join(out, 'episodes.jsonl'), 'utf8')).toBe(before);
    const { text } = await evaluated({ agent: 'oracle', out, trials: '2' });
    expect(text).toContain('2 episodes played');
  });

  test('of one task goes into a folder that has more of the same evaluation, and plays what is missing', async () => {
    const out = folder();
    const ids = linesOf(join(run.folder, 'accepted.jsonl')).map((line) => JSON.parse(line).id);
    await evaluated({ agent: 'first-hit', out, task: [ids[0]] });
    const { text } = await evaluated({ agent: 'first-hit', out, task: [ids[1]], trials: '2' });
    expect(text).toContain('2 episodes played');
    expect(text).toContain('1 more, of other tasks or trials, were there and are in the summary');
    expect((await evaluated({ agent: 'first-hit', out, limit: '1' })).text).toContain('0 episodes played');
    expect((await evaluated({ agent: 'first-hit', out, trials: '2' })).text).toContain('1 episode played');
    const { k, total } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
    expect([k, total.trials]).toEqual([2, 4]);
  });

  test.each([
    ['oracle', /\/results\.html: every episode step by step/],
    ['oracle,nothing', /^results\.html in each of these folders: every episode step by step/m],
  ])('says where its page is, of one agent and of several: %s', async (agent, said) => {
    expect((await evaluated({ agent })).text).toMatch(said);
  });

  test('says with its exit code that the oracle does not win', async () => {
    const { code } = await evaluated({ agent: 'oracle', out: folder(), steps: '1' });
    expect(code).toBe(1);
  });

  test('has a module play, and blames it for what it throws', async () => {
    const out = folder();
    const file = join(out, 'agent.mjs');
    writeFileSync(
      file,
      `export default async ({ task, call }) => {
        const { products } = await call('search_products', { query: task.instruction });
        if (products.length > 0) await call('recommend_product', { product_id: products[0].product_id });
        throw new Error('no idea');
      };`,
    );
    const { text } = await evaluated({ agent: `module:${file}`, out: join(out, 'eval') });
    expect(text).toContain('Ends: ');
    const ends = linesOf(join(out, 'eval', 'episodes.jsonl')).map((line) => JSON.parse(line).end);
    expect(ends.every((end) => ['done', 'agent_error'].includes(end))).toBe(true);
  });

  test('says of an error what the first episode says that ended in it', async () => {
    const out = folder();
    writeFileSync(join(out, 'agent.mjs'), `export default async () => { throw new Error('no idea'); };`);
    const { text } = await evaluated({ agent: `module:${join(out, 'agent.mjs')}`, out: join(out, 'eval'), limit: '2' });
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/agent_error, first in \S+: no idea/);
  });

  test('has nobody play where one of several names is no agent', async () => {
    const before = readdirSync(run.folder, { recursive: true });
    await expect(evaluated({ agent: 'nothing,orakel' })).rejects.toThrow('--agent is "orakel", which is no agent');
    expect(readdirSync(run.folder, { recursive: true })).toEqual(before);
  });

  test('does not blame an agent for a program that nobody can start', async () => {
    const played = evaluated({ agent: 'command:/no/such/program', out: folder() });
    await expect(played).rejects.toThrow(ConfigError);
    await expect(played).rejects.toThrow(
      /it ended with 127: .*\/no\/such\/program.*; name a program that can be started with --agent$/,
    );
  });

  test('counts no episode as played that an endpoint kept from its end', async () => {
    const { code, text } = await evaluated({ agent: 'endpoint:http://127.0.0.1:9/v1', out: folder(), limit: '1' });
    expect(code).toBe(3);
    expect(text).toContain('0 episodes played');
    expect(text).toContain('1 episode was not played to the end; the same command plays it');
    expect(text.replace(/\s+/g, ' ')).toContain('http://127.0.0.1:9/v1 cannot be asked: bad port');
  });

  test('shows no table of figures where no episode could be graded', async () => {
    const { text } = await evaluated({ agent: 'endpoint:http://127.0.0.1:9/v1', out: folder(), limit: '1' });
    expect(text).toContain('No episode could be graded.');
    expect(text).not.toContain('as the paper counts');
  });

  test('blames a program that starts and fails', async () => {
    const { code, text } = await evaluated({ agent: 'command:exit 3', out: folder(), limit: '1' });
    expect([code, text]).toEqual([0, expect.stringContaining('wrote no turn: it ended with 3')]);
  });

  test.each([
    [{}, /eval needs an agent/],
    [{ agent: 'orakel' }, /the nearest is "oracle", and there are oracle, .* and mcp:<program or address>$/],
    [{ agent: 'comand:my agent' }, /the nearest is "command:my agent", and there are/],
    [{ agent: 'endpoint:' }, '--agent is "endpoint:" and ends there, expected endpoint:<address>'],
    [{ agent: 'oracle', trials: '0' }, /--trials is "0"/],
    [{ agent: 'oracle', user: 'nobody' }, /--user is "nobody"/],
    [{ agent: 'oracle', split: 'dev' }, /--split is "dev"/],
    [{ agent: 'oracle', resume: true }, /--resume goes on/],
    [{ agent: 'oracle', task: ['x'] }, /--task is "x"/],
    [{ agent: 'module:none.ts' }, /none.ts is missing/],
    [{ agent: 'openai' }, /the agent has no model/],
    [{ agent: 'endpoint:http://127.0.0.1:9/v1', budgetUsd: '5' }, '--budget-usd holds for models that eval asks'],
    [{ agent: 'command:true', requestsPerMinute: '5' }, '--requests-per-minute holds for models that eval asks'],
  ])('refuses %j with a sentence', async (options, expected) => {
    delete process.env.OPENAI_MODEL;
    await expect(evaluated({ out: folder(), ...options })).rejects.toThrow(expected);
  });
});

test('an evaluation that is graded again is the same to the byte', async () => {
  const out = folder();
  await evaluated({ agent: 'asks-everything', out });
  const before = ['episodes.jsonl', 'summary.json'].map((name) => readFileSync(join(out, name), 'utf8'));
  let text = '';
  await regrade(out, { catalog: run.catalog }, { write: (more) => (text += more), width: 120, colour: false });
  expect(text).toContain('0 changed');
  expect(['episodes.jsonl', 'summary.json'].map((name) => readFileSync(join(out, name), 'utf8'))).toEqual(before);
});

test('a grade that was tampered with is found when it is graded again', async () => {
  const out = folder();
  await evaluated({ agent: 'nothing', out });
  const path = join(out, 'episodes.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"reward":0', '"reward":1'));
  let text = '';
  await regrade(out, { catalog: run.catalog }, { write: (more) => (text += more), width: 120, colour: false });
  expect(text).toContain('reward 1, now 0');
});

test('what is graded again is not written while somebody else writes the folder', async () => {
  const out = folder();
  await evaluated({ agent: 'nothing', out });
  const other = EvalFolder.open(out, null);
  await expect(regrade(out, { catalog: run.catalog })).rejects.toThrow(/is being written by process/);
  other.close();
});

test('failures that do not count any more are not written again', async () => {
  const out = folder();
  await evaluated({ agent: 'nothing', out });
  const [first = ''] = linesOf(join(out, 'episodes.jsonl'));
  const { key, task, intent, trial, steps } = JSON.parse(first);
  const failure = { key, task, intent, trial, end: 'environment_error', detail: 'an old tool', steps };
  const lost = { ...failure, task: 'other', end: 'infrastructure_error', detail: 'no connection' };
  writeFileSync(join(out, 'failures.jsonl'), `${JSON.stringify(failure)}\n${JSON.stringify(lost)}\n`);
  await regrade(out, { catalog: run.catalog }, { write: () => {}, width: 120, colour: false });
  expect(linesOf(join(out, 'failures.jsonl'))).toEqual([JSON.stringify(lost)]);
});

test('a file of what agents may see is refused with the name of the samples', async () => {
  const output = { write: () => {}, width: 120, colour: false };
  await expect(evaluate(join(run.folder, 'agent', 'test.jsonl'), { agent: 'nothing' }, output)).rejects.toThrow(
    /what agents may see of samples, without their answers; name .+\/splits\/test\.jsonl$/,
  );
});

describe('a file of samples that was edited by hand', () => {
  const edited = (change: (lines: readonly string[]) => readonly string[]) => {
    const path = join(folder(), 'samples.jsonl');
    writeFileSync(path, `${change(linesOf(join(run.folder, 'accepted.jsonl'))).join('\n')}\n`);
    const output = { write: () => {}, width: 120, colour: false };
    return evaluate(path, { agent: 'nothing', catalog: run.catalog, out: folder() }, output);
  };

  test('is refused by file and line where a sample lacks what it needs', async () => {
    const broken = edited(([first = '', ...rest]) => [
      first,
      ...rest.map((line) => JSON.stringify({ ...JSON.parse(line), user_query: 7 })),
    ]);
    await expect(broken).rejects.toThrow(
      /samples\.jsonl:2: is no sample of ecomagentbench: "user_query".*; restore the file or build the run again$/,
    );
  });

  test('is refused by file and line where two samples have one id', async () => {
    await expect(edited(([first = '']) => [first, first])).rejects.toThrow(
      /samples\.jsonl:2: has the id ".+" of line 1; give each sample an id of its own, or take one out$/,
    );
  });
});

test('two evaluations are compared over the tasks that both played', async () => {
  const [a, b] = [folder(), folder()];
  await evaluated({ agent: 'nothing', out: a });
  await evaluated({ agent: 'oracle', out: b });
  let text = '';
  compareEvaluations(a, b, { json: true }, { write: (more) => (text += more), width: 120, colour: false });
  const all = JSON.parse(text).rows.at(-1);
  expect(all).toMatchObject({ name: 'all', comparison: { tasks: 2, difference: 1, mcnemar: { won: 2, lost: 0 } } });
});

test('several agents are named with commas, and a command keeps its own', () => {
  expect(agentNames('oracle, nothing')).toEqual(['oracle', 'nothing']);
  expect(agentNames('command:run --with a,b')).toEqual(['command:run --with a,b']);
  expect(agentNames('all')).toContain('cheater');
});
