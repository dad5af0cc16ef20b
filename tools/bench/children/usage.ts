// Loaded before the program of a measured child (`node --import`): says at its end, on a pipe of its own, what it used.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const PIPE = 3;

if (isMainThread) {
  process.on('exit', () => {
    // Of all threads: they share the process.
    writeSync(PIPE, JSON.stringify({ peakMegabytes: process.resourceUsage().maxRSS / 1024 }));
  });
}
