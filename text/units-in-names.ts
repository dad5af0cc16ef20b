import { englishDetails } from '../lexicon/columns.ts';
import { englishWords } from '../lexicon/index.ts';
import { dimensionOf, UNIT_OF } from './units.ts';

/** Dimensions by the words for what is measured in them, where units of letters stand behind these. */
const MEASURED_IN: ReadonlyMap<string, string> = new Map([
  ...englishWords('columns: times').map((word) => [word, 'time'] as const),
  ...englishWords('columns: measured in').map((pair) => pair.split(' = ') as [string, string]),
]);

/** Tells whether a word is for what is measured in a dimension: a weight, and no capacity, is one in grams. */
export const isMeasuredIn = (word: string, dimension: string): boolean => MEASURED_IN.get(word) === dimension;

/** Units that name sizes and kinds as often, and the least of something. */
const ONE_LETTER = /^[a-z]$/;
const [IN, LEAST] = ['in', 'min'];

/** Letters that a word has in common with the name of a unit, from which on it is of that: "wattage". */
const IN_COMMON = 4;

/** Tells whether what a word says is named for a unit: a wattage for watts. */
const isNamedFor = (word: string, unit: string): boolean =>
  [...UNIT_OF].some(
    ([name, of]) => of === unit && name.length >= IN_COMMON && word.startsWith(name.slice(0, IN_COMMON)),
  );

/** Tells whether a word is what another language calls something that is measured in a dimension: "Gewicht" is a weight. */
const isMeasuredElsewhere = (word: string, dimension: string): boolean =>
  isMeasuredIn(englishDetails().get(word)?.toLowerCase().split(' ').at(-1) ?? '', dimension);

/** Tells whether a letter in brackets is the first of the word before, and not the sign of a unit that this is of. */
const isShortened = (word: string, letter: string, unit: string): boolean =>
  ONE_LETTER.test(letter) &&
  word.startsWith(letter) &&
  !isNamedFor(word, unit) &&
  !isMeasuredElsewhere(word, dimensionOf(unit));

/**
 * The unit behind a word for what is measured, in brackets or not; null where such a word is not measured in it: "width w" is no
 * width in watts, "size m" none in metres, "zoom wide (W)" shortened, and "weight min" is the least weight.
 */
export function unitBehindWord(word: string, spelling: string, isInBrackets: boolean): string | null {
  const unit = UNIT_OF.get(spelling);
  if (unit === undefined) return null;
  const [own, dimension] = [MEASURED_IN.get(word), dimensionOf(unit)];
  if (spelling === LEAST) return isInBrackets && own === dimension ? unit : null;
  if (isInBrackets && isShortened(word, spelling, unit)) return null;
  const isSign = ONE_LETTER.test(spelling) || (spelling === IN && !isInBrackets);
  if (isSign && !(isInBrackets && own === undefined)) return own === dimension ? unit : null;
  const ofLength = dimensionOf('mm');
  return own !== ofLength || dimension === ofLength ? unit : null;
}
