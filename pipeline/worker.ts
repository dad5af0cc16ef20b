import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadStart, Work } from './pool.ts';

/** Entry of a worker thread: does the steps it is sent, one result for each. */
if (parentPort === null) throw new Error('pipeline/worker.ts runs as a worker thread only');
const port = parentPort;
const { settings, shared } = workerData as ThreadStart;
// A thread has to be told as well, before it loads the rest.
enableCompileCache();
const { familyNamed } = await import('./compose.ts');
const { workOn } = await import('./pool.ts');
// Tasks wait until the catalog is open, and then one for the other.
const ready = familyNamed(settings.family).builder(settings, { shared });
let last: Promise<void> = ready.then(() => {});

port.on('message', (work: Work) => {
  last = last.then(async () => port.postMessage(await workOn(await ready, work)));
});
