import type { Remark } from '../../pipeline/records.ts';
import type { Product } from '../../schemas/product.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { fieldNameOf, isJudgedTogether, leavesOpen, type Rubric, satisfies } from '../kinds/index.ts';
import type { CatalogScan } from './catalog-scan.ts';

/** The requirements that a product fails, where it fails each only in that it says nothing of what is asked. */
export function leftOpen(product: Product, rubrics: readonly Rubric[]): readonly Rubric[] {
  const open: Rubric[] = [];
  for (const rubric of rubrics) {
    if (satisfies(product, rubric) !== 'no') continue;
    // Most products fail by what they state, and there is no need to look further.
    if (!leavesOpen(product, rubric)) return [];
    open.push(rubric);
  }
  return open;
}

/**
 * Finds samples of which another product might be an answer as well, for all that it states. By our rule it is none, as
 * what is asked has to be stated; a grader that takes silence for a yes would let it pass.
 */
export class OpenRivals {
  readonly #found = new Map<string, string>();
  #samples = 0;

  /** Looks for such products of a sample in a scan that is still to run. */
  take(id: string, rubrics: readonly Rubric[], scan: CatalogScan): void {
    this.#samples += 1;
    const targetOf = ({ target }: Rubric) => target ?? 0;
    const ofOrder = new Set(rubrics.map(targetOf)).size > 1;
    for (const phrase of rubrics) {
      if (phrase.type !== 'entity_match') continue;
      const own = rubrics.filter(
        (rubric) =>
          rubric !== phrase && !(ofOrder && isJudgedTogether(rubric)) && targetOf(rubric) === targetOf(phrase),
      );
      scan.eachHolding(phrase.expected_value, (product) => {
        if (this.#found.has(id)) return;
        const open = leftOpen(product, own);
        if (open.length > 0) this.#found.set(id, `"${product.id}" leaves out ${open.map(fieldNameOf).join(', ')}`);
      });
    }
  }

  /** Remarks on the samples taken, once the scan has run. */
  get remarks(): readonly Remark[] {
    if (this.#found.size === 0) return [];
    const of = `${formatCount(this.#found.size)} of ${counted(this.#samples, 'sample', 'samples')}`;
    return [
      {
        text: `In ${of} another product would fit but for a detail that it leaves out. It is no answer, for what is asked has to be stated.`,
        about: [...this.#found].map(([where, detail]) => ({ where, code: 'left_open', detail })),
      },
    ];
  }
}
