import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Dice, diceFor } from '../../sample-maker/random.ts';
import { writeOpinion } from '../../sample-maker/reviews.ts';
import { jsonObject } from './json.ts';
import { benchLines } from './lines.ts';
import { type BenchProduct, productsOf } from './products.ts';

interface CatalogSize {
  readonly products: number;
  /** On average; most products have fewer. */
  readonly reviewsPerProduct: number;
  readonly seed: string;
}

export interface WrittenCatalog {
  readonly meta: string;
  /** Null where no reviews were asked for. */
  readonly reviews: string | null;
  /** Bytes of the files before they were packed. */
  readonly metaBytes: number;
  readonly reviewBytes: number;
}

/** Products whose lines are mixed: a real file does not hold a line's variants one after another. */
const WINDOW = 2000;
const PIECE_CHARACTERS = 256 * 1024;
const MOST_WAITING = 8;

/** A gzipped file of lines. */
class LinesFile {
  readonly #packed = createGzip({ chunkSize: PIECE_CHARACTERS });
  readonly #writing: Promise<void>[] = [];
  readonly #done: Promise<void>;
  #piece = '';
  bytes = 0;

  constructor(path: string) {
    this.#done = finished(this.#packed.pipe(createWriteStream(path)));
  }

  async add(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#piece += `${line}\n`;
      if (this.#piece.length >= PIECE_CHARACTERS) await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const piece = Buffer.from(this.#piece);
    this.#piece = '';
    this.bytes += piece.length;
    this.#writing.push(new Promise((resolve) => this.#packed.write(piece, () => resolve())));
    // The next pieces are made while these are packed in another thread.
    if (this.#writing.length > MOST_WAITING) await this.#writing.shift();
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#packed.end();
    await this.#done;
  }
}

/** A few rows are broken, and a few stand there twice. */
function withFaults(products: readonly BenchProduct[], dice: Dice): string[] {
  return products.flatMap(({ text }) => {
    const fate = dice.byWeight([9_985, 1, 7, 7]);
    if (fate === 0) return [text];
    if (fate === 1) return [text, text.slice(0, dice.between(20, text.length - 1))];
    return [text, fate === 2 ? text : text.replace(/"rating_number": \d+/, '"rating_number": 1')];
  });
}

/**
 * Writes a made-up catalog the size of real ones as Amazon Reviews 2023 files. The same size and seed give the same rows;
 * memory does not grow with the size. Lengths, gaps and long tails follow real categories of that data set.
 */
export async function writeCatalog(folder: string, size: CatalogSize): Promise<WrittenCatalog> {
  mkdirSync(folder, { recursive: true });
  const paths = { meta: join(folder, 'meta.jsonl.gz'), reviews: join(folder, 'reviews.jsonl.gz') };
  const meta = new LinesFile(paths.meta);
  const reviews = size.reviewsPerProduct > 0 ? new LinesFile(paths.reviews) : null;
  const dice = diceFor('bench catalog', size.seed);
  const lines = benchLines(size.seed);
  for (let left = size.products; left > 0; ) {
    const window: BenchProduct[] = [];
    while (window.length < Math.min(WINDOW, left)) window.push(...productsOf(lines.next().value!));
    window.length = Math.min(window.length, left);
    left -= window.length;
    await meta.add(withFaults(dice.shuffled(window), dice));
    if (reviews === null) continue;
    await reviews.add(dice.shuffled(window.flatMap((product) => reviewsOf(product, size.reviewsPerProduct))));
  }
  await meta.close();
  await reviews?.close();
  return {
    meta: paths.meta,
    reviews: reviews === null ? null : paths.reviews,
    metaBytes: meta.bytes,
    reviewBytes: reviews?.bytes ?? 0,
  };
}

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Days since 1970: reviews run from 2012 to autumn 2023. */
const [FIRST_DAY, LAST_DAY] = [15_600, 19_600];
/** Of a hundred products, how many have none, few and many reviews; the few and many are so often the average. */
const BANDS = [
  { weight: 45, share: 0 },
  { weight: 40, share: 0.5 },
  { weight: 14, share: 4 },
  { weight: 1, share: 24 },
];

function drawUser(dice: Dice): string {
  let id = 'A';
  for (let at = 0; at < 27; at++) id += BASE_32[dice.below(32)];
  return id;
}

const drawStars = (average: number, dice: Dice) =>
  dice.byWeight(average >= 4.2 ? [3, 2, 5, 16, 74] : average >= 3.4 ? [14, 9, 14, 23, 40] : [38, 16, 16, 14, 16]) + 1;

/** The reviews of a product as lines of the reviews file; over many products there are `perProduct` of them on average. */
function reviewsOf({ id, bench, rating }: BenchProduct, perProduct: number): string[] {
  const { dice, line } = bench;
  const { share } = BANDS[dice.byWeight(BANDS.map(({ weight }) => weight))]!;
  const count = Math.round((2 * share * perProduct * dice.below(1000)) / 1000);
  return Array.from({ length: count }, () => {
    const stars = drawStars(rating, dice);
    const { title, text } = writeOpinion(line, stars, dice);
    const day = dice.between(FIRST_DAY, LAST_DAY);
    return jsonObject([
      ['rating', stars.toFixed(1)],
      ['title', JSON.stringify(title)],
      ['text', JSON.stringify(text)],
      ['images', '[]'],
      ['asin', `"${id}"`],
      ['parent_asin', `"${id}"`],
      ['user_id', `"${drawUser(dice)}"`],
      ['timestamp', String(day * 86_400_000 + dice.below(86_400_000))],
      ['helpful_vote', String(dice.chance(75) ? 0 : dice.between(1, 30))],
      ['verified_purchase', String(dice.chance(88))],
    ]);
  });
}
