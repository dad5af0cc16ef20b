import type { Report } from '../../schemas/violation.ts';
import { digestOf } from '../../text/digest.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { Rubric, RubricOf } from '../kinds/index.ts';

const MOST_IDS_LISTED = 20;
/** An answer set as every proof says it. */
interface StatedAnswers {
  readonly size: number;
  readonly digest: string;
  readonly product_ids: readonly string[];
}

/** Reports a figure of the proof that is another in the catalog. */
export const compareCounts =
  (report: Report) =>
  (code: string, what: string, said: number | boolean | null, found: number | boolean | null): void => {
    if (said !== found) report(code, `${what} is ${said} in the proof and ${found} in the catalog`);
  };

/** The one rubric that names the product of a sample about one; null where there is none, which is reported. */
export function phraseOf(rubrics: readonly Rubric[], report: Report): RubricOf<'entity_match'> | null {
  const [phrase, ...more] = rubrics.filter((rubric) => rubric.type === 'entity_match');
  if (phrase !== undefined && more.length === 0) return phrase;
  report('entity_ungrounded', 'does not have exactly one rubric that names the product');
  return null;
}

/** Compares the answer set a proof states with the answers that were found, in any order. */
export function compareAnswers(
  stated: StatedAnswers,
  answers: readonly string[],
  { wanted, maxAnswers }: { wanted: string; maxAnswers: number },
  report: Report,
): void {
  const ids = [...answers].sort(byCodeUnit);
  const listed = ids.slice(0, MOST_IDS_LISTED);
  if (ids.length > maxAnswers)
    report(
      'ambiguous_answer',
      `${ids.length} answers satisfy every rubric, at most ${maxAnswers} may: ${listed.join(', ')}`,
    );
  if (!ids.includes(wanted)) report('target_fails', `the answer set lacks the target ${wanted}`);
  compareCounts(report)('answer_set_differs', 'the answer set', stated.size, ids.length);
  if (JSON.stringify(stated.product_ids) !== JSON.stringify(listed)) {
    report(
      'answer_set_differs',
      `the proof lists ${stated.product_ids.join(', ') || 'no product'}, the catalog gives ${listed.join(', ') || 'none'}`,
    );
  }
  if (stated.digest !== digestOf('answer set', ids))
    report('answer_set_differs', 'the digest of the answer set is another');
}
