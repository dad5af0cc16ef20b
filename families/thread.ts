import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { FamilyBuilder } from '../pipeline/family.ts';
import type { ThreadMessage, ThreadReply, ThreadStart } from '../pipeline/run/pool.ts';

/**
 * Entry of a worker thread: is sent what it shares with others, then does the steps it is sent, one result for each. The
 * first thread of a pool also tells what it learned of the catalog, so that the others need not.
 */
if (parentPort === null) throw new Error('families/thread.ts runs as a worker thread only');
const port = parentPort;
const { settings } = workerData as ThreadStart;
// A thread has to be told as well, before it loads the rest.
enableCompileCache();
const { useWords, wordsOf } = await import('../lexicon/index.ts');
useWords(wordsOf(settings));
const { familyNamed } = await import('./index.ts');
const { promise: ready, resolve: open } = Promise.withResolvers<FamilyBuilder>();
// Tasks wait until the catalog is open, and then one for the other.
let last: Promise<void> = ready.then(() => {});

port.on('message', (message: ThreadMessage) => {
  if (message.step === 'open') {
    open(familyNamed(settings.family).builder(settings, { shared: message.shared }));
    if (message.isFirst)
      void ready.then(({ shared }) => {
        port.postMessage({ kind: 'opened', shared: shared?.() ?? message.shared } satisfies ThreadReply);
      });
  } else
    last = last.then(async () => {
      const { lock, write } = await ready;
      port.postMessage(await (message.step === 'lock' ? lock(message.task) : write(message.locked)));
    });
});
