import type { SampleFacts } from '../../../pipeline/run-tally.ts';
import { rubricFacts } from '../../../shopping/verify/rubric-facts.ts';
import type { EcomagentbenchSample } from '../sample.ts';

/** What a report counts of a sample. */
export function factsOf(sample: EcomagentbenchSample): SampleFacts {
  const { proof, target_product: target } = sample;
  const { size, without_persona, without_clarification, query_alone } = proof.answer_set;
  return {
    query: sample.user_query,
    category: target.main_category,
    rubrics: sample.rubrics.map(rubricFacts),
    implicit: sample.implicit_rubric_ids.length,
    targets: 1,
    attempts: sample.provenance.attempts,
    answers: size,
    withheld: {
      'without the persona': without_persona,
      'without the clarification': without_clarification,
      'query alone': query_alone,
    },
    price: target.price,
  };
}
