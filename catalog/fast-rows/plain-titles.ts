import { AsciiTokens, mostTokenBytes, NO_TOKEN } from '../../text/ascii-tokens.ts';
import type { TermCollector } from '../inverted-index/index.ts';
import type { TextsMaker } from '../memory/texts.ts';
import { MOST_REMEMBERED_LENGTH } from '../product/options.ts';
import { KnownParts, NEW, ONCE } from './known-parts.ts';

const SPACE = 0x20;
/** Slots for the chunks between two spaces of titles. */
const CHUNKS = 1 << 15;

/** Packs titles of printable ASCII from their bytes, as `TitlePacker` packs any from its text: no word reaches over a space. */
export class PlainTitles {
  readonly #terms: TermCollector;
  readonly #words: TextsMaker;
  /** Words as they are written, parted by spaces, each marked with how many they are. */
  readonly #chunks: KnownParts;
  readonly #tokens = new AsciiTokens();
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
      if (chunk < 0) this.#addNew(bytes, start, at, chunk, place);
      else if (this.#chunks.markOf(chunk) > 0) {
        this.#part();
        this.#chunks.write(chunk, this.#words.bytes);
        this.#chunks.note(chunk, place);
      }
    }
    this.#words.end();
  }

  #addNew(bytes: Buffer, from: number, to: number, known: number, place: number): void {
    if (known === NEW) this.#chunks.meet();
    const isRemembered = known === ONCE && to - from <= MOST_REMEMBERED_LENGTH;
    const words = this.#words.bytes;
    const written = words.room(mostTokenBytes(to - from) + 1);
    const first = words.end + (this.#isFirst ? 0 : 1);
    const terms: number[] = [];
    this.#tokens.begin(bytes, from, to);
    for (;;) {
      const start = words.end + (this.#isFirst ? 0 : 1);
      const end = this.#tokens.next(written, start);
      if (end === NO_TOKEN) break;
      this.#part();
      words.end = end;
      if (isRemembered) terms.push(this.#terms.wordIn(written, start, end));
      this.#terms.noteWordIn(written, start, end, place);
    }
    if (isRemembered)
      this.#chunks.add(terms, terms.length, (into) => into.copy(written, first, Math.max(first, words.end)));
  }

  /** Parts words by a space. */
  #part(): void {
    if (!this.#isFirst) this.#words.bytes.byte(SPACE);
    this.#isFirst = false;
  }
}
