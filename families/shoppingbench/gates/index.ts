import type { QueryWording } from '../../../shopping/draft.ts';
import type { Gate, GivenTo } from '../../../stages/gate.ts';
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
import type { CatalogFacts } from '../../../stages/shopping/gates.ts';
import { gatesIn } from '../../../stages/validate.ts';
import { intentNamed } from '../intents.ts';
import { saysService } from '../writers/services.ts';
import { answerInQuery } from './answer-in-query.ts';
import { boundExcludesNothing, titleOnly, voucherNotNeeded } from './idle-facts.ts';
import { orderContract } from './order-contract.ts';
import { shopConditionUnsaid } from './shop-condition-unsaid.ts';

/** Facts that the family's gates have to know of the catalog a draft is about. */
type Facts = CatalogFacts & GivenTo<typeof boundExcludesNothing>;

/** Rules that the family itself gives its gates, whatever the catalog. */
const OWN = { digestOf: lockDigestOf, contractOf: intentNamed, saysService, cluesOf: () => [] };

/** The gates of tasks whose query states every requirement, in the order they are asked and proofs list them. */
export const GATES: readonly Gate<QueryWording, [typeof OWN & Facts]>[] = [
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
export const gatesOn = (facts: Facts): Gate<QueryWording>[] => gatesIn({ ...OWN, ...facts }, GATES);
