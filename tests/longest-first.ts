import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, begun in this order, so that the end of a test run is not one file alone: a fresh copy knows
 * nothing of earlier runs, and of how long a file takes its size tells little.
 */
const LONGEST = [
  ...['integration/serve-export', 'integration/several-machines-models', 'integration/every-wire'],
  ...['integration/real/exports', 'integration/mutations', 'integration/languages', 'integration/real/labelled-nouns'],
  ...['integration/unfinished-runs', 'integration/small-shop', 'integration/models-kept-secret'],
  ...['integration/killed-anywhere', 'integration/written-by-models', 'integration/support-written-by-models'],
  ...['integration/audited-runs', 'integration/lexicon', 'integration/several-machines', 'integration/support-runs'],
  ...['integration/browser/play', 'integration/models-run', 'integration/models-batch', 'integration/determinism'],
  'golden/golden',
].map((name) => {
  const file = join(import.meta.dirname, `${name}.test.ts`);
  if (!existsSync(file))
    throw new Error(`tests/longest-first.ts names ${name}.test.ts, which is not there; name what it is called now`);
  return file;
});

const INTEGRATION = join(import.meta.dirname, 'integration/');

/** Puts the longest files first, and files that compute evenly between those that wait for servers and processes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.indexOf(moduleId);
      return place === -1 ? LONGEST.length : place;
    };
    const sorted = (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
    const { waiting = [], computing = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      moduleId.startsWith(INTEGRATION) ? 'waiting' : 'computing',
    );
    return spread(waiting, computing);
  }
}

/** Two lists in one, each in its order and spread evenly over it. */
export function spread<T>(one: readonly T[], other: readonly T[]): T[] {
  const at = (list: readonly T[]) => list.map((item, place) => ({ item, share: (place + 0.5) / list.length }));
  return [...at(one), ...at(other)].sort((a, b) => a.share - b.share).map(({ item }) => item);
}
