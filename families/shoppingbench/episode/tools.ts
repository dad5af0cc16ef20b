import { z } from 'zod';
import type { Outcome, Tool } from '../../../pipeline/episode.ts';
import type { Product } from '../../../schemas/product.ts';
import { calculator } from '../../../shopping/episode/calculator.ts';
import { pythonExecute } from '../../../shopping/episode/program.ts';
import { toolsOf } from '../../../shopping/episode/tool.ts';
import { wholeProduct } from '../publish.ts';
import { MOST_FOUND, MOST_IDS, MOST_LOOKED_AT, PER_PAGE } from './limits.ts';
import type { Place } from './tool-data.ts';

/** A task as its tools know it: the instruction, for they hide nothing that the catalog says. */
export interface Staged {
  readonly instruction: string;
}

/** The changing state of an episode: what was recommended last, and how the agent ended it. */
export interface Memory {
  readonly recommended: readonly string[];
  readonly status: 'success' | 'failure' | null;
}

const SERVICES = ['official', 'freeShipping', 'COD', 'flashsale'] as const;
const SORTS = ['default', 'priceasc', 'pricedesc', 'order'] as const;

const tool = toolsOf<Place, Staged, Memory>();

const Ids = z
  .string()
  .min(1)
  .max(2000)
  .describe(`product ids, parted by commas, at most ${MOST_IDS}`)
  .transform((text) =>
    text
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  )
  .pipe(z.array(z.string().max(64)).min(1, 'expected an id').max(MOST_IDS, `expected at most ${MOST_IDS} ids`));

const PRICE = /^\s*(?<low>\d+(?:\.\d+)?)?\s*-\s*(?<high>\d+(?:\.\d+)?)?\s*$/;

export const Found = z.object({
  product_id: z.string(),
  shop_id: z.string().nullable(),
  title: z.string(),
  price: z.number().nullable(),
  service: z.array(z.string()),
  sold_count: z.int().nullable(),
});

/** Bounds of a price as an agent writes them, in minor units. */
function boundsIn(price: string, minorUnits: number): { minPrice?: number; maxPrice?: number } {
  const { low, high } = PRICE.exec(price)?.groups ?? {};
  return {
    ...(low === undefined ? {} : { minPrice: Math.round(Number(low) * minorUnits) }),
    ...(high === undefined ? {} : { maxPrice: Math.round(Number(high) * minorUnits) }),
  };
}

/** By price, upwards or downwards; products without one come last. */
const byPrice = (sign: 1 | -1) => (a: Product, b: Product) => {
  const of = ({ priceMinor }: Product) => (priceMinor === null ? Number.POSITIVE_INFINITY : sign * priceMinor);
  return of(a) === of(b) ? 0 : of(a) - of(b);
};

/** The order of results of equal worth stays what relevance made it. */
function sorted(products: readonly Product[], sort: (typeof SORTS)[number]): readonly Product[] {
  if (sort === 'priceasc') return products.toSorted(byPrice(1));
  if (sort === 'pricedesc') return products.toSorted(byPrice(-1));
  return sort === 'order' ? products.toSorted((a, b) => (b.soldCount ?? 0) - (a.soldCount ?? 0)) : products;
}

const findProduct = tool({
  name: 'find_product',
  description: `Searches the catalog by words. Gives ${PER_PAGE} products to a page, of the ${MOST_FOUND} that fit best.`,
  input: z.object({
    q: z.string().min(1).max(500).describe('words to search for'),
    page: z
      .int()
      .min(1)
      .max(MOST_FOUND / PER_PAGE)
      .default(1)
      .describe('page, from 1'),
    shop_id: z.string().max(64).default('').describe('only products of this shop'),
    price: z
      .string()
      .max(40)
      .regex(PRICE, 'expected bounds such as 100-250, 100- or -250')
      .or(z.literal(''))
      .default('')
      .describe('bounds of the price, such as 100-250, 100- or -250'),
    sort: z.enum(SORTS).default('default').describe('by price, or by how often products were ordered'),
    service: z.enum(SERVICES).or(z.literal('')).default('').describe('only products with this service'),
  }),
  output: z.object({ products: z.array(Found), page: z.int() }),
  readOnly: true,
  run({ q, page, shop_id: shop, price, sort, service }, { place: { catalog, search, minorUnits } }) {
    const filters = { ...(shop === '' ? {} : { shop }), ...boundsIn(price, minorUnits) };
    const size = service === '' ? MOST_FOUND : MOST_LOOKED_AT;
    const found = search.search({ text: q, filters, page: 0, size }).ids.flatMap((id) => catalog.productById(id) ?? []);
    const best = found.filter(({ services }) => service === '' || services.includes(service)).slice(0, MOST_FOUND);
    const shown = sorted(best, sort).slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return {
      result: {
        products: shown.map(({ id, shopId, title, priceMinor, services, soldCount }) => ({
          product_id: id,
          shop_id: shopId,
          title,
          price: priceMinor === null ? null : priceMinor / minorUnits,
          service: services,
          sold_count: soldCount,
        })),
        page,
      },
      shows: shown.map(({ id }) => id),
    };
  },
});

const refused = (error: string): Outcome<Memory> => ({ result: { error }, isError: true });

const viewProductInformation = tool({
  name: 'view_product_information',
  description: 'Gives the descriptions, options and attributes of products.',
  input: z.object({ product_ids: Ids }),
  output: z.union([
    z.object({ products: z.array(z.looseObject({ product_id: z.string() })), unknown: z.array(z.string()).optional() }),
    z.object({ error: z.string() }),
  ]),
  readOnly: true,
  run({ product_ids }, { place: { catalog } }) {
    const known = product_ids.flatMap((id) => catalog.productById(id) ?? []);
    const unknown = product_ids.filter((id) => catalog.rowOf(id) === null);
    if (known.length === 0) return refused(`there is no product ${unknown.join(', ')}`);
    const products = known.map((product) => {
      const { product_id, short_description, description, sku_options, attributes } = wholeProduct(product);
      return { product_id, short_description, description, sku_options, attributes };
    });
    return {
      result: { products, ...(unknown.length === 0 ? {} : { unknown }) },
      shows: known.map(({ id }) => id),
    };
  },
});

const recommendProduct = tool({
  name: 'recommend_product',
  description:
    'Recommends products, in the order they are asked for. A later recommendation takes the place of an earlier one.',
  input: z.object({ product_ids: Ids }),
  output: z.object({ message: z.string() }),
  readOnly: false,
  run: ({ product_ids: recommended }, { memory }) => ({
    result: { message: `Recommended ${recommended.join(', ')} to the user.` },
    memory: { ...memory, recommended },
  }),
});

const webSearch = tool({
  name: 'web_search',
  description: 'Searches the web by words. Gives pages with their titles.',
  input: z.object({
    q: z.string().min(1).max(500).describe('words to search for'),
    max_results: z.int().min(1).max(10).default(5),
  }),
  output: z.object({ results: z.array(z.object({ title: z.string(), content: z.string() })) }),
  readOnly: true,
  run: ({ q, max_results }, { place: { web } }) => ({ result: { results: web.search(q, max_results) } }),
});

const terminate = tool({
  name: 'terminate',
  description: 'Ends the conversation.',
  input: z.object({ status: z.enum(['success', 'failure']).describe('whether the request was met') }),
  output: z.object({ message: z.string() }),
  readOnly: false,
  run: ({ status }, { memory }) => ({
    result: { message: 'The conversation is over.' },
    memory: { ...memory, status },
    end: status === 'failure' && memory.recommended.length === 0 ? 'gave_up' : 'done',
  }),
});

/** The published tools in the order of the paper's Figure 3; where no program may run, a calculator stands in for it. */
export const toolsFor = ({ program }: { readonly program: boolean }): readonly Tool<Place, Staged, Memory>[] => [
  findProduct,
  viewProductInformation,
  ...(program ? [pythonExecute as Tool<Place, Staged, Memory>] : []),
  calculator as Tool<Place, Staged, Memory>,
  webSearch,
  recommendProduct,
  terminate,
];
