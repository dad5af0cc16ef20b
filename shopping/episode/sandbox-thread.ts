import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** Entry of a thread that runs agents' programs in Monty, a Python of its own that knows no files, network or clock. */
if (parentPort === null) throw new Error('shopping/episode/sandbox-thread.ts runs as a worker thread only');
const port = parentPort;
/** Parts used of the package, which is installed apart: some of the binaries it names are not published. */
interface MontyPackage {
  readonly Monty: new (
    code: string,
  ) => {
    run(options: { limits: object; printCallback: (stream: string, text: string) => void }): unknown;
  };
}
const { Monty } = createRequire(import.meta.url)('@pydantic/monty') as MontyPackage;

const LIMITS = { maxDurationSecs: 5, maxMemory: 64 << 20, maxAllocations: 5_000_000, maxRecursionDepth: 200 };
const MOST_OUTPUT = 10_000;

function ran(code: string): { output: string; error: string | null } {
  let output = '';
  const printCallback = (_stream: string, text: string) => {
    if (output.length < MOST_OUTPUT) output += text;
  };
  try {
    new Monty(code).run({ limits: LIMITS, printCallback });
    return { output: output.slice(0, MOST_OUTPUT), error: null };
  } catch (error) {
    return { output: output.slice(0, MOST_OUTPUT), error: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (code: string) => port.postMessage(ran(code)));
// The interpreter is there.
port.postMessage(null);
