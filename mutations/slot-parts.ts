import type { ClarificationSlot } from '../shopping/dialogue/clarification.ts';
import { rubricOf, slotsOf, withSlot } from './changes.ts';
import type { Mutant, Operator, Sample, Surroundings } from './operator.ts';
import { valuesOf } from './values.ts';

/** Plants something in every slot. */
export const eachSlot =
  (
    plant: (slot: ClarificationSlot, sample: Sample, around: Surroundings) => readonly (Mutant | undefined)[],
  ): Operator['plant'] =>
  (sample, around) =>
    slotsOf(sample).flatMap((slot) => plant(slot, sample, around).filter((mutant) => mutant !== undefined));

/** The slot with another answer. */
export const say = (sample: Sample, slot: ClarificationSlot, user_response: string, what = user_response) =>
  withSlot(sample, slot, { user_response }, what);
/** The detail values a slot hides. */
export const scoredIn = (sample: Sample, slot: ClarificationSlot): string[] => {
  const rubric = rubricOf(sample, slot);
  return rubric === undefined ? [] : valuesOf(rubric).map(({ value }) => value);
};
export const numbersIn = (text: string) => text.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];

/** The slot with other words in the place of a value of its answer. */
export const sayFor = (sample: Sample, slot: ClarificationSlot, value: string, words: string) =>
  say(
    sample,
    slot,
    slot.user_response.replace(value, () => words),
  );
/** The detail values a slot hides that its answer says word for word. */
export const saidIn = (sample: Sample, slot: ClarificationSlot): string[] =>
  scoredIn(sample, slot).filter((value) => slot.user_response.includes(value));
export const othersOf = (sample: Sample, slot: ClarificationSlot) => slotsOf(sample).filter((other) => other !== slot);

export const withKeywords = (sample: Sample, slot: ClarificationSlot, trigger_keywords: string[], what: string) =>
  withSlot(sample, slot, { trigger_keywords }, what);
export const addKeyword = (sample: Sample, slot: ClarificationSlot, keyword: string) =>
  withKeywords(sample, slot, [...slot.trigger_keywords, keyword], keyword);
