import { pickOne } from '../../schemas/draw.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { flagOf } from '../../text/flags.ts';
import { withReplaced, withWording } from '../changes.ts';
import { type Mutant, type Operator, operatorsOf, type Sample } from '../operator.ts';
import { isAkin, sharesWord, valuesOf } from '../values.ts';

type AnySample = Sample<QueryWording>;
type AnyMutant = Mutant<QueryWording>;

interface Carried {
  readonly rubric: Rubric;
  readonly surface: string;
}
const carriedBy = ({ task, wording }: AnySample): Carried[] =>
  task.locked.rubrics.flatMap((rubric) => {
    const surface = wording.surfaces[rubric.id];
    return rubric.info_source !== 'query' || surface === undefined ? [] : [{ rubric, surface }];
  });
const withSurface = (sample: AnySample, { rubric }: Carried, surface: string | null): AnyMutant => {
  const { [rubric.id]: _gone, ...rest } = sample.wording.surfaces;
  return withWording(
    sample,
    { surfaces: surface === null ? rest : { ...rest, [rubric.id]: surface } },
    surface ?? 'none',
  );
};
type Plant = Operator<QueryWording>['plant'];
/** Plants a defect in each part of a sample. */
const inEach =
  <Part>(partsOf: (sample: AnySample) => readonly Part[]) =>
  (plant: (part: Part, ...of: Parameters<Plant>) => readonly AnyMutant[]): Plant =>
  (...of) =>
    partsOf(of[0]).flatMap((part) => plant(part, ...of));
const each = inEach(carriedBy);
const lacks = (sample: AnySample, words: string) => !sample.wording.query.includes(words);

const SURFACES = operatorsOf('anchoring: surfaces', {
  'no words for a requirement': each((carried, sample) => [
    withSurface(sample, carried, null),
    withSurface(sample, carried, ' '),
  ]),
  'words the query does not have': each((carried, sample) =>
    [
      carried.surface.toUpperCase(),
      `${carried.surface} zeppelin`,
      carried.surface.replace(/ /, '  '),
      carried.surface.replace(/[aeiou]/, ''),
      `“${carried.surface}”`,
      carried.surface.replace(/'/g, '’'),
    ]
      .filter((words) => lacks(sample, words))
      .map((words) => withSurface(sample, carried, words)),
  ),
  'words for a requirement that is hidden': (sample) =>
    sample.task.locked.rubrics
      .filter(({ info_source }) => info_source !== 'query')
      .map(({ id }) =>
        withWording(sample, { surfaces: { ...sample.wording.surfaces, [id]: sample.wording.query.slice(0, 9) } }, id),
      ),
  'words for no requirement': (sample) =>
    ['r77', 'x', ''].map((id) =>
      withWording(sample, { surfaces: { ...sample.wording.surfaces, [id]: sample.wording.query.slice(0, 9) } }, id),
    ),
  'a query cut short': (sample) => {
    const { query } = sample.wording;
    const ends = carriedBy(sample).map(({ surface }) => query.indexOf(surface) + surface.length);
    const last = Math.max(...ends);
    return [0.2, 0.4, 0.6, 0.8]
      .map((share) => Math.floor(last * share))
      .map((length) =>
        withWording(sample, { query: query.slice(0, length) }, `${length} of ${query.length} characters`),
      );
  },
  'a query of another sample': (sample, { samples, draw }) => {
    const { query } = pickOne(
      draw,
      'other',
      samples.filter((other) => other !== sample),
    ).wording;
    return carriedBy(sample).some(({ surface }) => !query.includes(surface))
      ? [withWording(sample, { query }, query)]
      : [];
  },
  'a sentence left out': (sample) => {
    const sentences = sample.wording.query.split(/(?<=[.!?]) /);
    return sentences.flatMap((gone) => {
      const query = sentences.filter((sentence) => sentence !== gone).join(' ');
      return carriedBy(sample).some(({ surface }) => !query.includes(surface))
        ? [withWording(sample, { query }, `without "${gone}"`)]
        : [];
    });
  },
});

/** The value of an explicit query requirement where the query has it word for word. */
function literal(sample: AnySample): (Carried & { readonly value: string; readonly said: string })[] {
  return carriedBy(sample)
    .filter(({ rubric }) => !sample.task.locked.implicit_rubric_ids.includes(rubric.id))
    .flatMap(({ rubric, surface }) =>
      valuesOf(rubric).flatMap(({ value }) => {
        const at = surface.toLowerCase().indexOf(value.toLowerCase());
        return at === -1 ? [] : [{ rubric, surface, value, said: surface.slice(at, at + value.length) }];
      }),
    );
}
const literals = inEach(literal);

/** Tells whether a requirement is that the product lacks something, which a negation says rightly. */
const isAbsence = ({ type, expected_value }: Rubric) =>
  type === 'negative_attribute' || flagOf(String(expected_value)) === false;

/** Words behind a surface that take back what it says. */
const TAKEN_BACK = [
  '{} is not needed',
  '{} is not required',
  "{} isn't necessary",
  '{} does not matter',
  '{} is not a must',
];
const NEGATED = ['without {}', 'not {}', 'never {}', 'no {}', 'anything but {}', 'nothing {}'];

/** Bounds in the query as they are said there, with the number. */
const BOUND_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bat least\b/i, 'at most'],
  [/\bor (?:more|higher|above|better)\b/i, 'or less'],
  [/\bno less than\b/i, 'no more than'],
  [/\bat most\b/i, 'at least'],
  [/\bno more than\b/i, 'no less than'],
  [/\bor less\b/i, 'or more'],
  [/\bup to\b/i, 'at least'],
  [/\bunder\b/i, 'over'],
  [/\bmore than\b/i, 'less than'],
  [/\bminimum\b/i, 'maximum'],
];

const VALUES = operatorsOf('anchoring: values', {
  'a value left out of its words': literals(({ surface, said }, sample) =>
    withReplaced(sample, surface, surface.replace(said, 'fine'), `"${surface}" without "${said}"`),
  ),
  'the value of another product': literals(({ rubric, surface, said, value }, sample, { samples, draw }) => {
    const others = samples
      .flatMap(({ task }) => task.locked.rubrics)
      .filter(({ field }) => field === rubric.field)
      .flatMap(valuesOf)
      .map((scored) => scored.value)
      .filter((other) => !isAkin(other, value) && !sharesWord(surface, other));
    return others.length === 0
      ? []
      : withReplaced(
          sample,
          surface,
          surface.replace(said, () => pickOne(draw, value, others)),
          `"${said}" replaced in "${surface}"`,
        );
  }),
  'a value cut short': literals(({ surface, said }, sample) =>
    said.length < 5 || /\d/.test(said)
      ? []
      : withReplaced(
          sample,
          surface,
          surface.replace(said, said.slice(Math.floor(said.length / 2))),
          `"${said}" halved`,
        ),
  ),
  'words of another requirement': (sample) => {
    const all = literal(sample);
    return all.flatMap((one) =>
      all
        .filter((other) => other !== one && !sharesWord(other.surface, one.value))
        .slice(0, 1)
        .map((other) => withSurface(sample, one, other.surface)),
    );
  },
  'a value taken back': literals(({ surface, said, rubric }, sample) =>
    isAbsence(rubric)
      ? []
      : TAKEN_BACK.flatMap((words) => {
          const query = `I am looking for something nice. As for the rest, ${words.replace('{}', said)}.`;
          return surface === said
            ? []
            : [withWording(sample, { query, surfaces: { ...sample.wording.surfaces, [rubric.id]: said } }, query)];
        }),
  ),
  'a value negated': literals(({ said, rubric }, sample) =>
    isAbsence(rubric)
      ? []
      : NEGATED.map((words) => {
          const query = `I am looking for something ${words.replace('{}', said)}.`;
          return withWording(sample, { query, surfaces: { ...sample.wording.surfaces, [rubric.id]: said } }, query);
        }),
  ),
  'an exclusion asked for': literals(({ said, rubric }, sample) =>
    rubric.type !== 'negative_attribute'
      ? []
      : ['I want {}.', 'It has to be {}.', 'Only {} will do.', 'Make it {}, please.'].map((words) => {
          const query = words.replace('{}', said);
          return withWording(sample, { query, surfaces: { ...sample.wording.surfaces, [rubric.id]: said } }, query);
        }),
  ),
  'a bound moved': each(({ rubric, surface }, sample) => {
    if (rubric.type !== 'numeric_range') return [];
    const { min, max, nominal } = rubric.expected_value;
    const bounds = nominal === undefined ? [min, max] : [nominal];
    return (surface.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? []).flatMap((number) => {
      const plain = Number(number.replaceAll(',', ''));
      // A number of the field's name is none of its bounds: "USB 3.0 ports".
      if (!bounds.includes(plain) || rubric.field.includes(number)) return [];
      return [plain + 1, plain * 10, plain - 0.5, plain / 2]
        .filter((other) => other > 0 && !bounds.includes(other))
        .flatMap((other) =>
          withReplaced(sample, surface, surface.replace(number, String(other)), `${number} to ${other}`),
        );
    });
  }),
  'a bound turned round': each(({ rubric, surface }, sample) => {
    if (rubric.type !== 'numeric_range') return [];
    const { min, max } = rubric.expected_value;
    if (min !== undefined && max !== undefined) return [];
    return BOUND_WORDS.flatMap(([words, other]) =>
      words.test(surface) && !words.test(rubric.field)
        ? withReplaced(sample, surface, surface.replace(words, other), `"${surface}" with "${other}"`)
        : [],
    );
  }),
  'a noun of another kind': each(({ rubric, surface }, sample) =>
    rubric.type === 'entity_match'
      ? ['zeppelin', 'thing', 'gift card'].flatMap((noun) => withReplaced(sample, surface, noun))
      : [],
  ),
  'a service left out': each(({ rubric, surface }, sample) =>
    rubric.type === 'service_match'
      ? ['is nice', 'comes soon', 'with paid shipping'].flatMap((words) => withReplaced(sample, surface, words))
      : [],
  ),
  'a service taken back': each(({ rubric, surface }, sample) =>
    rubric.type === 'service_match'
      ? ["which doesn't need to be one that {}", 'without asking that it {}', "it isn't required that it {}"].flatMap(
          (words) => {
            const query = `I am looking for a thing, ${words.replace('{}', surface)}.`;
            return [withWording(sample, { query }, query)];
          },
        )
      : [],
  ),
  'another question': each(({ rubric, surface }, sample) =>
    rubric.type === 'knowledge_match'
      ? [
          surface.replace(/\p{Lu}\p{Ll}+/gu, 'Zeppelin'),
          surface.slice(0, -8),
          surface.split(' ').toReversed().join(' '),
          'Who wrote Moby-Dick?',
        ].flatMap((words) => withReplaced(sample, surface, words))
      : [],
  ),
});

export const ANCHORS: readonly Operator<QueryWording>[] = [...SURFACES, ...VALUES];
