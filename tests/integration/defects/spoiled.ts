import { unprovenAnswers } from './answers.ts';
import { hollowExclusions, loosePhrases, missingClues, missingConstraints } from './contract.ts';
import { idleTerms, mistakenTiers, strangeAmounts, wrongArithmetic } from './coupons.ts';
import {
  brokenScripts,
  falseTriggers,
  inventedRequirements,
  looseAnswers,
  publishedFalseTriggers,
  weakKeywords,
} from './dialogue.ts';
import { halfLeaks, namedTargets, personaLeaks, queryLeaks, repeatedFacts, slotLeaks, titleLeaks } from './leaks.ts';
import { noiseValues, plantedExclusions, plantedValues, transparentClues, weakEntities } from './noise.ts';
import { weakOpinions } from './opinions.ts';
import type { RawCatalog } from './raw-catalog.ts';
import { type Counter, fieldNameOf, hiddenOf, implicitOf, type Sample, slotsOf, valuesOf } from './sample-parts.ts';
import { genderedMismatches } from './style.ts';

interface Known {
  readonly catalog: RawCatalog;
  readonly vocabulary: ReadonlyMap<string, ReadonlySet<string>>;
}

type Spoiling = readonly [
  what: string,
  counter: (known: Known) => Counter,
  intent: string,
  spoil: (sample: Sample, known: Known) => unknown,
];
type Rubric = Sample['rubrics'][number];

const first = <Item>(items: readonly Item[]): Item => {
  if (items[0] === undefined) throw new RangeError('the sample has nothing to spoil');
  return items[0];
};
const attributeOf = (rubrics: readonly Rubric[]) => first(rubrics.filter(({ type }) => type === 'attribute_match'));
const hiddenValue = (sample: Sample, source: string) =>
  first(
    hiddenOf(sample)
      .filter(({ info_source, type }) => info_source === source && type === 'attribute_match')
      .flatMap(valuesOf),
  );
const slotOf = (sample: Sample) =>
  first(slotsOf(sample).filter(({ rubric }) => rubric.type === 'attribute_match')).slot;
const negativeOf = ({ rubrics }: Sample) => first(rubrics.filter(({ type }) => type === 'negative_attribute'));
const set = (rubric: Rubric, value: unknown) => Object.assign(rubric, { expected_value: value });
const entity = ({ rubrics }: Sample) => first(rubrics.filter(({ type }) => type === 'entity_match'));

/** Spoils a copy of the first sound sample of the intent that has what is to be spoiled. */
export function spoilOne(samples: readonly Sample[], known: Known, [, counter, intent, spoil]: Spoiling): Sample {
  for (const sound of samples.filter(({ intent_category: category }) => category === intent)) {
    if (counter(known)([sound]).length > 0) continue;
    const spoiled = structuredClone(sound);
    try {
      spoil(spoiled, known);
      return spoiled;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new RangeError(`no ${intent} sample can be spoiled like this`);
}

/** Samples spoiled in one way each, with the counter that has to see it. */
export const SPOILED: readonly Spoiling[] = [
  ['a missing clue', () => missingClues, 'knowledge_reasoning', (sample) => sample.implicit_rubric_ids.pop()],
  [
    'a clue that says its value',
    () => missingClues,
    'product_search',
    (sample) => (sample.user_query += ` ${valuesOf(first(implicitOf(sample)))[0]?.toLowerCase()}s.`),
  ],
  [
    'an empty exclusion',
    ({ catalog }) => hollowExclusions(catalog),
    'negative_constraint',
    (sample) => set(negativeOf(sample), []),
  ],
  [
    'an exclusion of what nobody sells',
    ({ catalog }) => hollowExclusions(catalog),
    'negative_constraint',
    (sample) => set(negativeOf(sample), ['Unobtainium']),
  ],
  [
    'an exclusion of what the target is',
    ({ catalog }) => hollowExclusions(catalog),
    'negative_constraint',
    (sample) => {
      const attribute = attributeOf(sample.rubrics);
      Object.assign(negativeOf(sample), { field: attribute.field, expected_value: valuesOf(attribute) });
    },
  ],
  [
    'an exclusion that holds what the target is',
    ({ catalog }) => hollowExclusions(catalog),
    'negative_constraint',
    (sample) => {
      const attribute = attributeOf(sample.rubrics);
      Object.assign(negativeOf(sample), {
        field: attribute.field,
        expected_value: [`${valuesOf(attribute)[0]} & Others`],
      });
    },
  ],
  [
    'an exclusion scored twice',
    ({ catalog }) => hollowExclusions(catalog),
    'negative_constraint',
    (sample) => sample.rubrics.push(structuredClone(negativeOf(sample))),
  ],
  [
    'a rating sample without ratings',
    () => missingConstraints,
    'rating_quality',
    (sample) => {
      sample.rubrics = sample.rubrics.filter(({ field }) => field !== 'average_rating' && field !== 'rating_number');
    },
  ],
  [
    'a keyword of everyday words',
    () => publishedFalseTriggers,
    'product_search',
    (sample) => slotOf(sample).trigger_keywords.push('matters'),
  ],
  [
    'a keyword of a content-free question',
    () => falseTriggers,
    'product_search',
    (sample) => slotOf(sample).trigger_keywords.push('deal breakers'),
  ],
  [
    'a keyword that is the value',
    () => weakKeywords,
    'product_search',
    (sample) => slotOf(sample).trigger_keywords.push(hiddenValue(sample, 'clarification')),
  ],
  ['a generic keyword', () => weakKeywords, 'product_search', (sample) => slotOf(sample).trigger_keywords.push('Type')],
  ['too few keywords', () => weakKeywords, 'product_search', (sample) => slotOf(sample).trigger_keywords.splice(2)],
  [
    'a keyword in another slot',
    () => weakKeywords,
    'product_search',
    ({ clarification_script: { clarification_slots: slots } }) =>
      slots[1]?.trigger_keywords.push(`${slots[0]?.trigger_keywords[0]}s`),
  ],
  [
    'a slot that is missing',
    () => brokenScripts,
    'product_search',
    (sample) => sample.clarification_script.clarification_slots.pop(),
  ],
  [
    'an answer without its value',
    () => looseAnswers,
    'product_search',
    (sample) => Object.assign(slotOf(sample), { user_response: 'I am sure about that.' }),
  ],
  [
    'an answer that says it twice',
    () => looseAnswers,
    'product_search',
    (sample) => (slotOf(sample).user_response += ` ${hiddenValue(sample, 'clarification')}.`),
  ],
  ['a hedged answer', () => looseAnswers, 'product_search', (sample) => (slotOf(sample).user_response += ' Ideally.')],
  [
    'an answer with a number of its own',
    ({ vocabulary }) => inventedRequirements(vocabulary),
    'product_search',
    (sample) => (slotOf(sample).user_response += ' At 30 watts.'),
  ],
  [
    'an answer with a second value of its field',
    ({ vocabulary }) => inventedRequirements(vocabulary),
    'product_search',
    (sample, { vocabulary }) => {
      const { slot, rubric } = first(slotsOf(sample).filter((pair) => pair.rubric.type === 'attribute_match'));
      const others = [...(vocabulary.get(fieldNameOf(rubric)) ?? [])];
      slot.user_response += ` Or ${first(others.filter((value) => !slot.user_response.toLowerCase().includes(value)))}.`;
    },
  ],
  [
    'a persona value in the query',
    () => queryLeaks,
    'product_search',
    (sample) => (sample.user_query += ` In ${hiddenValue(sample, 'persona').toUpperCase()}.`),
  ],
  [
    'a clarification value in the query',
    () => queryLeaks,
    'product_search',
    (sample) => (sample.user_query += ` ${hiddenValue(sample, 'clarification')}.`),
  ],
  [
    'half of a hidden value in the query',
    () => halfLeaks,
    'product_search',
    (sample) => {
      set(first(hiddenOf(sample).filter(({ type }) => type === 'attribute_match')), 'Battery Powered');
      sample.user_query += ' With a fresh battery.';
    },
  ],
  [
    'a hidden value among hobbies',
    () => personaLeaks,
    'product_search',
    (sample) => sample.user_persona.lifestyle.hobbies.push(hiddenValue(sample, 'persona')),
  ],
  [
    'a persona value in an answer',
    () => slotLeaks,
    'product_search',
    (sample) => (slotOf(sample).user_response += ` And ${hiddenValue(sample, 'persona')}.`),
  ],
  [
    'a hidden value in the title',
    () => titleLeaks,
    'product_search',
    (sample) => (sample.target_product.title += ` ${hiddenValue(sample, 'persona')}`),
  ],
  [
    'a query that names its target',
    () => namedTargets,
    'product_search',
    (sample) => (sample.user_query += ` Like the ${sample.target_product.title}.`),
  ],
  [
    'one value under two fields',
    () => repeatedFacts,
    'product_search',
    (sample) => sample.rubrics.push({ ...structuredClone(attributeOf(sample.rubrics)), field: 'details.Elsewhere' }),
  ],
  [
    'one field twice',
    () => repeatedFacts,
    'product_search',
    (sample) => sample.rubrics.push(set(structuredClone(attributeOf(sample.rubrics)), 'Zebra')),
  ],
  ...[
    'not TPU)',
    '不锈钢',
    'N/A',
    'A-HD23 Powder',
    'Perfect gift for friends and family on any occasion',
    'cuir véritable',
    'Pink&nbsp;',
    'Trailbyte & Others',
  ].map(
    (value): Spoiling => [
      `the value "${value}"`,
      () => noiseValues,
      'product_search',
      (sample) => set(attributeOf(sample.rubrics), value),
    ],
  ),
  [
    'a value no row states',
    ({ catalog }) => plantedValues(catalog),
    'product_search',
    (sample) => set(attributeOf(sample.rubrics), 'Zebra'),
  ],
  [
    'a value that noise alone states, excluded',
    ({ catalog }) => plantedExclusions(catalog),
    'negative_constraint',
    (sample) => set(negativeOf(sample), ['A-HD23 Powder']),
  ],
  ['a bare noun', ({ catalog }) => weakEntities(catalog), 'product_search', (sample) => set(entity(sample), 'Case')],
  [
    'a noun phrase with the brand',
    ({ catalog }) => weakEntities(catalog),
    'product_search',
    (sample) => set(entity(sample), `${sample.target_product.store} Thing`),
  ],
  [
    'a clue with a word of its value',
    () => transparentClues,
    'product_search',
    (sample) =>
      Object.assign(first(implicitOf(sample)), { query_surface: `like ${valuesOf(first(implicitOf(sample)))[0]}` }),
  ],
  [
    'an abbreviation spelt out for a clue',
    () => transparentClues,
    'product_search',
    (sample) =>
      Object.assign(first(implicitOf(sample)), {
        expected_value: 'USB',
        query_surface: 'use the universal serial bus',
      }),
  ],
  [
    'words that are not in the query',
    ({ catalog }) => loosePhrases(catalog),
    'product_search',
    (sample) => Object.assign(attributeOf(sample.rubrics), { query_surface: 'elsewhere' }),
  ],
  [
    'a voucher nobody needs',
    ({ catalog }) => wrongArithmetic(catalog),
    'coupon_budget',
    (sample) => Object.assign(sample.voucher ?? {}, { budget: 100_000 }),
  ],
  [
    'a discount that does not add up',
    ({ catalog }) => wrongArithmetic(catalog),
    'coupon_budget',
    (sample) => Object.assign(sample.voucher ?? {}, { price_after_voucher: 1 }),
  ],
  [
    'a price beside the budget',
    ({ catalog }) => wrongArithmetic(catalog),
    'coupon_budget',
    (sample) =>
      Object.assign(attributeOf(sample.rubrics), {
        type: 'numeric_range',
        field: 'price',
        expected_value: { max: 30 },
      }),
  ],
  [
    'an odd amount',
    ({ catalog }) => strangeAmounts(catalog),
    'coupon_budget',
    (sample) => Object.assign(sample.voucher ?? {}, { budget: 17.32 }),
  ],
  [
    'a cap that never binds',
    ({ catalog }) => idleTerms(catalog),
    'coupon_budget',
    (sample) =>
      Object.assign(sample.voucher ?? {}, {
        discount_type: 'percentage',
        face_value: null,
        threshold: 1,
        discount: 0.5,
        cap: 100_000,
        tiers: undefined,
        coupons: undefined,
      }),
  ],
  [
    'a lower tier that would do as well',
    ({ catalog }) => mistakenTiers(catalog),
    'coupon_budget',
    (sample) => {
      const { voucher } = sample;
      if (voucher?.discount_type !== 'tiered' || voucher.active_tier !== 2)
        throw new RangeError('no second tier to spoil');
      voucher.budget = 100_000;
    },
  ],
  [
    'a quote nobody wrote',
    ({ catalog }) => weakOpinions(catalog),
    'review_driven',
    (sample) =>
      Object.assign(first(sample.proof.rubrics.flatMap(({ quotes = [] }) => quotes)), { quote: 'I made this up.' }),
  ],
  [
    'one opinion twice',
    ({ catalog }) => weakOpinions(catalog),
    'review_driven',
    ({ rubrics }) => {
      const opinions = rubrics.filter(({ type }) => type === 'review_opinion');
      for (const opinion of opinions) set(opinion, first(opinions).expected_value);
    },
  ],
  [
    'a complaint made a wish',
    ({ catalog }) => weakOpinions(catalog),
    'review_driven',
    ({ rubrics }) =>
      set(
        first(rubrics.filter(({ type }) => type === 'review_opinion')),
        'the ink is fading while you write, but cheap',
      ),
  ],
  [
    'a gendered mismatch',
    () => genderedMismatches,
    'product_search',
    (sample) => {
      sample.user_persona.demographics.gender = 'Male';
      sample.user_query = 'I need something small for my purse.';
    },
  ],
  [
    'a second answer',
    ({ catalog }) => unprovenAnswers(catalog),
    'product_search',
    (sample) => (sample.rubrics = [entity(sample)]),
  ],
];
