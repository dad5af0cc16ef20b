import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EpisodeEvent, EpisodeTask } from '../../../pipeline/episode.ts';
import { CALL_A_TOOL, ONE_CALL, TOO_MANY_CALLS } from '../../../shopping/episode/core.ts';
import { apply, episode, gradeState, replay } from '../../../shopping/episode/index.ts';
import { applied, begin, calling, type PlayableRun, playableRun } from '../../fixtures/episodes.ts';

let run: PlayableRun;
let orders: PlayableRun;
let task: EpisodeTask;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
  orders = await playableRun('shoppingbench');
  task = run.tasks[0] as EpisodeTask;
});

const IDLE: EpisodeEvent = { type: 'turn', calls: [] };

describe('an episode', () => {
  test('is brought back by its journal, whatever was sent to it', () => {
    const event = fc.oneof(
      fc.record({
        type: fc.constant('turn' as const),
        calls: fc.array(
          fc.record({
            tool: fc.constantFrom(
              'search_products',
              'ask_user',
              'get_user_profile',
              'calculator',
              'recommend_product',
              'x',
            ),
            arguments: fc.oneof(
              fc.jsonValue(),
              fc.constantFrom({ query: 'bag' }, { question: 'What color do you want?' }, { expression: '1+1' }),
            ),
          }),
          { maxLength: 2 },
        ),
      }),
      fc.constant({ type: 'worded' as const, text: 'Red.', by: 'nobody' }),
      fc.constant({ type: 'end' as const, end: 'timeout' as const, detail: 'x' }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const { state } = applied(begin(task, run.world), ...events);
        const again = replay(begin(task, run.world), state.journal);
        expect(again.end).toEqual(state.end);
        expect(again.memory).toEqual(state.memory);
        expect([...again.retrieved]).toEqual([...state.retrieved]);
        expect(again.said).toEqual(state.said);
      }),
    );
  });

  test('is not changed by what follows it', () => {
    const start = begin(task, run.world);
    const before = JSON.stringify(start.journal);
    applied(
      start,
      calling('ask_user', { question: 'What color do you want?' }),
      calling('recommend_product', { product_id: 'T1' }),
    );
    expect([JSON.stringify(start.journal), start.steps, start.end]).toEqual([before, 0, null]);
  });

  test('ends with the recommendation, and takes no event after it', () => {
    const { state } = applied(begin(task, run.world), calling('recommend_product', { product_id: 'P4' }));
    expect(state.end?.end).toBe('done');
    const after = apply(state, calling('search_products', { query: 'bag' }));
    expect(after.state).toBe(state);
    expect(after.observation).toMatchObject({ results: [], end: 'done' });
  });

  test('reminds an agent once that it has to call a tool, then ends', () => {
    const first = applied(begin(task, run.world), IDLE);
    expect(first.seen).toMatchObject({ note: CALL_A_TOOL, end: null });
    expect(applied(first.state, IDLE).state.end?.end).toBe('gave_up');
    expect(applied(first.state, calling('get_user_profile'), IDLE).state.end).toBeNull();
  });

  test('carries out the first of several calls, where the paper has one a step', () => {
    const both: EpisodeEvent = {
      type: 'turn',
      calls: [
        { tool: 'get_user_profile', arguments: {} },
        { tool: 'recommend_product', arguments: { product_id: 'T1' } },
      ],
    };
    const { state, seen } = applied(begin(task, run.world), both);
    expect([seen?.results.length, seen?.note, state.end]).toEqual([1, ONE_CALL, null]);
  });

  test('carries out all calls of a step, where the paper has several', () => {
    const both: EpisodeEvent = {
      type: 'turn',
      calls: [
        { tool: 'recommend_product', arguments: { product_ids: '1,2' } },
        { tool: 'terminate', arguments: { status: 'success' } },
      ],
    };
    const { state, seen } = applied(begin(orders.tasks[0] as EpisodeTask, orders.world), both);
    expect([seen?.results.length, state.end?.end, state.steps]).toEqual([2, 'done', 1]);
  });

  test('ends when its steps are used up', () => {
    const start = episode(task, run.world, { seed: 1, user: 'script', limits: { steps: 2 } });
    const profile = calling('get_user_profile');
    expect(applied(start, profile).state.end).toBeNull();
    expect(applied(start, profile, profile).state.end?.end).toBe('budget_steps');
  });

  test('ends when the shopper was asked more often than it takes', () => {
    const start = episode(task, run.world, { seed: 1, user: 'script', limits: { questions: 2 } });
    const ask = calling('ask_user', { question: 'Hello?' });
    expect(applied(start, ask, ask).state.end?.end).toBe('budget_turns');
  });

  test.each([
    ['a tool that is not there', 'grade', {}, /there is no tool "grade"/],
    ['arguments that do not fit', 'search_products', { query: 7 }, /"query"/],
    ['a product that is not there', 'get_product_details', { product_id: 'NONE' }, /no product "NONE"/],
  ])('answers %s with an error as data', (_, tool, args, expected) => {
    const { state, seen } = applied(begin(task, run.world), calling(tool, args));
    expect(seen?.results[0]).toMatchObject({ isError: true, content: { error: expect.stringMatching(expected) } });
    expect(state.end).toBeNull();
  });

  test('ends without blame for the agent where a tool fails, and does not tell how', () => {
    const broken = { ...run.world, place: { ...(run.world.place as object), search: null } };
    const { state, seen } = applied(begin(task, broken), calling('search_products', { query: 'bag' }));
    expect(state.end?.end).toBe('environment_error');
    expect(seen).toEqual({ results: [], note: null, end: 'environment_error' });
  });

  test('carries out no more calls of one step than any plan needs, and says so', () => {
    const calls = Array.from({ length: 100_000 }, () => ({ tool: 'calculator', arguments: { expression: '1+1' } }));
    const { state, seen } = applied(begin(orders.tasks[0] as EpisodeTask, orders.world), { type: 'turn', calls });
    expect([seen?.results.length, state.called.length, state.steps, seen?.note]).toEqual([128, 128, 1, TOO_MANY_CALLS]);
  });

  test('refuses arguments that nest without end in a sentence, and keeps a journal that can be written', () => {
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level++) deep = { deep };
    const { state, seen } = applied(begin(task, run.world), calling('search_products', deep));
    expect(seen?.results[0]).toMatchObject({
      isError: true,
      content: {
        error: 'search_products: its arguments nest more than 64 levels deep; expected an object of plain values',
      },
    });
    expect(JSON.parse(JSON.stringify(state.journal))).toEqual(state.journal);
    expect(replay(begin(task, run.world), state.journal)).toMatchObject({ steps: 1, called: ['search_products'] });
  });

  test('cannot be graded while it goes on', () => {
    expect(() => gradeState(begin(task, run.world), task)).toThrow('not over');
  });
});

describe('a shopper whose words are a model’s', () => {
  const opening = () => {
    const sample = run.samples.find(
      // biome-ignore lint/suspicious/noExplicitAny: a sample, read by its keys
      (one: any) => one.clarification_script.clarification_slots.length > 0,
      // biome-ignore lint/suspicious/noExplicitAny: a sample, read by its keys
    ) as any;
    const [slot] = sample.clarification_script.clarification_slots;
    const own = run.tasks.find(({ id }) => id === sample.id) as EpisodeTask;
    const [keyword] = slot.trigger_keywords;
    const asked = applied(
      begin(own, run.world, 'model'),
      calling('ask_user', { question: `What ${keyword} do you want?` }),
    );
    return { slot, asked, own };
  };

  test('is waited for, and nothing is told meanwhile', () => {
    const { asked } = opening();
    expect(asked.seen).toBeNull();
    expect(asked.state.awaits).toMatchObject({ kind: 'wording', turn: { act: 'answer' } });
  });

  test('says the model’s words where they state what was decided', () => {
    const { asked, slot } = opening();
    const text = `Well, ${slot.user_response}`;
    const { state, seen } = applied(asked.state, { type: 'worded', text, by: 'm' });
    expect(seen?.results[0]?.content).toMatchObject({ user_response: text });
    expect(state.said[0]).toMatchObject({ source: 'model', gate: null });
  });

  test.each([
    ['', 'says nothing'],
    ['Whatever you like.', 'does not state'],
    [null, 'no reply'],
  ])('falls back to the script where the model says %j', (text, why) => {
    const { asked, slot } = opening();
    const { state, seen } = applied(asked.state, { type: 'worded', text, by: 'm' });
    expect(seen?.results[0]?.content).toMatchObject({ user_response: slot.user_response });
    expect(state.said[0]).toMatchObject({ source: 'script', gate: expect.stringContaining(why) });
  });
});
