import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../schemas/errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { writeCatalog } from './catalog/write-catalog.ts';
import { wholeNumber } from './options.ts';
import { say } from './part.ts';

/** A made-up catalog on disk. */
export interface MadeCatalog {
  readonly products: number;
  readonly meta: string;
  /** Null where it is for reading alone. */
  readonly reviews: string | null;
  /** Of the metadata before it was packed. */
  readonly metaMegabytes: number;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders of the code that rows come from: a changed one makes another catalog. */
const SOURCES = ['tools/bench/catalog', 'tools/sample-maker'];
const SEED = '1';
const REVIEWS_PER_PRODUCT = 2;
/** Samples are built from catalogs of up to this size; larger ones are only read, and have no reviews. */
export const LARGEST_BUILT = 1_000_000;

/** Says last of all that a folder holds a whole catalog, and of what. */
interface Stamp {
  readonly made_of: string;
  readonly meta_bytes: number;
}

/** The catalog of that size, made where it is not there yet or was made otherwise. */
export async function madeCatalog(folder: string, products: number): Promise<MadeCatalog> {
  const place = join(folder, String(products));
  const stampFile = join(place, 'made.json');
  const reviewsPerProduct = products > LARGEST_BUILT ? 0 : REVIEWS_PER_PRODUCT;
  const size = { products, reviewsPerProduct, seed: SEED };
  const madeOf = digestOfSources(JSON.stringify(size));
  let stamp = existsSync(stampFile) ? (JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp) : null;
  if (stamp?.made_of !== madeOf) {
    say(`making a catalog of ${formatCount(products)} products in ${place}`);
    rmSync(place, { recursive: true, force: true });
    const { metaBytes } = await writeCatalog(place, size);
    stamp = { made_of: madeOf, meta_bytes: metaBytes };
    writeFileSync(stampFile, JSON.stringify(stamp));
  }
  return {
    products,
    meta: join(place, 'meta.jsonl.gz'),
    reviews: reviewsPerProduct === 0 ? null : join(place, 'reviews.jsonl.gz'),
    metaMegabytes: stamp.meta_bytes / 1e6,
  };
}

function digestOfSources(size: string): string {
  const digest = createHash('sha256').update(size);
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  );
  for (const file of files.sort()) if (statSync(file).isFile()) digest.update(readFileSync(file));
  return digest.digest('hex');
}

/** `npm run bench -- catalog`: writes a made-up catalog of any size, for whoever wants one. */
export async function makeCatalog(words: readonly string[]): Promise<void> {
  const { products, reviews, seed, out } = settingsOf(words);
  const start = performance.now();
  const written = await writeCatalog(out, { products, reviewsPerProduct: reviews, seed });
  const seconds = (performance.now() - start) / 1000;
  const megabytes = (written.metaBytes + written.reviewBytes) / 1e6;
  const files = [written.meta, written.reviews].filter((path) => path !== null);
  process.stdout.write(
    `${files.join(', ')}: ${formatCount(products)} products, ${megabytes.toFixed(0)} MB unpacked, ${(megabytes / seconds).toFixed(0)} MB/s\n`,
  );
}

function settingsOf(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        products: { type: 'string', default: '100000' },
        reviews: { type: 'string', default: '2' },
        seed: { type: 'string', default: '1' },
        out: { type: 'string', default: 'out/made-catalog' },
      },
    });
    const reviews = values.reviews === '0' ? 0 : wholeNumber('reviews', values.reviews);
    return { ...values, products: wholeNumber('products', values.products), reviews };
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError((error as Error).message.replace(/\.?\s*$/, ''));
  }
}
