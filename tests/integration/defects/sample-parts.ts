import type { EcomagentbenchSample, PublishedRubric } from '../../../families/ecomagentbench/sample.ts';

export type Sample = EcomagentbenchSample;
export type Slot = Sample['clarification_script']['clarification_slots'][number];

/** Counts one kind of defect: a line for each place it is found, with the sample's id and the words in question. */
export type Counter = (samples: readonly Sample[]) => string[];

/** The values a rubric scores as text; none for numbers, budgets, opinions and noun phrases. */
export function valuesOf(rubric: PublishedRubric): string[] {
  return rubric.type === 'attribute_match' || rubric.type === 'negative_attribute'
    ? [rubric.expected_value].flat()
    : [];
}

/** The bounds of a numeric rubric. */
export function boundsOf(rubric: PublishedRubric): number[] {
  if (rubric.type !== 'numeric_range') return [];
  const { min, max } = rubric.expected_value;
  return [min, max].filter((bound) => bound !== undefined);
}

export const fieldNameOf = ({ field }: PublishedRubric) => field.replace(/^details\./, '');

export const hiddenOf = ({ rubrics }: Sample) => rubrics.filter(({ info_source: source }) => source !== 'query');

export const implicitOf = ({ rubrics, implicit_rubric_ids: ids }: Sample) =>
  rubrics.filter(({ id }) => ids.includes(id));

export function slotsOf({ clarification_script: script, rubrics }: Sample): { slot: Slot; rubric: PublishedRubric }[] {
  return script.clarification_slots.flatMap((slot) => {
    const rubric = rubrics.find(({ id }) => id === slot.linked_rubric_ids[0]);
    return rubric === undefined ? [] : [{ slot, rubric }];
  });
}

export function entityOf({ rubrics }: Sample): string {
  const found = rubrics.find(({ type }) => type === 'entity_match');
  return found?.type === 'entity_match' ? found.expected_value : '';
}

/** The unscored texts of a persona. */
export function noiseOf({ user_persona: persona }: Sample): string[] {
  return [persona.demographics, persona.lifestyle, persona.shopping_habits].flatMap((part) =>
    Object.values(part).flat(),
  );
}

/** Every defect of every sample, each as "id: what". */
export const perSample =
  (find: (sample: Sample) => readonly string[]): Counter =>
  (samples) =>
    samples.flatMap((sample) => find(sample).map((what) => `${sample.id}: ${what}`));
