import { isAscii } from './tokens.ts';

/** Classes of Unicode with their characters of ASCII, as they stand between square brackets; a mark stands for those without. */
const OF_ASCII: ReadonlyMap<string, string> = new Map([
  ['\\p{L}', 'a-zA-Z'],
  ['\\p{N}', '0-9'],
  ['\\p{M}', '\\u0300'],
]);
const PARTS = /\\[pP]\{[^}]*\}|\\.|[[\]]/gsu;

/** The source of an expression that finds in ASCII what another does, without the classes of Unicode in it; null where it has others. */
export function asciiTwin(source: string): string | null {
  let isInClass = false;
  let isKnown = true;
  const twin = source.replace(PARTS, (part) => {
    if (part === '[' || part === ']') {
      isInClass = part === '[';
      return part;
    }
    if (!/^\\[pP]\{/.test(part)) return part;
    const ofAscii = OF_ASCII.get(part);
    if (ofAscii === undefined) isKnown = false;
    return isInClass ? (ofAscii ?? part) : `[${ofAscii ?? ''}]`;
  });
  return isKnown ? twin : null;
}

/**
 * An expression with classes of Unicode, such as \p{L}, that is compiled where it is first tried, and tried on ASCII by a
 * twin without them. To compile those classes takes fifty times as long as all else, and most texts need none of them.
 */
export class WordPattern {
  readonly #source: () => string;
  readonly #flags: string;
  #ofAscii: RegExp | undefined;
  #ofAny: RegExp | undefined;

  /** `flags` has "u" among them, and none that remembers where it found something. */
  constructor(source: string | (() => string), flags: string) {
    this.#source = typeof source === 'string' ? () => source : source;
    this.#flags = flags;
  }

  test(text: string): boolean {
    return this.#for(text).test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.#for(text).exec(text);
  }

  #for(text: string): RegExp {
    if (!isAscii(text)) return this.#inAny();
    this.#ofAscii ??= this.#inAscii();
    return this.#ofAscii;
  }

  #inAny(): RegExp {
    this.#ofAny ??= new RegExp(this.#source(), this.#flags);
    return this.#ofAny;
  }

  #inAscii(): RegExp {
    const twin = asciiTwin(this.#source());
    return twin === null ? this.#inAny() : new RegExp(twin, this.#flags);
  }
}
