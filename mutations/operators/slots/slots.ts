import { slotsOf, withSlot, withSlots, withWording } from '../../changes.ts';
import { type Operator, operatorsOf } from '../../operator.ts';
import { eachSlot, say } from '../../slot-parts.ts';

const PRESENT = operatorsOf('slots: present', {
  'a slot left out': (sample) =>
    slotsOf(sample).map((slot) =>
      withSlots(
        sample,
        slotsOf(sample).filter((other) => other !== slot),
        slot.slot_id,
      ),
    ),
  'no slots at all': (sample) => (slotsOf(sample).length === 0 ? [] : [withSlots(sample, [], 'none')]),
  'a slot twice': (sample) =>
    slotsOf(sample).map((slot) => withSlots(sample, [...slotsOf(sample), { ...slot, slot_id: 'cl_9' }], slot.slot_id)),
  'two slots of one name': (sample) => {
    const slots = slotsOf(sample).map((slot) => ({ ...slot, slot_id: 'cl_1' }));
    return slots.length > 1 ? [withSlots(sample, slots, 'cl_1')] : [];
  },
  'a slot of another rubric': eachSlot((slot, sample) =>
    sample.task.locked.rubrics
      .filter(({ info_source }) => info_source !== 'clarification')
      .map(({ id }) => withSlot(sample, slot, { linked_rubric_ids: [id] }, id)),
  ),
  'a slot of no rubric': eachSlot((slot, sample) => [
    withSlot(sample, slot, { linked_rubric_ids: ['r99'] }, 'r99'),
    withSlot(sample, slot, { linked_rubric_ids: [] as never }, 'nothing'),
  ]),
  'a slot of two rubrics': eachSlot((slot, sample) => {
    const [other] = slotsOf(sample).filter((candidate) => candidate !== slot);
    return [
      other &&
        withSlot(
          sample,
          slot,
          { linked_rubric_ids: [...slot.linked_rubric_ids, ...other.linked_rubric_ids] as never },
          'both',
        ),
    ];
  }),
});

const BLANK = ['', ' ', '\n', '...', '—', '\u200b', '!?', '\u00a0'];
const COMPLETE = operatorsOf('slots: complete', {
  'too few keywords': eachSlot((slot, sample) =>
    [0, 1, 2].map((count) =>
      withSlot(sample, slot, { trigger_keywords: slot.trigger_keywords.slice(0, count) }, String(count)),
    ),
  ),
  'keywords without a word': eachSlot((slot, sample) => [
    withSlot(
      sample,
      slot,
      { trigger_keywords: slot.trigger_keywords.map((keyword, at) => (at < 2 ? keyword : '?')) },
      '?',
    ),
  ]),
  'an empty answer': eachSlot((slot, sample) => BLANK.map((blank) => say(sample, slot, blank, JSON.stringify(blank)))),
  'an empty hidden info': eachSlot((slot, sample) =>
    BLANK.map((blank) => withSlot(sample, slot, { hidden_info: blank }, JSON.stringify(blank))),
  ),
  'an empty default': (sample) =>
    BLANK.map((default_response) =>
      withWording(sample, { script: { ...sample.wording.script, default_response } }, JSON.stringify(default_response)),
    ),
});

export const SLOTS: readonly Operator[] = [...PRESENT, ...COMPLETE];
