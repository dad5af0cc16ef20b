import type { Product, Review } from '../../../schemas/product.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { type Gate, gatesIn } from '../../../stages/gate.ts';
import { answerSetGate } from '../../../stages/gates/answer-set.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { lockChanged } from '../../../stages/gates/lock-changed.ts';
import { queryExtra } from '../../../stages/gates/query-extra.ts';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import { lockDigestOf } from '../../../stages/lock.ts';
import { intentNamed } from '../intents.ts';
import { saysService } from '../writers/services.ts';
import { answerInQuery } from './answer-in-query.ts';
import { boundExcludesNothing } from './bound-excludes-nothing.ts';
import { orderContract } from './order-contract.ts';
import { shopConditionUnsaid } from './shop-condition-unsaid.ts';
import { titleOnly } from './title-only.ts';
import { voucherNotNeeded } from './voucher-not-needed.ts';

/** Facts that gates have to know of the catalog a draft is about. */
interface CatalogFacts {
  knows(productId: string): boolean;
  reviewsOf(productId: string): readonly Review[];
  /** Why an option of a product is no sensible value, or null where it is one. */
  reasonAgainst(product: Product, field: string, option: string): string | null;
  /** Tells whether any product of the catalog states a value of a field; absent where there is no catalog. */
  isStated?(field: string, value: string): boolean;
  /** Tells whether a product of the target's name or shelf fails the bound. */
  excludesAny(task: LockedTask, rubric: Rubric & { type: 'numeric_range' }): boolean;
  /** The orders that satisfy every decidable rubric: ids of products, joined by "+". */
  answersOf(task: LockedTask): readonly string[];
  readonly maxAnswers: number;
}

/** Rules that the family itself gives its gates, whatever the catalog. */
const OWN = { digestOf: lockDigestOf, contractOf: intentNamed, saysService, cluesOf: () => [] };

/** The gates of tasks whose query states every requirement, in the order they are asked and proofs list them. */
export const GATES: readonly Gate<QueryWording, [typeof OWN & CatalogFacts]>[] = [
  lockChanged,
  unknownProduct,
  orderContract,
  targetFails,
  duplicateFact,
  implausibleValue,
  titleOnly,
  boundExcludesNothing,
  voucherNotNeeded,
  answerSetGate,
  surfaceMissing,
  valueUntraced,
  queryExtra,
  entityUngrounded,
  shopConditionUnsaid,
  answerInQuery,
  titleLeak,
  voucherArithmetic,
];

/** The family's gates on one catalog. */
export const gatesOn = (facts: CatalogFacts): Gate<QueryWording>[] => gatesIn({ ...OWN, ...facts }, GATES);
