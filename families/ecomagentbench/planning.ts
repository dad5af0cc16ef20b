import type { Catalog } from '../../catalog/index.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Product } from '../../schemas/product.ts';
import { asksAbout, fieldUsesOf } from '../../shopping/learned/field-uses.ts';
import { saysNothing } from '../../shopping/plausibility/index.ts';
import { Quantities } from '../../shopping/quantities/index.ts';
import type { CandidatePool } from '../../stages/sample/pool.ts';
import { fewerThan, singleProducts } from '../../stages/sample/single-products.ts';
import { shoppingPlanner } from '../../stages/shopping/planning.ts';
import { normaliseText } from '../../text/normalise.ts';
import { cluedRows, cluesAreThere, isNamedForClues, tellableRows } from './clue-coverage.ts';
import { DESCRIPTION } from './description.ts';
import { ampleFor, eligibilityOf, intentNamed, leastImplicitOf } from './intents.ts';
import type { Settings } from './settings.ts';

/**
 * The worth of each product to tasks, by row: its details that anybody may ask for, and once more those that a clue can
 * stand for. Of 6,228 tasks on made products those of worth 14 came in one of seven cases to the paper's size with both
 * hidden sources needed, those of worth 17 in one of three, those of worth 20 to 26 in five of nine.
 */
export function productWorth(catalog: Catalog): Uint8Array {
  const worth = new RowCounts(catalog.size);
  const quantities = new Quantities(catalog);
  const useOf = fieldUsesOf(catalog, quantities);
  for (const field of catalog.fieldNames()) {
    if (!asksAbout(catalog, field) || useOf(field)?.filler !== false) continue;
    worth.count(tellingRows(catalog, field));
    worth.count(tellableRows(catalog, field, quantities));
  }
  return worth.counts;
}

/** The number of details of each product that a clue can stand for, by row. */
export function clueCounts(catalog: Catalog): Uint8Array {
  const clues = new RowCounts(catalog.size);
  const quantities = new Quantities(catalog);
  for (const field of catalog.fieldNames())
    if (asksAbout(catalog, field)) clues.count(cluedRows(catalog, field, quantities));
  return clues.counts;
}

/** Counts of rows, up to 255: each is counted once at a time, however many values of a field it states. */
class RowCounts {
  readonly counts: Uint8Array;
  /** The time in which a row was counted last. */
  readonly #countedIn: Uint16Array;
  #times = 0;

  constructor(rows: number) {
    this.counts = new Uint8Array(rows);
    this.#countedIn = new Uint16Array(rows);
  }

  count(stated: Iterable<Uint32Array>): void {
    this.#times++;
    for (const rows of stated) {
      for (const row of rows) {
        if (this.#countedIn[row] === this.#times) continue;
        this.#countedIn[row] = this.#times;
        this.counts[row] = Math.min(255, (this.counts[row] as number) + 1);
      }
    }
  }
}

/** The products that state each value of a field that says something. */
function* tellingRows(catalog: Catalog, field: string): Iterable<Uint32Array> {
  for (const { norm, rows } of catalog.statedValues(field)) if (!saysNothing(field, norm)) yield rows;
}

/** The pool of an intent whose tasks are made of clues, in a catalog for which the lexicon has none. */
const withoutClues = (products: number): CandidatePool => ({
  strata: [],
  reasons: new Map([[NO_CLUE, products]]),
  reasonAgainst: () => NO_CLUE,
});

const NO_CLUE = 'is told of by no clue of the lexicon, and tasks of this intent are made of clues';

/** The candidates of a pool that have as many clues as the least task of an intent. */
export function withClues(pool: CandidatePool, clues: Uint8Array, least: number): CandidatePool {
  const isTold = (row: number) => (clues[row] as number) >= least;
  const strata = pool.strata.flatMap(({ candidates, ...stratum }) => {
    const told = candidates.filter((candidate) => typeof candidate !== 'number' || isTold(candidate));
    return told.length === 0 ? [] : { ...stratum, candidates: told };
  });
  const sizeOf = (all: CandidatePool['strata']) => all.reduce((sum, { candidates }) => sum + candidates.length, 0);
  const left = sizeOf(pool.strata) - sizeOf(strata);
  if (left === 0) return pool;
  const reason = `states ${fewerThan(least, 'detail', 'details')} that a clue of the lexicon can stand for`;
  return {
    ...pool,
    strata,
    reasons: new Map([...pool.reasons, [reason, left]]),
    reasonAgainst: (row) => pool.reasonAgainst?.(row) ?? (isTold(row) ? null : reason),
  };
}

/** Returns the group whose samples stay in one split: products of one brand come in lines whose members differ little. */
export const groupOf = ({ brand, store, id }: Pick<Product, 'brand' | 'store' | 'id'>): string =>
  normaliseText(brand ?? store ?? '') || id;

/** Plans tasks about products that state enough, one each, those of most worth first and in the order of their ranks. */
export const plan = (settings: TaskSettings<Settings>): Promise<FamilyPlanner> =>
  shoppingPlanner(DESCRIPTION.name, settings, (catalog, facts) => {
    let known: Uint8Array | null = null;
    const worth = () => {
      known ??= productWorth(catalog);
      return known;
    };
    let clues: Uint8Array | null = null;
    /** Several intents ask the same of products. */
    const pools = new Map<string, CandidatePool>();
    return {
      groupOf: (row) => groupOf(catalog.productByRow(row)),
      poolOf: (intent) => {
        if (isNamedForClues(intent) && !cluesAreThere(catalog)) return withoutClues(catalog.size);
        const { leastFacts } = settings;
        const eligibility = eligibilityOf(intent, leastFacts);
        const asked = canonicalJson(eligibility);
        const pool = pools.get(asked) ?? singleProducts(catalog, facts, eligibility);
        pools.set(asked, pool);
        const ample = ampleFor(intent);
        const least = leastImplicitOf(intent, leastFacts);
        clues ??= least > 0 && cluesAreThere(catalog) ? clueCounts(catalog) : null;
        const told = clues === null ? pool : withClues(pool, clues, least);
        return { ...told, tierOf: (row) => Math.max(0, ample - (worth()[row] as number)) };
      },
      definitionOf: intentNamed,
    };
  });
