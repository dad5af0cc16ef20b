import { type Embeddings, type LoadTransformers, openEmbeddings } from './embedding.ts';
import type { TitleSimilarity, TitleThresholds } from './title-similarity.ts';

/**
 * Title similarity as the paper measures it: the cosine of two titles' embeddings, from a model in a folder on this
 * machine and nothing fetched. The paper's figures are of Qwen3-Embedding-0.6B, which takes the last token's vector and
 * says so in its `1_Pooling/config.json`; a folder of its ONNX weights needs that file too.
 * A ConfigError says what of the folder or the package is missing.
 */
export const embeddingSimilarity = async (path: string, load?: LoadTransformers): Promise<TitleSimilarity> =>
  new EmbeddingSimilarity(await openEmbeddings(path, load));

class EmbeddingSimilarity implements TitleSimilarity {
  readonly name: string;
  readonly thresholds: TitleThresholds = { similar: 0.5, same: 0.8 };
  readonly #embeddings: Embeddings;

  constructor(embeddings: Embeddings) {
    this.name = `embeddings of ${embeddings.name}`;
    this.#embeddings = embeddings;
  }

  prepare(titles: Iterable<string>): Promise<void> {
    return this.#embeddings.prepare(titles);
  }

  between(one: string, other: string): number {
    return one === other ? 1 : Math.max(0, Math.min(1, this.#embeddings.cosine(one, other)));
  }
}
