import {
  BEST_RATING,
  type Counter,
  RATED,
  type Rated,
  type Rating,
  ratedIn,
} from '../../shopping/episode/person/index.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';

/** Asks a person, question by question, what they think of an episode that is over. */
export class TerminalRating {
  readonly #output: Output;
  readonly #names: readonly Rated[];
  readonly #scores: Partial<Record<Rated, number>> = {};
  #comment = '';
  /** The question that is asked; behind all of them the comment. */
  #at = 0;

  constructor(counter: Counter, output: Output) {
    this.#names = ratedIn(counter);
    this.#output = output;
  }

  /** The rating given so far; null where nothing was said. */
  get said(): Rating | null {
    const isNothing = Object.keys(this.#scores).length === 0 && this.#comment === '';
    return isNothing ? null : { scores: this.#scores, comment: this.#comment };
  }

  ask(): void {
    const name = this.#names[this.#at];
    if (name === undefined) this.#print('A comment? Enter ends.');
    else {
      const { asks, from, to } = RATED[name];
      this.#print(`${asks} 1 ${from} … ${BEST_RATING} ${to}; Enter passes over, quit ends.`);
    }
  }

  /** Takes an answer; false where there is no more to ask. */
  hear(text: string): boolean {
    const line = text.trim();
    const name = this.#names[this.#at];
    if (line === 'quit') return false;
    if (name === undefined) {
      this.#comment = line;
      return false;
    }
    const score = Number(line);
    if (line !== '' && !(Number.isInteger(score) && score >= 1 && score <= BEST_RATING)) {
      this.#print(`"${line}" is no number from 1 to ${BEST_RATING}.`);
      return true;
    }
    if (line !== '') this.#scores[name] = score;
    this.#at++;
    this.ask();
    return true;
  }

  #print(text: string): void {
    const page = new Page(this.#output);
    page.paragraph(text);
    this.#output.write(`${page.text}\n`);
  }
}
