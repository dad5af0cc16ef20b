import type { SampleFacts } from '../../../pipeline/run-tally.ts';
import { rubricFacts } from '../../../shopping/verify/rubric-facts.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { ShoppingbenchSample } from '../sample.ts';

/** What a report counts of a sample. */
export function factsOf({ query, rubrics, target_ids, provenance, proof }: ShoppingbenchSample): SampleFacts {
  const { together } = proof;
  return {
    query,
    category: null,
    rubrics: rubrics.map(rubricFacts),
    implicit: null,
    targets: target_ids.length,
    attempts: provenance.attempts,
    answers: proof.answer_set.size,
    withheld: together === null ? {} : { 'without shop or budget': together.without_condition },
    price: orderPrice(rubrics, proof),
  };
}

/** Only orders with a voucher say what they cost. */
function orderPrice(
  rubrics: ShoppingbenchSample['rubrics'],
  { voucher }: ShoppingbenchSample['proof'],
): SampleFacts['price'] {
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  if (voucher === null || budget?.type !== 'budget_match') return null;
  return voucher.total / minorUnitsOf(budget.expected_value.voucher.currency);
}
