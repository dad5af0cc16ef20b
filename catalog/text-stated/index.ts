/**
 * What titles state of products beyond doubt. A value that products of the catalog state for a field is taken from titles where
 * products that state the field agree with theirs.
 */
export { type Mention, mentionsIn } from './mentions.ts';
export { MentionRules, type Place, type ReadProduct } from './rules.ts';
export { type IndexedField, type Value, type Vocabulary, vocabularyOf } from './vocabulary.ts';
