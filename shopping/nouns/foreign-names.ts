import { writesCompounds } from '../../lexicon/columns.ts';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishExpression, englishWords, isForeignShop, languageOfShop } from '../../lexicon/index.ts';
import { departmentOfName } from './one-word-names.ts';
import type { TitledProduct } from './product-noun.ts';
import { withoutMaker, wordsOf } from './title-name.ts';

/** Letters of a word that two kinds share by chance no longer. */
const LEAST_LETTERS = 4;

/** Ends of words that say that there are several, of any language, the longest first. */
const PLURALS = englishWords('foreign names: plural ends').toSorted((one, other) => other.length - one.length);

/** A word that is written alike for one thing and for several, as far as its letters tell: "der Becher", "die Becher", and no "Gläser". */
const ALIKE = englishExpression('foreign names: alike in the plural', 'u');
/** Words behind which a title says what a product is for, made of or comes with. */
const BEHIND_NAME = englishExpression('foreign names: behind a name', 'iu');

/** A category as one thing of it is called: "Becher", "Mühle", "Camiseta". */
function singularsOf(word: string): string[] {
  const ends = PLURALS.filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length));
  return [...ends, ...(ALIKE.test(word) ? [word] : [])].filter(({ length }) => length >= LEAST_LETTERS);
}

/**
 * The word by which a title of a foreign shop calls the product in its own language: what its category is named for in the
 * plural, or, in a language that writes sorts into one word, one that ends with it, as "Kaffeemühle" among "Mühlen". Null where it
 * says none.
 */
export function foreignNameIn(
  { title, brand }: Pick<TitledProduct, 'title' | 'brand'>,
  category: string,
): string | null {
  const language = isForeignShop() ? languageOfShop() : null;
  const words = wordsOf(category).map(({ text }) => text.toLowerCase());
  const isCompounding = language !== null && writesCompounds(language);
  if (language === null || (words.length > 1 && !isCompounding)) return null;
  const singulars = singularsOf(words.at(-1) ?? '');
  const names = (word: string) =>
    singulars.some(
      (one) => word === one || (isCompounding && word.length >= one.length + LEAST_LETTERS - 1 && word.endsWith(one)),
    );
  const [name = ''] = withoutMaker(title, brand).split(BEHIND_NAME);
  const found = wordsOf(name).find(({ text }) => names(text.toLowerCase()));
  return found?.text ?? null;
}

/** Tells whether a name of a product is a word of a foreign shop, which English texts quote. */
export const isForeignName = (phrase: string): boolean =>
  isForeignShop() &&
  languageOfShop() !== null &&
  /^\p{L}+$/u.test(phrase) &&
  departmentOfName(phrase.toLowerCase()) === undefined &&
  !isInKnownWords(phrase);
