import { tokensOf } from '../../../text/normalise.ts';

/** A text that the web search finds. */
export interface WebDocument {
  readonly title: string;
  readonly content: string;
}

interface Indexed {
  readonly document: WebDocument;
  readonly words: ReadonlySet<string>;
}

/** Pages of a question bank, looked up by their words: the web of an episode, without a network. */
export class Web {
  readonly #pages: readonly Indexed[];
  readonly #pagesOf = new Map<string, Indexed[]>();

  constructor(documents: readonly WebDocument[]) {
    this.#pages = documents.map((document) => ({
      document,
      words: new Set(tokensOf(`${document.title} ${document.content}`)),
    }));
    for (const page of this.#pages)
      for (const word of page.words) {
        const pages = this.#pagesOf.get(word);
        if (pages === undefined) this.#pagesOf.set(word, [page]);
        else pages.push(page);
      }
  }

  /** The pages that share most with the words, rare words first; of those alike, in the order of the bank. */
  search(text: string, most: number): WebDocument[] {
    const scores = new Map<Indexed, number>();
    for (const word of new Set(tokensOf(text))) {
      const pages = this.#pagesOf.get(word) ?? [];
      const weight = Math.log(1 + (this.#pages.length - pages.length + 0.5) / (pages.length + 0.5));
      for (const page of pages) scores.set(page, (scores.get(page) ?? 0) + weight);
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([{ document }]) => document);
  }
}
