import { chance, type Draw } from '../../../schemas/draw.ts';
import { StageError } from '../../../schemas/errors.ts';
import type { Product } from '../../../schemas/product.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { timesStated } from '../../../shopping/dialogue/slot-words.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { faultyWords } from '../../../shopping/language/faulty-words.ts';
import { entityAt, type LockedTask } from '../../../shopping/task.ts';
import { soughtValuesOf } from '../../../stages/gates/words/sought-values.ts';
import { offlineWriter, type Writer } from '../../../stages/verbalise.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import { dialogueOf } from '../dialogue.ts';
import { intentNamed } from '../intents.ts';
import { TABLES } from '../tables.ts';
import type { Wording } from '../wording.ts';
import { nounOf, verbFor, writeAnswers, writeInstruction, writeObjection, writeOpening } from './instruction.ts';
import { type ProfileFacts, writeProfile } from './profile.ts';

/** Share of answers that are those of every script, often the value alone. */
const SHORT_ANSWERS = 0.5;

/** Writes instructions, shoppers and profiles with no model: deterministic, from seeded tables and the lexicon's clues. */
export const shopperWriter = (facts: ProfileFacts): Writer<Wording> =>
  offlineWriter(async ({ task, targets: [target], earlier, draw }) => {
    const avoid = faultyWords(earlier);
    const { multiTurn, personalised } = intentNamed(task.intent);
    const { rubrics } = task.locked;
    const told = rubrics.filter(({ type, info_source: source }) => type !== 'entity_match' && source !== 'persona');
    const instruction = writeInstruction({ task, target, rubrics: told, avoid }, draw('instruction'));
    const phrase = rubrics.find(({ type }) => type === 'entity_match') as Rubric;
    const named = { [phrase.id]: nounOf(entityAt(task).phrase) };
    const hints = earlier.flatMap(({ findings }) => findings.map(({ code }) => code));
    const script = scriptOf(task, target, draw('script'), hints);
    return {
      query: multiTurn ? writeOpening(task, avoid, draw('opening')) : instruction.text,
      surfaces: multiTurn ? named : { ...instruction.surfaces, ...named },
      script,
      goal: multiTurn ? instruction.text : null,
      objections: objectionsOf(task, target, script, draw('objections')),
      profile: personalised ? profileOf(task, { target, facts }, draw('profile')) : null,
    };
  });

/** Writes the script of what is told when asked: its answers speak as the shopper does, where that says as much. */
function scriptOf(task: LockedTask, { currency }: Product, draw: Draw, hints: readonly string[]): Wording['script'] {
  const script = writeScript(task, draw, { currency: currency ?? DEFAULT_CURRENCY, hints, dialogueOf });
  const used = new Set<string>();
  const slots = script.clarification_slots.map((slot) => {
    const rubric = task.locked.rubrics.find(({ id }) => id === slot.linked_rubric_ids[0]) as Rubric;
    const others = task.locked.rubrics.filter((other) => other !== rubric).flatMap(soughtValuesOf);
    const said = writeAnswers({ rubric, currency, plural: entityAt(task).plural }, draw, slot.slot_id).find(
      ({ text, pattern }) =>
        !used.has(pattern) &&
        timesStated(text, rubric).every((times) => times === 1) &&
        others.every(({ find }) => find(text).length === 0),
    );
    if (said === undefined || hints.some((code) => code.startsWith('slot_'))) return slot;
    if (TABLES.request === undefined && chance(draw, `short answer ${slot.slot_id}`, SHORT_ANSWERS)) return slot;
    used.add(said.pattern);
    return { ...slot, user_response: said.text };
  });
  return { ...script, clarification_slots: slots };
}

function objectionsOf(
  task: LockedTask,
  { currency }: Product,
  script: Wording['script'],
  draw: Draw,
): Wording['objections'] {
  return Object.fromEntries(
    script.clarification_slots.map(({ slot_id: slotId, linked_rubric_ids: [id] }) => {
      const rubric = task.locked.rubrics.find((candidate) => candidate.id === id) as Rubric;
      const verb = verbFor(rubric, currency, draw);
      if (verb === null) throw new StageError(`no objection can be made of ${rubric.field}`, rubric);
      return [slotId, writeObjection({ rubric, verb }, entityAt(task).plural, draw, slotId)];
    }),
  );
}

function profileOf(
  task: LockedTask,
  about: { readonly target: Product; readonly facts: ProfileFacts },
  draw: Draw,
): NonNullable<Wording['profile']> {
  const sought = task.locked.rubrics.flatMap(soughtValuesOf);
  return writeProfile({ task, ...about, touches: (text) => sought.some(({ find }) => find(text).length > 0) }, draw);
}
