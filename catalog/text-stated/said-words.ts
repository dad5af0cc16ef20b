import { escaped } from '../../text/escaped.ts';
import { tokensOf } from '../../text/normalise.ts';
import { isClaimed, isPredicate } from './claim.ts';
import { isAsserted } from './context.ts';
import { goodsWithout, knownValues, wordsBeside } from './known-values.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** A value of a field that a text says. */
export interface SaidValue {
  readonly field: string;
  readonly value: string;
}

/** Words by which texts other than names have to say a field; all of its phrases where nothing is listed. */
export interface InTexts {
  /** Phrases that say a value wherever they end a clause. */
  readonly texts?: readonly string[] | undefined;
  /** Words right behind which all phrases say it: "made of". */
  readonly behind?: readonly string[] | undefined;
}

/** A value as a phrase says it, and what texts are to say it by. */
interface PhraseSaid extends SaidValue {
  /** True where texts say it by the phrase alone. */
  readonly isPlain: boolean;
  /** Expression for the end of a text right behind which the phrase says it; null where it never does so. */
  readonly behind: RegExp | null;
}

/** A phrase in a text: the values it says, if any, and where it stands, end exclusive. */
interface Place {
  readonly said: readonly PhraseSaid[];
  readonly start: number;
  readonly end: number;
}

/** Mark that ends a clause, but no decimal point. */
const ENDS_CLAUSE = /^\s*(?:$|[,;:|()[\]{}•【】（）。！？!?…]|\.(?!\d)|[-–—]\s)/u;

/** Most words of the last item of a list, where they say nothing themselves: "hazelnut and orange zest". */
const LAST_ITEM = String.raw`\p{L}+(?:[\s-]\p{L}+){0,2}`;

/** A character of what names call a product, up to where they say more of it. */
const WITHIN_CLAUSE = String.raw`[^,;:|()\[\]–—]`;

/** Stands for the name of a maker, in which no word says anything. */
const MAKER = '\uE000';

/** Expressions for the words beside a value that say it is not said of the product, and names that say nothing. */
function besideOnce() {
  const { before, parts, denied, nothing, joining, introducing, rest, going_on, qualities, choosing, told, beyond } =
    wordsBeside();
  const anyOf = (words: readonly string[]) => words.map((word) => escaped(word)).join('|');
  const goesWith = `\\s(?:${anyOf(beyond.filter((word) => !joining.includes(word)))})(?!\\p{L})`;
  return {
    before: new RegExp(`(?<!\\p{L})(?:${anyOf(before)})[\\s-]$`, 'iu'),
    ofPart: new RegExp(`^[\\s-](?:${anyOf(parts)})(?!\\p{L})`, 'iu'),
    /** Goods that have no value of a field, where what names call a product ends in them, by the field. */
    ofGoodsWithout: new Map(
      [...goodsWithout()].map(([field, goods]) => [
        field,
        new RegExp(
          `^(?:(?!${goesWith})${WITHIN_CLAUSE})*?(?<!\\p{L})(?:${anyOf(goods)})(?:s|es)?(?=\\s*$|\\s*(?!${WITHIN_CLAUSE})|\\s-?\\s?\\d|\\s-\\s|${goesWith})`,
          'iu',
        ),
      ]),
    ),
    denied: new RegExp(`^[\\s:|(,–—-]{1,4}(?:${anyOf(denied)})(?![\\p{L}.])`, 'iu'),
    nothing: [...nothing, ...knownValues().flatMap(({ phrases }) => phrases)],
    betweenItems: new RegExp(`^(?:\\s*,\\s*(?:(?:${anyOf(joining)})\\s+)?|\\s+(?:${anyOf(joining)})\\s+)$`, 'iu'),
    beforeLastItem: new RegExp(
      `^,?\\s+(?:${anyOf(joining)})\\s+(?!(?:${anyOf(rest)})(?!\\p{L}))${LAST_ITEM}(?=\\s*(?:$|[.;:!?()]))`,
      'iu',
    ),
    goesOn: new RegExp(`^\\s(?:${anyOf(going_on)})(?!\\p{L})`, 'iu'),
    behind: (words: readonly string[]) =>
      new RegExp(`(?<!\\p{L})(?:${anyOf(words)})[\\s:]+(?:(?:${anyOf(qualities)})(?:[\\s,-]|\\sand\\s)+){0,4}$`, 'iu'),
    told: new RegExp(`^(?:${anyOf(told)})(?!\\p{L})`, 'iu'),
    choosing: new RegExp(`[\\s,/](?:${anyOf(choosing)})(?!\\p{L})`, 'iu'),
    introduced: new RegExp(`(?::|(?<!\\p{L})(?:${anyOf(introducing)}))\\s[^.;:!?()]*$`, 'iu'),
  };
}

let beside: ReturnType<typeof besideOnce> | undefined;

/** Read when words are first looked for: most commands look for none. */
function wordsBesideValues() {
  beside ??= besideOnce();
  return beside;
}

/** A text in which signs that words are joined by are words or spaces: "3/4", "plug & play", "100% cotton". */
const plain = (text: string) =>
  text
    .replace(/(?<=\d)\/(?=\d)/g, ' ')
    .replace(/(?<!\s)\s*&\s*/g, ' and ')
    .replace(/(?<=\d)\s?%\s*(?=\p{L})/gu, ' percent ');

/**
 * Values of fields by the words that say them, which are looked for in texts of products: whole words in any letters, said of
 * the product itself and of nothing it fits or comes without. Longer words that the lexicon knows for another value say
 * nothing here that they do not say as a whole: faux leather is no leather.
 */
export class SaidWords {
  readonly #finder = new PhraseFinder();
  /** The values that each phrase says. */
  readonly #said: PhraseSaid[][] = [];

  /**
   * `names` are words that say nothing though one that says a value is in them: "Black Hawk" is no color; `inTexts` says of some
   * fields what texts have to say them by.
   */
  constructor(
    fields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
    names: readonly string[] = [],
    inTexts: Readonly<Record<string, InTexts>> = {},
  ) {
    for (const [field, words] of Object.entries(fields)) {
      const { texts, behind = [] } = inTexts[field] ?? {};
      const right = behind.length === 0 ? null : wordsBesideValues().behind(behind);
      const plainly = texts === undefined && right === null ? null : new Set((texts ?? []).map(wordsOfPhrase));
      for (const [value, phrases] of Object.entries(words))
        for (const phrase of new Set(phrases.map(wordsOfPhrase)))
          this.#add(phrase, { field, value, behind: right, isPlain: plainly === null || plainly.has(phrase) });
    }
    for (const phrase of [...names, ...wordsBesideValues().nothing]) this.#add(wordsOfPhrase(phrase), null);
  }

  #add(phrase: string, said: PhraseSaid | null): void {
    if (phrase === '') return;
    const number = this.#finder.add(phrase);
    this.#said[number] ??= [];
    if (said !== null) this.#said[number].push(said);
  }

  /** The values that the name of a product says; words of its maker's name say nothing, nor what its goods have none of. */
  inName(name: string, maker = ''): SaidValue[] {
    const searched = withoutMaker(plain(name), plain(maker));
    const { ofGoodsWithout } = wordsBesideValues();
    return this.#longest(searched)
      .filter((place) => isSaidOfProduct(searched, place))
      .flatMap(({ said, end }) =>
        said.filter(({ field }) => ofGoodsWithout.get(field)?.test(searched.slice(end)) !== true),
      );
  }

  /**
   * The values that a sentence about a product says: at the end of a clause, for what stands within may be said of a part, in a
   * list of which one does, "cedar, caramel and orange zest", and where it is told of the product, which its name is the name of.
   */
  inSentence(text: string, maker = '', name = ''): SaidValue[] {
    const searched = withoutMaker(plain(text), plain(maker));
    const places = this.#longest(searched);
    return places.flatMap((place, at) => {
      const of = (some: readonly PhraseSaid[], isSaid: () => boolean) => (some.length > 0 && isSaid() ? some : []);
      const [plainly, others] = [
        place.said.filter(({ isPlain }) => isPlain),
        place.said.filter(({ isPlain }) => !isPlain),
      ];
      const isClear = () =>
        (isOfClauseEnd(searched, places, at) || isSaidBesides(searched, place, name)) &&
        isSaidOfProduct(searched, place) &&
        isClaimed(
          searched,
          place,
          name,
          wordsBesideValues().told.test(searched.slice(place.start, place.end)) ? 'told' : 'quality',
        );
      return [
        ...of(plainly, isClear),
        ...others.filter(
          ({ field, behind }) => behind !== null && isBehind(searched, places, at, { field, behind, name }),
        ),
      ];
    });
  }

  /** Places of which none is within a longer one: "water resistant" is not resistant. */
  #longest(text: string): Place[] {
    const places: Place[] = [];
    for (const { phrase, start, end } of this.#finder.find(text)) {
      const place = { said: this.#said[phrase] as PhraseSaid[], start, end };
      const last = places.at(-1);
      if (last !== undefined && start === last.start) places[places.length - 1] = place;
      else if (last === undefined || start >= last.end) places.push(place);
    }
    return places;
  }
}

const wordsOfPhrase = (text: string) => tokensOf(plain(text)).join(' ');

/** Tells whether a place, or the first item of the list that it stands in, is right behind words that say its field of the product. */
function isBehind(
  text: string,
  places: readonly Place[],
  at: number,
  { field, behind, name }: { readonly field: string; readonly behind: RegExp; readonly name: string },
): boolean {
  const { betweenItems, goesOn, beforeLastItem, told, choosing } = wordsBesideValues();
  const isOfField = (place: Place | undefined) => place?.said.some((said) => said.field === field) === true;
  const isNext = (one: number) =>
    isOfField(places[one]) &&
    isOfField(places[one + 1]) &&
    betweenItems.test(text.slice(places[one]?.end, places[one + 1]?.start));
  let [first, last] = [at, at];
  while (first > 0 && at - first < MOST_ITEMS && isNext(first - 1)) first--;
  while (last - at < MOST_ITEMS && isNext(last)) last++;
  const [{ start }, { end }] = [places[first] as Place, places[last] as Place];
  const from = behind.exec(text.slice(Math.max(0, start - INTRODUCED_WITHIN), start));
  const after = text.slice(end, end + INTRODUCED_WITHIN);
  if (from === null || !(ENDS_CLAUSE.test(after) || goesOn.test(after) || beforeLastItem.test(after))) return false;
  const begins = Math.max(0, start - INTRODUCED_WITHIN) + from.index;
  if (told.test(from[0]) && choosing.test(text.slice(start, end + FARTHEST))) return false;
  return isClaimed(text, { start: begins, end }, name, 'told') && !isDenied(after);
}

/** Tells whether a value is said of the product together with something else: "It is lightweight and fits in a bag". */
const isSaidBesides = (text: string, { start, end }: Place, name: string): boolean =>
  /^\sand\s/i.test(text.slice(end, end + FARTHEST)) && isPredicate(text.slice(0, start), name);

const isDenied = (after: string) => wordsBesideValues().denied.test(after);

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
