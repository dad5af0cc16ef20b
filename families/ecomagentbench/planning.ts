import type { Catalog } from '../../catalog/index.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { asksAbout, fieldUsesOf } from '../../shopping/learned/field-uses.ts';
import { saysNothing } from '../../shopping/plausibility/index.ts';
import { Quantities } from '../../shopping/quantities/index.ts';
import type { CandidatePool } from '../../stages/sample/pool.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { shoppingPlanner } from '../../stages/shopping/planning.ts';
import { cluedRows, cluesAreThere, isNamedForClues } from './clues-there.ts';
import { DESCRIPTION } from './description.ts';
import { ampleFor, eligibilityOf, intentNamed } from './intents.ts';
import type { Settings } from './settings.ts';
import { groupOf } from './split-group.ts';

/**
 * The worth of each product to tasks, by row: its details that anybody may ask for, and once more those that a clue can
 * stand for. Of 6,228 tasks on made products those of worth 14 came in one of seven cases to the paper's size with both
 * hidden sources needed, those of worth 17 in one of three, those of worth 20 to 26 in five of nine.
 */
export function productWorth(catalog: Catalog): Uint8Array {
  const worth = new Uint8Array(catalog.size);
  /** In which count a row was counted last: it may state several options of a field. */
  const countedIn = new Uint16Array(catalog.size);
  let counts = 0;
  const count = (stated: Iterable<Uint32Array>) => {
    counts++;
    for (const rows of stated) {
      for (const row of rows) {
        if (countedIn[row] === counts) continue;
        countedIn[row] = counts;
        worth[row] = Math.min(255, (worth[row] as number) + 1);
      }
    }
  };
  const quantities = new Quantities(catalog);
  const useOf = fieldUsesOf(catalog, quantities);
  for (const field of catalog.fieldNames()) {
    if (!asksAbout(catalog, field) || useOf(field)?.filler !== false) continue;
    count(tellingRows(catalog, field));
    count(cluedRows(catalog, field, quantities));
  }
  return worth;
}

/** The products that state each value of a field that says something. */
function* tellingRows(catalog: Catalog, field: string): Iterable<Uint32Array> {
  for (const { norm, rows } of catalog.statedValues(field)) if (!saysNothing(field, norm)) yield rows;
}

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
