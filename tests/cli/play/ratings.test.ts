import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ratingsCsv, ratingsIn, summariseRatings } from '../../../cli/play/ratings.ts';
import { PlayService } from '../../../cli/play/web-server.ts';
import type { RatingRecord } from '../../../shopping/episode/person/index.ts';
import { Playground } from '../../fixtures/playing.ts';

const evaluationsOf = ({ run }: Playground) => join(run.folder, 'eval');

test('what is answered in the terminal at the end is kept beside the episodes, and what is passed over is not', async () => {
  const ground = await Playground.of('ecomagentbench');
  const { text } = await ground.terminal(['give up', '9', '4', '', '2', 'a dull bag']);
  expect(text).toContain('"9" is no number from 1 to 5.');
  expect(ratingsIn(evaluationsOf(ground))).toMatchObject([
    { person: 'human', success: false, scores: { shopper: 4, fairness: 2 }, comment: 'a dull bag' },
  ]);
});

test('where nobody can be asked, the shopper is not rated', async () => {
  const ground = await Playground.of('shoppingbench');
  const { text } = await ground.terminal(['give up', '5', 'quit']);
  expect(text).not.toContain('Did the shopper answer');
  expect(ratingsIn(evaluationsOf(ground))).toMatchObject([{ scores: { request: 5 }, comment: '' }]);
});

test('whoever answers nothing has rated nothing', async () => {
  const ground = await Playground.of('ecomagentbench');
  await ground.terminal(['give up', '', '', '', '']);
  expect(existsSync(join(evaluationsOf(ground), 'human', 'ratings.jsonl'))).toBe(false);
});

test('the page keeps a rating of an episode that is over, and the last one counts', async () => {
  const ground = await Playground.of('ecomagentbench');
  const game = ground.game();
  const [task] = ground.run.tasks;
  if (task === undefined) throw new RangeError('no task');
  const service = new PlayService(game, task);
  const posted = (path: string, body: object) =>
    service.reply(
      'POST',
      path,
      JSON.stringify({ episode: JSON.parse(service.reply('GET', '/api/episode', '').body).id, ...body }),
    );
  const rating = (shopper: number) => ({ rating: { scores: { shopper }, comment: '' } });
  expect(posted('/api/rate', rating(1)).status).toBe(409);
  posted('/api/act', { act: { act: 'give-up' } });
  expect(posted('/api/rate', rating(6)).status).toBe(400);
  for (const score of [1, 5]) expect(posted('/api/rate', rating(score)).status).toBe(200);
  expect(JSON.parse(posted('/api/rate', rating(5)).body).rating).toEqual(rating(5).rating);
  expect(ratingsIn(evaluationsOf(ground))).toMatchObject([{ scores: { shopper: 5 } }]);
  game.folder.close();
});

const rated = (person: string, task: string, shopper: number, intent = 'a'): RatingRecord => ({
  ...{ task, agent_id: task, intent, task_digest: '', person, success: true },
  scores: { shopper },
  comment: '=1+1',
});

test('ratings are summed up over all tasks and by intent, with the agreement of those who rated the same', () => {
  const ratings = [
    rated('ann', 't1', 5),
    rated('bob', 't1', 5),
    rated('ann', 't2', 2, 'b'),
    rated('bob', 't2', 2, 'b'),
    rated('ann', 't3', 4),
  ];
  expect(summariseRatings(ratings)).toEqual([
    { name: 'shopper', of: 'all', ratings: 5, tasks: 3, mean: 3.6, good: 0.6, alpha: 1, shared: 2 },
    { name: 'shopper', of: 'a', ratings: 3, tasks: 2, mean: 14 / 3, good: 1, alpha: null, shared: 1 },
    { name: 'shopper', of: 'b', ratings: 2, tasks: 1, mean: 2, good: 0, alpha: null, shared: 1 },
  ]);
});

test('ratings are written down as a table without formulas', () => {
  expect(ratingsCsv([rated('ann', 't1', 5)])).toBe(
    "\ufefftask,intent,person,won,shopper,request,fairness,comment\r\nt1,a,ann,yes,5,,,'=1+1\r\n",
  );
});

test('the command shows them, writes them where a file is named, and says where there are none', async () => {
  const ground = await Playground.of('ecomagentbench');
  await expect(ground.terminal([], { ratings: true })).rejects.toThrow('nobody has rated a task');
  await ground.terminal(['give up', '4', '4', '4', '']);
  await ground.terminal(['give up', '5', '4', '4', ''], { as: 'ann' });
  const file = join(mkdtempSync(join(tmpdir(), 'ratings-')), 'ratings.csv');
  // A file of samples has its results elsewhere.
  const { text } = await ground.terminal([], { ratings: file });
  expect(text).toContain('2 ratings of 1 task by 2 people');
  expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4);
});
