import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Replay } from '../../models/replay.ts';
import { ReplyStore, requestDigest } from '../../models/reply-store.ts';
import { ConfigError, ModelError } from '../../schemas/errors.ts';
import { temporaryFolder } from '../fixtures/raw-files.ts';
import { replyOf, requestOf } from './requests.ts';

function recorded() {
  const store = ReplyStore.open(join(temporaryFolder(), 'replies.db'));
  const request = requestOf();
  store.put(requestDigest(request), request, replyOf('A tent, please.'), { taskId: 'task-1', costNano: 1 });
  return { store, request, replay: new Replay(store) };
}

test('a recorded reply is given as it was, to any task that asks the same, and counted', async () => {
  const { request, replay } = recorded();
  const expected = { digest: requestDigest(request), reply: replyOf('A tent, please.') };
  expect(await replay.ask(request, 'task-1')).toEqual(expected);
  expect(await replay.ask(structuredClone(request), 'task-2')).toEqual(expected);
  expect(replay.hits).toBe(2);
});

test('what was never asked for a task is an error that names task and role and says to record first', async () => {
  const { store, replay } = recorded();
  const missing = replay.ask(requestOf({ role: 'blind_solver', attempt: 2 }), 'task-1');
  await expect(missing).rejects.toThrow(ConfigError);
  await expect(missing).rejects.toThrow(
    `${store.path} holds no reply of the blind solver for task task-1 (some-model, attempt 3`,
  );
  await expect(missing).rejects.toThrow(
    /the run that recorded replies never came to it: .*run with --writer openai to/,
  );
  expect(replay.hits).toBe(0);
});

test('where the task was asked something else in that role, the error says that prompt or settings may have changed', async () => {
  const { replay } = recorded();
  const changed = requestOf({ parameters: { temperature: null, max_output_tokens: 400 } });
  const missing = replay.ask(changed, 'task-1');
  await expect(missing).rejects.toThrow(ConfigError);
  await expect(missing).rejects.toThrow(
    /it holds 1 other: .*stopped in between, or the prompt, the model or its settings/,
  );
});

test('what was asked in vain leaves its task pending, with how often it was asked and how that ended', async () => {
  const { store, replay } = recorded();
  const request = requestOf({ role: 'judge', attempt: 1 });
  const failure = { digest: requestDigest(request), role: 'judge', model: 'some-model', taskId: 'task-1' } as const;
  for (const [kind, status, detail] of [
    ['timeout', null, 'no whole answer within 120000 ms'],
    ['server_error', 503, 'overloaded'],
  ] as const)
    store.putFailure({ ...failure, kind, status, detail, usage: null, costNano: 0 });
  const missing = replay.ask(request, 'task-1');
  await expect(missing).rejects.toThrow(ModelError);
  await expect(missing).rejects.toThrow(
    'some-model gave no reply as judge for task task-1 when it was asked 2 times, last 503: overloaded',
  );
});
