import { formIn } from '../../catalog/index.ts';
import { FIELDS, ofLexicon, otherLanguage } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { oneOf } from '../../text/escaped.ts';
import { findMentions } from '../../text/mentions.ts';

/** Names of products made of a noun and words before it, in languages whose words are written on to one another. */
const MADE_NAMES = ofLexicon((): { pattern?: RegExp } => {
  const { nouns = [], before_nouns = [] } = otherLanguage() ?? {};
  const telling = [...FIELDS.values()].flatMap(({ values }) =>
    Object.values(values).flatMap(({ told_before }) => told_before),
  );
  const before = [...before_nouns, ...telling];
  if (nouns.length === 0 || before.length === 0) return {};
  return { pattern: new RegExp(`((?:${oneOf(before)})+)(?:${oneOf(nouns)})`, 'gu') };
});

interface Telling {
  /** Names that are listed for a value. */
  readonly names: readonly string[];
  /** Words that tell it before any noun. */
  readonly before: readonly string[];
}

/** Names and parts of names that tell a value, by its comparison form, of each field with any. */
const TELLING: ReadonlyMap<string, ReadonlyMap<string, Telling>> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, { values }]) => {
        const told = Object.entries(values)
          .filter(([, { told_by, told_before }]) => told_by.length + told_before.length > 0)
          .map(
            ([value, { told_by: names, told_before: before }]) => [formIn(field, value), { names, before }] as const,
          );
        return told.length === 0 ? [] : [[field, new Map(told)] as const];
      }),
    ),
);

/** Names of products in a text that tell a value of a field without being it: "电热水器" of 燃料 电加热. */
export function tellingNames(text: string, field: string, value: string): Span[] {
  // Most fields have none, and need not be read.
  const telling = TELLING.get(field)?.get(formIn(field, value));
  if (telling === undefined) return [];
  const listed = telling.names.flatMap((name) => findMentions(text, name));
  if (MADE_NAMES.pattern === undefined || telling.before.length === 0) return listed;
  const made = [...text.matchAll(MADE_NAMES.pattern)]
    .filter(([, words = '']) => telling.before.some((word) => words.includes(word)))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length }))
    .filter(({ start, end }) => !listed.some((span) => span.start < end && start < span.end));
  return [...listed, ...made];
}
