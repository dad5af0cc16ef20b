import type { Catalog } from '../../../catalog/index.ts';
import { type OpenProductSearch, openProductSearch, type SearchMemory } from '../../../catalog/search/index.ts';
import type { EpisodeSource } from '../../../pipeline/episode.ts';
import { DEFAULT_CURRENCY, minorUnitsOf } from '../../../text/money.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { questionsOf } from '../planning.ts';
import { ShoppingbenchSample } from '../sample.ts';
import { Web, type WebDocument } from './documents.ts';

/** What the tools read. */
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
