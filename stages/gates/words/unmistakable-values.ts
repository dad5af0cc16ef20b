import { englishWords, FIELDS, ofLexicon, otherLanguage } from '../../../lexicon/index.ts';
import type { Span } from '../../../schemas/finding.ts';
import { KINDS, VOCABULARY } from '../../../shopping/plausibility/reading.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { hasUnspacedScript, tokenPlaces } from '../../../text/tokens.ts';

/** Features and stuffs of one word that nobody says of anything but a product. */
const PLAIN_SPOKEN = englishWords('unmistakable values: plain spoken');

const inEnglish = () =>
  new Set([
    ...PLAIN_SPOKEN,
    ...[...KINDS.values()].flatMap((values) => [...values]),
    ...[...VOCABULARY.values()].flatMap(({ phrases }) => [...phrases].filter((phrase) => phrase.includes(' '))),
  ]);

/**
 * Values that can hardly stand in a sentence without being meant: the plausibility tables' values of one kind only
 * ("black", "bluetooth"; words with a second life, like "gold" and "clear", are not among them), a few more of one word, and
 * values of several words of any field ("noise cancelling").
 */
export const UNMISTAKABLE: ReadonlySet<string> = ofLexicon(() =>
  otherLanguage() === null
    ? inEnglish()
    : new Set([...FIELDS.values()].flatMap(({ values }) => Object.keys(values).filter((value) => !/\d/.test(value)))),
);

const BY_FIRST_WORD = ofLexicon(() =>
  Map.groupBy(
    [...UNMISTAKABLE].filter((value) => !hasUnspacedScript(value)).map((value) => normaliseText(value).split(' ')),
    ([first]) => first as string,
  ),
);

const UNSPACED = ofLexicon(() => [...UNMISTAKABLE].filter(hasUnspacedScript));

export interface StandingValue extends Span {
  readonly value: string;
  readonly words: readonly (Span & { readonly word: string })[];
}

/** Every place of a text where an unmistakable value stands as whole words, in the order of the text. */
export function unmistakableValuesIn(text: string): StandingValue[] {
  const unspaced = UNSPACED.flatMap((value) => wholeIn(text, value));
  const { tokens, starts, ends } = tokenPlaces(text);
  const wordAt = (at: number) => ({ word: tokens[at] as string, start: starts[at] as number, end: ends[at] as number });
  const spaced = tokens.flatMap((token, from) =>
    (BY_FIRST_WORD.get(token) ?? [])
      .filter((value) => value.every((word, step) => tokens[from + step] === word))
      .map((value) => ({
        value: value.join(' '),
        words: value.map((_, step) => wordAt(from + step)),
        start: starts[from] as number,
        end: ends[from + value.length - 1] as number,
      })),
  );
  return unspaced.length === 0 ? spaced : [...spaced, ...unspaced].sort((a, b) => a.start - b.start);
}

/** Finds the place where a value in a script without spaces stands in a text. */
function wholeIn(text: string, value: string): StandingValue[] {
  const at = text.indexOf(value);
  const place = { start: at, end: at + value.length };
  return at === -1 || value.length < 2 ? [] : [{ value, words: [{ word: value, ...place }], ...place }];
}
