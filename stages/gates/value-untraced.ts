import type { Span } from '../../schemas/finding.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { factsOf, type Said, saidOf } from '../../shopping/kinds/index.ts';
import { thingsNamed } from '../../shopping/quantities/index.ts';
import { type Bound, boundAt } from '../../text/bound-direction.ts';
import { isWanted, turnsAwayAt } from '../../text/denials.ts';
import { inBase } from '../../text/measure.ts';
import { findMentions, findRangeMentions } from '../../text/mentions.ts';
import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { dimensionOf } from '../../text/units.ts';
import { defineGate, requirements } from '../gate.ts';
import { placesOf } from './words/places.ts';
import { sameNoun } from './words/same-noun.ts';

interface Dependencies {
  /** Tells whether a part of a text says that a service is wanted; what stands around the part can take that back. */
  saysService(text: string, service: string, part: Span): boolean;
}

/** The words that carry a rubric, where they stand in the query. */
interface Carried {
  readonly surface: string;
  readonly query: string;
  readonly places: readonly Span[];
}

const absent = (value: string, { surface }: Carried) => `"${value}" is not in "${surface}"`;

/** Tells whether a text calls a product what the phrase calls it, in the singular or plural; its words may be apart. */
function saysPhrase(text: string, phrase: string): boolean {
  const words = tokensOf(text);
  return (
    tokensOf(phrase).every((word) => words.some((other) => sameNoun(word, other))) ||
    findMentions(text, phrase).length > 0
  );
}

type SaidRange = Extract<Said, { by: 'range' }>;

const OTHER: Readonly<Record<Bound, Bound>> = { min: 'max', max: 'min' };
const TOLD_AS: Readonly<Record<Bound, string>> = { min: 'the least', max: 'the most' };

/** Lists what is wrong with the words for one end of a range; those that do not say which end it is are taken as told. */
function untracedBound({ field, range: { unit } }: SaidRange, bound: Bound, value: number, carried: Carried): string[] {
  const { surface } = carried;
  const mentions = findRangeMentions(surface, field, { [bound]: value, unit });
  if (mentions.length === 0) return [absent(String(value), carried)];
  const read = directionsOf(mentions, carried);
  if (read.length === 0 || read.some((told) => told !== OTHER[bound])) return [];
  return [`"${value}" is told as ${TOLD_AS[OTHER[bound]]} in "${surface}", it is ${TOLD_AS[bound]}`];
}

/** Reads what the words around mentions of a number make it, wherever its surface stands. */
const directionsOf = (mentions: readonly Span[], { query, places }: Carried) =>
  places.flatMap(({ start: at }) =>
    mentions.map(({ start, end }) => boundAt(query, { start: at + start, end: at + end })),
  );

/** Lists what is wrong with the words for a range: each end said as what it is, a size as neither, a unit named. */
function untracedRange(said: SaidRange, carried: Carried): string[] {
  const { field, range } = said;
  const { min, max, unit, nominal } = range;
  const { surface } = carried;
  if (nominal !== undefined) {
    const mentions = findRangeMentions(surface, field, range);
    if (mentions.length === 0) return [absent(String(nominal), carried)];
    const read = directionsOf(mentions, carried);
    if (read.length > 0 && !read.includes(null))
      return [`"${nominal}" is told as a bound in "${surface}", it is a size`];
  }
  const ends =
    nominal === undefined
      ? [
          ...(min === undefined ? [] : untracedBound(said, 'min', min, carried)),
          ...(max === undefined ? [] : untracedBound(said, 'max', max, carried)),
        ]
      : [];
  if (ends.length > 0 || unit === undefined) return ends;
  const hasUnit = findRangeMentions(surface, field, range).some(({ start, end }) =>
    /[^\d.,\s]/.test(surface.slice(start, end).replace(/^[\d.,]+/, '')),
  );
  return hasUnit ? [] : [absent(unit, carried)];
}

/** Lists what is wrong with a clue that compares with an everyday thing: of another size, or told as the other bound. */
function miscompared({ range: { min, max, unit } }: SaidRange, carried: Carried): string[] {
  const bound = min ?? max;
  if (unit === undefined || bound === undefined) return [];
  const end = min === undefined ? 'max' : 'min';
  const named = thingsNamed(carried.surface, dimensionOf(unit));
  return named.flatMap((one) => {
    const { thing } = one;
    if (inBase(one.amount, one.unit) !== inBase(bound, unit))
      return [`"${thing}" stands for ${one.amount} ${one.unit}, not for ${bound} ${unit}`];
    return directionsOf([one], carried).includes(OTHER[end])
      ? [`"${thing}" is told as ${TOLD_AS[OTHER[end]]} in "${carried.surface}", it is ${TOLD_AS[end]}`]
      : [];
  });
}

/** A value that is wanted where a text turns it away wherever its words stand, or excluded where it asks for it. */
function turnedRound({ field, value, excluded }: ReturnType<typeof factsOf>[number], carried: Carried): string[] {
  const { surface, query, places } = carried;
  const isAsSaid = (place: Span) => (excluded ? turnsAwayAt(query, place) : isWanted(query, place));
  const mentions = findMentions(surface, value, field);
  const said = places.flatMap(({ start: at }) =>
    mentions.map(({ start, end }) => isAsSaid({ start: at + start, end: at + end })),
  );
  if (said.length === 0 || said.includes(true)) return [];
  return [`"${value}" is ${excluded ? 'asked for, not excluded,' : 'taken back'} in "${query}"`];
}

/** Lists the parts of a requirement that have no trace in the words said to carry it, each with what is wrong. */
function untraced(said: Said, carried: Carried, { saysService }: Dependencies): string[] {
  const { surface, query, places } = carried;
  const unless = (traced: boolean, value: string) => (traced ? [] : [absent(value, carried)]);
  switch (said.by) {
    case 'value':
      return unless(findMentions(surface, said.value, said.field).length > 0, said.value);
    case 'phrase':
      return unless(saysPhrase(surface, said.text), said.text);
    case 'range':
      return untracedRange(said, carried);
    case 'service': {
      const asks =
        places.length === 0
          ? saysService(surface, said.text, { start: 0, end: surface.length })
          : places.some((place) => saysService(query, said.text, place));
      return unless(asks, said.text);
    }
    case 'sentence':
      return unless(!said.exact || normaliseText(surface).includes(normaliseText(said.text)), said.text);
    case 'budget':
      return unless(findRangeMentions(surface, 'budget', { max: said.max }).length > 0, String(said.max));
    case 'one shop':
      return [];
  }
}

/** Finds scored values that the words which carry their rubric do not hold, or turn round. */
export const valueUntraced = defineGate<QueryWording, [Dependencies]>({
  name: 'anchoring: values',
  codes: { value_untraced: 'the words said to carry a scored value do not hold it, or take it back or turn it round' },
  scope: { unit: 'requirements', reads: ['query', 'surfaces'], of: requirements('query') },
  check: ({ task, wording: { query, surfaces } }, dependencies) =>
    task.locked.rubrics.flatMap((rubric) => {
      // Hidden requirements have no words in the query.
      if (rubric.info_source !== 'query') return [];
      const surface = Object.hasOwn(surfaces, rubric.id) ? (surfaces[rubric.id] as string) : '';
      const carried = { surface, query, places: placesOf(query, surface) };
      // A clue must not hold its value; what it compares with is as large, and the bound it is said to be.
      const isClue = task.locked.implicit_rubric_ids.includes(rubric.id);
      if (isClue && rubric.type !== 'numeric_range') return [];
      const problems = isClue
        ? saidOf(rubric).flatMap((said) => (said.by === 'range' ? miscompared(said, carried) : []))
        : [
            ...saidOf(rubric).flatMap((said) => untraced(said, carried, dependencies)),
            ...factsOf(rubric).flatMap((fact) => turnedRound(fact, carried)),
          ];
      return problems.map((problem) => ({
        code: 'value_untraced',
        path: 'user_query',
        rubricId: rubric.id,
        detail: `${rubric.description}: ${problem}`,
      }));
    }),
});
