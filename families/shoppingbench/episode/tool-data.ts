import type { Catalog } from '../../../catalog/index.ts';
import { type OpenProductSearch, openProductSearch, type SearchMemory } from '../../../catalog/search/index.ts';
import type { EpisodeSource } from '../../../pipeline/episode.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { DEFAULT_CURRENCY, minorUnitsOf } from '../../../text/money.ts';
import { normaliseText, tokensOf } from '../../../text/normalise.ts';
import { questionsOf } from '../planning.ts';
import { ShoppingbenchSample } from '../sample.ts';

/** A text that the web search finds. */
interface WebDocument {
  readonly title: string;
  readonly content: string;
}

interface Indexed {
  readonly document: WebDocument;
  readonly words: ReadonlySet<string>;
}

/** Pages of a question bank, looked up by their words: the web of an episode, without a network. */
class Web {
  readonly #pages: readonly Indexed[];
  readonly #pagesOf = new Map<string, Indexed[]>();

  constructor(documents: readonly WebDocument[]) {
    this.#pages = documents.map((document) => ({
      document,
      words: new Set(tokensOf(`${document.title} ${document.content}`)),
    }));
    for (const page of this.#pages)
      for (const word of page.words) {
        foundOrMade(this.#pagesOf, word, () => []).push(page);
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

/** The data that the tools read. */
export interface Place {
  readonly catalog: Catalog;
  readonly search: OpenProductSearch;
  readonly web: Web;
  /** Minor units in one unit of the prices that agents name. */
  readonly minorUnits: number;
}

/** Opens what the tools read; what another thread has of the search in memory is not read again. */
export async function openPlace(
  catalog: Catalog,
  source: EpisodeSource,
  held: SearchMemory | null = null,
): Promise<Place> {
  return {
    catalog,
    search: openProductSearch(catalog, held),
    web: new Web(await documentsOf(source)),
    minorUnits: minorUnitsOf((catalog.size > 0 ? catalog.currency(0) : null) ?? DEFAULT_CURRENCY),
  };
}

const documentOf = (question: string, answer: string): WebDocument => ({ title: question, content: answer });

/**
 * The pages of the web: a page for each question of the bank the tasks were made from. Of a bank that is not at hand, the
 * pages are those of the run's own questions.
 */
async function documentsOf({ manifest, samples }: EpisodeSource): Promise<WebDocument[]> {
  const documents = new Map<string, WebDocument>();
  const add = (question: string, answer: string) => {
    const key = normaliseText(question);
    if (!documents.has(key)) documents.set(key, documentOf(question, answer));
  };
  const bank = await questionsOf({});
  const { inputs } = (manifest ?? {}) as { inputs?: { questions?: { digest?: unknown } } };
  if (inputs?.questions?.digest === bank.digest)
    for (const { question, answer } of bank.questions) add(question, answer);
  for (const record of samples()) {
    const sample = ShoppingbenchSample.safeParse(record);
    for (const { type, expected_value: value } of sample.data?.rubrics ?? [])
      if (type === 'knowledge_match') add(value.question, value.answer);
  }
  return [...documents.values()];
}
