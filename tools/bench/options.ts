import { parseArgs } from 'node:util';
import { ConfigError } from '../../schemas/errors.ts';

/** Parts of the benchmark that can be measured alone, in the order in which they are. */
export const PARTS = ['ingest', 'build', 'resume', 'search', 'serve', 'models'] as const;
export type PartName = (typeof PARTS)[number];

export interface BenchOptions {
  readonly parts: readonly PartName[];
  /** Sizes of catalogs, the smallest first. */
  readonly products: readonly number[];
  readonly runs: number;
  /** Accepted samples wanted of each intent in a run of the part `build`; null to have more from larger catalogs. */
  readonly perIntent: number | null;
  /** Finished tasks a run of the part `resume` starts with. */
  readonly tasks: number;
}

const LARGEST = 4_000_000;
const SIZES = '10000,100000,1000000';

export const HELP = `npm run bench -- [${PARTS.join('|')} ...] [options]

Measures what is promised, all parts where none is named, and prints each figure beside its limit or a peer.

  --products <sizes>   sizes of the made catalogs (${SIZES})
  --full               also ${LARGEST} products
  --runs <number>      how often each is measured (1); 3 or more are kept in RESULTS.md
  --per-intent <number>, --tasks <number>
                       samples a build asks for, and finished tasks a resumed run starts with

npm run bench -- catalog --products <number> --out <folder> only makes a catalog.`;
const MOST_TASKS = 100_000;

export function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(number))
    throw new ConfigError(`--${flag} is "${text}", expected a whole number above 0`);
  return number;
}

/** Settings of a benchmark from the words of a command line. */
export function benchOptionsOf(words: readonly string[]): BenchOptions {
  const { values, positionals } = parsed(words);
  const unknown = positionals.find((name) => !(PARTS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `there is nothing called "${unknown}" to measure, expected some of ${PARTS.join(', ')}, or catalog`,
    );
  const sizes = values.products.split(',').map((size) => wholeNumber('products', size.trim()));
  const products = [...new Set([...sizes, ...(values.full ? [LARGEST] : [])])].sort((a, b) => a - b);
  return {
    parts: PARTS.filter((part) => positionals.length === 0 || positionals.includes(part)),
    products,
    runs: wholeNumber('runs', values.runs),
    perIntent: values['per-intent'] === undefined ? null : wholeNumber('per-intent', values['per-intent']),
    // A small catalog has not many more tasks than products.
    tasks:
      values.tasks === undefined ? Math.min(MOST_TASKS, ...products.slice(-1)) : wholeNumber('tasks', values.tasks),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        products: { type: 'string', default: SIZES },
        full: { type: 'boolean', default: false },
        runs: { type: 'string', default: '1' },
        'per-intent': { type: 'string' },
        tasks: { type: 'string' },
      },
    });
  } catch (error) {
    throw new ConfigError((error as Error).message.replace(/\.?\s*$/, ''));
  }
}
