import { meets } from './answers.ts';
import { stemsOf, timesIn } from './plain-text.ts';
import { comparable, fieldOf, optionsIn, type RawCatalog, type RawProduct } from './raw-catalog.ts';
import { boundsOf, type Counter, entityOf, fieldNameOf, implicitOf, perSample, valuesOf } from './sample-parts.ts';

/** Least implicit requirements of an intent (reference-systems 1.4). */
const LEAST_IMPLICIT: Readonly<Record<string, number>> = {
  knowledge_reasoning: 3,
  use_case_scenario: 3,
  feature_combination: 3,
};

/** A rating, whose stars say nothing of a shape. */
const STARS = /\b\d(?:\.\d)? stars?\b/g;

/** S1: fewer clues than the intent promises, or a clue that is no clue. */
export const missingClues: Counter = perSample((sample) => {
  const { implicit_rubric_ids: ids, intent_category: intent, user_query: query } = sample;
  const implicit = implicitOf(sample);
  const least = LEAST_IMPLICIT[intent] ?? 2;
  const found: string[] = [];
  if (ids.length < least) found.push(`${ids.length} of ${least} implicit requirements`);
  if (new Set(ids).size !== ids.length || implicit.length !== ids.length) found.push(`implicit ids ${ids.join(', ')}`);
  if (sample.difficulty_metrics.implicit_count !== ids.length) found.push('implicit_count is not the number of ids');
  for (const rubric of implicit) {
    const surface = rubric.query_surface ?? '';
    const isClued =
      rubric.type === 'attribute_match' || (rubric.type === 'numeric_range' && rubric.field !== fieldNameOf(rubric));
    if (rubric.info_source !== 'query' || !isClued) found.push(`${rubric.id} cannot be implicit`);
    if (surface === '' || !query.includes(surface)) found.push(`the clue of ${rubric.id} is not in the query`);
    for (const value of valuesOf(rubric)) {
      if (timesIn(stemsOf(query.replace(STARS, '')), stemsOf(value)) > 0)
        found.push(`the query says "${value}" (${rubric.id})`);
    }
  }
  return found;
});

const statesOne = (product: RawProduct, field: string, values: readonly string[]) =>
  values.some((value) => product.options.get(field)?.has(comparable(value)));

const ownOptions = ({ pairs }: RawProduct, field: string) =>
  [...pairs].flatMap(([key, raw]) => (fieldOf(key) === field ? optionsIn(raw) : []));

const decidable = new Set(['attribute_match', 'numeric_range', 'negative_attribute', 'budget_match']);

/** S2: exclusions that are empty, repeated, broken by the target, or of values nobody else has. */
export const hollowExclusions = (catalog: RawCatalog): Counter =>
  perSample((sample) => {
    const { rubrics, user_persona: persona, intent_category: intent } = sample;
    const negatives = rubrics.filter(({ type }) => type === 'negative_attribute');
    const target = catalog.product(sample.target_product.product_id);
    const rivals = catalog.holding(entityOf(sample)).filter(({ id }) => id !== target.id);
    const found: string[] = [];
    if (intent === 'negative_constraint' && negatives.length === 0) found.push('excludes nothing');
    const fields = negatives.map(fieldNameOf);
    if (new Set(fields).size !== fields.length) found.push(`excludes twice in one of ${fields.join(', ')}`);
    for (const negative of negatives) {
      const field = fieldNameOf(negative);
      const values = valuesOf(negative);
      const name = `${negative.id} (${field} not ${values.join(', ')})`;
      if (values.length === 0 || values.some((value) => value.trim() === '')) found.push(`${name} is empty`);
      if (new Set(values.map(comparable)).size !== values.length) found.push(`${name} repeats a value`);
      if (statesOne(target, field, values)) found.push(`${name} is what the target has`);
      for (const own of ownOptions(target, field)) {
        const inside = values.find((value) => timesIn(stemsOf(value), stemsOf(own)) > 0);
        if (inside !== undefined) found.push(`${name}: "${inside}" holds the target's own "${own}"`);
      }
      for (const value of values) {
        if (!rivals.some((rival) => statesOne(rival, field, [value]))) found.push(`${name}: no rival has "${value}"`);
      }
      const others = rubrics.filter((rubric) => rubric !== negative && decidable.has(rubric.type));
      const near = rivals.filter(
        (rival) =>
          statesOne(rival, field, values) &&
          others.filter((rubric) => meets(rival, rubric, sample)).length * 2 >= others.length,
      );
      if (near.length === 0) found.push(`${name} removes no near miss`);
    }
    const hidden = negatives.filter(({ info_source }) => info_source === 'persona').flatMap(valuesOf);
    const avoided = Object.entries(persona.product_requirements).flatMap(([key, values]) =>
      key.startsWith('avoid_') ? values : [],
    );
    if (hidden.toSorted().join('|') !== avoided.toSorted().join('|'))
      found.push(`the persona avoids "${avoided.join(', ')}", not "${hidden.join(', ')}"`);
    return found;
  });

/** S3: the requirement an intent is named for is missing, or says next to nothing. */
export const missingConstraints: Counter = perSample(({ rubrics, intent_category: intent, voucher }) => {
  const count = (type: string) => rubrics.filter((rubric) => rubric.type === type).length;
  const ratings = rubrics.filter(({ field }) => field === 'average_rating' || field === 'rating_number');
  const found: string[] = [];
  if (intent === 'rating_quality' && ratings.length === 0) found.push('no rating or review count is asked for');
  if (intent === 'coupon_budget' && (voucher === null || count('budget_match') !== 1)) found.push('no voucher');
  if (intent === 'review_driven' && count('review_opinion') < 2) found.push(`${count('review_opinion')} opinions`);
  const asked = rubrics.filter(({ info_source, type }) => info_source === 'query' && type !== 'entity_match');
  const least = intent === 'feature_combination' ? 5 : 4;
  if (asked.length < least) found.push(`${asked.length} of ${least} query requirements`);
  for (const rubric of ratings) {
    for (const bound of boundsOf(rubric)) {
      const sensible = rubric.field === 'average_rating' ? bound >= 3 && bound <= 4.5 : bound >= 10;
      if (!sensible) found.push(`${rubric.field} ${bound} is no sign of quality`);
    }
  }
  return found;
});

/** A requirement that its words in the query do not carry, or a noun phrase that neither title nor category holds. */
export const loosePhrases = (catalog: RawCatalog): Counter =>
  perSample(({ rubrics, user_query: query, target_product: { title, product_id: id } }) =>
    rubrics.flatMap((rubric) => {
      if (rubric.info_source !== 'query')
        return rubric.query_surface === undefined ? [] : [`${rubric.id} has words in the query`];
      if (!query.includes(rubric.query_surface ?? '\0')) return [`${rubric.id} has no words in the query`];
      if (rubric.type !== 'entity_match') return [];
      const isNamed = catalog.holding(rubric.expected_value).some((product) => product.id === id);
      return isNamed ? [] : [`"${rubric.expected_value}" is not in "${title}" nor in its category`];
    }),
  );
