import { foundOrMade } from './cache/found-or-made.ts';

/** Shorter runs of letters stand in nearly every text. */
const SHORTEST = 3;
/** Parts of an expression, each read from where the one before it ended. */
const LOOKS_AROUND = /\(\?<?[=!]/y;
const GROUP = /\((?:\?(?::|<?[=!]|<\w+>))?/y;
const GROUP_END = /\)/y;
const CLASS = /\[(?:\\.|[^\]\\])*\]/y;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|k<\w+>|u[0-9a-f]{4}|.)/iy;
const CHARACTER = /./suy;
const REPEATED = /(?:[?*+]|\{\d+(?:,\d*)?\})\??/y;
const MAY_BE_MISSING = /^(?:[?*]|\{0)/;
const ESCAPED_SIGN = /^\\[^\w]$/;
const ANY_OR_PLACE = /[.^$]/;

/**
 * Runs of letters of which one at least stands in every text that a pattern matches, so that a text without them need not
 * be tried; null where there are none. It reads the syntax of expressions without flags.
 */
export function neededWords(source: string): readonly string[] | null {
  let at = 0;
  const stands = (token: RegExp) => {
    token.lastIndex = at;
    return token.test(source);
  };
  const taken = (token: RegExp) => {
    if (!stands(token)) return '';
    const from = at;
    at = token.lastIndex;
    return source.slice(from, at);
  };

  function alternatives(): readonly string[] | null {
    const all: string[] = [];
    let isKnown = true;
    for (;;) {
      const one = sequence();
      if (one === null) isKnown = false;
      else all.push(...one);
      if (source[at] !== '|') return isKnown ? all : null;
      at++;
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
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const looksAround = stands(LOOKS_AROUND);
      let letter = '';
      let inside: readonly string[] | null = null;
      if (taken(GROUP) !== '') {
        inside = alternatives();
        taken(GROUP_END);
      } else if (taken(CLASS) === '') {
        const escaped = taken(ESCAPE);
        // Of escapes only those of signs stand for themselves.
        letter = escaped === '' ? taken(CHARACTER) : ESCAPED_SIGN.test(escaped) ? escaped.slice(1) : '';
        if (escaped === '' && ANY_OR_PLACE.test(letter)) letter = '';
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
      foundOrMade(this.#byStart, start, () => []).push({ word, of });
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
