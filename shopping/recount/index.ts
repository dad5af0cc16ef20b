import type { Catalog } from '../../catalog/index.ts';
import { layoutIn, type Manifest } from '../../pipeline/folder/run-files.ts';
import type { PublishedSample, Recount } from '../../pipeline/records.ts';
import type { Report } from '../../schemas/violation.ts';
import { PopularProducts } from '../agents/blind.ts';
import { type Agent, BLIND } from '../agents/roster.ts';
import { AgentTally } from '../agents/tally.ts';
import type { Locked } from '../task.ts';
import { CatalogScan } from './catalog-scan.ts';
import { OpenRivals } from './open-rivals.ts';

/** Sources that a sample is recounted from. */
export interface SampleContext {
  readonly manifest: Manifest;
  readonly catalog: Catalog;
  /** The pass over the catalog that follows once every sample was read. */
  readonly scan: CatalogScan;
  /** Tally of the wins of agents that play the sample. */
  readonly agents: AgentTally;
  /** Known once the pass is over. */
  readonly popular: PopularProducts;
  readonly report: Report;
}

/** A sample about products of a catalog. */
export interface ShoppingSample extends PublishedSample<Catalog> {
  /**
   * Recounts what its proof says and has agents play it: reports what can be told of it alone, and asks the scan what only
   * the whole catalog can tell; the function that is returned reports on that once the scan has run.
   */
  recount(locked: Locked, context: SampleContext): () => void;
}

/** Recounts the samples of a run in one scan of its catalog, which `agents` and those that look at no sample play. */
export function recountOn(
  catalog: Catalog,
  manifest: Manifest,
  agents: readonly Agent[],
): Recount<ShoppingSample, Locked> {
  const scan = new CatalogScan();
  const popular = new PopularProducts();
  const newTally = () => new AgentTally([...agents, ...BLIND]);
  const tally = newTally();
  const finish: (() => void)[] = [];
  const rivals = new OpenRivals();
  scan.each((product) => popular.take(product));
  return {
    take(sample, locked, report) {
      // A text that people let pass may not say all it should: nobody is held to winning it.
      const played = sample.overruled === null ? tally : newTally();
      rivals.take(sample.id, locked.rubrics, scan);
      finish.push(sample.recount(locked, { manifest, catalog, scan, agents: played, popular, report }));
    },
    finish() {
      scan.run(catalog);
      for (const report of finish) report();
      return {
        agents: tally.results,
        violations: tally.violations(layoutIn(manifest).accepted.path),
        remarks: rivals.remarks,
      };
    },
  };
}
