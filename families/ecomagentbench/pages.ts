import type { FamilyPages } from '../../pipeline/family-pages.ts';
import { type Eligibility, type IntentContract, leastFactsOf } from '../../shopping/intent.ts';
import { needed } from '../../stages/sample/stated-details.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, eligibilityOf, INTENTS } from './intents.ts';

const RUBRIC = { id: true, type: true, field: true, expected_value: true, info_source: true } as const;

const DEFINING_CONSTRAINTS: Readonly<Record<NonNullable<IntentContract['definingConstraint']>, string>> = {
  rating: 'a bound on rating or number of ratings',
  exclusion: 'something the product must not be',
  voucher: 'a voucher and a budget that needs it',
  opinions: 'opinions quoted from reviews',
};

function needsOf({ leastRating, leastRatingCount, needsPrice, needsText, leastReviews }: Eligibility): string {
  const needs = [
    ...(leastRating === undefined ? [] : [`a rating of ${leastRating}`]),
    ...(leastRatingCount === undefined ? [] : [`${leastRatingCount} ratings`]),
    ...(needsPrice ? ['a price'] : []),
    ...(needsText ? ['features or a description'] : []),
    ...(leastReviews === undefined ? [] : [`${leastReviews} reviews`]),
  ];
  return needs.join(', ');
}

/** The intents with what they promise of a task and ask of a product. */
function intentsTable(): string {
  const rows = INTENTS.map(({ name, contracts: [full] }) => {
    const { definingConstraint, leastQuery, leastImplicit } = full;
    const eligibility = eligibilityOf(name, leastFactsOf(full));
    const asked = definingConstraint === null ? '' : DEFINING_CONSTRAINTS[definingConstraint];
    return `| \`${name}\` | ${asked} | ${leastQuery} | ${leastImplicit} | ${needsOf(eligibility)} |`.replace(
      / {2,}/g,
      ' ',
    );
  });
  return [
    '| intent | always asks for | in the query, besides the noun phrase, at least | of these by a clue, at least | its product has at least |',
    '| --- | --- | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}

export const pages: FamilyPages = {
  gates: GATES.length,
  detailsNeeded: needed(DETAIL_NEEDS),
  sample: [
    { key: 'id', note: 'run: names its intent; agents know the sample by another id', shown: true },
    { key: 'user_query', note: 'agent: what the shopper says first, some of it by a clue', shown: true },
    {
      key: 'user_persona',
      note: 'shopper: what get_user_profile returns; product_requirements is scored, the rest by nobody',
      shown: { product_requirements: true, lifestyle: { hobbies: true } },
    },
    {
      key: 'clarification_script',
      note: 'shopper: what ask_user answers, once a question holds a keyword of one slot',
      shown: {
        clarification_slots: [1, { trigger_keywords: [3, true], user_response: true, linked_rubric_ids: true }],
        max_clarification_turns: true,
      },
    },
    {
      key: 'target_product',
      note: 'grader: the answer',
      shown: { product_id: true, title: true, details: {} },
    },
    {
      key: 'rubrics',
      note: 'grader: what the answer is checked by; the query holds query_surface',
      shown: [2, RUBRIC],
    },
    { key: 'implicit_rubric_ids', note: 'grader: said by a clue, never by their value', shown: true },
    { key: 'lock', note: 'verify: digest of what was fixed before any text was written', shown: true },
    {
      key: 'proof',
      note: 'verify: products that fit all of it, and with a source withheld',
      shown: {
        answer_set: { size: true, without_persona: true, without_clarification: true, query_alone: true },
      },
    },
    { key: 'provenance', note: 'verify: seed, writer, models and the raw row', shown: { seed: true, writer: true } },
  ],
  blocks: { intents: intentsTable },
};
