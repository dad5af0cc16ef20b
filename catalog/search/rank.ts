import { eachPlace } from '../inverted-index/index.ts';
import { Best } from './best.ts';
import type { SearchIndex } from './search-index.ts';
import type { Sought } from './sought.ts';

/** Products whose scores are summed up at once: they fit into the nearest cache. */
const WINDOW = 4096;

const scores = new Int32Array(WINDOW);
const touched = new Uint32Array(WINDOW / 32);

/** A word on its way through its products. */
class Cursor {
  readonly word: Sought;
  /** Position in the index that it has come to. */
  at: number;
  readonly #having: Uint32Array;
  readonly #impacts: Uint8Array;

  constructor(word: Sought, { having, impacts }: SearchIndex) {
    this.word = word;
    this.at = word.from;
    this.#having = having;
    this.#impacts = impacts;
  }

  /** The product it stands at; behind all of them where there is none. */
  get product(): number {
    return this.at < this.word.to ? (this.#having[this.at] as number) : Number.POSITIVE_INFINITY;
  }

  /** Returns what the word adds to the score of a product, asked for in ascending order. */
  scoreOf(product: number): number {
    const { byProduct, weight } = this.word;
    if (byProduct !== null) return weight * (byProduct.impacts[product] as number);
    this.moveTo(product);
    return this.product === product ? weight * (this.#impacts[this.at] as number) : 0;
  }

  /** Moves on to the first product that is not before this one, in ever longer steps and then in ever shorter ones. */
  moveTo(product: number): void {
    const having = this.#having;
    const { to } = this.word;
    let low = this.at;
    if (low >= to || (having[low] as number) >= product) return;
    let step = 1;
    while (low + step < to && (having[low + step] as number) < product) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, to);
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((having[middle] as number) < product) low = middle;
      else high = middle;
    }
    this.at = high;
  }

  /** Adds what it has to say about the products of a window to their scores. */
  addWindow(start: number, end: number): void {
    const [having, impacts] = [this.#having, this.#impacts];
    const { to, weight } = this.word;
    let at = this.at;
    for (; at < to; at++) {
      const product = having[at] as number;
      if (product >= end) break;
      const place = product - start;
      scores[place] = (scores[place] as number) + weight * (impacts[at] as number);
      touched[place >>> 5] = (touched[place >>> 5] as number) | (1 << (place & 31));
    }
    this.at = at;
  }
}

/**
 * The `most` products with the highest scores among those that match, the best first. Words that cannot bring a product
 * among them by themselves are only asked about products that others bring up (MaxScore: Turtle and Flood 1995).
 */
export function rankedBest(index: SearchIndex, sought: readonly Sought[], matching: Uint32Array, most: number) {
  const best = new Best(most);
  const floor = surelyReached(index, sought, matching, most);
  const cursors = [...sought].sort((a, b) => a.most - b.most).map((word) => new Cursor(word, index));
  const bounds = boundsOf(cursors);
  /** The first word that can bring a product up. */
  let first = 0;
  for (;;) {
    while (first < cursors.length && (bounds[first] as number) <= Math.max(floor, best.bar)) first++;
    // Only one word can bring a product up: no sums are needed to know which of its products may be among the best.
    if (first === cursors.length - 1) {
      takeList(index, cursors, bounds, matching, best, floor);
      return best.ranked();
    }
    let start = Number.POSITIVE_INFINITY;
    for (let at = first; at < cursors.length; at++) start = Math.min(start, (cursors[at] as Cursor).product);
    if (start === Number.POSITIVE_INFINITY) return best.ranked();
    start -= start % 32;
    for (let at = first; at < cursors.length; at++) (cursors[at] as Cursor).addWindow(start, start + WINDOW);
    takeWindow(start, cursors, bounds, first, matching, best, floor);
  }
}

/** The most that the words up to each add together. */
function boundsOf(cursors: readonly Cursor[]): number[] {
  let sum = 0;
  return cursors.map(({ word }) => (sum += word.most));
}

/** Offers the products of the last word that may be among the best with what the others can add. */
function takeList(
  { having, impacts }: SearchIndex,
  cursors: readonly Cursor[],
  bounds: readonly number[],
  matching: Uint32Array,
  best: Best,
  floor: number,
): void {
  const last = cursors.length - 1;
  const { at: from, word } = cursors[last] as Cursor;
  const { to, weight } = word;
  const missing = last === 0 ? 0 : (bounds[last - 1] as number);
  let bar = Math.max(floor, best.bar);
  let least = Math.floor((bar - missing) / weight) + 1;
  for (let at = from; at < to; at++) {
    const impact = impacts[at] as number;
    if (impact < least) continue;
    const product = having[at] as number;
    if (!isIn(matching, product)) continue;
    const score = withRest(weight * impact, product, cursors, bounds, last, bar);
    if (score <= bar) continue;
    best.add(score, product);
    bar = Math.max(floor, best.bar);
    least = Math.floor((bar - missing) / weight) + 1;
  }
}

/** A score with what the first words add to it, or one that is not above the bar where theirs is not. */
function withRest(
  score: number,
  product: number,
  cursors: readonly Cursor[],
  bounds: readonly number[],
  first: number,
  bar: number,
): number {
  let sum = score;
  for (let at = first - 1; at >= 0 && sum + (bounds[at] as number) > bar; at--)
    sum += (cursors[at] as Cursor).scoreOf(product);
  return sum;
}

/** Offers the products of a window that may be among the best, and empties it. */
function takeWindow(
  start: number,
  cursors: readonly Cursor[],
  bounds: readonly number[],
  first: number,
  matching: Uint32Array,
  best: Best,
  floor: number,
): void {
  const missing = first === 0 ? 0 : (bounds[first - 1] as number);
  let bar = Math.max(floor, best.bar);
  for (let word = 0; word < touched.length; word++) {
    const here = touched[word] as number;
    if (here === 0) continue;
    touched[word] = 0;
    const wanted = matching[(start >>> 5) + word] as number;
    for (let rest = here; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const place = (word << 5) + 31 - Math.clz32(bit);
      const sum = scores[place] as number;
      scores[place] = 0;
      if (sum + missing <= bar || (wanted & bit) === 0) continue;
      const product = start + place;
      const score = withRest(sum, product, cursors, bounds, first, bar);
      if (score <= bar) continue;
      best.add(score, product);
      bar = Math.max(floor, best.bar);
    }
  }
}

const isIn = (set: Uint32Array, product: number) => (((set[product >>> 5] as number) >>> (product & 31)) & 1) === 1;

/** Products that are looked at to know what scores can be reached. */
const TRIED = 256;

/**
 * A score that so many products surely exceed, found with some that have the words that add most; -1 where these are too
 * few. Who knows it before the first window passes by most products.
 */
function surelyReached(index: SearchIndex, sought: readonly Sought[], matching: Uint32Array, most: number): number {
  const tried = new Uint32Array(Math.max(TRIED, 4 * most));
  const { having } = index;
  let count = 0;
  for (const { from, to } of [...sought].sort((a, b) => b.weight - a.weight)) {
    for (let at = from; at < to && count < tried.length; at++) {
      const product = having[at] as number;
      if (isIn(matching, product)) tried[count++] = product;
    }
  }
  const products = tried.subarray(0, count).sort();
  const { bar } = rankOf(
    index,
    sought,
    products.filter((product, at) => product !== products[at - 1]),
    most,
  );
  return bar < 0 ? -1 : bar - 1;
}

/** The same as `rankedBest` for few products that match: each is looked up in the lists of all words. */
export function rankedFew(index: SearchIndex, sought: readonly Sought[], matching: Uint32Array, most: number) {
  const products: number[] = [];
  eachPlace(matching, (product) => products.push(product));
  return rankOf(index, sought, products, most).ranked();
}

/** The best of some products, which ascend. */
function rankOf(index: SearchIndex, sought: readonly Sought[], products: Iterable<number>, most: number): Best {
  const best = new Best(most);
  const cursors = [...sought].sort((a, b) => a.most - b.most).map((word) => new Cursor(word, index));
  const bounds = boundsOf(cursors);
  for (const product of products) {
    const { bar } = best;
    const score = withRest(0, product, cursors, bounds, cursors.length, bar);
    if (score > bar) best.add(score, product);
  }
  return best;
}
