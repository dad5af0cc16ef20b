import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BatchEndpoint } from '../../models/batch/batch-endpoint.ts';
import { BatchGateway, type BatchRoute } from '../../models/batch/batch-gateway.ts';
import { BatchLedger } from '../../models/batch/batch-ledger.ts';
import { Budget } from '../../models/budget.ts';
import { FIRST_DIALECT } from '../../models/chat-completion.ts';
import { ReplyStore } from '../../models/reply-store.ts';
import { TokenEstimates } from '../../models/token-estimates.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { Role } from '../../schemas/model.ts';
import { prices, question } from '../fixtures/batch-world.ts';
import { temporaryFolder } from '../fixtures/raw-files.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const RUN = 'out/run';
const COUNT = 6;

/** A start of the run against the endpoint. */
function started(path: string, { url, key }: MockEndpoint) {
  const store = ReplyStore.open(path, { run: RUN });
  const ledger = new BatchLedger(path, RUN);
  const budget = new Budget({ capUsd: null, prices, models: [] });
  const route: BatchRoute = {
    batches: new BatchEndpoint({ baseUrl: url, apiKey: key, keyName: 'SOME_KEY' }),
    endpoint: { dialectOf: () => FIRST_DIALECT, hasAnswered: () => true },
  };
  const gateway = new BatchGateway({
    online: {
      ask: () => Promise.reject(new Error('asked online')),
      snapshot: () => ({}),
      idle: async () => {},
      end: () => {},
      trouble: null,
    },
    routes: Object.fromEntries(Role.options.map((role) => [role, route])) as Record<Role, BatchRoute>,
    ...{ store, ledger, budget, tokens: new TokenEstimates(), run: RUN },
    pace: { tail: 1, settleMs: 1, firstPollMs: 1, pollMs: 1 },
  });
  const close = async () => {
    await gateway.close();
    ledger.close();
    store.close();
  };
  const asked = () =>
    Promise.allSettled(Array.from({ length: COUNT }, (_, number) => gateway.ask(question(number), `task-${number}`)));
  return { store, budget, asked, close };
}

test('replies that the disk has no room for end the run, and the next start collects them without asking again', async () => {
  const endpoint = await startMockEndpoint({ respond: () => 'a reply' });
  onTestFinished(() => endpoint.close());
  const path = join(temporaryFolder(), 'replies.db');

  const first = started(path, endpoint);
  const put = first.store.put.bind(first.store);
  let kept = 0;
  vi.spyOn(first.store, 'put').mockImplementation((...reply) => {
    if (++kept === 3) throw new ConfigError('the disk is full; make some room', { cause: new Error('full') });
    return put(...reply);
  });
  const ended = await first.asked();
  await first.close();
  const failed = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failed).toHaveLength(COUNT - 2);
  for (const error of failed)
    expect(error).toMatchObject({ ends: true, message: expect.stringContaining('the disk is full; make some room') });

  const second = started(path, endpoint);
  expect((await second.asked()).every(({ status }) => status === 'fulfilled')).toBe(true);
  await second.close();
  expect(endpoint.requests.filter(({ route }) => route === 'batch_line')).toHaveLength(COUNT);
  expect(second.budget.open).toBe(0);
});
