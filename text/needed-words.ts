/** Shorter runs of letters stand in nearly every text. */
const SHORTEST = 3;
const LOOKS_AROUND = /^\(\?<?[=!]/;
const GROUP = /^\((?:\?(?::|<?[=!]|<\w+>))?/;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|k<\w+>|u[0-9a-f]{4}|.)/i;
const REPEATED = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/;
const MAY_BE_MISSING = /^(?:[?*]|\{0)/;

/**
 * Runs of letters of which one at least stands in every text that a pattern matches, so that a text without them need not
 * be tried; null where there are none. It reads the syntax of expressions without flags.
 */
export function neededWords(source: string): readonly string[] | null {
  let rest = source;
  const taken = (token: RegExp) => {
    const [found = ''] = token.exec(rest) ?? [];
    rest = rest.slice(found.length);
    return found;
  };

  function alternatives(): readonly string[] | null {
    let all: readonly string[] | null = [];
    for (;;) {
      const one = sequence();
      all = all === null || one === null ? null : [...all, ...one];
      if (taken(/^\|/) === '') return all;
    }
  }

  function sequence(): readonly string[] | null {
    let best: readonly string[] | null = null;
    let run = '';
    const leastOf = (words: readonly string[] | null) =>
      words === null ? 0 : Math.min(...words.map(({ length }) => length));
    const offer = (words: readonly string[] | null) => {
      if (leastOf(words) > leastOf(best)) best = words;
      run = '';
    };
    const offerRun = () => offer(run.length < SHORTEST ? null : [run]);
    while (rest !== '' && !/^[|)]/.test(rest)) {
      const looksAround = LOOKS_AROUND.test(rest);
      let letter = '';
      let inside: readonly string[] | null = null;
      if (taken(GROUP) !== '') {
        inside = alternatives();
        taken(/^\)/);
      } else if (taken(CLASS) === '') {
        const escaped = taken(ESCAPE);
        // Of escapes only those of signs stand for themselves.
        letter = escaped === '' ? taken(/^./su) : /^\\[^\w]$/.test(escaped) ? escaped.slice(1) : '';
        if (escaped === '' && /[.^$]/.test(letter)) letter = '';
      }
      const repeated = taken(REPEATED);
      if (letter !== '' && repeated === '') run += letter;
      else {
        offerRun();
        if (!looksAround && !MAY_BE_MISSING.test(repeated)) offer(inside);
      }
    }
    offerRun();
    return best;
  }

  return alternatives();
}

/** Tells quickly which of many patterns might match a text. */
export class PatternsByWord<T> {
  readonly #always: T[] = [];
  readonly #byStart = new Map<string, { readonly word: string; readonly of: T }[]>();

  /** Adds what is tried where a text holds one of the words; always, where they are null. */
  add(of: T, words: readonly string[] | null): void {
    if (words === null) this.#always.push(of);
    for (const word of words ?? []) {
      const start = word.slice(0, SHORTEST);
      const known = this.#byStart.get(start);
      if (known === undefined) this.#byStart.set(start, [{ word, of }]);
      else known.push({ word, of });
    }
  }

  /** Returns whatever stands for a pattern that may match a text, in no order. */
  in(text: string): Set<T> {
    const found = new Set(this.#always);
    for (let at = 0; at + SHORTEST <= text.length; at++)
      for (const { word, of } of this.#byStart.get(text.slice(at, at + SHORTEST)) ?? [])
        if (text.startsWith(word, at)) found.add(of);
    return found;
  }
}
