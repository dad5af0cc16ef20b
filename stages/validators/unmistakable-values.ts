import { KINDS, VOCABULARY } from '../../catalog/plausibility/reading.ts';

/**
 * Values that can hardly stand in a sentence without being meant: the plausibility tables' values of one kind only
 * ("black", "bluetooth"; words with a second life, like "gold" and "clear", are not among them), and values of several
 * words of any field ("noise cancelling").
 */
export const UNMISTAKABLE: ReadonlySet<string> = new Set([
  ...[...KINDS.values()].flatMap((values) => [...values]),
  ...[...VOCABULARY.values()].flatMap(({ phrases }) => [...phrases].filter((phrase) => phrase.includes(' '))),
]);
