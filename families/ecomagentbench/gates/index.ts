import type { Product, Review } from '../../../schemas/product.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import type { IntentContracts } from '../../../shopping/intent.ts';
import { clueForms } from '../../../shopping/language/clue-pieces.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { type Gate, gatesIn } from '../../../stages/gate.ts';
import { answerSetGate } from '../../../stages/gates/answer-set.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
import { lockChanged } from '../../../stages/gates/lock-changed.ts';
import { queryExtra } from '../../../stages/gates/query-extra.ts';
import { slotExtra } from '../../../stages/gates/slots/slot-extra.ts';
import { slotFalseTrigger } from '../../../stages/gates/slots/slot-false-trigger.ts';
import { slotHedged } from '../../../stages/gates/slots/slot-hedged.ts';
import { slotIncomplete } from '../../../stages/gates/slots/slot-incomplete.ts';
import { slotKeywords } from '../../../stages/gates/slots/slot-keywords.ts';
import { slotMissing } from '../../../stages/gates/slots/slot-missing.ts';
import { slotUnreachable } from '../../../stages/gates/slots/slot-unreachable.ts';
import { slotValueAbsent } from '../../../stages/gates/slots/slot-value-absent.ts';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import { lockDigestOf } from '../../../stages/lock.ts';
import type { Wording } from '../wording.ts';
import { requirementKeyOf } from '../writers/persona.ts';
import { hiddenInOtherSlot } from './hidden-in-other-slot.ts';
import { hiddenInPersonaNoise } from './hidden-in-persona-noise.ts';
import { intentContract } from './intent-contract.ts';
import { opinionEvidence } from './opinion-evidence.ts';
import { personaField } from './persona-field.ts';
import { personaRequirement } from './persona-requirement.ts';

/** Facts that gates have to know of the catalog a draft is about. */
export interface CatalogFacts {
  knows(productId: string): boolean;
  reviewsOf(productId: string): readonly Review[];
  /** Why an option of a product is no sensible value, or null where it is one. */
  reasonAgainst(product: Product, field: string, option: string): string | null;
  /** Tells whether another product of the target's main category states the value for the field. */
  statedElsewhere(field: string, value: string, productId: string): boolean;
  /** Tells whether any product of the catalog states a value of a field; absent where there is no catalog. */
  isStated?(field: string, value: string): boolean;
  /** The contracts of an intent, of which a task has to hold one. */
  contractsOf(intent: string): IntentContracts;
  /** Counts the products that satisfy at least half of the other decidable rubrics and fail this one. */
  nearMissesRemovedBy(task: LockedTask, rubricId: string): number;
  /** The ids of the products that satisfy every decidable rubric. */
  answersOf(task: LockedTask): readonly string[];
  readonly maxAnswers: number;
}

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
export const GATES: readonly Gate<Wording, [typeof OWN & CatalogFacts]>[] = [
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
  slotMissing,
  slotIncomplete,
  slotValueAbsent,
  slotKeywords,
  slotHedged,
  slotExtra,
  slotUnreachable,
  slotFalseTrigger,
  voucherArithmetic,
];

/** The family's gates on one catalog. */
export const gatesOn = (facts: CatalogFacts): Gate<Wording>[] => gatesIn({ ...OWN, ...facts }, GATES);
