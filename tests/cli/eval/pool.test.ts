import { expect, test } from 'vitest';
import { playInThreads } from '../../../cli/eval/pool.ts';

const units = Array.from({ length: 100 }, (_, at) => ({ sample: at, trial: 1 }));

/** Has threads of this code play; says how many batches came back. */
async function played(code: string): Promise<{ error: unknown; batches: number }> {
  let batches = 0;
  const thread = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const shared = { world: null, place: null };
  const { signal } = new AbortController();
  const error = await playInThreads({} as never, units, {
    ...{ workers: 2, shared, signal, thread },
    onRecord: () => batches++,
  }).catch((why: unknown) => why);
  return { error, batches };
}

const LISTENING = "import { parentPort as port } from 'node:worker_threads'; port.on('message', (message) => {";

test('once a thread fails the others are given nothing more, and are ended before that is told', async () => {
  const { error, batches } = await played(
    `${LISTENING} if (!message.units) return; if (message.units[0].sample === 16) throw new Error('broken'); setTimeout(() => port.postMessage([{}]), 2000); });`,
  );
  expect(String(error)).toContain('a thread that plays stopped: Error: broken');
  expect(batches).toBeLessThan(3);
});

test('a thread that ends by itself is a failure, not an evaluation that waits for ever', async () => {
  const { error } = await played(`${LISTENING} if (message.units) process.exit(3); });`);
  expect(String(error)).toContain('a thread that plays stopped: it ended with 3');
});
