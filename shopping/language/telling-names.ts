import { formIn } from '../../catalog/index.ts';
import { FIELDS, ofLexicon, otherLanguage } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { findMentions } from '../../text/mentions.ts';

/** Names of products made of a noun and words before it, in languages whose words are written on to one another. */
const MADE_NAMES = ofLexicon((): { pattern?: RegExp } => {
  const { nouns = [], before_nouns: before = [] } = otherLanguage() ?? {};
  if (before.length === 0) return {};
  const oneOf = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join('|');
  return { pattern: new RegExp(`((?:${oneOf(before)})+)(?:${oneOf(nouns)})`, 'gu') };
});

interface Telling {
  /** Names that are listed for a value. */
  readonly names: readonly string[];
  /** Words before nouns that stand in it and in no other value of its field, as 电 in 电加热. */
  readonly parts: readonly string[];
}

/** What tells a value, by field and the value's comparison form. */
const TELLING: ReadonlyMap<string, Telling> = ofLexicon(() => {
  const before = otherLanguage()?.before_nouns ?? [];
  return new Map(
    [...FIELDS].flatMap(([field, { values }]) =>
      Object.entries(values).flatMap(([value, { told_by: names }]) => {
        const others = Object.keys(values).filter((other) => other !== value);
        const parts = before.filter((word) => value.includes(word) && !others.some((other) => other.includes(word)));
        return names.length + parts.length === 0
          ? []
          : [[`${field}\n${formIn(field, value)}`, { names, parts }] as const];
      }),
    ),
  );
});

/** Names of products in a text that tell a value of a field without being it: "电热水器" of 燃料 电加热. */
export function tellingNames(text: string, field: string, value: string): Span[] {
  const telling = TELLING.get(`${field}\n${formIn(field, value)}`);
  if (telling === undefined) return [];
  const listed = telling.names.flatMap((name) => findMentions(text, name));
  if (MADE_NAMES.pattern === undefined || telling.parts.length === 0) return listed;
  const made = [...text.matchAll(MADE_NAMES.pattern)]
    .filter(([, before = '']) => telling.parts.some((part) => before.includes(part)))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length }))
    .filter(({ start, end }) => !listed.some((span) => span.start < end && start < span.end));
  return [...listed, ...made];
}
