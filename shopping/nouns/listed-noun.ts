import type { Language } from '../../lexicon/index.ts';
import { stemOf } from '../../text/stem.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import type { ProductNoun } from './noun-phrase.ts';
import { wordsOf } from './title-name.ts';

/**
 * Finds the listed noun that ends first in a title, or a longer one from the same place on, with the listed word before
 * it; null where there is none.
 */
function unspacedNoun({ nouns, before_nouns }: Language, title: string): string | null {
  const places = nouns.map((noun) => ({ noun, at: title.indexOf(noun) })).filter(({ at }) => at !== -1);
  const [first] = places.sort((a, b) => a.at + a.noun.length - (b.at + b.noun.length) || a.at - b.at);
  if (first === undefined) return null;
  const { noun, at } = places.findLast((other) => other.at === first.at) ?? first;
  const before = before_nouns
    .filter((word) => title.slice(0, at).endsWith(word))
    .sort((a, b) => b.length - a.length)[0];
  return `${before ?? ''}${noun}`;
}

/** The product noun of a title in another language: a listed one, in any form, and what is written on to it. */
export function listedNoun(language: Language, title: string): ProductNoun | null {
  if (hasUnspacedScript(title)) {
    const span = unspacedNoun(language, title);
    return span === null ? null : { span, plural: false };
  }
  const stems = new Map(language.nouns.map((noun) => [stemOf(noun.toLowerCase()), noun]));
  const isCompound = (word: string) =>
    language.stems?.compounds === true && language.nouns.some((noun) => word.endsWith(noun.toLowerCase()));
  const word = wordsOf(title).find(
    ({ text }) => stems.has(stemOf(text.toLowerCase())) || isCompound(text.toLowerCase()),
  );
  return word === undefined ? null : { span: word.text, plural: false };
}
