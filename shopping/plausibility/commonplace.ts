import type { Catalog, RowSet } from '../../catalog/index.ts';
import { type Bits, countInAll, noBits } from '../../catalog/inverted-index/index.ts';
import type { Product } from '../../schemas/product.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent } from '../../text/cache/recent.ts';
import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import type { AnswerSets } from '../answers/answer-set.ts';
import type { StatedFact } from './oddities.ts';

interface Dependencies {
  readonly catalog: Pick<Catalog, 'rowOf' | 'shelfOf' | 'shelfRows'>;
  readonly answerSets: Pick<AnswerSets, 'holding' | 'stating' | 'placesStating'>;
  /** The products that state each field. */
  readonly stating: ReadonlyMap<string, RowSet>;
}

/** A fact goes without saying where this share of the others that state its field have it... */
const COMMONPLACE_SHARE = 0.85;
/** ...of so many: fewer may agree by chance. */
const LEAST_OTHERS = 5;
const COUNTS_KEPT = 16_384;
/** Memory for the products of a name or a shelf that state a field, in one thread. */
const ROOM = 16 << 20;

/** Numbers of products that state a field, and of those that have a value of it. */
interface Counts {
  readonly stating: number;
  readonly having: number;
}

/** Products of a name or a shelf, and the places of those among them that have a value. */
interface Group {
  rows(): Uint32Array;
  having(): Bits;
}

/** Tells whether nearly all others have a fact; null where too few state its field. The product itself is among them. */
const haveIt = ({ stating, having }: Counts): boolean | null =>
  stating > LEAST_OTHERS ? having - 1 >= COMMONPLACE_SHARE * (stating - 1) : null;

/** Facts that go without saying, learned from what products of a name and of a shelf state: every patch cable ends in RJ45. */
export class Commonplaces {
  readonly #dependencies: Dependencies;
  readonly #counts = new Recent<string, Counts>(COUNTS_KEPT);
  readonly #stating = new RecentBytes<Bits>(ROOM);

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Tells whether nearly all others of a product's name and of its shelf have a fact of it; where too few of either state
   * its field, the other tells.
   */
  includes({ id }: Pick<Product, 'id'>, phrase: string, fact: StatedFact): boolean {
    const { catalog, answerSets } = this.#dependencies;
    const { field, option } = fact;
    const row = catalog.rowOf(id);
    const named = this.#haveIt(phrase, fact, {
      rows: () => answerSets.holding(phrase),
      having: () => answerSets.placesStating(phrase, field, option),
    });
    // What those of its name lack does not go without saying: its shelf, which is larger, need not be counted.
    if (named === false || row === null) return named === true;
    const shelf = catalog.shelfOf(row).id;
    const rows = () => catalog.shelfRows(shelf);
    const having = () => answerSets.stating(field, option).placesIn(rows());
    return this.#haveIt(`\n${shelf}`, fact, { rows, having }) ?? named === true;
  }

  #haveIt(group: string, { field, option }: StatedFact, { rows, having }: Group): boolean | null {
    const count = () => {
      const read = () => this.#dependencies.stating.get(field)?.placesIn(rows()) ?? noBits(0);
      const stating = this.#stating.of(`${group}\n${field}`, read);
      return { stating: countInAll([stating], 0), having: countInAll([stating, having()], 0) };
    };
    return haveIt(foundOrMade(this.#counts, `${group}\n${field}\n${option}`, count));
  }
}
