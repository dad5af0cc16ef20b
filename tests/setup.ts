import fc from 'fast-check';
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
