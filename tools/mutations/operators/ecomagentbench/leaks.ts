import { pickOne } from '../../../../schemas/draw.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { slotsOf, withPersona, withSentence, withSlot, withWording } from '../../changes.ts';
import { numberInWords } from '../../number-words.ts';
import type { Mutant, Operator, Sample, Surroundings } from '../../operator.ts';
import type { Spelling } from '../../spelling.ts';
import { SPELLINGS } from '../../spellings.ts';
import { type ScoredValue, valuesOf } from '../../values.ts';

/** What a value is put into, by place: `{}` is the value. */
export interface LeakFrames {
  readonly query: readonly string[];
  readonly hobby: string;
  readonly routine: string;
  readonly occupation: string;
  readonly platform: string;
  readonly fallback: string;
  readonly answer: string;
  readonly hidden: string;
  readonly note: string;
}

const ENGLISH: LeakFrames = {
  query: [
    'It should be {}.',
    'Oh, and {} please.',
    'By the way, {} is what I have in mind.',
    'My sister has one with {}, and I want that too.',
    'What I keep dreaming of is {}!',
    'One more thing: {}.',
  ],
  hobby: 'Collecting {} things',
  routine: ' Likes {}.',
  occupation: ' ({})',
  platform: 'Shops for {}',
  fallback: ' It is about {}.',
  answer: ' And {}.',
  hidden: ' Also {}.',
  note: 'wants {}',
};
const filled = (frame: string, words: string) => frame.replace('{}', () => words);
const framed = (words: string, { query }: LeakFrames, { draw }: Surroundings, label: string) =>
  filled(pickOne(draw, label, query), words);

/** Where a value may be put that must not be there. */
interface Place {
  readonly gate: string;
  readonly name: string;
  /** The values that must not stand there. */
  values(sample: Sample): ScoredValue[];
  put(sample: Sample, words: string, of: ScoredValue, around: Surroundings): Mutant[];
}

const from =
  (...sources: readonly Rubric['info_source'][]) =>
  (sample: Sample) =>
    sample.task.locked.rubrics.filter(({ info_source }) => sources.includes(info_source)).flatMap(valuesOf);

const placesIn = (frames: LeakFrames): readonly Place[] => [
  {
    gate: 'leak: query',
    name: 'hidden value in the query',
    values: from('persona', 'clarification'),
    put: (sample, words, { value }, around) => [
      withSentence(sample, framed(words, frames, around, `${value}/${words}`)),
    ],
  },
  {
    gate: 'leak: persona',
    name: 'scored value in the profile',
    values: from('query', 'persona', 'clarification'),
    put(sample, words, { value }, { draw }) {
      const { lifestyle, demographics, shopping_habits } = sample.wording.persona;
      const at = draw(`${value}/${words}`, 4);
      if (at === 0)
        return [
          withPersona(
            sample,
            { lifestyle: { ...lifestyle, hobbies: [...lifestyle.hobbies, filled(frames.hobby, words)] } },
            words,
          ),
        ];
      if (at === 1)
        return [
          withPersona(
            sample,
            { lifestyle: { ...lifestyle, daily_routine: lifestyle.daily_routine + filled(frames.routine, words) } },
            words,
          ),
        ];
      if (at === 2)
        return [
          withPersona(
            sample,
            {
              demographics: { ...demographics, occupation: demographics.occupation + filled(frames.occupation, words) },
            },
            words,
          ),
        ];
      return [
        withPersona(
          sample,
          { shopping_habits: { ...shopping_habits, preferred_platform: filled(frames.platform, words) } },
          words,
        ),
      ];
    },
  },
  {
    gate: 'leak: slots',
    name: 'hidden value outside its slot',
    values: from('persona', 'clarification'),
    put(sample, words, { rubric, value }, { draw }) {
      const { script, persona } = sample.wording;
      const others = slotsOf(sample).filter(({ linked_rubric_ids }) => !linked_rubric_ids.includes(rubric.id));
      if (others.length === 0) return [];
      const other = pickOne(draw, `slot/${value}/${words}`, others);
      const at = draw(`${value}/${words}`, rubric.info_source === 'clarification' ? 5 : 4);
      if (at === 0)
        return [
          withWording(
            sample,
            { script: { ...script, default_response: script.default_response + filled(frames.fallback, words) } },
            words,
          ),
        ];
      if (at === 1)
        return [withSlot(sample, other, { user_response: other.user_response + filled(frames.answer, words) }, words)];
      if (at === 2)
        return [withSlot(sample, other, { hidden_info: other.hidden_info + filled(frames.hidden, words) }, words)];
      if (at === 3) return [withSlot(sample, other, { trigger_keywords: [...other.trigger_keywords, words] }, words)];
      return [
        withPersona(
          sample,
          { product_requirements: { ...persona.product_requirements, note: filled(frames.note, words) } },
          words,
        ),
      ];
    },
  },
  {
    gate: 'leak: implicit',
    name: 'value of a clue in the query',
    values: ({ task: { locked } }) =>
      locked.rubrics.filter(({ id }) => locked.implicit_rubric_ids.includes(id)).flatMap(valuesOf),
    put: (sample, words, { value }, around) => [
      withSentence(sample, framed(words, frames, around, `${value}/${words}`)),
    ],
  },
];

/** Operators that put values, in some groups of spellings, where they must not be. */
export const leaksOf = (
  frames: LeakFrames,
  groups: Readonly<Record<string, readonly Spelling[]>>,
): readonly Operator[] =>
  placesIn(frames).flatMap((place) =>
    Object.entries(groups).map(
      ([group, spellings]): Operator => ({
        gate: place.gate,
        name: `${place.name}: ${group}`,
        plant: (sample, around) =>
          place.values(sample).flatMap((scored) =>
            spellings.flatMap(({ spell }) => {
              const words = spell(scored.value, scored.field);
              return words === null ? [] : place.put(sample, words, scored, around);
            }),
          ),
      }),
    ),
  );

const values = leaksOf(ENGLISH, SPELLINGS);

const grouped = (number: number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** How people say a bound, by the field it is about. */
const BOUNDS: Readonly<Record<string, (bound: number) => readonly string[]>> = {
  average_rating: (bound) => [
    `rated ${bound} stars or better`,
    `${bound}+ stars`,
    `at least ${numberInWords(bound)} stars`,
    `a rating of ${bound} out of 5`,
    `${bound}/5 on average`,
    `an average of ${bound} or more`,
    `scored ${bound} and up`,
    `a ${bound}-star average`,
    bound % 1 === 0 ? `${'★'.repeat(bound)}` : `${Math.floor(bound)}½ stars`,
    bound % 1 === 0 ? `${bound}.0 stars` : `${numberInWords(Math.floor(bound))} and a half stars`,
    `${String(bound).replace('.', ',')} stars`,
    `${bound}★`,
  ],
  rating_number: (bound) => [
    `at least ${bound} ratings`,
    `${grouped(bound)} reviews or more`,
    `${bound}+ reviews`,
    `rated by ${numberInWords(bound)} people`,
    `more than ${grouped(bound)} customer reviews`,
    `${numberInWords(bound)} ratings`,
    `reviewed by at least ${bound} buyers`,
    `${bound} votes`,
    bound % 1000 === 0 ? `${bound / 1000}k reviews` : `no fewer than ${bound} reviewers`,
  ],
  price: (bound) => [
    `under $${bound}`,
    `$${bound}.00 at most`,
    `${bound} dollars or less`,
    `${bound} bucks`,
    `a budget of ${bound}`,
    `no more than ${numberInWords(bound)} dollars`,
    `USD ${bound}`,
    `US$${bound}`,
    `${bound} USD tops`,
    `cheaper than ${bound} dollars`,
    `not above $ ${bound}`,
  ],
};

/** How people write amounts of some units, and some other units they give the same amount in. */
const UNITS: Readonly<Record<string, readonly [words: readonly string[], others: Readonly<Record<string, number>>]>> = {
  lb: [['pounds', 'lb', 'lbs'], { ounces: 16 }],
  oz: [['ounces', 'oz'], {}],
  kg: [['kilograms', 'kg', 'kilos'], { grams: 1000 }],
  g: [['grams', 'g'], {}],
  in: [['inches', 'in', 'inch'], { cm: 2.54 }],
  gb: [['GB', 'gigabytes', 'gigs'], {}],
  tb: [['TB', 'terabytes'], { GB: 1000 }],
  w: [['watts', 'W', 'watt'], {}],
  v: [['volts', 'V', 'volt'], {}],
};

/** How people say an amount in a unit; undefined where the unit is none of those above. */
const saysAmount = (unit: string | undefined) => {
  const known = UNITS[unit ?? ''];
  if (known === undefined) return undefined;
  const [words, others] = known;
  return (bound: number): string[] => [
    ...words.flatMap((word) => [`at least ${bound} ${word}`, `${bound}${word} tops`, `a ${bound}-${word} one`]),
    ...(Number.isInteger(bound) && bound <= 20 ? [`${numberInWords(bound)} ${words[0]} or so`] : []),
    ...Object.entries(others).map(([word, times]) => `up to ${Number((bound * times).toFixed(2))} ${word}`),
  ];
};

const bounds: Operator = {
  gate: 'leak: query',
  name: 'hidden bound in the query',
  plant: (sample) =>
    sample.task.locked.rubrics.flatMap((rubric) => {
      if (rubric.type !== 'numeric_range' || rubric.info_source === 'query') return [];
      const { min, max, unit, nominal } = rubric.expected_value;
      const say = rubric.field.startsWith('details.') ? saysAmount(unit) : BOUNDS[rubric.field];
      return (nominal === undefined ? [min, max] : [nominal]).flatMap((bound) =>
        bound === undefined || say === undefined
          ? []
          : say(bound).map((words) => withSentence(sample, `I want ${words}.`)),
      );
    }),
};

/** The target's own value of a field of which the profile excludes others: naming it makes the exclusion needless. */
const ownValues: Operator = {
  gate: 'leak: query',
  name: "target's own value of an excluded field",
  plant: (sample, around) =>
    sample.task.locked.rubrics.flatMap((rubric) => {
      if (rubric.type !== 'negative_attribute' || rubric.info_source === 'query') return [];
      const options = sample.targets[0]?.details[rubric.field.replace(/^details\./, '')]?.options ?? [];
      return options.map((option) => withSentence(sample, framed(option, ENGLISH, around, option)));
    }),
};

/** A whole source told in the place of another. */
const swapped: readonly Operator[] = [
  {
    gate: 'leak: query',
    name: 'answer told in the query',
    plant: (sample) => slotsOf(sample).map(({ user_response }) => withSentence(sample, user_response)),
  },
  {
    gate: 'leak: query',
    name: 'hidden info told in the query',
    plant: (sample) => slotsOf(sample).map(({ hidden_info }) => withSentence(sample, hidden_info)),
  },
  {
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
  },
];

/** The requirements of a profile told where others are. */
const profileTold: readonly Operator[] = [
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

/** Those that look at no profile. */
export const HIDDEN_LEAKS: readonly Operator[] = [...values, bounds, ownValues, ...swapped];
export const LEAKS: readonly Operator[] = [...HIDDEN_LEAKS, ...profileTold];
