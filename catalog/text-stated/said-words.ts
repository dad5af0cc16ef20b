import { tokensOf } from '../../text/normalise.ts';
import { isAsserted } from './context.ts';
import { wordsOfParts } from './known-values.ts';
import { endsPart } from './mentions.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** A value that a text says, and where, end exclusive. */
interface Place {
  readonly values: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * Values by the words that say them, which are looked for in texts of products: whole words in any letters, said of the product
 * itself and of nothing it fits or comes without.
 */
export class SaidWords {
  readonly #finder = new PhraseFinder();
  /** The values of each phrase. */
  readonly #values: string[][] = [];

  constructor(words: Readonly<Record<string, readonly string[]>>) {
    for (const [value, said] of Object.entries(words)) {
      for (const phrase of new Set(said.map((text) => tokensOf(text).join(' ')))) {
        if (phrase === '') continue;
        const number = this.#finder.add(phrase);
        const values = this.#values[number];
        if (values === undefined) this.#values[number] = [value];
        else values.push(value);
      }
    }
  }

  /** The values that the name of a product says. */
  inName(name: string): string[] {
    return this.#in(name, () => true);
  }

  /** The values that a sentence about a product says: at the end of a clause, for what stands within is said of a part. */
  inSentence(text: string): string[] {
    return this.#in(text, ({ end }) => endsPart(text, end));
  }

  #in(text: string, mayBeSaid: (place: Place) => boolean): string[] {
    const said = this.#longest(text).filter(
      (place) => mayBeSaid(place) && !isOfPart(text, place) && isAsserted(text, place.start, place.end),
    );
    return [...new Set(said.flatMap(({ values }) => values))];
  }

  /** Places of which none is within a longer one: "water resistant" is not resistant. */
  #longest(text: string): Place[] {
    const places: Place[] = [];
    for (const { phrase, start, end } of this.#finder.find(text)) {
      const place = { values: this.#values[phrase] as string[], start, end };
      const last = places.at(-1);
      if (last !== undefined && start === last.start) places[places.length - 1] = place;
      else if (last === undefined || start >= last.end) places.push(place);
    }
    return places;
  }
}

let parts: ReadonlySet<string> | undefined;

/** Tells whether what stands in a place is said of a part of the product, which the next word names. */
function isOfPart(text: string, { end }: Place): boolean {
  parts ??= wordsOfParts();
  const [, next = ''] = /^[ -]([\p{L}]+)/u.exec(text.slice(end, end + LONGEST_WORD)) ?? [];
  return parts.has(next.toLowerCase());
}

const LONGEST_WORD = 20;
