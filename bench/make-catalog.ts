// `npm run bench:catalog -- --products <n> [--reviews <per product>] [--seed <text>] [--out <folder>]`
import { parseArgs } from 'node:util';
import { writeCatalog } from './catalog/write-catalog.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    reviews: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'out/bench-catalog' },
  },
});

const start = performance.now();
const { meta, reviews, bytes } = await writeCatalog(values.out, {
  products: Number(values.products),
  reviewsPerProduct: Number(values.reviews),
  seed: values.seed,
});
const seconds = (performance.now() - start) / 1000;
const megabytes = bytes / 1e6;
console.log(
  `${[meta, reviews].filter((path) => path !== null).join(', ')}: ${megabytes.toFixed(0)} MB unpacked, ${(megabytes / seconds).toFixed(0)} MB/s`,
);
