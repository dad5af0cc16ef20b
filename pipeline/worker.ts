import { parentPort, workerData } from 'node:worker_threads';
import { familyNamed } from './compose.ts';
import { type ThreadStart, type Work, workOn } from './pool.ts';

/** Entry of a worker thread: does the steps it is sent, one result for each. */
if (parentPort === null) throw new Error('pipeline/worker.ts runs as a worker thread only');
const port = parentPort;
const { settings, shared } = workerData as ThreadStart;
// Tasks wait until the catalog is open, and then one for the other.
const ready = familyNamed(settings.family).builder(settings, { shared });
let last: Promise<void> = ready.then(() => {});

port.on('message', (work: Work) => {
  last = last.then(async () => port.postMessage(await workOn(await ready, work)));
});
