import { englishWords } from '../../lexicon/index.ts';
import type { NounContext } from './noun-phrase.ts';
import { formsOf, mayModify, NOT_MODIFIERS } from './noun-words.ts';
import { type Head, headsOfKinds } from './title-name.ts';

/** Words before what a listing calls the product it describes: "this desk lamp". */
const THIS = englishWords('product noun: this').join('|');
/** Least pieces of evidence that a noun names a product whose shelf is of another noun or says nothing of it, has a department alone, or is of many kinds. */
const LEAST_EVIDENCE = { shelf: 4, department: 3, mixed: 2 };

/**
 * Tells whether a listing bears out that a noun of its title names it, though nothing on its shelf does: by how its text
 * speaks of the product, by other brands' titles, by the noun's place, and by what a category above is named for.
 */
export function isBorneOut(
  { noun, part, words, at }: Head,
  heads: readonly Head[],
  { text, category, brand, useOf }: NounContext,
  { isAtOdds, isMixed }: { readonly isAtOdds: boolean; readonly isMixed: boolean },
): boolean {
  const forms = `(?:${formsOf([noun]).join('|')})(?![\\p{L}\\p{N}])`;
  const saysThis = new RegExp(`(?<![\\p{L}\\p{N}])(?:${THIS}) (?:[\\p{L}\\p{N}-]+ ){0,3}${forms}`, 'iu').test(text);
  const says = saysThis || new RegExp(`(?<![\\p{L}\\p{N}])${forms}`, 'iu').test(text);
  const before = words[at - 1]?.text ?? '';
  const ofWords = [
    saysThis,
    says,
    mayModify(before, brand) && useOf(`${before} ${words[at]?.text}`).hasBrands(3),
    heads.filter((other) => other.noun === noun).length > 1,
    category.slice(0, -1).some((name) => headsOfKinds(name).has(noun)),
  ];
  const ofPlace = [
    words.slice(at + 1).every((word) => /\d/.test(word.text) || NOT_MODIFIERS.has(word.text.toLowerCase())),
    heads.every((other) => other.part !== part || other.noun === noun),
    !isAtOdds,
  ];
  const isOfShelf = isAtOdds || (!isMixed && category.length > 1);
  const least = LEAST_EVIDENCE[isOfShelf ? 'shelf' : isMixed ? 'mixed' : 'department'];
  // Its place alone bears a noun out on a shelf of all sorts, not on one that is of something.
  if (category.length > 1 && !isMixed && !ofWords.includes(true)) return false;
  return [...ofWords, ...ofPlace].filter(Boolean).length >= least;
}
