import { parentPort, workerData } from 'node:worker_threads';
import { familyNamed } from './compose.ts';
import type { TaskSettings } from './family.ts';
import { type Work, workOn } from './pool.ts';

/** Entry of a worker thread: does the steps it is sent, one result for each. */
if (parentPort === null) throw new Error('pipeline/worker.ts runs as a worker thread only');
const port = parentPort;
const settings = workerData as TaskSettings;
// Tasks wait in the port until the catalog is open.
const ready = familyNamed(settings.family).builder(settings);

port.on('message', async (work: Work) => {
  port.postMessage(await workOn(await ready, work));
});
