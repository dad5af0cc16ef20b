import fc from 'fast-check';

/**
 * Property tests draw the same cases always, so that a red run is about the change. PROPERTY_SEED=random draws anew, to
 * find what nobody thought of; PROPERTY_SEED=<n> repeats such a run.
 */
const { PROPERTY_SEED: seed = '42' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/** Sentences are broken where a window ends; what is tested is as in a log. */
delete process.env.COLUMNS;
