import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { CandidatePool } from '../../stages/sample/pool.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { shoppingPlanner } from '../../stages/shopping/planning.ts';
import { cluesAreThere, isNamedForClues } from './clues-there.ts';
import { DESCRIPTION } from './description.ts';
import { ampleFor, eligibilityOf, intentNamed } from './intents.ts';
import { productWorth } from './product-worth.ts';
import type { Settings } from './settings.ts';
import { groupOf } from './split-group.ts';

/** The pool of an intent whose tasks are made of clues, in a catalog for which the lexicon has none. */
const withoutClues = (products: number): CandidatePool => ({
  strata: [],
  reasons: new Map([['is told of by no clue of the lexicon, and tasks of this intent are made of clues', products]]),
});

/** Plans tasks about products that state enough, one each, those of most worth first and in the order of their ranks. */
export const plan = (settings: TaskSettings<Settings>): Promise<FamilyPlanner> =>
  shoppingPlanner(DESCRIPTION.name, settings, (catalog, facts) => {
    let known: Uint8Array | null = null;
    const worth = () => {
      known ??= productWorth(catalog);
      return known;
    };
    /** Several intents ask the same of products. */
    const pools = new Map<string, CandidatePool>();
    return {
      groupOf: (row) => groupOf(catalog.productByRow(row)),
      poolOf: (intent) => {
        if (isNamedForClues(intent) && !cluesAreThere(catalog)) return withoutClues(catalog.size);
        const eligibility = eligibilityOf(intent, settings.leastFacts);
        const asked = canonicalJson(eligibility);
        const pool = pools.get(asked) ?? singleProducts(catalog, facts, eligibility);
        pools.set(asked, pool);
        const ample = ampleFor(intent);
        return { ...pool, tierOf: (row) => Math.max(0, ample - (worth()[row] as number)) };
      },
      definitionOf: intentNamed,
    };
  });
