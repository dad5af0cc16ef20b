import { FIELDS, ofLexicon, otherLanguage } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { findMentions } from '../../text/mentions.ts';
import { normaliseValue } from '../../text/normalise.ts';

/** Names of products made of a noun and words before it, in languages whose words are written on to one another. */
const NAMES = ofLexicon((): { pattern?: RegExp; before: readonly string[] } => {
  const { nouns = [], before_nouns: before = [] } = otherLanguage() ?? {};
  if (before.length === 0) return { before };
  const oneOf = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join('|');
  return { before, pattern: new RegExp(`((?:${oneOf(before)})+)(?:${oneOf(nouns)})`, 'gu') };
});

/**
 * The words before nouns that tell a value of a field: those that stand in it and in no other value of the field, as 电
 * stands in 电加热.
 */
const partsTelling = (value: string, others: readonly string[]): string[] =>
  NAMES.before.filter((word) => value.includes(word) && !others.some((other) => other.includes(word)));

/** Names of products in a text that tell a value of a field without being it: "电热水器" of 燃料 电加热. */
export function tellingNames(text: string, field: string, value: string): Span[] {
  const values = Object.entries(FIELDS.get(field)?.values ?? {});
  const entry = values.find(([listed]) => normaliseValue(listed) === normaliseValue(value));
  if (entry === undefined) return [];
  const listed = entry[1].told_by.flatMap((name) => findMentions(text, name));
  const parts = partsTelling(
    entry[0],
    values.flatMap(([other]) => (other === entry[0] ? [] : [other])),
  );
  if (NAMES.pattern === undefined || parts.length === 0) return listed;
  const made = [...text.matchAll(NAMES.pattern)]
    .filter(([, before = '']) => parts.some((part) => before.includes(part)))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length }))
    .filter(({ start, end }) => !listed.some((span) => span.start < end && start < span.end));
  return [...listed, ...made];
}
