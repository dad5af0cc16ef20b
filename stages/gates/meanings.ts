import type { QueryWording } from '../../shopping/draft.ts';
import type { NamedGate, SemanticGate } from '../validate.ts';

/** Codes that no other wording can mend. */
export const FINAL_CODES: ReadonlySet<string> = new Set([
  'lock_changed',
  'intent_contract',
  'target_fails',
  'duplicate_fact',
  'implausible_value',
  'entity_ungrounded',
  'unknown_product',
  'ambiguous_answer',
  'title_only',
  'bound_excludes_nothing',
  'voucher_not_needed',
]);

/** What each code of a gate says of a task; README's table of codes repeats it. */
const MEANINGS = {
  lock_changed: 'the task is no longer what was locked before any text existed',
  unknown_product: 'a product of the task is not in the catalog',
  intent_contract: 'the task does not hold what its intent promises',
  target_fails: 'the target does not satisfy a rubric',
  duplicate_fact: 'two rubrics score the same fact',
  implausible_value: 'a scored value is noise: a fragment, a placeholder, a code, a contradiction',
  ambiguous_answer: 'more catalog products satisfy every requirement than --max-answers allows',
  surface_missing: 'the words said to carry a requirement do not stand in the query',
  entity_ungrounded: 'the noun phrase is not in the title',
  hidden_in_query: 'the query gives away what persona or clarification hides',
  hidden_in_persona_noise: "the persona's unscored context names a scored value or wishes for a product",
  hidden_in_other_slot: 'a hidden value stands outside its own slot',
  implicit_literal: 'the query says outright what a clue should stand for',
  title_leak: 'the query repeats too much of the title',
  persona_field: 'the persona has a field that is not on the list, or lacks one that is',
  persona_requirement: 'a persona requirement is not the locked value',
  slot_missing: 'a clarification rubric has no slot, or a slot has no rubric',
  slot_incomplete: 'a slot has too few keywords, or an empty text',
  slot_value_absent: 'an answer does not state its value exactly once',
  slot_keywords: "a slot's keywords fit questions about almost anything",
  slot_hedged: 'an answer turns a requirement into a wish',
  slot_extra: 'an answer states more than its own requirement',
  slot_unreachable: 'questions on the topic of a slot do not open it',
  slot_false_trigger: "questions on no slot's topic open one",
  title_only: 'nothing but what it is called is asked of a product',
  bound_excludes_nothing: 'a price bound excludes no product of its kind',
  voucher_not_needed: 'the order is within the budget without its voucher',
  value_untraced: 'the words said to carry a scored value do not hold it, or take it back or turn it round',
  shop_condition_unsaid: 'the order is judged by its shop and the query does not say so, or denies it',
  answer_in_query: 'the query names the answer of its own question',
  query_extra: 'the query asks for something no rubric scores, or gives orders to its reader',
  voucher_arithmetic: 'query, voucher and budget do not agree to the minor unit, or on whose voucher it is',
  clue_unrecoverable: 'most solvers who see only the clue do not pick the value it stands for',
  source_unsupported: 'a judge does not find a requirement in its own text, or finds it in another one too',
  unnatural: 'a judge says, with its words quoted, that nobody would write the query like that',
};

/** What a code of a gate says of a task. */
export const meaningOf = (code: keyof typeof MEANINGS): string => MEANINGS[code];

const meaningsOf = (codes: readonly (keyof typeof MEANINGS)[]) =>
  Object.fromEntries(codes.map((code) => [code, MEANINGS[code]]));

/** A gate under its name, with what each of its codes says. */
export const namedGate = <Words extends QueryWording>(
  name: string,
  gate: NamedGate<Words>['gate'],
  ...codes: (keyof typeof MEANINGS)[]
): NamedGate<Words> => ({ name, gate, codes: meaningsOf(codes) });

/** The gate that models decide, for families of any wording. */
export const semanticGate = <Words extends QueryWording>(check: SemanticGate<Words>['check']): SemanticGate<Words> => ({
  name: 'semantic',
  codes: meaningsOf(['clue_unrecoverable', 'source_unsupported', 'unnatural']),
  check,
});
