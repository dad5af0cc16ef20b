import { fileURLToPath } from 'node:url';
import type { Usage } from '../schemas/model.ts';
import { type PriceEntry, type PriceFile, readPriceFile } from './price-file.ts';

/** How a call is made, which decides what it costs. */
export type CallMode = 'online' | 'batch';

/** What a token costs, in whole trillionths of a dollar: one dollar per million tokens is a million of them. */
interface TokenPrice {
  readonly inputPico: number;
  readonly outputPico: number;
}

export interface Price {
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

function tokenPrice({ input_per_million, output_per_million }: PriceEntry, multiplier: number): TokenPrice {
  const pico = (usd: number) => Math.round(usd * PICO_PER_USD_PER_MILLION * multiplier);
  return { inputPico: pico(input_per_million), outputPico: pico(output_per_million) };
}

function priceFrom(entry: string, priced: PriceEntry): Price {
  const { batch_multiplier, taken } = priced;
  return {
    entry,
    taken,
    online: tokenPrice(priced, 1),
    batch: batch_multiplier === undefined ? null : tokenPrice(priced, batch_multiplier),
  };
}

function pricesIn({ models }: PriceFile): Map<string, Price> {
  const prices = new Map<string, Price>();
  for (const [model, entry] of Object.entries(models)) {
    const price = priceFrom(model, entry);
    for (const name of [model, ...entry.aliases]) prices.set(name, price);
  }
  return prices;
}

/** What models cost: the user's price file first, then ours. */
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
    for (const name of [model, model.replace(DATED_SNAPSHOT, '')]) {
      for (const file of this.#files) {
        const price = file.get(name);
        if (price !== undefined) return price;
      }
    }
    return null;
  }

  /** What a call costs in nano-dollars, or null where no price is known for it. */
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
