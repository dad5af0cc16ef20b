import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ConfigError } from '../../../schemas/errors.ts';
import type { TitleSimilarity, TitleThresholds } from './title-similarity.ts';

type Transformers = typeof import('@huggingface/transformers');
/** Brings the library in when it is needed. */
type LoadTransformers = () => Promise<Transformers>;

type Pooling = 'mean' | 'cls' | 'last_token';

/** Texts as vectors of an embedding model on this machine. */
interface Embeddings {
  /** The model's folder, weights and pooling, for reports. */
  readonly name: string;
  /** Must be called with every text before it is compared: a model reads them in batches. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** Cosine of two texts' vectors, from -1 to 1; 0 where one of them is all zeros. */
  cosine(one: string, other: string): number;
}

const PACKAGE = '@huggingface/transformers';
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** Weights by how exact they are; the first that is there is taken. */
const WEIGHTS = [
  ['fp32', 'model.onnx'],
  ['fp16', 'model_fp16.onnx'],
  ['q8', 'model_quantized.onnx'],
] as const;
const WEIGHTS_FOLDER = 'onnx';
/** Texts read at once. A text alone has no padding, whose vector the library would take for its last token's. */
const BATCH: Readonly<Record<Pooling, number>> = { mean: 32, cls: 32, last_token: 1 };

/**
 * Reads how the words' vectors become one, as sentence-transformers writes it beside its models; the mean where nothing
 * says.
 */
function poolingOf(folder: string): Pooling {
  const path = join(folder, '1_Pooling', 'config.json');
  if (!existsSync(path)) return 'mean';
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(`${path} is not JSON: ${(error as Error).message}; restore the file or remove it`);
  }
  if (said.pooling_mode_lasttoken === true) return 'last_token';
  return said.pooling_mode_cls_token === true ? 'cls' : 'mean';
}

function weightsIn(folder: string): (typeof WEIGHTS)[number][0] {
  if (!existsSync(folder))
    throw new ConfigError(`--embedding-model is ${folder}, which is missing; name the folder of an ONNX model`);
  if (!statSync(folder).isDirectory())
    throw new ConfigError(`--embedding-model is ${folder}, which is a file; name the folder of an ONNX model`);
  const missing = NEEDED.find((name) => !existsSync(join(folder, name)));
  if (missing !== undefined)
    throw new ConfigError(`--embedding-model is ${folder}, which has no ${missing}; fetch the model's files whole`);
  const weights = WEIGHTS.find(([, name]) => existsSync(join(folder, WEIGHTS_FOLDER, name)));
  if (weights !== undefined) return weights[0];
  const names = WEIGHTS.map(([, name]) => `${WEIGHTS_FOLDER}/${name}`).join(' nor ');
  throw new ConfigError(`--embedding-model is ${folder}, which has neither ${names}; fetch the model's ONNX weights`);
}

async function loaded(load: LoadTransformers): Promise<Transformers> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      `--embedding-model needs the optional package ${PACKAGE}, which is not installed; install it with: npm install --include=optional`,
      { cause: error },
    );
  }
}

/**
 * Opens an embedding model in a folder on this machine; nothing is fetched. A ConfigError says what of the folder or the
 * package is missing.
 */
export async function openEmbeddings(
  path: string,
  load: LoadTransformers = () => import('@huggingface/transformers'),
): Promise<Embeddings> {
  const folder = resolve(path);
  const dtype = weightsIn(path);
  const pooling = poolingOf(path);
  const { env, LogLevel, pipeline } = await loaded(load);
  env.allowRemoteModels = false;
  env.useFSCache = false;
  env.logLevel = LogLevel.NONE;
  try {
    const embed = await pipeline('feature-extraction', folder, { dtype, local_files_only: true });
    const name = `${basename(folder)} (${dtype}, ${pooling} pooling)`;
    return new LoadedEmbeddings(name, BATCH[pooling], async (texts) => {
      const vectors = await embed([...texts], { pooling, normalize: true });
      return vectors.tolist() as number[][];
    });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new ConfigError(`--embedding-model is ${path}, which cannot be loaded: ${reason}; fetch the model again`, {
      cause: error,
    });
  }
}

class LoadedEmbeddings implements Embeddings {
  readonly name: string;
  /** Unit vectors by text. */
  readonly #vectors = new Map<string, readonly number[]>();
  readonly #batch: number;
  readonly #embed: (texts: readonly string[]) => Promise<number[][]>;

  constructor(name: string, batch: number, embed: (texts: readonly string[]) => Promise<number[][]>) {
    this.name = name;
    this.#batch = batch;
    this.#embed = embed;
  }

  async prepare(texts: Iterable<string>): Promise<void> {
    const unread = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    // By length, so that little of a batch is padding; then by content, so that the same texts make the same batches.
    unread.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    for (let start = 0; start < unread.length; start += this.#batch) {
      const batch = unread.slice(start, start + this.#batch);
      const vectors = await this.#embed(batch);
      for (const [at, text] of batch.entries()) this.#vectors.set(text, vectors[at] as number[]);
    }
  }

  cosine(one: string, other: string): number {
    const [a, b] = [this.#vectorOf(one), this.#vectorOf(other)];
    const cosine = a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
    // Vectors of zeros have no direction, and normalising makes them no numbers.
    return Number.isNaN(cosine) ? 0 : cosine;
  }

  #vectorOf(text: string): readonly number[] {
    const vector = this.#vectors.get(text);
    if (vector === undefined) throw new Error(`no embedding was prepared of the text "${text}"`);
    return vector;
  }
}

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
