import { tokensOf } from '../../text/normalise.ts';
import type { TermCollector } from '../inverted-index/index.ts';
import type { TextsMaker } from '../memory/texts.ts';
import { MOST_REMEMBERED_LENGTH } from '../product/options.ts';
import { KnownParts, NEW } from './known-parts.ts';

const SPACE = 0x20;
/** Slots for the chunks between two spaces of titles. */
const CHUNKS = 1 << 15;

/** Packs titles of printable ASCII from their bytes, as `TitlePacker` packs any from its text: no word reaches over a space. */
export class PlainTitles {
  readonly #terms: TermCollector;
  readonly #words: TextsMaker;
  /** Words as they are written, parted by spaces, each marked with how many they are. */
  readonly #chunks: KnownParts;
  /** True if the title has no word yet. */
  #isFirst = true;

  /** `words` takes in the words of each title. */
  constructor(terms: TermCollector, words: TextsMaker) {
    this.#terms = terms;
    this.#words = words;
    this.#chunks = new KnownParts(terms, CHUNKS);
  }

  /** Adds the title of the product at a place. */
  add(bytes: Buffer, from: number, to: number, place: number): void {
    this.#isFirst = true;
    this.#chunks.next();
    for (let at = from; at < to; at++) {
      const start = at;
      while (at < to && bytes[at] !== SPACE) at++;
      const chunk = this.#chunks.find(bytes, start, at);
      if (chunk < 0) this.#addNew(bytes.toString('latin1', start, at), chunk, place);
      else if (this.#chunks.markOf(chunk) > 0) {
        this.#part();
        this.#chunks.write(chunk, this.#words.bytes);
        this.#chunks.note(chunk, place);
      }
    }
    this.#words.end();
  }

  #addNew(chunk: string, known: number, place: number): void {
    const words = tokensOf(chunk);
    if (known === NEW) this.#chunks.meet();
    else if (chunk.length <= MOST_REMEMBERED_LENGTH) {
      const terms = words.map((word) => this.#terms.word(word));
      this.#chunks.add(words.join(' '), terms, words.length);
    }
    for (const word of words) {
      this.#part();
      this.#words.bytes.text(word);
      this.#terms.noteWord(word, place);
    }
  }

  /** Parts words by a space. */
  #part(): void {
    if (!this.#isFirst) this.#words.bytes.byte(SPACE);
    this.#isFirst = false;
  }
}
