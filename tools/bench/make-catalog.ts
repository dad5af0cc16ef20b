import { parseArgs } from 'node:util';
import { ConfigError } from '../../schemas/errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { writeCatalog } from './catalog/write-catalog.ts';
import { wholeNumber } from './options.ts';

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
