import { ByteWriter } from '../memory/byte-writer.ts';
import { DIGEST_WORDS } from '../memory/lane-digest.ts';
import type { TextsMaker } from '../memory/texts.ts';

/** Layout of a term: the last round it was met in, its number in that round, the bounds of its texts, its digest. */
const TERM_WORDS = 8;
const [ROUND, NUMBER, FROM, NORM_TO, TO, DIGEST] = [0, 1, 2, 3, 4, 5];
const FEWEST = 1 << 10;

/** Terms that come in many rounds, close together in memory. */
export class RememberedTerms<Field> {
  readonly #fields: Field[] = [];
  #terms = new Int32Array(FEWEST * TERM_WORDS);
  readonly #texts = new ByteWriter();

  get size(): number {
    return this.#fields.length;
  }

  clear(): void {
    this.#fields.length = 0;
    this.#texts.clear();
  }

  add(field: Field, norm: string, spelling: string, digest: ArrayLike<number>): number {
    const term = this.#fields.push(field) - 1;
    const at = term * TERM_WORDS;
    if (at === this.#terms.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.#terms);
      this.#terms = grown;
    }
    this.#terms[at + ROUND] = -1;
    this.#terms[at + FROM] = this.#texts.end;
    this.#texts.text(norm);
    this.#terms[at + NORM_TO] = this.#texts.end;
    this.#texts.text(spelling);
    this.#terms[at + TO] = this.#texts.end;
    for (let word = 0; word < digest.length; word++) this.#terms[at + DIGEST + word] = digest[word] as number;
    return term;
  }

  /** The number a term has in a round; -1 where it has none yet. */
  numberIn(round: number, term: number): number {
    const at = term * TERM_WORDS;
    return this.#terms[at + ROUND] === round ? (this.#terms[at + NUMBER] as number) : -1;
  }

  setNumber(round: number, term: number, number: number): void {
    this.#terms[term * TERM_WORDS + ROUND] = round;
    this.#terms[term * TERM_WORDS + NUMBER] = number;
  }

  fieldOf(term: number): Field {
    return this.#fields[term] as Field;
  }

  digestWord(term: number, word: number): number {
    return this.#terms[term * TERM_WORDS + DIGEST + word] as number;
  }

  /** Tells whether two terms have one digest. */
  areAlike(term: number, other: number): boolean {
    for (let word = 0; word < DIGEST_WORDS; word++)
      if (this.digestWord(term, word) !== this.digestWord(other, word)) return false;
    return true;
  }

  /** Adds the texts of a term to others. */
  addTexts(term: number, norms: TextsMaker, spellings: TextsMaker): void {
    const at = term * TERM_WORDS;
    const normTo = this.#terms[at + NORM_TO] as number;
    norms.addBytes(this.#texts.buffer, this.#terms[at + FROM] as number, normTo);
    spellings.addBytes(this.#texts.buffer, normTo, this.#terms[at + TO] as number);
  }
}
