import { englishWords } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { containsWords, tokensOf } from '../../text/normalise.ts';
import type { ProductName } from './category-name.ts';
import { deviceIn } from './device-names.ts';
import { isListedName } from './listed-names.ts';
import { COLLECTIONS, COMPANIONS, headOf, isNoun, isPart, isWeak, singularOf, singularsIn } from './noun-words.ts';
import { categoryNames, headIn, typeOfCategory } from './product-type.ts';
import { FOR, headsOfKinds, isNumberOrColor, JOINT, namingParts, type Word, wordsOf } from './title-name.ts';

type Titled = Pick<Product, 'title' | 'brand' | 'category'>;

const nounOf = ({ text }: Word): string => singularOf(headOf(text));
const isThing = ({ text }: Word): boolean => isNoun(text) || isPart(text);

/** Tells whether something of what a title says leaves it in doubt that its product is called by a name. */
export const isInDoubt = (name: ProductName, product: Titled): boolean =>
  isForAnimals(name, product) ||
  isJoinedBefore(name, product) ||
  isBeforeServing(name, product) ||
  (name.of === 'category' && isServedOtherwise(name, product));

/** Animals that things are for. */
const ANIMALS = new Set(englishWords('product noun: animals'));

/** Tells whether a name is one word, which says nothing of the animals that a category is for: of boots among pet shoes. */
function isForAnimals({ phrase }: ProductName, { category }: Titled): boolean {
  const [first = '', next = ''] = tokensOf(category.at(-1) ?? '');
  return ANIMALS.has(singularOf(first)) && !/^\d/.test(next) && !/\s/.test(phrase) && !isWeak(phrase);
}

/** The places of a noun in the names that a title says; none where it says the noun elsewhere too, as that may be its name. */
function placesOf(title: string, noun: string): { readonly words: readonly Word[]; readonly at: number }[] {
  const places = namingParts(title).flatMap((words) =>
    [...words.keys()].filter((at) => nounOf(words[at] as Word) === noun).map((at) => ({ words, at })),
  );
  return places.length === wordsOf(title).filter((word) => nounOf(word) === noun).length ? places : [];
}

/** Tells whether a title says a name only as the second of two things, or of two words before a noun: "Cup & Saucer", "Charge & sync Cable". */
function isJoinedBefore({ span, phrase, of }: ProductName, { title }: Titled): boolean {
  const places = of === 'title' ? placesOf(title, headIn(phrase)) : [];
  const size = wordsOf(span).length;
  return (
    places.length > 0 &&
    places.every(({ words, at }) => {
      const first = words[at - size + 1];
      const isWord = JOINT.test(words[at - size]?.text ?? '');
      const before = words[at - size - Number(isWord)];
      if (first === undefined || before === undefined || !JOINT.test(title.slice(before.end, first.start)))
        return false;
      if (isThing(before)) return nounOf(before) !== headIn(phrase);
      return size > 1 && !isListedName(phrase) && !isNumberOrColor(before.text);
    })
  );
}

/** Most words from a thing to what serves it that its name is said for: "Dash Camera Hard Wire Kit". */
const MOST_BETWEEN = 2;

/** Tells whether a title says a thing only before what serves it. */
function isBeforeServing({ phrase }: ProductName, { title }: Titled): boolean {
  const noun = headIn(phrase);
  const places = isWeak(noun) || isPart(noun) ? [] : placesOf(title, noun);
  const serves = (word: Word) => COMPANIONS.has(nounOf(word));
  return (
    places.length > 0 &&
    places.every(({ words, at }) => {
      const behind = words.slice(at + 1, at + 1 + MOST_BETWEEN);
      return behind.some(serves) && !behind.some(({ text }) => JOINT.test(text));
    })
  );
}

/** Tells whether a title begins with another thing and what that is for, and says what its category is named for behind it: "Nurse Stickers for Laptop". */
function isServedOtherwise({ phrase }: ProductName, { title }: Titled): boolean {
  const [words = []] = namingParts(title);
  const [noun, thing] = [headIn(phrase), words.at(-1)];
  if (thing === undefined || !isThing(thing) || words.some((word) => nounOf(word).endsWith(noun))) return false;
  const isServing = title.slice(thing.end).search(FOR) === 0;
  return isServing && ((isPart(thing.text) && !isPart(noun)) || !isWeak(thing.text));
}

/**
 * Tells whether nothing but its own title bears out a name that no other product of the catalog bears: a word that says little
 * behind one with which no list has it, or the name of a category whose title begins with another thing.
 */
export function isInDoubtAlone({ phrase, of }: ProductName, { title, category }: Titled): boolean {
  if (of === 'category') return isNamedLate(headIn(phrase), title, category);
  const words = wordsOf(phrase).map(({ text }) => text);
  const last = words.at(-1) ?? '';
  const isOfModel = deviceIn(phrase) !== null || words.some((word) => /\d/.test(word)) || FOR.test(phrase);
  if (words.length < 2 || isOfModel || !isWeak(last) || COLLECTIONS.has(singularOf(last.toLowerCase()))) return false;
  const leaf = new Set(singularsIn(category.at(-1) ?? ''));
  const isOfKind =
    words.every((word) => leaf.has(singularOf(word.toLowerCase()))) ||
    typeOfCategory(category)?.forms.some((form) => containsWords(phrase, form)) === true;
  return (
    !isOfKind && !categoryNames(category, phrase) && !isListedName(phrase) && !isListedName(words.slice(-2).join(' '))
  );
}

/** Tells whether a title begins with another thing than a noun that it says behind. */
function isNamedLate(noun: string, title: string, category: readonly string[]): boolean {
  const isIt = (word: string) => singularOf(word).endsWith(noun);
  const says = (words: readonly Word[]) => words.some(({ text }) => isIt(headOf(text)));
  const parts = namingParts(title, headsOfKinds(category.at(-1) ?? ''));
  const first = parts.find((words) => says(words) || words.some(isThing));
  return first !== undefined && !says(first) && tokensOf(title).some(isIt);
}
