import type { Catalog, RowSet } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { Recent } from '../../text/recent.ts';
import type { AnswerSets } from '../answers/answer-set.ts';
import type { StatedFact } from './oddities.ts';

interface Dependencies {
  readonly catalog: Pick<Catalog, 'rowOf' | 'shelfOf' | 'shelfRows'>;
  readonly answerSets: Pick<AnswerSets, 'holding' | 'stating'>;
  /** The products that state each field. */
  readonly stating: ReadonlyMap<string, RowSet>;
}

/** A fact goes without saying where this share of the others that state its field have it... */
const COMMONPLACE_SHARE = 0.85;
/** ...of so many: fewer may agree by chance. */
const LEAST_OTHERS = 5;
const COUNTS_KEPT = 16_384;

/** Numbers of products that state a field, and of those that have a value of it. */
interface Counts {
  readonly stating: number;
  readonly having: number;
}

/** Tells whether nearly all others have a fact; null where too few state its field. The product itself is among them. */
const haveIt = ({ stating, having }: Counts): boolean | null =>
  stating > LEAST_OTHERS ? having - 1 >= COMMONPLACE_SHARE * (stating - 1) : null;

/** Facts that go without saying, learned from what products of a name and of a shelf state: every patch cable ends in RJ45. */
export class Commonplaces {
  readonly #dependencies: Dependencies;
  readonly #counts = new Recent<string, Counts>(COUNTS_KEPT);

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Tells whether nearly all others of a product's name and of its shelf have a fact of it; where too few of either state
   * its field, the other tells.
   */
  includes({ id }: Pick<Product, 'id'>, phrase: string, fact: StatedFact): boolean {
    const { catalog, answerSets } = this.#dependencies;
    const row = catalog.rowOf(id);
    const named = haveIt(this.#countsOf(phrase, fact, () => answerSets.holding(phrase)));
    // What those of its name lack does not go without saying: its shelf, which is larger, need not be counted.
    if (named === false || row === null) return named === true;
    const shelf = catalog.shelfOf(row).id;
    const placed = haveIt(this.#countsOf(`\n${shelf}`, fact, () => catalog.shelfRows(shelf)));
    return placed ?? named === true;
  }

  #countsOf(group: string, { field, option }: StatedFact, rowsOf: () => Uint32Array): Counts {
    const key = `${group}\n${field}\n${option}`;
    let counts = this.#counts.get(key);
    if (counts === undefined) {
      const { answerSets, stating } = this.#dependencies;
      const among = stating.get(field)?.among(rowsOf()) ?? new Uint32Array();
      counts = { stating: among.length, having: answerSets.stating(field, option).among(among).length };
      this.#counts.set(key, counts);
    }
    return counts;
  }
}
