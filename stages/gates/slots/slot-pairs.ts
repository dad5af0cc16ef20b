import type { ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { hasUnspacedScript } from '../../../text/tokens.ts';
import type { GateInput } from '../../gate.ts';

export interface SlotPair {
  readonly slot: ClarificationSlot;
  readonly rubric: Rubric;
}

/** Slots with the clarification rubric each is linked to by id; slots without one are the business of `slotMissing`. */
export function slotPairsOf({ task: { locked }, wording: { script } }: GateInput<ScriptedWording>): SlotPair[] {
  return script.clarification_slots.flatMap((slot) => {
    const rubric = locked.rubrics.find(
      ({ id, info_source }) => info_source === 'clarification' && slot.linked_rubric_ids.includes(id),
    );
    return rubric === undefined ? [] : [{ slot, rubric }];
  });
}

export const slotCount = ({ wording: { script } }: GateInput<ScriptedWording>): number =>
  script.clarification_slots.length;

export const slotPath = ({ slot_id }: ClarificationSlot, part: keyof ClarificationSlot): string =>
  `clarification_slots.${slot_id}.${part}`;

/** Finds the phrases that stand in a text as whole words, where it has spaces; each is tokens joined by one space. */
export function phrasesIn(text: string, phrases: Iterable<string>): string[] {
  const within = ` ${tokensOf(text).join(' ')} `;
  const unspaced = within.replaceAll(' ', '');
  return [...phrases].filter((phrase) =>
    hasUnspacedScript(phrase) ? unspaced.includes(phrase) : within.includes(` ${phrase} `),
  );
}
