import { type Catalog, optionsIn } from '../../../catalog/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets, everyBit } from '../../../shopping/answers/answer-set.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Requirement } from '../../../shopping/kinds/satisfies.ts';
import type { CounterHead } from '../../../shopping/lint-format.ts';
import { statedOptions } from '../../../shopping/plausibility/contradictions.ts';
import { contradictions, implausibleValue as reasonAgainstValue } from '../../../shopping/plausibility/index.ts';
import type { Gate, GateInput } from '../../../stages/gate.ts';
import { ambiguousAnswer } from '../../../stages/gates/ambiguous-answer.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
import { meaningOf } from '../../../stages/gates/meanings.ts';
import { queryExtra } from '../../../stages/gates/query-extra.ts';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import { dialogueBank as bank } from '../dialogue/index.ts';
import { hiddenInOtherSlot } from '../gates/hidden-in-other-slot.ts';
import { hiddenInPersonaNoise } from '../gates/hidden-in-persona-noise.ts';
import { personaField } from '../gates/persona-field.ts';
import { personaRequirement } from '../gates/persona-requirement.ts';
import { slotExtra } from '../gates/slot-extra.ts';
import { slotFalseTrigger } from '../gates/slot-false-trigger.ts';
import { slotHedged } from '../gates/slot-hedged.ts';
import { slotIncomplete } from '../gates/slot-incomplete.ts';
import { slotKeywords } from '../gates/slot-keywords.ts';
import { slotMissing } from '../gates/slot-missing.ts';
import { slotUnreachable } from '../gates/slot-unreachable.ts';
import { slotValueAbsent } from '../gates/slot-value-absent.ts';
import type { Wording } from '../wording.ts';
import { requirementKeyOf } from '../writers/persona.ts';
import { clueForms } from '../writers/query-pieces.ts';
import type { LintSample } from './index.ts';

/** A gate put to foreign samples. */
export interface LintGate extends CounterHead {
  readonly gate: Gate<Wording>;
  /** How many things it looks at in a sample; 0 where the sample lacks what the gate reads. */
  of(sample: LintSample, input: GateInput<Wording>): number;
}

const rubricsOf = ({ task }: GateInput<Wording>) => task.locked.rubrics;
const from = (input: GateInput<Wording>, ...sources: readonly Rubric['info_source'][]) =>
  rubricsOf(input).filter(({ info_source }) => sources.includes(info_source)).length;
const every = (_: LintSample, input: GateInput<Wording>) => rubricsOf(input).length;
const hidden = (_: LintSample, input: GateInput<Wording>) => from(input, 'persona', 'clarification');
const slots = ({ slots }: LintSample) => slots.length;
const hasQuery = ({ query }: LintSample) => query !== null;
/** Whether every requirement of the query names the words that carry it. */
const hasSurfaces = ({ rubrics }: LintSample) => rubrics.some(({ surface }) => surface !== null);
const budgets = (_: LintSample, input: GateInput<Wording>) =>
  rubricsOf(input).filter(({ type }) => type === 'budget_match').length;

/** What of a foreign product's value can be judged without a catalog: itself, and beside the product's other values. */
function reasonAgainst(product: Product, field: string, option: string): string | null {
  const { id: productId, title, brand } = product;
  for (const part of optionsIn(field, option)) {
    const reason = reasonAgainstValue({ field, option: part, rawValue: option, productId, title, brand });
    if (reason !== null) return reason;
  }
  const found = contradictions(product, statedOptions(product)).find(({ values }) =>
    values.some((value) => value.field === field && optionsIn(field, option).includes(value.option)),
  );
  return found?.reason ?? null;
}

const gate = (
  code: Parameters<typeof meaningOf>[0],
  unit: string,
  check: Gate<Wording>,
  of: LintGate['of'],
): LintGate => ({
  code,
  meaning: meaningOf(code),
  unit,
  isDefect: true,
  gate: check,
  of,
});
const requirement = { requirementKey: requirementKeyOf };

/** The family's gates that need no catalog. */
export const GATES: readonly LintGate[] = [
  gate('duplicate_fact', 'requirements', duplicateFact, every),
  gate(
    'implausible_value',
    'requirements',
    implausibleValue({ reasonAgainst }),
    (_, input) => rubricsOf(input).filter(({ type }) => type === 'attribute_match').length,
  ),
  gate('surface_missing', 'requirements', surfaceMissing, (sample, input) =>
    hasQuery(sample) && hasSurfaces(sample) ? from(input, 'query') : 0,
  ),
  gate('value_untraced', 'requirements', valueUntraced({ saysService: () => true }), (sample, input) =>
    hasQuery(sample) && hasSurfaces(sample) ? from(input, 'query') : 0,
  ),
  gate('entity_ungrounded', 'samples', entityUngrounded, ({ rubrics }) =>
    rubrics.some(({ type }) => type === 'entity_match') ? 1 : 0,
  ),
  gate('hidden_in_query', 'requirements', hiddenInQuery, (sample, input) =>
    hasQuery(sample) ? hidden(sample, input) : 0,
  ),
  gate('hidden_in_persona_noise', 'requirements', hiddenInPersonaNoise, (sample, input) =>
    sample.profile === null ? 0 : every(sample, input),
  ),
  gate('hidden_in_other_slot', 'requirements', hiddenInOtherSlot, hidden),
  gate('implicit_literal', 'clues', implicitLiteral, (sample) => (hasQuery(sample) ? sample.implicitIds.length : 0)),
  gate('title_leak', 'queries', titleLeak, (sample) =>
    Number(hasQuery(sample) && typeof sample.target.title === 'string'),
  ),
  gate('query_extra', 'queries', queryExtra({ cluesOf: clueForms }), (sample) =>
    Number(hasQuery(sample) && hasSurfaces(sample)),
  ),
  gate('persona_field', 'profiles', personaField(requirement), ({ profile }) => Number(profile !== null)),
  gate('persona_requirement', 'profiles', personaRequirement(requirement), ({ profile }) => Number(profile !== null)),
  gate('slot_missing', 'requirements', slotMissing, (_, input) => from(input, 'clarification')),
  gate('slot_incomplete', 'slots', slotIncomplete, ({ slots, defaultAnswer }) =>
    defaultAnswer !== null && slots.every(({ hides }) => hides !== null) ? slots.length : 0,
  ),
  gate('slot_value_absent', 'slots', slotValueAbsent, slots),
  gate('slot_hedged', 'slots', slotHedged, slots),
  gate('slot_extra', 'slots', slotExtra, slots),
  gate('slot_keywords', 'slots', slotKeywords, slots),
  gate('slot_unreachable', 'slots', slotUnreachable({ bank }), slots),
  gate('slot_false_trigger', 'slots', slotFalseTrigger({ bank }), slots),
  gate('voucher_arithmetic', 'budgets', voucherArithmetic, (sample, input) =>
    hasQuery(sample) ? budgets(sample, input) : 0,
  ),
];

/** Codes of gates that a catalog is needed for, as the lists of counters name them. */
const CATALOG_CODES = ['unknown_product', 'target_fails', 'ambiguous_answer'] as const;

export const CATALOG_HEADS: readonly CounterHead[] = CATALOG_CODES.map((code) => ({
  code,
  meaning: meaningOf(code),
  unit: code === 'target_fails' ? 'requirements' : 'samples',
  isDefect: true,
}));

/** The gates that hold a sample against a catalog, which has to be the one it was made from. */
export function catalogGates(catalog: Catalog, maxAnswers = 1): readonly LintGate[] {
  const answerSets = new AnswerSets(catalog);
  const knows = (id: string) => catalog.rowOf(id) !== null;
  const reviewsOf = (id: string) => {
    const row = catalog.rowOf(id);
    return row === null ? [] : catalog.reviewsOf(row);
  };
  const answersOf = ({ entities, locked }: GateInput<Wording>['task']) => {
    const table = answerSets.table(entities[0]?.phrase ?? '', locked.rubrics as readonly Requirement[]);
    return table.rowsOf(everyBit(locked.rubrics.length)).map((row) => catalog.productByRow(row).id);
  };
  const isKnown = ({ target }: LintSample) => Number(knows(target.product_id ?? ''));
  const gates: Readonly<Record<(typeof CATALOG_CODES)[number], Pick<LintGate, 'gate' | 'of'>>> = {
    unknown_product: {
      gate: unknownProduct({ knows }),
      of: ({ target }) => Number(typeof target.product_id === 'string'),
    },
    target_fails: { gate: targetFails({ reviewsOf }), of: (sample, input) => isKnown(sample) * every(sample, input) },
    ambiguous_answer: {
      gate: ambiguousAnswer({ answersOf, maxAnswers }),
      of: (sample) => isKnown(sample) * Number(sample.rubrics.some(({ entity }) => entity !== null)),
    },
  };
  return CATALOG_HEADS.map((head) => ({ ...head, ...gates[head.code as keyof typeof gates] }));
}
