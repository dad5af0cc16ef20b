import { slotsOf, withSentence, withSlot, withWording } from '../../../mutations/changes.ts';
import type { Mutant, Operator, Sample } from '../../../mutations/operator.ts';
import {
  filled,
  from,
  leaksOf,
  LEAKS as OF_QUERIES,
  type Place,
  placesInQuery,
} from '../../../mutations/operators/leaks.ts';
import type { Spelling } from '../../../mutations/spelling-type.ts';
import { pickOne } from '../../../schemas/draw.ts';
import type { Persona } from '../persona.ts';
import type { Wording } from '../wording.ts';

/** Frames that a value is put into, by place: `{}` is the value. */
export interface LeakFrames extends FramesBeside {
  readonly query: readonly string[];
}

/** The places of a profile and of answers. */
interface FramesBeside {
  readonly hobby: string;
  readonly routine: string;
  readonly occupation: string;
  readonly platform: string;
  readonly fallback: string;
  readonly answer: string;
  readonly hidden: string;
  readonly note: string;
}

const ENGLISH: FramesBeside = {
  hobby: 'Collecting {} things',
  routine: ' Likes {}.',
  occupation: ' ({})',
  platform: 'Shops for {}',
  fallback: ' It is about {}.',
  answer: ' And {}.',
  hidden: ' Also {}.',
  note: 'wants {}',
};

export const withPersona = (sample: Sample<Wording>, changes: Partial<Persona>, what: string): Mutant<Wording> =>
  withWording(sample, { persona: { ...sample.wording.persona, ...changes } }, what);

/** The sample with one part of its profile changed. */
export const withPart = <Part extends 'lifestyle' | 'demographics' | 'shopping_habits' | 'product_requirements'>(
  sample: Sample<Wording>,
  part: Part,
  changes: Partial<Persona[Part]>,
  what: string,
) => withPersona(sample, { [part]: { ...sample.wording.persona[part], ...changes } } as Partial<Persona>, what);

const placesBeside = (frames: FramesBeside): readonly Place<Wording>[] => [
  {
    gate: 'leak: persona',
    name: 'scored value in the profile',
    values: from('query', 'persona', 'clarification'),
    put(sample, words, { value }, { draw }) {
      const { lifestyle, demographics } = sample.wording.persona;
      const said = (frame: string) => filled(frame, words);
      const at = draw(`${value}/${words}`, 4);
      if (at === 0)
        return [withPart(sample, 'lifestyle', { hobbies: [...lifestyle.hobbies, said(frames.hobby)] }, words)];
      if (at === 1)
        return [
          withPart(sample, 'lifestyle', { daily_routine: lifestyle.daily_routine + said(frames.routine) }, words),
        ];
      if (at === 2)
        return [
          withPart(sample, 'demographics', { occupation: demographics.occupation + said(frames.occupation) }, words),
        ];
      return [withPart(sample, 'shopping_habits', { preferred_platform: said(frames.platform) }, words)];
    },
  },
  {
    gate: 'leak: slots',
    name: 'hidden value outside its slot',
    values: from('persona', 'clarification'),
    put(sample, words, { rubric, value }, { draw }) {
      const { script } = sample.wording;
      const others = slotsOf(sample).filter(({ linked_rubric_ids }) => !linked_rubric_ids.includes(rubric.id));
      if (others.length === 0) return [];
      const other = pickOne(draw, `slot/${value}/${words}`, others);
      const said = (frame: string) => filled(frame, words);
      const at = draw(`${value}/${words}`, rubric.info_source === 'clarification' ? 5 : 4);
      if (at === 0) {
        const default_response = script.default_response + said(frames.fallback);
        return [withWording(sample, { script: { ...script, default_response } }, words)];
      }
      if (at === 1)
        return [withSlot(sample, other, { user_response: other.user_response + said(frames.answer) }, words)];
      if (at === 2) return [withSlot(sample, other, { hidden_info: other.hidden_info + said(frames.hidden) }, words)];
      if (at === 3) return [withSlot(sample, other, { trigger_keywords: [...other.trigger_keywords, words] }, words)];
      return [withPart(sample, 'product_requirements', { note: said(frames.note) }, words)];
    },
  },
];

/** Operators that put values where they must not be, in the words of a language. */
export const leaksIn = (frames: LeakFrames, spellings: Readonly<Record<string, readonly Spelling[]>>) =>
  leaksOf<Wording>([...placesInQuery<Wording>(frames.query), ...placesBeside(frames)], spellings);

const swapped: Operator<Wording> = {
  gate: 'leak: slots',
  name: 'answers of two slots swapped',
  plant(sample) {
    const [one, two] = slotsOf(sample);
    if (one === undefined || two === undefined) return [];
    const { script } = sample.wording;
    const slots = script.clarification_slots.map((slot) =>
      slot === one
        ? { ...slot, user_response: two.user_response }
        : slot === two
          ? { ...slot, user_response: one.user_response }
          : slot,
    );
    return [withWording(sample, { script: { ...script, clarification_slots: slots } }, 'answers swapped')];
  },
};

/** The requirements of a profile told where others are. */
const profileTold: readonly Operator<Wording>[] = [
  {
    gate: 'leak: query',
    name: 'profile told in the query',
    plant: (sample) => {
      const told = Object.values(sample.wording.persona.product_requirements).flat().join(', ');
      return [withSentence(sample, `I want ${told}.`)];
    },
  },
  {
    gate: 'leak: slots',
    name: 'profile told in an answer',
    plant(sample, { draw }) {
      const told = Object.values(sample.wording.persona.product_requirements).flat().join(', ');
      const slot = pickOne(draw, 'slot', slotsOf(sample));
      return [withSlot(sample, slot, { user_response: `${slot.user_response} I also want ${told}.` }, told)];
    },
  },
];

export const LEAKS: readonly Operator<Wording>[] = [
  ...(OF_QUERIES as unknown as Operator<Wording>[]),
  ...leaksOf(placesBeside(ENGLISH)),
  swapped,
  ...profileTold,
];
