import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { clueForms } from '../../../shopping/language/clue-pieces.ts';
import type { Gate, GivenTo } from '../../../stages/gate.ts';
import { answerSetGate } from '../../../stages/gates/answer-set.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
import { lockChanged } from '../../../stages/gates/lock-changed.ts';
import { queryExtra } from '../../../stages/gates/query-extra.ts';
import { SLOT_GATES } from '../../../stages/gates/slots/index.ts';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import { lockDigestOf } from '../../../stages/lock.ts';
import type { CatalogFacts } from '../../../stages/shopping/gates.ts';
import { gatesIn } from '../../../stages/validate.ts';
import type { Wording } from '../wording.ts';
import { requirementKeyOf } from '../writers/persona.ts';
import { hiddenInOtherSlot, hiddenInPersonaNoise } from './hidden-elsewhere.ts';
import { intentContract } from './intent-contract.ts';
import { opinionEvidence } from './opinion-evidence.ts';
import { personaField, personaRequirement } from './persona-whitelist.ts';

/** Facts that the family's gates have to know of the catalog a draft is about. */
export type Facts = CatalogFacts & GivenTo<typeof intentContract>;

/** Rules that the family itself gives its gates, whatever the catalog. */
const OWN = {
  digestOf: lockDigestOf,
  saysService: () => true,
  cluesOf: clueForms,
  requirementKey: requirementKeyOf,
  bank: dialogueBank,
};

/**
 * The gates that need no model, in the order they are asked and proofs list them: what no wording can mend first, so
 * that the code of a rejection names the deepest cause.
 */
export const GATES: readonly Gate<Wording, [typeof OWN & Facts]>[] = [
  lockChanged,
  unknownProduct,
  intentContract,
  opinionEvidence,
  targetFails,
  duplicateFact,
  implausibleValue,
  answerSetGate,
  surfaceMissing,
  valueUntraced,
  entityUngrounded,
  hiddenInQuery,
  hiddenInPersonaNoise,
  hiddenInOtherSlot,
  implicitLiteral,
  titleLeak,
  queryExtra,
  personaField,
  personaRequirement,
  ...SLOT_GATES,
  voucherArithmetic,
];

/** The family's gates on one catalog. */
export const gatesOn = (facts: Facts): Gate<Wording>[] => gatesIn({ ...OWN, ...facts }, GATES);
