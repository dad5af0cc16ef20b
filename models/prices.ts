import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';
import type { Usage } from '../schemas/model.ts';
import { YamlFile } from '../text/files/yaml-file.ts';

/** Money is counted in whole billionths of a US dollar: sums of any length stay exact up to nine million dollars. */
export const NANO_PER_USD = 1_000_000_000;
const MOST_USD = 1_000_000;

/** An amount of dollars as a user gives it, to the nearest billionth; `place` is where it stands. */
export function nanoOf(usd: number, place: string): number {
  if (!Number.isFinite(usd) || usd < 0 || usd > MOST_USD)
    throw new ConfigError(`${place} is ${usd}, expected US dollars from 0 to ${MOST_USD}`);
  return Math.round(usd * NANO_PER_USD);
}

/** Dollars as people read them: cents from one dollar on, two significant digits below. */
export function usdText(nano: number): string {
  if (nano === 0) return '$0';
  const usd = nano / NANO_PER_USD;
  if (usd >= 0.995) return `$${usd.toFixed(2)}`;
  const digits = Math.min(9, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits)}`;
}

const amount = z
  .number('expected US dollars such as 0.15')
  .min(0, 'expected US dollars from 0 up')
  .max(100_000, 'expected US dollars per million tokens, 100000 at most')
  .refine((usd) => Number(usd.toFixed(6)) === usd, 'expected at most six decimals');

/** The price of a model; `batch_multiplier` is left out where the model cannot be had in a batch. */
export const PriceEntry = z.strictObject({
  input_per_million: amount,
  output_per_million: amount,
  batch_multiplier: z.number('expected a number such as 0.5').min(0).max(1, 'expected a number from 0 to 1').optional(),
  taken: z.iso.date('expected the day the price was looked up, such as 2026-11-20'),
  aliases: z.array(z.string().min(1), 'expected a list such as [a, b]').default([]),
});
export type PriceEntry = z.infer<typeof PriceEntry>;

const PriceFile = z.strictObject(
  {
    version: z.string('expected a text such as 2026-11').min(1, 'expected a text such as 2026-11'),
    currency: z.literal('USD', 'expected USD, the only currency prices are counted in'),
    models: z.record(z.string().min(1), PriceEntry, 'expected models and their prices'),
  },
  'expected version, currency and models',
);
type PriceFile = z.infer<typeof PriceFile>;

/** Reads a price file; a ConfigError names the line that is wrong. */
function readPriceFile(path: string): PriceFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
    throw new ConfigError(`the price file ${path} ${reason}; check --prices, or leave it out for the prices we ship`, {
      cause,
    });
  }
  const prices = new YamlFile(path, text).read(
    PriceFile,
    'the price file',
    '; docs/models.md shows a whole price file',
  );
  refuseDoubleNames(prices, path);
  return prices;
}

/** Two entries that answer to one name would make the price a matter of order. */
function refuseDoubleNames({ models }: PriceFile, path: string): void {
  const owners = new Map(Object.keys(models).map((model) => [model, model]));
  for (const [model, { aliases }] of Object.entries(models)) {
    for (const alias of aliases) {
      const owner = owners.get(alias);
      if (owner !== undefined)
        throw new ConfigError(`${path}: the alias "${alias}" of ${model} already names ${owner}; keep one of the two`);
      owners.set(alias, model);
    }
  }
}

/** The way a call is made, which decides its price. */
export type CallMode = 'online' | 'batch';

/** The price of a token, in whole trillionths of a dollar: one dollar per million tokens is a million of them. */
interface TokenPrice {
  readonly inputPico: number;
  readonly outputPico: number;
}

interface Price {
  /** The entry of the price file the model was found under. */
  readonly entry: string;
  /** The day the price was looked up. */
  readonly taken: string;
  readonly online: TokenPrice;
  /** Null where no batch price is known. */
  readonly batch: TokenPrice | null;
}

const SHIPPED = fileURLToPath(new URL('./prices.yaml', import.meta.url));
const PICO_PER_USD_PER_MILLION = 1_000_000;
const DATED_SNAPSHOT = /-\d{4}-\d{2}-\d{2}$/;

function priceFrom(
  entry: string,
  { input_per_million, output_per_million, batch_multiplier, taken }: PriceEntry,
): Price {
  const times = (multiplier: number): TokenPrice => {
    const pico = (usd: number) => Math.round(usd * PICO_PER_USD_PER_MILLION * multiplier);
    return { inputPico: pico(input_per_million), outputPico: pico(output_per_million) };
  };
  return { entry, taken, online: times(1), batch: batch_multiplier === undefined ? null : times(batch_multiplier) };
}

/** The prices of a file by every name they answer to. */
const pricesIn = ({ models }: PriceFile): ReadonlyMap<string, Price> =>
  new Map(
    Object.entries(models).flatMap(([model, entry]) => {
      const price = priceFrom(model, entry);
      return [model, ...entry.aliases].map((name) => [name, price] as const);
    }),
  );

/** The prices of models: the user's price file first, then ours. */
export class Prices {
  /** Versions of the files, the user's first: what a run was priced by. */
  readonly versions: readonly string[];
  readonly #files: readonly ReadonlyMap<string, Price>[];

  constructor(files: readonly PriceFile[]) {
    this.versions = files.map(({ version }) => version);
    this.#files = files.map(pricesIn);
  }

  /** The prices we ship, and before them those of `userFile` (--prices) where one is named. */
  static read(userFile?: string): Prices {
    return new Prices([...(userFile === undefined ? [] : [userFile]), SHIPPED].map(readPriceFile));
  }

  /**
   * The price of a model under its own name, under an alias, or, for a dated snapshot, under its name without the date;
   * null where there is none, which callers say (`noPriceFor`) and never guess around.
   */
  priceOf(model: string): Price | null {
    const names = [model, model.replace(DATED_SNAPSHOT, '')];
    return names.flatMap((name) => this.#files.flatMap((file) => file.get(name) ?? []))[0] ?? null;
  }

  /** The cost of a call in nano-dollars, or null where no price is known for it. */
  costOf(model: string, usage: Usage, mode: CallMode = 'online'): number | null {
    const price = this.priceOf(model)?.[mode] ?? null;
    return price === null ? null : costNano(price, usage);
  }
}

/** Whole nano-dollars, rounded up: what is charged is never less than what was used. */
export function costNano({ inputPico, outputPico }: TokenPrice, { input_tokens, output_tokens }: Usage): number {
  // Tokens of a whole run times their price pass what a double holds exactly.
  const pico = BigInt(inputPico) * BigInt(input_tokens) + BigInt(outputPico) * BigInt(output_tokens);
  return Number((pico + 999n) / 1000n);
}

/** The sentence to say where `priceOf` is null, or has no price for batches. */
export function noPriceFor(model: string, mode: CallMode = 'online'): string {
  const [what, how] =
    mode === 'batch'
      ? ['batch price', 'with its batch_multiplier (0.5 for half the price)']
      : ['price', '(0 where it costs nothing)'];
  return `no ${what} known for ${model}; add it to a prices.yaml of your own ${how} and name the file with --prices`;
}

/** A sentence for every price that is missing: of a model that has none at all, not also of its batches. */
export function missingPrices(
  prices: Pick<Prices, 'priceOf'>,
  models: Iterable<string>,
  modes: readonly CallMode[],
): string[] {
  return [...new Set(models)].flatMap((model) => {
    const price = prices.priceOf(model);
    if (price === null) return [noPriceFor(model)];
    return modes.filter((mode) => price[mode] === null).map((mode) => noPriceFor(model, mode));
  });
}
