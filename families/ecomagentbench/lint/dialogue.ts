import { type Counter, defect, perTask } from '../../../pipeline/foreign-lint.ts';
import { type QuestionKind, rehearse, type Trial } from '../../../shopping/dialogue/bank.ts';
import type { ClarificationScript } from '../../../shopping/dialogue/clarification.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { rubricOfSlot } from './keywords.ts';
import type { LintSample } from './sample.ts';

/** The script as the matchers read it; what is not published is empty. */
export const scriptOf = ({ slots, defaultAnswer }: LintSample): ClarificationScript => ({
  clarification_slots: slots.map(({ id, rubricIds, keywords, answer, hides }) => ({
    slot_id: id,
    linked_rubric_ids: [...rubricIds],
    hidden_info: hides ?? '',
    trigger_keywords: [...keywords],
    user_response: answer,
    revealed: false,
  })),
  default_response: defaultAnswer ?? '',
  max_clarification_turns: 10,
});

const rehearsals = new WeakMap<LintSample, readonly Trial[]>();

/** Every question of the bank put to a sample's script, once for all counters. */
function trialsOf(sample: LintSample): readonly Trial[] {
  let trials = rehearsals.get(sample);
  if (trials === undefined) {
    const fields = new Map(
      sample.slots.flatMap((slot) => {
        const rubric = rubricOfSlot(sample, slot);
        return rubric === undefined ? [] : [[slot.id, rubric.field] as const];
      }),
    );
    trials = rehearse(scriptOf(sample), fields, dialogueBank);
    rehearsals.set(sample, trials);
  }
  return trials;
}

/** Counts questions that open a slot, by the rule of the benchmark's own runner. */
const opening = (
  code: string,
  meaning: string,
  isDefect: boolean,
  kinds: readonly QuestionKind[],
): Counter<LintSample> =>
  perTask<LintSample>({ code, meaning, unit: 'questions', isDefect }, (sample) => {
    const asked = trialsOf(sample).filter(({ kind }) => kinds.includes(kind));
    const opened = asked.filter(({ openedPublished }) => openedPublished.length > 0);
    return { of: asked.length, found: opened.map(({ question }) => `"${question}"`) };
  });

export const contentFreeOpens = opening(
  'content_free_opens',
  'a question about nothing in particular opens a slot, by the rule of the published runner',
  true,
  ['content_free'],
);
export const offTopicOpens = opening(
  'off_topic_opens',
  'a question about something else opens a slot, by the rule of the published runner',
  true,
  ['off_topic'],
);
export const bagOpens = opening(
  'bag_opens',
  'a list of words that is no question opens a slot, by the rule of the published runner, which cannot resist it',
  false,
  ['keyword_bag'],
);

export const onTopicShut = perTask<LintSample>(
  defect(
    'on_topic_shut',
    'a question about what a slot holds does not open it, by the rule of the published runner',
    'questions',
  ),
  (sample) => {
    const asked = trialsOf(sample).filter(({ kind }) => kind === 'on_topic');
    const shut = asked.filter(({ slotId, openedPublished }) => !openedPublished.includes(slotId as string));
    return { of: asked.length, found: shut.map(({ question }) => `"${question}"`) };
  },
);
