import type { Product } from '../../schemas/product.ts';
import type { Report } from '../../schemas/violation.ts';
import { type InfoSource, type Requirement, type Rubric, satisfies } from '../../shopping/kinds/index.ts';
import { compareAnswers, compareCounts, phraseOf } from '../../shopping/recount/answer-set.ts';
import type { CatalogScan } from '../../shopping/recount/catalog-scan.ts';
import type { EcomagentbenchSample } from './sample.ts';

/** A rubric that code can decide, and what was counted about it. */
interface Check {
  readonly id: string;
  readonly source: InfoSource;
  readonly requirement: Requirement;
  removes: number;
}

/** The counts so far of the products whose title holds a sample's noun phrase. */
class Counts {
  /** Every decidable rubric but the noun phrase; those of the query first, since they end most comparisons. */
  readonly checks: readonly Check[];
  readonly answers: string[] = [];
  holders = 0;
  withoutPersona = 0;
  withoutClarification = 0;
  queryAlone = 0;

  constructor(rubrics: readonly Rubric[]) {
    const checks = rubrics
      .filter(({ type }) => type !== 'entity_match' && type !== 'review_opinion')
      .map((rubric): Check => {
        return { id: rubric.id, source: rubric.info_source, requirement: rubric, removes: 0 };
      });
    const ofQuery = ({ source }: Check) => source === 'query';
    this.checks = [...checks.filter(ofQuery), ...checks.filter((check) => !ofQuery(check))];
  }

  take(product: Product): void {
    this.holders += 1;
    const failed: Record<InfoSource, number> = { query: 0, persona: 0, clarification: 0 };
    let only: Check | null = null;
    let failures = 0;
    for (const check of this.checks) {
      if (satisfies(product, check.requirement) === 'yes') continue;
      failures += 1;
      only = check;
      failed[check.source] += 1;
      // No count takes in a product that fails the query and something else.
      if (failures > 1 && failed.query > 0) return;
    }
    if (failures === 1 && only !== null) only.removes += 1;
    if (failed.query > 0) return;
    this.queryAlone += 1;
    if (failed.clarification === 0) this.withoutPersona += 1;
    if (failed.persona === 0) this.withoutClarification += 1;
    if (failures === 0) this.answers.push(product.id);
  }
}

/** Has a sample's answer sets counted by the scan; the function returned compares them with its proof. */
export function countAnswers(
  { target_product: { product_id: targetId }, proof }: Pick<EcomagentbenchSample, 'target_product' | 'proof'>,
  rubrics: readonly Rubric[],
  maxAnswers: number,
  scan: CatalogScan,
  report: Report,
): () => void {
  const phrase = phraseOf(rubrics, report);
  if (phrase === null) return () => {};
  const counts = new Counts(rubrics);
  scan.eachHolding(phrase.expected_value, (product) => counts.take(product));
  seekExcluded(rubrics, targetId, scan, report);
  return () => {
    const stated = proof.answer_set;
    const counted = compareCounts(report);
    const { withoutPersona, withoutClarification, answers } = counts;
    compareAnswers(stated, answers, { wanted: targetId, maxAnswers }, report);
    for (const [what, said, found] of [
      ['the answer set without the persona', stated.without_persona, withoutPersona],
      ['the answer set without the clarification', stated.without_clarification, withoutClarification],
      ['the answer set of the query alone', stated.query_alone, counts.queryAlone],
      ['the set of the noun phrase alone', stated.noun_phrase_alone, counts.holders],
      [
        '"both hidden sources needed"',
        stated.both_hidden_sources_needed,
        withoutPersona > answers.length && withoutClarification > answers.length,
      ],
    ] as const)
      counted('withheld_count_differs', what, said, found);
    for (const { id, removes } of counts.checks) {
      const said = proof.rubrics.find(({ rubric_id }) => rubric_id === id)?.removes ?? null;
      counted('removed_count_differs', `what ${id} alone removes`, said, removes);
    }
  };
}

/** An exclusion excludes something: another product states each excluded value. */
function seekExcluded(rubrics: readonly Rubric[], targetId: string, scan: CatalogScan, report: Report): void {
  for (const { id, type, field, expected_value } of rubrics) {
    if (type !== 'negative_attribute') continue;
    for (const value of expected_value) {
      scan.seek({ type: 'attribute_match', field, expected_value: value }, targetId, () =>
        report('exclusion_of_nothing', `${id} excludes "${value}", which no other product states`),
      );
    }
  }
}
