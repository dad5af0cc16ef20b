import type { Report } from '../../../schemas/violation.ts';
import { rehearse, type Trial } from '../../../shopping/dialogue/bank.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Proof } from '../../../shopping/proof.ts';
import { publishedScoresOf, slotsAbout } from '../agents/shopper.ts';
import { dialogueBank } from '../dialogue/index.ts';
import type { EcomagentbenchSample } from '../sample.ts';

type Script = EcomagentbenchSample['clarification_script'];
type Figures = Proof['dialogue']['matcher'];
type Asked = Pick<Trial, 'kind' | 'question' | 'slotId'>;

const MOST_NAMED = 2;

/** The field a slot answers for, without `details.`. */
export function fieldsBySlot(script: Script, rubrics: readonly Rubric[]): Map<string, string> {
  return new Map(
    script.clarification_slots.flatMap(({ slot_id, linked_rubric_ids }) => {
      const rubric = rubrics.find(({ id }) => linked_rubric_ids.includes(id));
      return rubric === undefined ? [] : [[slot_id, rubric.field.replace(/^details\./, '')] as const];
    }),
  );
}

/** The slot the published rule opens in an untouched script: the first of the highest score. */
function publishedOpens(question: string, { clarification_slots: slots }: Script): string[] {
  const scores = publishedScoresOf(question, slots);
  const best = Math.max(0, ...scores);
  return best === 0 ? [] : [slots[scores.indexOf(best)]?.slot_id as string];
}

/** Slots that score at all: each can be opened once the others are revealed. */
const publishedReaches = (question: string, { clarification_slots: slots }: Script): string[] =>
  publishedScoresOf(question, slots).flatMap((score, at) => (score > 0 ? [slots[at]?.slot_id as string] : []));

function figuresOf(trials: readonly Asked[], openedBy: (trial: Asked) => readonly string[]): Figures {
  const opened = new Map(trials.map((trial) => [trial, openedBy(trial)] as const));
  const of = (...kinds: Asked['kind'][]) => {
    const asked = trials.filter(({ kind }) => kinds.includes(kind));
    return { asked: asked.length, opened: asked.filter((trial) => opened.get(trial)?.length !== 0).length };
  };
  const onTopic = trials.filter(({ kind }) => kind === 'on_topic');
  return {
    on_topic: {
      asked: onTopic.length,
      opened_own_slot: onTopic.filter((trial) => opened.get(trial)?.includes(trial.slotId as string)).length,
    },
    off_topic: of('off_topic', 'other_field'),
    content_free: of('content_free'),
    keyword_bags: of('keyword_bag'),
  };
}

/**
 * Puts the family's bank of questions to the script once more. Only which questions there are is taken from elsewhere;
 * what each of them opens is found out here, under both matchers.
 */
export function checkDialogue(
  { clarification_script: script, proof }: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  report: Report,
): void {
  const slots = script.clarification_slots;
  const trials: readonly Asked[] = rehearse(script, fieldsBySlot(script, rubrics), dialogueBank);
  const ours = (trial: Asked) => {
    const about = slotsAbout(trial.question, slots);
    return trial.kind === 'on_topic' && about.length > 1 ? [] : about;
  };
  const published = ({ kind, question }: Asked) =>
    kind === 'on_topic' ? publishedOpens(question, script) : publishedReaches(question, script);
  const found = { matcher: figuresOf(trials, ours), published_matcher: figuresOf(trials, published) };
  for (const matcher of ['matcher', 'published_matcher'] as const) {
    for (const [what, figures] of Object.entries(found[matcher]))
      for (const [name, count] of Object.entries(figures)) {
        const said = (proof.dialogue[matcher][what as keyof Figures] as Record<string, number>)[name];
        if (said !== count)
          report('dialogue_differs', `${matcher}.${what}.${name} is ${said} in the proof, the bank gives ${count}`);
      }
  }
  const shut = trials.filter((trial) => trial.kind === 'on_topic' && !ours(trial).includes(trial.slotId as string));
  const opened = trials.filter((trial) => trial.kind !== 'on_topic' && ours(trial).length > 0);
  for (const { question, slotId } of shut.slice(0, MOST_NAMED))
    report('slot_unreachable', `"${question}" does not open ${slotId}`);
  for (const { question, kind } of opened.slice(0, MOST_NAMED))
    report('slot_false_trigger', `the ${kind.replace('_', ' ')} question "${question}" opens a slot`);
}
