import type { Product, Review } from '../../../schemas/product.ts';
import type { IntentContract } from '../../../shopping/intent.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Locked } from '../../../shopping/task.ts';
import { ambiguousAnswer } from '../../../stages/gates/ambiguous-answer.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
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
import type { Prover } from '../prover.ts';
import type { Wording } from '../wording.ts';
import { hiddenInOtherSlot } from './hidden-in-other-slot.ts';
import { hiddenInPersonaNoise } from './hidden-in-persona-noise.ts';
import { intentContract } from './intent-contract.ts';
import { opinionEvidence } from './opinion-evidence.ts';
import { personaField } from './persona-field.ts';
import { personaRequirement } from './persona-requirement.ts';
import { slotExtra } from './slot-extra.ts';
import { slotFalseTrigger } from './slot-false-trigger.ts';
import { slotHedged } from './slot-hedged.ts';
import { slotIncomplete } from './slot-incomplete.ts';
import { slotKeywords } from './slot-keywords.ts';
import { slotMissing } from './slot-missing.ts';
import { slotUnreachable } from './slot-unreachable.ts';
import { slotValueAbsent } from './slot-value-absent.ts';

interface Dependencies {
  lockDigestOf(locked: Locked): string;
  contractOf(intent: string): IntentContract;
  readonly prover: Prover;
  reviewsOf(productId: string): readonly Review[];
  requirementKeyOf(rubric: Rubric): string;
  /** Every form of the clues that are known to stand for a rubric. */
  cluesOf(rubric: Rubric): readonly string[];
  readonly dialogueBank: Parameters<typeof slotUnreachable>[0]['bank'];
  knows(productId: string): boolean;
  readonly maxAnswers: number;
  statedElsewhere(field: string, value: string, productId: string): boolean;
  reasonAgainst(product: Product, field: string, option: string): string | null;
}

/**
 * The gates that need no model: what no wording can mend first, so that the code of
 * a rejection names the deepest cause.
 */
export function ecomagentbenchGates(dependencies: Dependencies): NamedGate<Wording>[] {
  const { prover, maxAnswers, dialogueBank: bank } = dependencies;
  const requirement = { requirementKey: dependencies.requirementKeyOf };
  return [
    namedGate('lock', lockChanged({ digestOf: dependencies.lockDigestOf }), 'lock_changed'),
    namedGate('references', unknownProduct({ knows: dependencies.knows }), 'unknown_product'),
    namedGate(
      'intent contract',
      intentContract({
        contractOf: dependencies.contractOf,
        nearMissesRemovedBy: prover.nearMissesRemovedBy,
        statedElsewhere: dependencies.statedElsewhere,
      }),
      'intent_contract',
    ),
    namedGate('opinion evidence', opinionEvidence({ reviewsOf: dependencies.reviewsOf }), 'intent_contract'),
    namedGate('target', targetFails({ reviewsOf: dependencies.reviewsOf }), 'target_fails'),
    namedGate('facts: once', duplicateFact, 'duplicate_fact'),
    namedGate('facts: plausible', implausibleValue({ reasonAgainst: dependencies.reasonAgainst }), 'implausible_value'),
    namedGate(
      'answer set',
      ambiguousAnswer({ answersOf: prover.answersOf, maxAnswers }),
      'ambiguous_answer',
      'target_fails',
    ),
    namedGate('anchoring: surfaces', surfaceMissing, 'surface_missing'),
    namedGate('anchoring: values', valueUntraced({ saysService: () => true }), 'value_untraced'),
    namedGate('anchoring: noun phrase', entityUngrounded, 'entity_ungrounded'),
    namedGate('leak: query', hiddenInQuery, 'hidden_in_query'),
    namedGate('leak: persona', hiddenInPersonaNoise, 'hidden_in_persona_noise'),
    namedGate('leak: slots', hiddenInOtherSlot, 'hidden_in_other_slot'),
    namedGate('leak: implicit', implicitLiteral, 'implicit_literal'),
    namedGate('leak: title', titleLeak, 'title_leak'),
    namedGate('whitelist: query', queryExtra({ cluesOf: dependencies.cluesOf }), 'query_extra'),
    namedGate('whitelist: fields', personaField(requirement), 'persona_field'),
    namedGate('whitelist: requirements', personaRequirement(requirement), 'persona_requirement'),
    namedGate('slots: present', slotMissing, 'slot_missing'),
    namedGate('slots: complete', slotIncomplete, 'slot_incomplete'),
    namedGate('slots: value', slotValueAbsent, 'slot_value_absent'),
    namedGate('slots: keywords', slotKeywords, 'slot_keywords'),
    namedGate('slots: firm', slotHedged, 'slot_hedged'),
    namedGate('slots: nothing else', slotExtra, 'slot_extra'),
    namedGate('dialogue: reachable', slotUnreachable({ bank }), 'slot_unreachable'),
    namedGate('dialogue: quiet', slotFalseTrigger({ bank }), 'slot_false_trigger'),
    namedGate('arithmetic', voucherArithmetic, 'voucher_arithmetic'),
  ];
}
