import { escaped } from '../../text/escaped.ts';
import { tokensOf } from '../../text/normalise.ts';
import { isAsserted } from './context.ts';
import { knownValues, wordsBeside } from './known-values.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** A value of a field that a text says. */
export interface SaidValue {
  readonly field: string;
  readonly value: string;
}

/** A phrase in a text: the values it says, if any, and where it stands, end exclusive. */
interface Place {
  readonly said: readonly SaidValue[];
  readonly start: number;
  readonly end: number;
}

/** Mark that ends a clause, but no decimal point. */
const ENDS_CLAUSE = /^\s*(?:$|[,;:|()[\]{}•【】（）。！？!?…]|\.(?!\d)|[-–—]\s)/u;

/** Most words of the last item of a list, where they say nothing themselves: "hazelnut and orange zest". */
const LAST_ITEM = String.raw`\p{L}+(?:[\s-]\p{L}+){0,2}`;

/** Stands for the name of a maker, in which no word says anything. */
const MAKER = '\uE000';

/** Expressions for the words beside a value that say it is not said of the product, and names that say nothing. */
function besideOnce() {
  const { before, parts, denied, nothing, joining, introducing, rest } = wordsBeside();
  const anyOf = (words: readonly string[]) => words.map((word) => escaped(word)).join('|');
  return {
    before: new RegExp(`(?<!\\p{L})(?:${anyOf(before)})[\\s-]$`, 'iu'),
    ofPart: new RegExp(`^[\\s-](?:${anyOf(parts)})(?!\\p{L})`, 'iu'),
    denied: new RegExp(`^[\\s:|(,–—-]{1,4}(?:${anyOf(denied)})(?![\\p{L}.])`, 'iu'),
    nothing: [...nothing, ...knownValues().flatMap(({ phrases }) => phrases)],
    betweenItems: new RegExp(`^(?:\\s*,\\s*(?:(?:${anyOf(joining)})\\s+)?|\\s+(?:${anyOf(joining)})\\s+)$`, 'iu'),
    beforeLastItem: new RegExp(
      `^,?\\s+(?:${anyOf(joining)})\\s+(?!(?:${anyOf(rest)})(?!\\p{L}))${LAST_ITEM}(?=\\s*(?:$|[.;:!?()]))`,
      'iu',
    ),
    introduced: new RegExp(`(?::|(?<!\\p{L})(?:${anyOf(introducing)}))\\s[^.;:!?()]*$`, 'iu'),
  };
}

let beside: ReturnType<typeof besideOnce> | undefined;

/** Read when words are first looked for: most commands look for none. */
function wordsBesideValues() {
  beside ??= besideOnce();
  return beside;
}

/** A text in which signs that words are joined by are words or spaces: "3/4", "plug & play". */
const plain = (text: string) => text.replace(/(?<=\d)\/(?=\d)/g, ' ').replace(/\s*&\s*/g, ' and ');

/**
 * Values of fields by the words that say them, which are looked for in texts of products: whole words in any letters, said of
 * the product itself and of nothing it fits or comes without. Longer words that the lexicon knows for another value say
 * nothing here that they do not say as a whole: faux leather is no leather.
 */
export class SaidWords {
  readonly #finder = new PhraseFinder();
  /** The values that each phrase says. */
  readonly #said: SaidValue[][] = [];

  /** `names` are words that say nothing though one that says a value is in them: "Black Hawk" is no color. */
  constructor(
    fields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
    names: readonly string[] = [],
  ) {
    for (const [field, words] of Object.entries(fields))
      for (const [value, phrases] of Object.entries(words)) this.#add(phrases, { field, value });
    this.#add([...names, ...wordsBesideValues().nothing], null);
  }

  #add(phrases: readonly string[], said: SaidValue | null): void {
    for (const phrase of new Set(phrases.map((text) => tokensOf(plain(text)).join(' ')))) {
      if (phrase === '') continue;
      const number = this.#finder.add(phrase);
      this.#said[number] ??= [];
      if (said !== null) this.#said[number].push(said);
    }
  }

  /** The values that the name of a product says; words of its maker's name say nothing. */
  inName(name: string, maker = ''): SaidValue[] {
    const searched = withoutMaker(plain(name), plain(maker));
    return saidOf(searched, this.#longest(searched));
  }

  /**
   * The values that a sentence about a product says: at the end of a clause, for what stands within is said of a part, and in a
   * list of which one does, "cedar, caramel and orange zest".
   */
  inSentence(text: string, maker = ''): SaidValue[] {
    const searched = withoutMaker(plain(text), plain(maker));
    const places = this.#longest(searched);
    return saidOf(
      searched,
      places.filter((_, at) => isOfClauseEnd(searched, places, at)),
    );
  }

  /** Places of which none is within a longer one: "water resistant" is not resistant. */
  #longest(text: string): Place[] {
    const places: Place[] = [];
    for (const { phrase, start, end } of this.#finder.find(text)) {
      const place = { said: this.#said[phrase] as SaidValue[], start, end };
      const last = places.at(-1);
      if (last !== undefined && start === last.start) places[places.length - 1] = place;
      else if (last === undefined || start >= last.end) places.push(place);
    }
    return places;
  }
}

/** The values of places in a text that are said of the product. */
const saidOf = (text: string, places: readonly Place[]): SaidValue[] =>
  places.filter((place) => isSaidOfProduct(text, place)).flatMap(({ said }) => said);

/** Items of a list that are looked at, at most, and characters before one in which its list is introduced. */
const MOST_ITEMS = 12;
const INTRODUCED_WITHIN = 120;

/**
 * Tells whether a place ends a clause, or is an item of a list that ends one and is told of the product: behind a colon, or words
 * such as "notes of".
 */
function isOfClauseEnd(text: string, places: readonly Place[], at: number): boolean {
  const { betweenItems, beforeLastItem, introduced } = wordsBesideValues();
  const ends = ({ end }: Place) => ENDS_CLAUSE.test(text.slice(end, end + 3));
  const place = places[at] as Place;
  if (ends(place)) return true;
  if (!introduced.test(text.slice(Math.max(0, place.start - INTRODUCED_WITHIN), place.start))) return false;
  const isListed = (one: Place | undefined, next: Place | undefined) =>
    one !== undefined &&
    next !== undefined &&
    one.said.some(({ field }) => next.said.some((other) => other.field === field)) &&
    betweenItems.test(text.slice(one.end, next.start));
  // The items behind it up to one that ends a clause, or up to the last, which says nothing itself.
  let last = at;
  while (last < at + MOST_ITEMS && isListed(places[last], places[last + 1]) && !ends(places[last] as Place)) last++;
  const end = places[last] as Place;
  return (last > at && ends(end)) || beforeLastItem.test(text.slice(end.end, end.end + INTRODUCED_WITHIN));
}

const withoutMaker = (text: string, maker: string) =>
  maker === '' ? text : text.replace(new RegExp(`(?<!\\p{L})${escaped(maker)}(?!\\p{L})`, 'giu'), MAKER);

/** Tells whether the words around a place leave no doubt that what stands there is said of the product, and of no part of it. */
function isSaidOfProduct(text: string, { start, end }: Place): boolean {
  const after = text.slice(end, end + FARTHEST);
  const { ofPart, denied, before } = wordsBesideValues();
  if (ofPart.test(after) || denied.test(after) || before.test(text.slice(Math.max(0, start - FARTHEST), start)))
    return false;
  return isAsserted(text, start, end);
}

const FARTHEST = 24;
