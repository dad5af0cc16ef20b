import { z } from 'zod';
import { commaList, ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { type Draw, pick, shuffled } from '../../schemas/draw.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { normaliseText } from '../../text/normalise.ts';
import { type Feature, fieldNameOf, type Rubric } from '../kinds/index.ts';
import type { Item } from './request.ts';

const Table = z.strictObject({
  fields: commaList,
  recipients: z.record(z.string(), z.strictObject({ said: z.string(), is: z.array(z.string()) })),
});
const ownTable = () => Table.parse(readOwnWords('recipients.yaml') ?? { fields: '', recipients: {} });

/** Those whom a thing may be for, with the words that name them. */
const RECIPIENTS = ofLexicon(
  () =>
    new Map(
      Object.entries(ownTable().recipients).map(
        ([name, { said, is }]) => [name, { said: new RegExp(said, 'i'), is }] as const,
      ),
    ),
);

/** Fields whose values are persons; values of others name none, whatever their words: a material "Man Made". */
const FIELDS_OF_PEOPLE = ofLexicon(() => new Set(ownTable().fields.map(normaliseText)));

const isOfPeople = (of: { readonly field: string }): boolean => FIELDS_OF_PEOPLE.has(normaliseText(fieldNameOf(of)));

/** Texts whose recipients are remembered: every task is written with the same openings and clues. */
const TEXTS_KEPT = 16_384;

/** The names of those whom words speak of as the ones that a thing is for. */
export const recipientsIn = memoised(TEXTS_KEPT, (words): readonly string[] =>
  [...RECIPIENTS].flatMap(([name, { said }]) => (said.test(words) ? [name] : [])),
);

/** Tells whether two may be one and the same: a wife and a woman. */
const mayBeOne = (one: string, other: string): boolean =>
  one === other || RECIPIENTS.get(one)?.is.includes(other) === true || RECIPIENTS.get(other)?.is.includes(one) === true;

/** Tells whether words speak of nobody but whom others speak of, so that they can be said in one breath. */
export const areOfOneRecipient = (one: string, other: string): boolean => besideThoseOf([other])(one);

/** Returns a function that tells whether words speak of nobody but whom each of some texts speaks of. */
export function besideThoseOf(texts: readonly string[]): (words: string) => boolean {
  const others = [...new Set(texts.flatMap(recipientsIn))];
  // Most texts speak of nobody.
  if (others.length === 0) return () => true;
  return (words) => recipientsIn(words).every((name) => others.every((known) => mayBeOne(name, known)));
}

/** Returns the values about people that a task states outside of its query. */
export const saidBesides = (rubrics: readonly Rubric[]): string[] =>
  rubrics.flatMap((rubric) =>
    rubric.type === 'attribute_match' && rubric.info_source !== 'query' && isOfPeople(rubric)
      ? [rubric.expected_value].flat()
      : [],
  );

interface Stated {
  readonly field: string;
  readonly value: string;
}

/** Finds the feature that speaks of somebody else than a fact does; says why, or null where each may be of one. */
export function otherRecipientAmong(features: readonly Feature[], { field, value }: Stated): string | null {
  if (!isOfPeople({ field }) || recipientsIn(value).length === 0) return null;
  const other = features
    .flatMap((feature) => (feature.type === 'attribute_match' && isOfPeople(feature) ? [feature.value].flat() : []))
    .find((asked) => !areOfOneRecipient(asked, value));
  return other === undefined ? null : `unlikely: it is for another person than "${other}"`;
}

interface Narrowed {
  readonly items: Item[];
  /** A text of each, and what is said besides. */
  readonly said: readonly string[];
}

/** Every item with those of its words that speak of the same recipient as the words of the others and what is said besides. */
export function forOneRecipient(items: readonly Item[], besides: readonly string[], draw: Draw): Narrowed {
  const order = shuffled(draw, 'recipients', items);
  const first: Item[] = [];
  for (;;) {
    const { narrowed, said, unfitting } = narrow(
      [...first, ...order.filter((item) => !first.includes(item))],
      besides,
      draw,
    );
    // An item that no words are left for has the first choice, once.
    if (unfitting === undefined || first.includes(unfitting))
      return { items: items.map((item) => narrowed.get(item) ?? item), said };
    first.unshift(unfitting);
  }
}

function narrow(items: readonly Item[], besides: readonly string[], draw: Draw) {
  const said = [...besides];
  const narrowed = new Map<Item, Item>();
  let unfitting: Item | undefined;
  for (const item of items) {
    const isFitting = besideThoseOf(said);
    const fitting = item.pieces.filter(({ text }) => isFitting(text));
    const chosen = pick(draw, `recipient of ${item.rubricId}`, fitting)?.text;
    if (chosen === undefined) {
      if (item.pieces.length > 0) unfitting ??= item;
      continue;
    }
    const own = recipientsIn(chosen).join();
    said.push(chosen);
    narrowed.set(item, { ...item, pieces: fitting.filter(({ text }) => recipientsIn(text).join() === own) });
  }
  return { narrowed, said, unfitting };
}
