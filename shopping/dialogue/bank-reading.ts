import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent } from '../../text/cache/recent.ts';
import { publishedKeywordScore, publishedWords } from './published-matcher.ts';
import {
  coveredBy,
  isTooMuchCovered,
  type KeyedSlot,
  type ReadQuestion,
  readKeyword,
  readQuestion,
} from './question-matcher.ts';

/** Keywords whose readings are remembered; each takes a byte for every question. */
const MOST_KEYWORDS = 4096;

/** Hits and scores of a keyword for every question of a bank. */
interface KeywordReading {
  /** Places of questions it hits, and of the tokens it covers there. */
  readonly hits: readonly (readonly [question: number, tokens: readonly number[]])[];
  /** Its published score for each question. */
  readonly scores: Uint8Array;
}

/** Slots of a script that one question is about, and their scores for it. */
export interface Touched {
  /** Slots the question is about (`slotsTouched`). */
  readonly slots: readonly string[];
  /** Published score of each slot. */
  readonly scores: readonly number[];
}

/** Questions that are put to script after script: what each keyword is to them is found out once. */
export class BankReading {
  readonly #places: ReadonlyMap<string, number>;
  readonly #read: readonly ReadQuestion[];
  readonly #asked: readonly { readonly text: string; readonly words: readonly string[] }[];
  readonly #keywords = new Recent<string, KeywordReading>(MOST_KEYWORDS);

  constructor(questions: Iterable<string>) {
    const all = [...new Set(questions)];
    this.#places = new Map(all.map((question, place) => [question, place]));
    this.#read = all.map(readQuestion);
    this.#asked = all.map(publishedWords);
  }

  /** The place of a question in the bank. */
  placeOf(question: string): number {
    const place = this.#places.get(question);
    if (place === undefined) throw new RangeError(`"${question}" is no question of this bank`);
    return place;
  }

  /** Reads what slots are to the question at each place of the bank; null for one that no keyword touches. */
  of(slots: readonly KeyedSlot[]): (place: number) => Touched | null {
    const readings = slots.map(({ trigger_keywords }) => trigger_keywords.map((keyword) => this.#keyword(keyword)));
    const covered = new Map<number, Set<number>>();
    const hit = readings.map((keywords) => {
      const questions = new Set<number>();
      for (const { hits } of keywords) {
        for (const [question, tokens] of hits) {
          questions.add(question);
          const places = covered.get(question) ?? new Set();
          covered.set(question, places);
          for (const token of tokens) places.add(token);
        }
      }
      return questions;
    });
    const scores = readings.map((keywords) => this.#summed(keywords));
    return (place) => {
      const places = covered.get(place);
      if (places === undefined && scores.every((ofSlot) => ofSlot[place] === 0)) return null;
      const isAbout = places !== undefined && !isTooMuchCovered(places.size, this.#read[place]?.length ?? 0);
      return {
        slots: isAbout ? slots.filter((_, index) => hit[index]?.has(place)).map(({ slot_id }) => slot_id) : [],
        scores: scores.map((ofSlot) => ofSlot[place] as number),
      };
    };
  }

  /** The published score that keywords have together, for each question. */
  #summed(keywords: readonly KeywordReading[]): Uint16Array {
    const sums = new Uint16Array(this.#asked.length);
    for (const { scores } of keywords)
      for (let place = 0; place < sums.length; place++) sums[place]! += scores[place] as number;
    return sums;
  }

  #keyword(written: string): KeywordReading {
    return foundOrMade(this.#keywords, written, () => {
      const tokens = readKeyword(written);
      const hits: [number, number[]][] = [];
      for (const [place, question] of this.#read.entries()) {
        if (question === null || tokens === null) continue;
        const covered = coveredBy(tokens, question);
        if (covered.length > 0) hits.push([place, covered.flat()]);
      }
      const scores = Uint8Array.from(this.#asked, (asked) => publishedKeywordScore(asked, written));
      return { hits, scores };
    });
  }
}
