import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishWords } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent } from '../../text/cache/recent.ts';
import { containsWords, normaliseText } from '../../text/normalise.ts';
import { UNIT_OF } from '../../text/units.ts';
import {
  ALWAYS_PLURAL,
  COLLECTIONS,
  headOf,
  isNoun,
  isPart,
  isPlural,
  isWeak,
  mayModify,
  NOUNS,
  OF_THINGS,
  PARTS,
  pluralsOf,
  singularOf,
  WHOLE,
} from './noun-words.ts';
import type { HeadContext, Word } from './title-name.ts';

/** Words that a place follows: of "Over Ear Headset" the noun is a headset, never an ear headset. */
const BEFORE_PLACES = new Set(englishWords('product noun: before places'));

/** Words before the head noun that may belong to the phrase ("deep tissue massage gun"). */
const MOST_MODIFIERS = 3;

/** A modifier that fewer of the shorter phrase's titles have is a model's name or a feature, not the kind of product. */
const LEAST_SHARE = 0.2;

/** Titles that have to hold a word before it may say a kind that no other title names: it may be a model's. */
const LEAST_TITLES = 3;

export interface ProductNoun {
  /** As the title writes it. */
  readonly span: string;
  readonly plural: boolean;
}

/** Facts about a phrase from the products whose titles hold it; all but `titles` from the first 64 of them. */
export interface PhraseUse {
  /** Tells whether there may be so many titles, which is found out quickly; if not, there are fewer. */
  mayHave(titles: number): boolean;
  readonly titles: number;
  /** Tells whether they are of so many different brands; none counts as one. */
  hasBrands(least: number): boolean;
  /** Tells whether their features and descriptions also write a word of the phrase without a capital. */
  isCommon(word: string): boolean;
}

export interface NounContext extends HeadContext {
  /** Words of the category path, singular. */
  readonly path: ReadonlySet<string>;
  /** Those of its categories that name no several kinds: "Audio & Video" says of no product which it is. */
  readonly kinds: ReadonlySet<string>;
  /** Those of its last category. */
  readonly leaf: ReadonlySet<string>;
  readonly useOf: (phrase: string) => PhraseUse;
  /** True where a noun may stand without the words before it. */
  readonly alone: boolean;
  /** True where the shelf is named for the noun. */
  readonly sure: boolean;
  /** The listing's own features and description. */
  readonly text: string;
}

/** Tells whether a word is the unit of the number before it: "lm" of a "350 lm Headlamp". */
const isUnit = (words: readonly Word[], at: number): boolean =>
  UNIT_OF.has((words[at] as Word).text.toLowerCase()) && /^\d[\d.,]*$/.test(words[at - 1]?.text ?? '');

export function phraseEndingAt(
  title: string,
  words: readonly Word[],
  last: number,
  { brand, path, kinds, leaf, useOf, text, alone, sure }: NounContext,
): ProductNoun | null {
  const head = words[last] as Word;
  // Of "Straight Leg Jeans" the leg, and of "Banana Plug Speaker Cable" the plug, goes with the word before it.
  const isCut = (first: number) => {
    const [before, start, next] = [words[first - 1], words[first] as Word, words[first + 1] as Word];
    if (first === last || before === undefined || !mayModify(before.text, brand)) return false;
    const gap = title.slice(before.end, start.start).trim();
    if (gap !== '') return false;
    if (isOnPath(title.slice(start.start, head.end), leaf)) return false;
    const [left, right] = [`${before.text} ${start.text}`, `${start.text} ${next.text}`].map((pair) => {
      const use = useOf(pair);
      return use.mayHave(2) ? use.titles : 1;
    }) as [number, number];
    return (isWeak(start.text) && right === 1) || left > right;
  };
  const candidates: (ProductNoun & { use: PhraseUse; isCut(): boolean })[] = [];
  for (let first = last; first >= Math.max(0, last - MOST_MODIFIERS); first--) {
    const start = words[first] as Word;
    const repeats = words
      .slice(first + 1, last + 1)
      .some(({ text }) => singularOf(headOf(text)) === singularOf(headOf(start.text)));
    // Of "Ear Pads Cushions" the pads are said beside the cushions.
    const isBeside = isPlural(start.text) && !ALWAYS_PLURAL.has(headOf(start.text));
    // Of "First Aid Kit Bag" the kit is no sort of bag.
    const isOfSeveral = COLLECTIONS.has(singularOf(headOf(start.text)));
    // Of "Pen Holder Desk Storage Box" the holder is a name of its own.
    const isApart = first < last - 1 && isPart(start.text) && mayModify(words[first - 1]?.text ?? '', brand);
    if (
      first < last &&
      (repeats ||
        isBeside ||
        isApart ||
        isOfSeveral ||
        !mayModify(start.text, brand) ||
        isUnit(words, first) ||
        title.slice(start.end, words[first + 1]?.start).trim() !== '')
    )
      break;
    const before = words[first - 1]?.text.toLowerCase() ?? '';
    if (first < last && !isWeak(head.text) && BEFORE_PLACES.has(before)) break;
    const span = title.slice(start.start, head.end);
    if (normaliseText(span).length > 60) break;
    candidates.push({ span, plural: isPlural(head.text), use: useOf(span), isCut: () => isCut(first) });
  }
  const [single, ...longer] = candidates;
  const isSaid = (span: string, use: PhraseUse) => saysPhrase(text, span) || (use.mayHave(2) && use.hasBrands(2));
  const isFirstWhole = (at: number) => longer.slice(0, at).every(({ isCut }) => isCut());
  // What takes longest to find out comes last, here and below.
  const named = () =>
    longer.findLast(
      ({ span, use, isCut }, at) =>
        (isOnPath(span, kinds) ||
          (isOnPath(span, path) && isSaid(span, use)) ||
          (isOfNouns(span, kinds) && ((sure && !isList(span, path) && isFirstWhole(at)) || isSaid(span, use)))) &&
        !isCut(),
    );
  // A "Windshield Kit" is not for whom its category does not name.
  if (COLLECTIONS.has(singularOf(headOf(head.text)))) return named() ?? null;
  // A phrase that several brands share names a kind of product; one brand's phrase may be a model's name.
  const shared = longer.findLast(({ use }, index) => {
    const modifier = words[last - index - 1]?.text ?? '';
    if (!use.mayHave(4)) return false;
    const least = Math.max(4, (candidates[index]?.use.titles ?? 0) * LEAST_SHARE);
    return use.mayHave(least) && use.titles >= least && use.hasBrands(3) && use.isCommon(modifier);
  });
  const described = () => {
    const [first] = alone ? longer : [];
    if (first === undefined) return undefined;
    const { span, use, isCut } = first;
    const modifier = span.split(/\s/)[0] ?? '';
    const isOne =
      isCommonWord(modifier, text) &&
      isInKnownWords(modifier.toLowerCase()) &&
      ((sure && useOf(modifier).mayHave(LEAST_TITLES)) || isSaid(span, use));
    return isOne && !isCut() ? first : undefined;
  };
  const before = words[last - 1]?.text ?? '';
  const isOfThing = isNoun(before) || path.has(singularOf(headOf(before)));
  if (OF_THINGS.has(singularOf(headOf(head.text))) && !isOfThing && shared === undefined) return null;
  const best = shared ?? named() ?? described();
  const noun = singularOf(headOf(head.text));
  const isWhole = sure && leaf.size === 1 && leaf.has(noun) && WHOLE.has(noun);
  const lone = alone && single !== undefined && (!isWeak(head.text) || isWhole) ? single : undefined;
  const chosen = best ?? lone;
  return chosen === undefined ? null : { span: chosen.span, plural: chosen.plural };
}

/** Words whose expressions are kept: to compile one takes longer than to look for it. */
const WORDS_KEPT = 4096;
const wordsAlone = new Recent<string, RegExp>(WORDS_KEPT);

/** True when listings also write the word without a capital, as they never do with the name of a model or a maker. */
export function isCommonWord(word: string, text: string): boolean {
  const lower = word.toLowerCase();
  // Most texts do not have the letters, and to look for those is quick.
  if (!text.includes(lower)) return false;
  const alone = foundOrMade(
    wordsAlone,
    lower,
    () => new RegExp(`(?<![\\p{L}\\p{N}])${lower.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}])`, 'u'),
  );
  return alone.test(text);
}

const modifiersOf = (span: string) =>
  span
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, -1)
    .map(singularOf);

/** True when every modifier of the phrase is a word of the category path. */
const isOnPath = (span: string, path: ReadonlySet<string>): boolean =>
  modifiersOf(span).every((word) => path.has(word));

/**
 * True when every modifier of the phrase is a word of the category path or itself names a product, which nothing does that
 * goes with others: no "cover case" is one.
 */
const isOfNouns = (span: string, path: ReadonlySet<string>): boolean =>
  modifiersOf(span).every((word) => path.has(word) || (NOUNS.has(word) && !PARTS.has(word)));

/** Tells whether a phrase names several things that the category path does not: a "Guitar Skateboard Luggage Decal". */
const isList = (span: string, path: ReadonlySet<string>): boolean =>
  modifiersOf(span).filter((word) => !path.has(word)).length > 1;

/** Tells whether a text says a phrase, in any number and with any capitals. */
function saysPhrase(text: string, phrase: string): boolean {
  const words = phrase.toLowerCase().split(' ');
  const [last = '', before] = [words.pop(), words];
  return [phrase, ...pluralsOf(last).map((plural) => [...before, plural].join(' '))].some((form) =>
    containsWords(text, form),
  );
}
