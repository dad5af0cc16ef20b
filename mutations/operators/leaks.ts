import { pickOne } from '../../schemas/draw.ts';
import type { QueryWording, ScriptedWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { formatCount } from '../../text/numbers.ts';
import { slotsOf, withSentence } from '../changes.ts';
import { numberInWords } from '../number-words.ts';
import type { Mutant, Operator, Sample, Surroundings } from '../operator.ts';
import type { Spelling } from '../spelling-type.ts';
import { SPELLINGS } from '../spellings.ts';
import { type ScoredValue, valuesOf } from '../values.ts';

/** Sentences of a query that a value is put into: `{}` is the value. */
const FRAMES: readonly string[] = [
  'It should be {}.',
  'Oh, and {} please.',
  'By the way, {} is what I have in mind.',
  'My sister has one with {}, and I want that too.',
  'What I keep dreaming of is {}!',
  'One more thing: {}.',
];
export const filled = (frame: string, words: string) => frame.replace('{}', () => words);
const framed = (words: string, frames: readonly string[], { draw }: Pick<Surroundings, 'draw'>, label: string) =>
  filled(pickOne(draw, label, frames), words);

/** A place where a value must not stand, with the way to put one there. */
export interface Place<Words extends QueryWording> {
  readonly gate: string;
  readonly name: string;
  /** The values that must not stand there. */
  values(sample: Sample<QueryWording>): ScoredValue[];
  put(sample: Sample<Words>, words: string, of: ScoredValue, around: Surroundings<Words>): Mutant<Words>[];
}

export const from =
  (...sources: readonly Rubric['info_source'][]) =>
  (sample: Sample<QueryWording>) =>
    sample.task.locked.rubrics.filter(({ info_source }) => sources.includes(info_source)).flatMap(valuesOf);

export const placesInQuery = <Words extends QueryWording>(frames: readonly string[]): readonly Place<Words>[] => {
  const put: Place<Words>['put'] = (sample, words, { value }, around) => [
    withSentence(sample, framed(words, frames, around, `${value}/${words}`)),
  ];
  return [
    { gate: 'leak: query', name: 'hidden value in the query', values: from('persona', 'clarification'), put },
    {
      gate: 'leak: implicit',
      name: 'value of a clue in the query',
      values: ({ task: { locked } }) =>
        locked.rubrics.filter(({ id }) => locked.implicit_rubric_ids.includes(id)).flatMap(valuesOf),
      put,
    },
  ];
};

/** Operators that put values, in some groups of spellings, where they must not be. */
export const leaksOf = <Words extends QueryWording>(
  places: readonly Place<Words>[],
  groups: Readonly<Record<string, readonly Spelling[]>> = SPELLINGS,
): readonly Operator<Words>[] =>
  places.flatMap((place) =>
    Object.entries(groups).map(
      ([group, spellings]): Operator<Words> => ({
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

/** Phrases in which people say a bound, by the field it is about. */
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
    `${formatCount(bound)} reviews or more`,
    `${bound}+ reviews`,
    `rated by ${numberInWords(bound)} people`,
    `more than ${formatCount(bound)} customer reviews`,
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

/** Words in which people write amounts of some units, and some other units they give the same amount in. */
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

/** Returns the phrases in which people say an amount in a unit; undefined where the unit is none of those above. */
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
      return options.map((option) => withSentence(sample, framed(option, FRAMES, around, option)));
    }),
};

/** A whole answer told in the query. */
const told: readonly Operator[] = [
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
];

/** Leaks into queries. */
export const LEAKS: readonly Operator[] = [
  ...leaksOf(placesInQuery<ScriptedWording>(FRAMES)),
  bounds,
  ownValues,
  ...told,
];
