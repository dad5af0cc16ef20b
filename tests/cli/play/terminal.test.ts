import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { compareEvaluations } from '../../../cli/compare/compare.ts';
import { readEvaluation } from '../../../cli/eval/evaluated.ts';
import { listOf } from '../../../cli/play/play.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { PLAYED } from '../../fixtures/episodes.ts';
import { Playground } from '../../fixtures/playing.ts';

describe.each(PLAYED)('%s in the terminal', (family) => {
  let ground: Playground;
  beforeEach(async () => {
    ground = await Playground.of(family);
  });
  const found = () => ground.solution().searches.map((title) => `search ${title}`);
  const right = () => ground.solution().products.join(' ');

  test('whoever recommends what is right wins, and the episode is written where eval keeps its own', async () => {
    const { text, code } = await ground.terminal([...found(), `recommend ${right()}`]);
    expect(code).toBe(0);
    expect(text).toContain('Won: this is what was wanted.');
    expect(ground.records()).toMatchObject([{ agent: 'human', end: 'done', grade: { success: true } }]);
    const { path, records } = readEvaluation(join(ground.run.folder, 'eval', 'human'), 'compare');
    expect([...records]).toHaveLength(1);
    expect(compareEvaluations(path, path, { json: true }, { write: () => {}, width: 80, colour: false })).toBe(0);
  });

  test('whoever gives up loses, and is told what was right only then', async () => {
    const [task] = ground.run.tasks;
    const { text } = await ground.terminal(['help', 'request', 'give up']);
    const [before = '', after = ''] = text.split('> give up');
    expect(after).toContain('Lost.');
    expect(ground.records()).toMatchObject([{ task: task?.id, end: 'gave_up', grade: { success: false, reward: 0 } }]);
    for (const title of ground.solution().searches) {
      expect(before).not.toContain(title);
      expect(after.replace(/\s+/g, ' ')).toContain(title);
    }
  });

  test('an episode that was left goes on where it was, and ends as if it had never been left', async () => {
    const left = await ground.terminal([...found(), 'quit']);
    expect(left.text.replace(/\s+/g, ' ')).toContain('the same command goes on with it');
    await ground.terminal(['seen']);
    const { text } = await ground.terminal(['seen', `recommend ${right()}`]);
    expect(text).toContain('You go on after');
    const [broken] = ground.records();
    await ground.terminal([...found(), `recommend ${right()}`], { as: 'other', task: broken.task });
    const [whole] = ground.records('other');
    expect(broken.journal).toEqual(whole.journal);
    expect(broken.seen_digest).toBe(whole.seen_digest);
    expect(readdirSync(join(ground.run.folder, 'eval', 'human', 'unfinished'))).toEqual([]);
  });

  test('a task that was played is not offered again, whatever the key of its episode was made of then', async () => {
    await ground.terminal(['give up']);
    const path = join(ground.run.folder, 'eval', 'human', 'episodes.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"key":"[^"]+"/, '"key":"of-an-earlier-version"'));
    const [first] = ground.records();
    const game = ground.game();
    expect(game.next?.id).not.toBe(first.task);
    game.folder.close();
  });

  test('half a line that a killed process left is no event', async () => {
    await ground.terminal([...found(), 'quit']);
    const folder = join(ground.run.folder, 'eval', 'human', 'unfinished');
    appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{"type":"turn","cal');
    await ground.terminal([`recommend ${right()}`]);
    expect(ground.records()[0].grade.success).toBe(true);
  });

  test('each person is given what they have not played, until nothing is left', async () => {
    const { length } = ground.run.tasks;
    for (let played = 0; played < length; played++) await ground.terminal(['give up']);
    expect(new Set(ground.records().map(({ task }) => task)).size).toBe(length);
    const { text } = await ground.terminal([]);
    expect(text).toContain(`human has played all ${length} tasks`);
    expect(text).toContain(`human on ${family}`);
  });

  test('no line is wider than the window', async () => {
    const { text } = await ground.terminal([...found(), 'open 1', 'help', 'nonsense', 'give up']);
    const wide = text.split('\n').filter((line) => line.length > 72 && !line.startsWith('> ') && !line.includes('/'));
    expect(wide).toEqual([]);
  });
});

describe('what cannot be played is said in one sentence', () => {
  const refused = async (options: Parameters<Playground['terminal']>[1]) => {
    const ground = await Playground.of('ecomagentbench');
    return await ground.terminal([], options).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    });
  };

  test.each([
    [
      'a task that is none, with the nearest',
      { task: 'ecomagentbench-coupon' },
      /no such task; the nearest is ecomagentbench-coupon_budget-/,
    ],
    ['a name that is a built-in agent', { as: 'oracle' }, /which is a built-in agent of eval/],
    ['a name that leaves the folder', { as: '../x' }, /--as is "\.\.\/x", expected at most 40 letters/],
    ['a port that is none', { web: true, port: '99999' }, /--port is "99999", expected a number from 1 to 65535/],
    ['a port without a page', { port: '8000' }, /--port is for the page; add --web/],
  ])('%s', async (_, options, sentence) => {
    expect(await refused(options)).toMatch(sentence);
  });

  test('a task that was played already', async () => {
    const ground = await Playground.of('ecomagentbench');
    const id = ground.run.tasks[0]?.id ?? '';
    await ground.terminal(['give up'], { task: id });
    await expect(ground.terminal([], { task: id })).rejects.toThrow(`${id} was played by human already, and lost`);
  });
});

test('a list names what is still to be played as agents know it, and what was played by what it was', async () => {
  const ground = await Playground.of('ecomagentbench');
  await ground.terminal(['give up', '', '', '', '']);
  const game = ground.game();
  const text = listOf(game, { write: () => {}, width: 120, colour: false });
  const [played, ...left] = game.tasks;
  expect(text).toContain(played?.id);
  for (const { id, agentId } of left) expect([text.includes(id), text.includes(agentId)]).toEqual([false, true]);
  game.folder.close();
});
