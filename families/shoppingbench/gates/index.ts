import type { Product, Review } from '../../../schemas/product.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import type { OrderContract } from '../../../shopping/intent.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Locked, LockedTask } from '../../../shopping/task.ts';
import { ambiguousAnswer } from '../../../stages/gates/ambiguous-answer.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { lockChanged } from '../../../stages/gates/lock-changed.ts';
import { namedGate } from '../../../stages/gates/meanings.ts';
import { queryExtra } from '../../../stages/gates/query-extra.ts';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import type { NamedGate } from '../../../stages/validate.ts';
import type { OrderProver } from '../prover.ts';
import { answerInQuery } from './answer-in-query.ts';
import { boundExcludesNothing } from './bound-excludes-nothing.ts';
import { orderContract } from './order-contract.ts';
import { shopConditionUnsaid } from './shop-condition-unsaid.ts';
import { titleOnly } from './title-only.ts';
import { voucherNotNeeded } from './voucher-not-needed.ts';

interface Dependencies {
  lockDigestOf(locked: Locked): string;
  contractOf(intent: string): OrderContract;
  readonly prover: OrderProver;
  reviewsOf(productId: string): readonly Review[];
  knows(productId: string): boolean;
  readonly maxAnswers: number;
  reasonAgainst(product: Product, field: string, option: string): string | null;
  excludesAny(task: LockedTask, rubric: Rubric & { type: 'numeric_range' }): boolean;
  saysService(text: string, service: string): boolean;
}

/** The gates of tasks whose query states every requirement, of one product or several. */
export function orderGates(dependencies: Dependencies): NamedGate<QueryWording>[] {
  const { prover, maxAnswers, contractOf } = dependencies;
  return [
    namedGate('lock', lockChanged({ digestOf: dependencies.lockDigestOf }), 'lock_changed'),
    namedGate('references', unknownProduct({ knows: dependencies.knows }), 'unknown_product'),
    namedGate('intent contract', orderContract({ contractOf }), 'intent_contract'),
    namedGate('target', targetFails({ reviewsOf: dependencies.reviewsOf }), 'target_fails'),
    namedGate('facts: once', duplicateFact, 'duplicate_fact'),
    namedGate('facts: plausible', implausibleValue({ reasonAgainst: dependencies.reasonAgainst }), 'implausible_value'),
    namedGate('facts: more than a title', titleOnly, 'title_only'),
    namedGate(
      'facts: bounds',
      boundExcludesNothing({ excludesAny: dependencies.excludesAny }),
      'bound_excludes_nothing',
    ),
    namedGate('facts: voucher', voucherNotNeeded, 'voucher_not_needed'),
    namedGate(
      'answer set',
      ambiguousAnswer({ answersOf: prover.answersOf, maxAnswers }),
      'ambiguous_answer',
      'target_fails',
    ),
    namedGate('anchoring: surfaces', surfaceMissing, 'surface_missing'),
    namedGate('anchoring: values', valueUntraced({ saysService: dependencies.saysService }), 'value_untraced'),
    namedGate('whitelist: query', queryExtra({ cluesOf: () => [] }), 'query_extra'),
    namedGate('anchoring: noun phrase', entityUngrounded, 'entity_ungrounded'),
    namedGate('anchoring: one shop', shopConditionUnsaid, 'shop_condition_unsaid'),
    namedGate('leak: answer', answerInQuery, 'answer_in_query'),
    namedGate('leak: title', titleLeak, 'title_leak'),
    namedGate('arithmetic', voucherArithmetic, 'voucher_arithmetic'),
  ];
}
