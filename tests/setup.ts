import { Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll } from 'vitest';
import { TRIES_ALL, TRIES_EXHAUSTIVELY } from './fixtures/property-runs.ts';

/**
 * Property tests draw the same cases always, so that a red run is about the change. PROPERTY_SEED=random draws anew, to
 * find what nobody thought of; PROPERTY_SEED=<n> repeats such a run.
 */
const { PROPERTY_SEED: seed = '42' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/** Where a property does not say with how many cases it is tried: a hundred in `npm run test:exhaustive`, else fewer. */
if (!TRIES_EXHAUSTIVELY) fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: TRIES_ALL ? 50 : 25 });

/** Sentences are broken where a window ends; what is tested is as in a log. */
delete process.env.COLUMNS;

const { listen } = Server.prototype;

/** Keeps tests that need a server out of `npm test`: files run in one thread after each other, so each sets what it may. */
// biome-ignore lint/correctness/noEmptyPattern: a hook has to name the fixtures it takes, and this one takes none.
beforeAll(({}, { file: { filepath } }) => {
  if (filepath.includes('/tests/integration/')) return;
  Server.prototype.listen = () => {
    throw new Error(
      'a quick test listens on a port, expected none; tests that start a server belong in tests/integration/',
    );
  };
});
afterAll(() => {
  Server.prototype.listen = listen;
});
