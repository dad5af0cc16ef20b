import { openCatalog } from '../../catalog/index.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { asksIn } from '../../shopping/field-use.ts';
import { NearDuplicates } from '../../stages/near-duplicate.ts';
import { Sampler } from '../../stages/sample/index.ts';
import type { CandidatePool } from '../../stages/sample/pool.ts';
import { productFacts } from '../../stages/sample/product-facts.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { intentNamed } from './intents.ts';
import type { Settings } from './settings.ts';

export const NAME = 'ecomagentbench';

/** Plans tasks about products that state enough, one each, in the order of their ranks. */
export async function plan(settings: TaskSettings<Settings>): Promise<FamilyPlanner> {
  const catalog = openCatalog(settings.world);
  const facts = productFacts(catalog, asksIn(catalog));
  /** Several intents ask the same of products. */
  const pools = new Map<string, CandidatePool>();
  const sampler = new Sampler({
    family: NAME,
    seed: settings.seed,
    idOf: (row) => facts.ids[row] as string,
    rowOf: (id) => catalog.rowOf(id),
    categoryOf: (row) => catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string,
    stratified: () => false,
    poolOf: (intent) => {
      const { eligibility } = intentNamed(intent);
      const asked = canonicalJson(eligibility);
      const pool = pools.get(asked) ?? singleProducts(catalog, facts, eligibility);
      pools.set(asked, pool);
      return pool;
    },
  });
  return {
    worldDigest: catalog.digest,
    worldSize: catalog.size,
    inputs: {},
    admission: new NearDuplicates(),
    eligibility: (intent) => sampler.eligibility(intent),
    definitionOf: intentNamed,
    next: (intent, count, state) => sampler.next(intent, count, state),
    again: (noted) => sampler.again(noted),
  };
}
