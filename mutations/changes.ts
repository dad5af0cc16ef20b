import type { ClarificationSlot } from '../shopping/dialogue/clarification.ts';
import type { QueryWording, ScriptedWording } from '../shopping/draft.ts';
import type { Rubric } from '../shopping/kinds/index.ts';
import type { LockedTask } from '../shopping/task.ts';
import type { Mutant, Sample } from './operator.ts';

export const withWording = <Words extends QueryWording>(
  sample: Sample<Words>,
  changes: Partial<Words>,
  what: string,
): Mutant<Words> => ({ input: { ...sample, wording: { ...sample.wording, ...changes } }, what });

/** A sentence put behind the query. */
export const withSentence = <Words extends QueryWording>(sample: Sample<Words>, sentence: string): Mutant<Words> =>
  withWording<Words>(sample, { query: `${sample.wording.query} ${sentence}` } as Partial<Words>, sentence);

/** Words of the query replaced by others, in the surfaces as well, so that the text is of one piece. */
export function withReplaced<Words extends QueryWording>(
  sample: Sample<Words>,
  from: string,
  to: string,
  what = `"${from}" to "${to}"`,
): Mutant<Words>[] {
  const { query, surfaces } = sample.wording;
  if (from === to || !query.includes(from)) return [];
  const changed = Object.fromEntries(Object.entries(surfaces).map(([id, text]) => [id, text.replace(from, () => to)]));
  return [
    withWording<Words>(sample, { query: query.replace(from, () => to), surfaces: changed } as Partial<Words>, what),
  ];
}

export const withTask = <Words extends QueryWording>(
  sample: Sample<Words>,
  changes: Partial<LockedTask>,
  what: string,
): Mutant<Words> => ({ input: { ...sample, task: { ...sample.task, ...changes } }, what });

export const withLocked = <Words extends QueryWording>(
  sample: Sample<Words>,
  changes: Partial<LockedTask['locked']>,
  what: string,
): Mutant<Words> => withTask(sample, { locked: { ...sample.task.locked, ...changes } }, what);

/** The task with one rubric changed; everything else stays. */
export const withRubric = <Words extends QueryWording>(
  sample: Sample<Words>,
  rubric: Rubric,
  changes: Record<string, unknown>,
  what: string,
): Mutant<Words> =>
  withLocked(
    sample,
    {
      rubrics: sample.task.locked.rubrics.map((other) =>
        other === rubric ? ({ ...other, ...changes } as Rubric) : other,
      ),
    },
    what,
  );

export const withSlots = <Words extends ScriptedWording>(
  sample: Sample<Words>,
  slots: readonly ClarificationSlot[],
  what: string,
): Mutant<Words> =>
  withWording(
    sample,
    { script: { ...sample.wording.script, clarification_slots: [...slots] } } as Partial<Words>,
    what,
  );

export const withSlot = <Words extends ScriptedWording>(
  sample: Sample<Words>,
  slot: ClarificationSlot,
  changes: Partial<ClarificationSlot>,
  what: string,
): Mutant<Words> =>
  withSlots(
    sample,
    sample.wording.script.clarification_slots.map((other) => (other === slot ? { ...other, ...changes } : other)),
    what,
  );

export const slotsOf = ({ wording }: Sample): readonly ClarificationSlot[] => wording.script.clarification_slots;

/** The rubric a slot answers. */
export function rubricOf({ task }: Sample, { linked_rubric_ids: [id] }: ClarificationSlot): Rubric | undefined {
  return task.locked.rubrics.find((rubric) => rubric.id === id);
}
