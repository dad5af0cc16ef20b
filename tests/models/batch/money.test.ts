import { describe, expect, test } from 'vitest';
import { ReplyStore } from '../../../models/reply-store.ts';
import {
  askMany,
  batchWorld,
  digestOf,
  fromBatch,
  HOUR,
  LINE_NANO,
  ONLINE_NANO,
  question,
  textsOf,
} from '../../fixtures/batch-world.ts';
import { goodLine } from '../../fixtures/fake-batches.ts';

describe('money', () => {
  test('is charged at the price of a batch', async () => {
    const { start, ask } = batchWorld();
    const { gateway, budget } = start();
    await ask(gateway, 4);
    expect([budget.spentNano, budget.open]).toEqual([4 * LINE_NANO, 0]);
  });

  /** What a batch of ours reserves for a request is a little over a quarter of a million. */
  const dear = (nano: number) => (id: string) => {
    const line = goodLine(id);
    return { ...line, response: { ...line.response, body: { ...line.response.body, usage: used(nano) } } };
  };
  const used = (nano: number) => ({ prompt_tokens: nano / 500, completion_tokens: 0 });

  test('that is too little for all is used for as many as it lasts, then the run ends and says why', async () => {
    const { provider, start, ask } = batchWorld();
    provider.fate = () => ({ line: dear(250_000) });
    const { gateway, budget } = start({ capUsd: 0.0015 });
    const texts = await ask(gateway, 8, 20 * HOUR);
    expect(provider.lines.length).toBeGreaterThan(3);
    expect(texts.filter((text) => text.startsWith('reply'))).toHaveLength(provider.lines.length);
    expect(texts.at(-1)).toMatch(/the budget of \$0\.0015 could be passed/);
    expect(budget.spentNano).toBeLessThanOrEqual(1_500_000);
  });

  test('that is used up ends the run only when what is under way has been collected', async () => {
    const { clock, provider, start } = batchWorld();
    provider.fate = (number) => ({ line: dear(number === 1 ? 600_000 : 1_000) });
    const { gateway } = start({ capUsd: 0.002 });
    const first = askMany(gateway, 3);
    await clock.run(HOUR / 2);
    const second = askMany(gateway, 8, 10);
    await clock.run(5 * HOUR);
    expect(textsOf(await first)).toEqual(fromBatch(3));
    const replies = textsOf(await second).filter((text) => text.startsWith('reply'));
    expect(provider.made).toHaveLength(2);
    expect(replies).toHaveLength(provider.made[1]!.ids.length);
  });

  test('for lines that were answered and never came is not counted as unspent', async () => {
    const { provider, start, ask } = batchWorld();
    provider.fate = (number) =>
      number === 1 ? { completed: 4, line: (id, place) => (place < 1 ? goodLine(id) : null) } : {};
    const { gateway, budget, store } = start();
    await ask(gateway, 4, 3 * HOUR);
    expect(budget.spentNano).toBeGreaterThan(4 * LINE_NANO);
    expect([store.spentNano(), budget.open]).toEqual([budget.spentNano, 0]);
  });

  test('is charged where another run was given the same reply before', async () => {
    const { clock, start, ask, path } = batchWorld();
    const { gateway, budget } = start();
    const other = ReplyStore.open(path, { run: 'out/other' });
    const asked = ask(gateway, 4);
    await clock.run(10_000);
    const reply = {
      text: fromBatch(1)[0]!,
      finish: 'stop',
      model: 'm',
      usage: { input_tokens: 10, output_tokens: 5 },
    } as const;
    other.put(digestOf(0), question(0), reply, { taskId: 'task-0', costNano: LINE_NANO });
    other.close();
    await clock.run(2 * HOUR);
    expect(await asked).toEqual(fromBatch(4));
    expect(budget.spentNano).toBe(4 * LINE_NANO);
  });

  test('of lines that failed is given back', async () => {
    const { provider, start, ask } = batchWorld();
    provider.fate = (number) => (number === 1 ? { line: () => ({ response: { status_code: 500, body: {} } }) } : {});
    const { gateway, budget } = start();
    await ask(gateway, 4, 3 * HOUR);
    expect([budget.spentNano, budget.open]).toEqual([4 * LINE_NANO, 0]);
  });

  test.each([
    ['an answer that is no reply', 200, { oops: true }],
    ['an answer that somebody gave up waiting for', 504, {}],
    ['a prompt that is too long', 400, { error: { message: 'maximum context length' } }],
  ])('of a line with %s, which nobody counted, is charged as it is online', async (_, status_code, body) => {
    const { provider, online, start, ask } = batchWorld();
    provider.fate = (number) =>
      number === 1 ? { completed: 0, line: () => ({ response: { status_code, body } }) } : {};
    const { gateway, budget, store } = start();
    await ask(gateway, 4, 3 * HOUR);
    expect(budget.spentNano).toBeGreaterThan(4 * LINE_NANO);
    expect([store.spentNano() - online.length * ONLINE_NANO, budget.open]).toEqual([budget.spentNano, 0]);
  });
});
