import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';

import { CapacityReached, LiveEpisodes } from '../../../cli/serve/live-episodes.ts';
import { type PlayableRun, playableRun, playBy } from '../../fixtures/episodes.ts';
import { firstOf, type LiveFixture, liveEpisodes, playOverWire } from '../../fixtures/live-episodes.ts';
import { playableShoe, shopWorld } from '../../fixtures/shop-tasks.ts';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});

test('an episode that nobody uses for the idle time is closed, and its place is free', () => {
  const { clock, episodes } = liveEpisodes(run, { capacity: 1, idleMs: 1000 });
  const { id, token } = episodes.open(firstOf(run));
  clock.ms = 1001;
  expect([episodes.get(id), episodes.withToken(token), episodes.size]).toEqual([undefined, undefined, 0]);
  expect(episodes.open(firstOf(run)).steps).toBe(0);
});

test('an episode that is used stays open', () => {
  const { clock, episodes } = liveEpisodes(run, { idleMs: 1000 });
  const { token } = episodes.open(firstOf(run));
  for (clock.ms = 0; clock.ms < 5000; clock.ms += 900) expect(episodes.withToken(token)).toBeDefined();
});

test('looking at the list is no use of an episode', () => {
  const { clock, episodes } = liveEpisodes(run, { idleMs: 1000 });
  episodes.open(firstOf(run));
  clock.ms = 900;
  expect(episodes.list().map(({ idleMs }) => idleMs)).toEqual([900]);
  clock.ms = 1001;
  expect([episodes.reap(), episodes.size]).toEqual([1, 0]);
});

test('where there is no room, the answer says when the episode that rests longest is closed', () => {
  const { clock, episodes } = liveEpisodes(run, { capacity: 2, idleMs: 60_000 });
  const { id: older } = episodes.open(firstOf(run));
  clock.ms = 10_000;
  episodes.open(firstOf(run));
  clock.ms = 20_000;
  const refused = () => episodes.open(firstOf(run));
  expect(refused).toThrow(CapacityReached);
  expect(refused).toThrow(/^CAPACITY_REACHED: 2 of 2 episodes are open; .*come back in 40 s/);
  episodes.get(older);
  expect(refused).toThrow(/come back in 50 s/);
});

test('whoever holds an episode is told once that it was closed', () => {
  const { clock, episodes } = liveEpisodes(run, { idleMs: 1000 });
  const onClosed = vi.fn();
  const live = episodes.open(firstOf(run));
  live.whenClosed(onClosed);
  clock.ms = 2000;
  episodes.reap();
  episodes.close(live.id);
  expect(onClosed).toHaveBeenCalledTimes(1);
});

test('ids and tokens of episodes are all different, and neither tells the other', () => {
  const { episodes } = liveEpisodes(run, { capacity: 1000 });
  const opened = Array.from({ length: 500 }, () => episodes.open(firstOf(run)));
  const names = opened.flatMap(({ id, token }) => [id, token]);
  expect(new Set(names).size).toBe(1000);
  for (const { id, token } of opened) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(episodes.withToken(id)).toBeUndefined();
    expect(episodes.get(token)).toBeUndefined();
  }
});

test('two episodes of one task never see each other, however their turns are mixed', async () => {
  const task = firstOf(run);
  const alone = await playBy('oracle', task, run.world);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (order) => {
      const { episodes } = liveEpisodes(run);
      const pair = [episodes.open(task), episodes.open(task)] as const;
      const turns: (() => void)[] = [];
      /** Waits until it is this one's turn. */
      const next = () => new Promise<void>((resolve) => turns.push(resolve));
      const played = Promise.all(
        pair.map((live, at) =>
          playOverWire('oracle', { view: live.view, kind: run.world.kind, task }, async (tool, args) => {
            if (order[live.steps] === (at === 0)) await next();
            const { results, end } = await live.turn({ calls: [{ tool, arguments: args }] });
            return { result: results[0] as (typeof results)[number], isOver: end !== null };
          }),
        ),
      );
      let isOver = false;
      void played.then(() => {
        isOver = true;
      });
      while (!isOver) {
        turns.pop()?.();
        await Promise.resolve();
      }
      for (const { journal } of pair) expect(journal).toEqual(alone.journal);
    }),
    { numRuns: 20 },
  );
});

test('an unknown tool and bad arguments are data for the agent, and the episode goes on', async () => {
  const live = liveEpisodes(run).episodes.open(firstOf(run));
  const unknown = await live.turn({ calls: [{ tool: 'rm', arguments: {} }] });
  const bad = await live.turn({ calls: [{ tool: 'search_products', arguments: { query: 7 } }] });
  const strange = await live.turn({ calls: [{ tool: 'search_products', arguments: { query: 'bag', colour: 'red' } }] });
  expect([unknown, bad, strange].map(({ results, end }) => [results[0]?.isError, end])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ]);
  expect(strange.results[0]?.content.error).toContain('there is no argument "colour"; it takes "query"');
});

test('an episode that is graded before it is over has been given up', () => {
  const live = liveEpisodes(run).episodes.open(firstOf(run));
  expect(live.grade().reward).toBe(0);
  expect(live.end?.end).toBe('gave_up');
});

test('the grade of a played episode is the grade of its journal', async () => {
  const task = firstOf(run);
  const live = liveEpisodes(run).episodes.open(task);
  await playOverWire('oracle', { view: live.view, kind: run.world.kind, task }, async (tool, args) => {
    const { results, end } = await live.turn({ calls: [{ tool, arguments: args }] });
    return { result: results[0] as (typeof results)[number], isOver: end !== null };
  });
  expect(live.grade()).toMatchObject({ success: true, reward: 1 });
  expect(live.end?.end).toBe('done');
});

test('an episode that is over keeps its place no longer than one that nobody uses', async () => {
  const { clock, episodes } = liveEpisodes(run, { idleMs: 1000 });
  const live = episodes.open(firstOf(run));
  clock.ms = 500;
  episodes.withToken(live.token);
  live.finish('gave_up', 'test');
  for (clock.ms = 900; clock.ms <= 1400; clock.ms += 100) expect(episodes.withToken(live.token)).toBe(live);
  clock.ms = 1600;
  expect([episodes.withToken(live.token), episodes.size]).toEqual([undefined, 0]);
});

test('an episode apart takes no place among the others', () => {
  const { episodes } = liveEpisodes(run, { capacity: 1 });
  episodes.open(firstOf(run));
  expect(episodes.apart(firstOf(run)).grade().reward).toBe(0);
  expect(episodes.size).toBe(1);
});

test('turns that are asked for at once are carried out one after the other', async () => {
  const live = liveEpisodes(run).episodes.open(firstOf(run));
  const call = (tool: string, args: object) => live.turnAt({ calls: [{ tool, arguments: args }] });
  const came = await Promise.all([
    call('get_user_profile', {}),
    call('search_products', { query: 'bag' }),
    call('recommend_product', { product_id: 'T1', reasoning: '' }),
    call('get_user_profile', {}),
  ]);
  expect(came.map(({ place }) => place)).toEqual([0, 1, 2, null]);
  expect(live.turns().map(({ seen }) => seen)).toEqual(came.slice(0, 3).map(({ seen }) => seen));
});

test('a shopper whose model fails ends the episode, and not as the agent’s doing', async () => {
  const outsideOf = () => ({
    word: async () => {
      throw new Error('the model is gone');
    },
  });
  const live = liveEpisodes(run, { user: 'model', outsideOf }).episodes.open(firstOf(run));
  const { end } = await live.turn({ calls: [{ tool: 'ask_user', arguments: { question: 'What color?' } }] });
  expect([end, live.end?.detail]).toEqual(['infrastructure_error', 'the model is gone']);
});

test.each([
  ['by whoever opened it', 'gave_up', ({ episodes }: LiveFixture, id: string) => episodes.close(id)],
  [
    'because nobody used it',
    'timeout',
    ({ clock, episodes }: LiveFixture) => {
      clock.ms = 100_000;
      episodes.reap();
    },
  ],
])(
  'an episode that was begun and is closed %s ends, and whoever keeps episodes is told once',
  async (_, end, close) => {
    const onOver = vi.fn();
    const fixture = liveEpisodes(run, { onOver });
    const live = fixture.episodes.open(firstOf(run));
    await live.turn({ calls: [{ tool: 'get_user_profile', arguments: {} }] });
    fixture.episodes.open(firstOf(run));
    close(fixture, live.id);
    expect([live.end?.end, onOver.mock.calls.length]).toEqual([end, 1]);
  },
);

test('the score that is named is what an episode pays', async () => {
  const { world } = await shopWorld();
  const plain = { seed: 42, user: 'script', capacity: 9, idleMs: 60_000, now: () => 0 } as const;
  const paid = async (reward?: string) => {
    const live = new LiveEpisodes(world, { ...plain, reward }).open(playableShoe(0));
    await live.act('search[aldo badminton shoes model 0]');
    await live.act('click[S0]');
    await live.act('click[blue]');
    await live.act('click[buy now]');
    return [live.grade().reward, live.textReward].map((one) => Number(one.toFixed(4)));
  };
  expect(await paid()).toEqual([0.5, 0.8333]);
  expect(await paid('loose')).toEqual([0.8333, 0.8333]);
  expect(await paid('success')).toEqual([0, 0]);
});
