import { describe, expect, test } from 'vitest';
import { COUNTERS } from '../../../../families/ecomagentbench/lint/index.ts';
import { attribute, publishedSample, rubrics, sampleOf, script } from './published-samples.ts';

const lookedBy = (code: string, change: object = {}) =>
  COUNTERS.find((counter) => counter.code === code)!.begin()(sampleOf(change as Record<string, unknown>));
const foundBy = (code: string, change: object = {}) => lookedBy(code, change).found;
const avoid = (id: string, expected_value: string[], info_source = 'query') => ({
  ...attribute(id, 'Pattern', expected_value, info_source),
  type: 'negative_attribute',
});

test.each(COUNTERS.filter(({ isDefect }) => isDefect).map(({ code }) => code))(
  'a sound sample has no defect: %s',
  (code) => expect(foundBy(code)).toEqual([]),
);

describe('a sample is found', () => {
  test.each<[string, object]>([
    ['implicit_missing', { implicit_rubric_ids: ['r1'] }],
    ['implicit_missing', { intent_category: 'use_case_scenario' }],
    ['centre_missing', { intent_category: 'rating_quality' }],
    ['centre_missing', { intent_category: 'coupon_budget' }],
    ['centre_missing', { intent_category: 'rating_quality', rubrics: rubrics().slice(2) }],
    ['exclusion_empty', { rubrics: rubrics(avoid('r7', [])) }],
    ['exclusion_repeated', { rubrics: rubrics(avoid('r7', ['Floral']), avoid('r8', ['Dots'])) }],
    ['keyword_is_value', { clarification_script: script({ trigger_keywords: ['scent', 'LAVENDER!'] }) }],
    ['keyword_holds_value', { clarification_script: script({ trigger_keywords: ['lavendered'] }) }],
    ['keyword_shared', { clarification_script: script({ trigger_keywords: ['Motif'] }) }],
    ['keyword_within', { clarification_script: script({ trigger_keywords: ['motifs'] }) }],
    ['keyword_generic', { clarification_script: script({ trigger_keywords: ['style'] }) }],
    ['keyword_generic', { clarification_script: script({ trigger_keywords: ['which one'] }) }],
    ['content_free_opens', { clarification_script: script({ trigger_keywords: ['special'] }) }],
    ['off_topic_opens', { clarification_script: script({ trigger_keywords: ['where'] }) }],
    ['on_topic_shut', { clarification_script: script({ trigger_keywords: ['qwerty'] }) }],
    ['bag_opens', {}],
    ['value_overlaps', { user_query: 'A canvas bag.' }],
    ['value_in_title', { target_product: { title: 'Harbor Bag' } }],
    ['value_unseen', { rubrics: rubrics(attribute('r7', 'Power Source', 'AC', 'persona')) }],
    ['value_unseen', { rubrics: rubrics(attribute('r7', 'Color', '黑色', 'persona')) }],
  ])('%s: %j', (code, change) => expect(foundBy(code, change)).not.toEqual([]));
});

describe('a near miss is not', () => {
  test.each<[string, object]>([
    [
      'centre_missing',
      {
        intent_category: 'rating_quality',
        rubrics: rubrics({ ...attribute('r7', 'x', 4, 'persona'), type: 'numeric_range', field: 'average_rating' }),
      },
    ],
    [
      'centre_missing',
      { intent_category: 'rating_quality', user_query: 'A bag with 4 stars.', rubrics: rubrics().slice(2) },
    ],
    [
      'exclusion_repeated',
      { rubrics: rubrics(avoid('r7', ['Floral']), { ...avoid('r8', ['Red']), field: 'details.Color' }) },
    ],
    ['keyword_is_value', { clarification_script: script({ trigger_keywords: ['lav'] }) }],
    ['keyword_shared', { clarification_script: script({ trigger_keywords: ['motifs'] }) }],
    ['keyword_within', { clarification_script: script({ trigger_keywords: ['motif'] }) }],
    ['value_overlaps', { user_query: 'A bag for a striptease.' }],
  ])('%s: %j', (code, change) => expect(foundBy(code, change)).toEqual([]));
});

test('what is not published is not counted', () => {
  const hiddenOnly = { rubrics: rubrics().slice(2), implicit_rubric_ids: [] };
  expect(lookedBy('implicit_missing', hiddenOnly)).toEqual({ of: 0, found: [] });
  expect(lookedBy('target_reused')).toEqual({ of: 0, found: [] });
});

test('a sample with a lock is not held to the size of the paper: it may promise less', () => {
  expect(lookedBy('implicit_missing', { implicit_rubric_ids: [], lock: { digest: '0' } })).toEqual({
    of: 0,
    found: [],
  });
});

test('a product of two samples is found at the second', () => {
  const look = COUNTERS.find(({ code }) => code === 'target_reused')!.begin();
  const target_product = { ...(publishedSample().target_product as object), product_id: 'P1' };
  expect(look(sampleOf({ target_product })).found).toEqual([]);
  expect(look(sampleOf({ id: 's2', target_product })).found).toEqual(['P1, as s1']);
});
