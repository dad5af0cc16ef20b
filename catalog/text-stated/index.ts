/**
 * Values that titles state of products beyond doubt. A value that products of the catalog state for a field is taken
 * from titles where products that state the field agree with theirs.
 */
export type { Mention } from './mentions.ts';
export { MentionRules, type Place } from './rules.ts';
export { type IndexedField, vocabularyOf } from './vocabulary.ts';
