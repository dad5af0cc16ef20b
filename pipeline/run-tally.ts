import type { LedgerLine, RejectionLine } from '../schemas/run.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { Tally } from '../text/tally.ts';
import { type Needed, nothingNeeded } from './necessity.ts';

/** A requirement as reports count it. */
export interface RubricFacts {
  readonly type: string;
  /** Of a detail field without "details." before it. */
  readonly field: string;
  readonly source: string;
}

/** Facts a report counts of a sample; null or empty for what its record does not say. */
export interface SampleFacts {
  readonly query: string;
  readonly category: string | null;
  readonly rubrics: readonly RubricFacts[];
  /** Requirements the query only hints at; null in a family that states everything. */
  readonly implicit: number | null;
  readonly targets: number;
  readonly attempts: number;
  /** Number of answers that fit every requirement. */
  readonly answers: number;
  /** Numbers of answers that fit with some requirements withheld, by what is left out. */
  readonly withheld: Readonly<Record<string, number>>;
  /** Part of what it hides that it needs; null in a family that hides nothing. */
  readonly needed: Needed | null;
  /** Price of its targets together, as its catalog prints prices. */
  readonly price: number | null;
}

/** Counts of how many times each number came up. */
export class Numbers {
  readonly #counts = new Map<number, number>();
  #sum = 0;
  #size = 0;

  add(number: number): void {
    this.#counts.set(number, (this.#counts.get(number) ?? 0) + 1);
    this.#sum += number;
    this.#size += 1;
  }

  get size(): number {
    return this.#size;
  }

  get mean(): number {
    return this.#size === 0 ? 0 : this.#sum / this.#size;
  }

  get median(): number {
    let seen = 0;
    for (const [number, count] of this.sorted) {
      seen += count;
      if (seen * 2 >= this.#size) return number;
    }
    return 0;
  }

  /** Counts the numbers within the bounds, both of them included. */
  between(min: number, max: number): number {
    let count = 0;
    for (const [number, times] of this.#counts) if (number >= min && number <= max) count += times;
    return count;
  }

  /** From the least to the greatest. */
  get sorted(): readonly (readonly [number: number, count: number])[] {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }
}

/** Counts a report makes of a whole run, collected task by task. */
export class RunTally {
  /** Tasks of an intent by how they ended: a stage that set them aside, or accepted, surplus, failed, pending. */
  readonly ends = new Map<string, Tally>();
  readonly codes = new Tally();
  readonly codesOfCategory = new Map<string, Tally>();
  readonly rubrics = new Numbers();
  readonly types = new Tally();
  readonly withType = new Tally();
  readonly fields = new Tally();
  /** Requirements by type and field: "search get_gift_info". */
  readonly typedFields = new Tally();
  readonly sources = new Tally();
  readonly implicit = new Numbers();
  readonly answers = new Numbers();
  readonly withheld = new Map<string, Numbers>();
  readonly needed = nothingNeeded();
  readonly categories = new Tally();
  readonly prices = new Numbers();
  readonly attempts = new Numbers();
  /** Counts of the number of products the tasks of an intent are about. */
  readonly targets = new Map<string, Numbers>();

  addTask({ intent, status, stage }: Pick<LedgerLine, 'intent' | 'status' | 'stage'>): void {
    const end = status === 'rejected' ? `by ${stage ?? 'an unknown stage'}` : status;
    foundOrMade(this.ends, intent, () => new Tally()).add(end);
  }

  addRejection({ code, category }: Pick<RejectionLine, 'code' | 'category'>): void {
    this.codes.add(code);
    foundOrMade(this.codesOfCategory, category, () => new Tally()).add(code);
  }

  addSample(intent: string, facts: SampleFacts): void {
    this.rubrics.add(facts.rubrics.length);
    for (const { type, field, source } of facts.rubrics) {
      this.types.add(type);
      this.fields.add(field);
      this.typedFields.add(`${type} ${field}`);
      this.sources.add(source);
    }
    for (const type of new Set(facts.rubrics.map(({ type }) => type))) this.withType.add(type);
    if (facts.implicit !== null) this.implicit.add(facts.implicit);
    this.answers.add(facts.answers);
    for (const [name, count] of Object.entries(facts.withheld))
      foundOrMade(this.withheld, name, () => new Numbers()).add(count);
    if (facts.needed !== null) this.needed[facts.needed] += 1;
    if (facts.category !== null) this.categories.add(facts.category);
    if (facts.price !== null) this.prices.add(facts.price);
    this.attempts.add(facts.attempts);
    foundOrMade(this.targets, intent, () => new Numbers()).add(facts.targets);
  }
}

/** Shares of something counted, in percent; ours beside those of a paper. */
export interface Comparison {
  readonly title: string;
  readonly note: string;
  /** Place in the paper that says it. */
  readonly cited: string;
  readonly rows: readonly { readonly name: string; readonly ours: number; readonly paper: number }[];
}

/** A part of a whole in percent; 0 of nothing. */
export const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
