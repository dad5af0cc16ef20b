import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Report } from '../../../schemas/violation.ts';
import type { InfoSource, Rubric } from '../../../shopping/kinds/index.ts';
import type { EcomagentbenchSample } from '../sample.ts';

/** Numbers the record repeats, and the features it was made of. */
export function checkRecordCounts(sample: EcomagentbenchSample, rubrics: readonly Rubric[], report: Report): void {
  const from = (source: InfoSource) => rubrics.filter(({ info_source }) => info_source === source).length;
  const counted = (what: string, said: number, found: number) => {
    if (said !== found) report('count_differs', `${what} is ${said}, counted ${found}`);
  };
  const { difficulty_metrics, feature_partition, generation_artifacts, provenance } = sample;
  counted('difficulty_metrics.implicit_count', difficulty_metrics.implicit_count, sample.implicit_rubric_ids.length);
  for (const source of ['query', 'persona', 'clarification'] as const)
    counted(`feature_partition.${source}_count`, feature_partition[`${source}_count`], from(source));
  counted('generation_artifacts.sample_retry_count', generation_artifacts.sample_retry_count, provenance.attempts - 1);
  const features = new Set(
    sample.extracted_features.map(({ type, field, value }) => canonicalJson({ type, field, value })),
  );
  for (const { id, type, field, expected_value } of rubrics) {
    const value = type === 'review_opinion' ? expected_value.opinion : expected_value;
    if (type !== 'entity_match' && !features.has(canonicalJson({ type, field, value })))
      report('feature_unknown', `${id} is none of the extracted features`);
  }
}
