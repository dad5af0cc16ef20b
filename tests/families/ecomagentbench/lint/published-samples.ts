import { type LintSample, readSample } from '../../../../families/ecomagentbench/lint/sample.ts';

type Json = Record<string, unknown>;

const attribute = (id: string, field: string, expected_value: unknown, info_source: string) => ({
  id,
  type: 'attribute_match',
  field: `details.${field}`,
  expected_value,
  info_source,
});
const slot = (id: string, rubric: string, trigger_keywords: string[], user_response: string) => ({
  slot_id: id,
  linked_rubric_ids: [rubric],
  trigger_keywords,
  user_response,
});

/** A sample in the published format, as far as some of them are known; sound but for what is changed in it. */
export const publishedSample = (change: Json = {}): Json => ({
  id: 's1',
  intent_category: 'product_search',
  user_query: 'A tote bag as dark as night that takes a laptop, please.',
  user_persona: { product_requirements: { Material: 'Canvas', Brand: 'Harbor' } },
  clarification_script: {
    clarification_slots: [
      slot('cl_1', 'r5', ['scent', 'smell', 'fragrance', 'aroma', 'odor'], 'The scent I need is Lavender.'),
      slot('cl_2', 'r6', ['pattern', 'motif', 'illustration', 'design', 'emblem'], 'I want the pattern to be Striped.'),
    ],
  },
  target_product: { title: 'Loft Bag', price: 20, average_rating: 4, rating_number: 9, main_category: 'Bags' },
  rubrics: [
    attribute('r1', 'Color', 'Black', 'query'),
    attribute('r2', 'Special Feature', 'Padded', 'query'),
    attribute('r3', 'Material', 'Canvas', 'persona'),
    attribute('r4', 'Brand', 'Harbor', 'persona'),
    attribute('r5', 'Scent', 'Lavender', 'clarification'),
    attribute('r6', 'Pattern', 'Striped', 'clarification'),
  ],
  implicit_rubric_ids: ['r1', 'r2'],
  ...change,
});

export const rubrics = (...more: Json[]) => [...(publishedSample().rubrics as Json[]), ...more];
export const script = (first: Json, second: Json = {}) => {
  const { clarification_slots: slots } = publishedSample().clarification_script as { clarification_slots: Json[] };
  return {
    clarification_slots: [
      { ...slots[0], ...first },
      { ...slots[1], ...second },
    ],
  };
};
export { attribute };

export function sampleOf(change: Json = {}): LintSample {
  const sample = readSample(publishedSample(change), { file: 'samples.jsonl', line: 1 });
  if ('problem' in sample) throw new Error(sample.problem);
  return sample;
}
