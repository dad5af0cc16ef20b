import { normaliseText } from '../../text/normalise.ts';

/** Looks for many phrases in a text at once, each as consecutive whole words. */
export class PhraseFinder {
  /** Phrases, padded with a space on both sides, by their first word. */
  readonly #byFirstWord = new Map<string, string[]>();

  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) {
      const normalised = normaliseText(phrase);
      const [first] = normalised.split(' ', 1);
      if (first === undefined || first === '') continue;
      const known = this.#byFirstWord.get(first);
      if (known === undefined) this.#byFirstWord.set(first, [` ${normalised} `]);
      else known.push(` ${normalised} `);
    }
  }

  /** The first phrase found, reading the text from its start; `tokens` are the text's tokens. */
  find(tokens: readonly string[]): string | undefined {
    let padded: string | undefined;
    for (const token of tokens) {
      const phrases = this.#byFirstWord.get(token);
      if (phrases === undefined) continue;
      padded ??= ` ${tokens.join(' ')} `;
      const text = padded;
      const found = phrases.find((phrase) => text.includes(phrase));
      if (found !== undefined) return found.trim();
    }
    return undefined;
  }
}
