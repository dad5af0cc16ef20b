import { type Counter, defect, NOTHING, perTask } from '../../../pipeline/foreign-lint.ts';
import { INTENTS } from '../intents.ts';
import { type LintSample, showsQuery } from './sample.ts';

/** Finds the contract that the paper gives an intent. */
const contractOf = (intent: string) => INTENTS.find(({ name }) => name === intent)?.contracts[0];

/** Counts samples with fewer clues than the paper's settings ask of their intent; locked ones are held to their lock by verify. */
export const implicitMissing = perTask<LintSample>(
  defect('implicit_missing', 'fewer requirements stand in the query as clues than the intent asks for', 'samples'),
  (sample) => {
    const contract = contractOf(sample.intent);
    if (contract === undefined || sample.isLocked || !showsQuery(sample)) return NOTHING;
    const count = new Set(sample.implicitIds).size;
    return { of: 1, found: count < contract.leastImplicit ? [`${count} of ${contract.leastImplicit}`] : [] };
  },
);

const RATED = /\b(?:stars?|rated|ratings?|reviews?|reviewed)\b/i;

const TYPES = {
  rating: 'a rating or a number of ratings',
  exclusion: 'an exclusion',
  voucher: 'a budget',
  opinions: 'an opinion',
};

/** Counts samples that lack what their intent is named for. */
export const definingConstraintMissing = perTask<LintSample>(
  defect(
    'centre_missing',
    'what the intent is named for is not asked: no rating, no exclusion, no budget, no opinion',
    'samples',
  ),
  (sample) => {
    const definingConstraint = contractOf(sample.intent)?.definingConstraint ?? null;
    // Where only hidden requirements are published, the words of the query still show whether it asks for ratings.
    const shown =
      showsQuery(sample) || (definingConstraint === 'rating' && sample.query !== null && !RATED.test(sample.query));
    if (definingConstraint === null || !shown) return NOTHING;
    const has = sample.rubrics.some(({ type, field }) => {
      if (definingConstraint === 'rating') return field === 'average_rating' || field === 'rating_number';
      return (
        type ===
        { exclusion: 'negative_attribute', voucher: 'budget_match', opinions: 'review_opinion' }[definingConstraint]
      );
    });
    return { of: 1, found: has ? [] : [`${sample.intent} without ${TYPES[definingConstraint]}`] };
  },
);

/** Counts exclusions that exclude nothing. */
export const exclusionEmpty = perTask<LintSample>(
  defect('exclusion_empty', 'a requirement to avoid something names nothing to avoid', 'exclusions'),
  ({ rubrics }) => {
    const exclusions = rubrics.filter(({ type }) => type === 'negative_attribute');
    const empty = exclusions.filter(({ values }) => values.every((value) => value.trim() === ''));
    return { of: exclusions.length, found: empty.map(({ id, field, source }) => `${id}, ${field} of the ${source}`) };
  },
);

/** Counts exclusions of a field that another exclusion of the sample is about. */
export const exclusionRepeated = perTask<LintSample>(
  defect('exclusion_repeated', 'two requirements exclude values of one field', 'exclusions'),
  ({ rubrics }) => {
    const exclusions = rubrics.filter(({ type }) => type === 'negative_attribute');
    const repeated = exclusions.filter(({ field }, at) => exclusions.findIndex((other) => other.field === field) < at);
    return {
      of: exclusions.length,
      found: repeated.map(({ id, field, values }) => `${id}, ${field} again: ${values.join(', ') || 'nothing'}`),
    };
  },
);

/** Counts samples whose target an earlier sample is about. */
export const targetReused: Counter<LintSample> = {
  code: 'target_reused',
  meaning: 'an earlier sample is about the same product',
  unit: 'samples',
  isDefect: true,
  begin() {
    const seen = new Map<string, string>();
    return ({ id, target: { product_id: product } }) => {
      if (product === null || product === undefined) return NOTHING;
      const earlier = seen.get(product);
      seen.set(product, earlier ?? id);
      return { of: 1, found: earlier === undefined ? [] : [`${product}, as ${earlier}`] };
    };
  },
};
