import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, begun in this order, so that the end of a test run is not one file alone: a fresh copy knows
 * nothing of earlier runs, and of how long a file takes its size tells little.
 */
const LONGEST = [
  ...['integration/serve-export', 'integration/killed-anywhere', 'integration/several-machines-models'],
  ...['integration/small-shop', 'integration/audited-runs', 'integration/mutations', 'integration/models-dry-run'],
  ...['integration/real/exports', 'integration/browser/play', 'integration/models-run', 'integration/models-batch'],
  ...['integration/several-machines', 'integration/languages', 'integration/determinism', 'golden/golden'],
].map((name) => `/tests/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
