import type { Span } from '../../schemas/finding.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { type Bound, boundAt } from '../../text/bound-direction.ts';
import { isWanted, turnsAwayAt } from '../../text/denials.ts';
import { findMentions, findRangeMentions } from '../../text/mentions.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { defineGate, requirements } from '../gate.ts';
import { placesOf } from './words/places.ts';
import { sameNoun } from './words/same-noun.ts';

interface Dependencies {
  /** Whether a part of a text says that a service is wanted; what stands around the part can take that back. */
  saysService(text: string, service: string, part: Span): boolean;
}

/** The words that carry a rubric, where they stand in the query. */
interface Carried {
  readonly surface: string;
  readonly query: string;
  readonly places: readonly Span[];
}

const absent = (value: string, { surface }: Carried) => `"${value}" is not in "${surface}"`;

/** Whether a text calls a product what the phrase calls it, in the singular or plural; its words may be apart. */
function saysPhrase(text: string, phrase: string): boolean {
  const words = tokensOf(text);
  return (
    tokensOf(phrase).every((word) => words.some((other) => sameNoun(word, other))) ||
    findMentions(text, phrase).length > 0
  );
}

const OTHER: Readonly<Record<Bound, Bound>> = { min: 'max', max: 'min' };
const TOLD_AS: Readonly<Record<Bound, string>> = { min: 'the least', max: 'the most' };

/** What is wrong with the words for one end of a range. Words that do not say which end it is are taken as told. */
function untracedBound(field: string, bound: Bound, value: number, carried: Carried): string[] {
  const { surface, query, places } = carried;
  const mentions = findRangeMentions(surface, field, { [bound]: value });
  if (mentions.length === 0) return [absent(String(value), carried)];
  const read = places.flatMap(({ start: at }) =>
    mentions.map(({ start, end }) => boundAt(query, { start: at + start, end: at + end })),
  );
  if (read.length === 0 || read.some((told) => told !== OTHER[bound])) return [];
  return [`"${value}" is told as ${TOLD_AS[OTHER[bound]]} in "${surface}", it is ${TOLD_AS[bound]}`];
}

/** Values that are wanted where a text turns them away wherever their words stand, or excluded where it asks for them. */
function turnedRound(
  pairs: readonly (readonly [field: string, value: string])[],
  { surface, query, places }: Carried,
  isExcluded: boolean,
): string[] {
  const isAsSaid = (place: Span) => (isExcluded ? turnsAwayAt(query, place) : isWanted(query, place));
  return pairs.flatMap(([field, value]) => {
    const mentions = findMentions(surface, value, field);
    const said = places.flatMap(({ start: at }) =>
      mentions.map(({ start, end }) => isAsSaid({ start: at + start, end: at + end })),
    );
    if (said.length === 0 || said.includes(true)) return [];
    return [`"${value}" is ${isExcluded ? 'asked for, not excluded,' : 'taken back'} in "${query}"`];
  });
}

/** The parts of a rubric's value that have no trace in the words said to carry it, each with what is wrong. */
function untraced(rubric: Rubric, carried: Carried, { saysService }: Dependencies): string[] {
  const { surface, query, places } = carried;
  const missing = (pairs: readonly (readonly [field: string, value: string])[]) =>
    pairs
      .filter(([field, value]) => findMentions(surface, value, field).length === 0)
      .map(([, value]) => absent(value, carried));
  switch (rubric.type) {
    case 'entity_match':
      return saysPhrase(surface, rubric.expected_value) ? [] : [absent(rubric.expected_value, carried)];
    case 'attribute_match':
    case 'negative_attribute': {
      const field = rubric.field.replace(/^details\./, '');
      const pairs = [rubric.expected_value].flat().map((value) => [field, value] as const);
      return [...missing(pairs), ...turnedRound(pairs, carried, rubric.type === 'negative_attribute')];
    }
    case 'sku_match': {
      const pairs = Object.entries(rubric.expected_value);
      return [...missing(pairs), ...turnedRound(pairs, carried, false)];
    }
    case 'numeric_range': {
      const { min, max } = rubric.expected_value;
      return [
        ...(min === undefined ? [] : untracedBound(rubric.field, 'min', min, carried)),
        ...(max === undefined ? [] : untracedBound(rubric.field, 'max', max, carried)),
      ];
    }
    case 'service_match': {
      const service = rubric.expected_value;
      const said =
        places.length === 0
          ? saysService(surface, service, { start: 0, end: surface.length })
          : places.some((place) => saysService(query, service, place));
      return said ? [] : [absent(service, carried)];
    }
    case 'knowledge_match': {
      const { question } = rubric.expected_value;
      return normaliseText(surface).includes(normaliseText(question)) ? [] : [absent(question, carried)];
    }
    case 'budget_match': {
      const { budget, voucher } = rubric.expected_value;
      const max = budget / minorUnitsOf(voucher.currency);
      return findRangeMentions(surface, 'budget', { max }).length === 0 ? [absent(String(max), carried)] : [];
    }
    default:
      return [];
  }
}

/**
 * Finds scored values that the words which carry their rubric do not hold, or turn round: an agent is asked to guess them,
 * or asked for something else.
 */
export const valueUntraced = defineGate<QueryWording, [Dependencies]>({
  name: 'anchoring: values',
  codes: { value_untraced: 'the words said to carry a scored value do not hold it, or take it back or turn it round' },
  scope: { unit: 'requirements', reads: ['query', 'surfaces'], of: requirements('query') },
  check: ({ task, wording: { query, surfaces } }, dependencies) =>
    task.locked.rubrics.flatMap((rubric) => {
      // Hidden requirements have no words in the query, and a clue must not hold its value.
      if (rubric.info_source !== 'query' || task.locked.implicit_rubric_ids.includes(rubric.id)) return [];
      const surface = Object.hasOwn(surfaces, rubric.id) ? (surfaces[rubric.id] as string) : '';
      const carried = { surface, query, places: placesOf(query, surface) };
      return untraced(rubric, carried, dependencies).map((problem) => ({
        code: 'value_untraced',
        path: 'user_query',
        rubricId: rubric.id,
        detail: `${rubric.description}: ${problem}`,
      }));
    }),
});
