import { z } from 'zod';
import { canonicalField } from '../../../catalog/index.ts';
import type { Outcome, Tool } from '../../../pipeline/episode.ts';
import type { Product } from '../../../schemas/product.ts';
import { LONGEST_QUESTION } from '../../../shopping/dialogue/question-matcher.ts';
import { calculator } from '../../../shopping/episode/calculator.ts';
import { pythonExecute } from '../../../shopping/episode/program.ts';
import { decide, isWorded, remembered, scripted, statedIn, worded } from '../../../shopping/episode/shopper.ts';
import { toolsOf } from '../../../shopping/episode/tool.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { Persona } from '../persona.ts';
import { publishedTarget } from '../publish.ts';
import { LONGEST_SEARCH, MOST_IDS, MOST_REVIEWS, PER_PAGE } from './limits.ts';
import type { Memory, Staged } from './staged.ts';
import { type Place, reviewsOf } from './tool-data.ts';

const Id = z.string().min(1).max(64);
const Ids = z.array(Id).min(1).max(MOST_IDS).describe(`product ids, at most ${MOST_IDS}`);
const Page = z.int().min(0).max(10_000).default(0).describe('page, from 0');
export const Listed = z.object({ product_id: z.string(), title: z.string() });
const Failure = z.object({ error: z.string() });

const tool = toolsOf<Place, Staged, Memory>();

const refused = (error: string): Outcome<Memory> => ({ result: { error }, isError: true });
const unknown = (id: string) => refused(`there is no product "${id}"`);
const listed = ({ id, title }: Product) => ({ product_id: id, title });

const searchProducts = tool({
  name: 'search_products',
  description: `Searches the catalog by words. Gives ids and titles, ${PER_PAGE} to a page.`,
  input: z.object({ query: z.string().min(1).max(LONGEST_SEARCH).describe('words to search for'), page: Page }),
  output: z.object({ products: z.array(Listed), page: z.int(), total_found: z.int() }),
  readOnly: true,
  run({ query, page }, { place: { catalog, search } }) {
    const { total, ids } = search.search({ text: query, page, size: PER_PAGE });
    const products = ids.flatMap((id) => catalog.productById(id) ?? []).map(listed);
    return { result: { products, page, total_found: total }, shows: ids };
  },
});

/** A product's options for an attribute, whatever the agent calls it. */
function optionsNamed({ details }: Product, name: string): readonly string[] {
  const field = [name, canonicalField(name)].find((one) => Object.hasOwn(details, one));
  const found = field ?? Object.keys(details).find((one) => one.toLowerCase() === name.trim().toLowerCase());
  return found === undefined ? [] : (details[found]?.options ?? []);
}

const filterByAttribute = tool({
  name: 'filter_by_attribute',
  description: 'Of some products, gives the ids of those whose attribute holds the value.',
  input: z.object({
    product_ids: Ids,
    attribute_name: z.string().min(1).max(100).describe('such as Material'),
    attribute_value: z.string().min(1).max(200).describe('such as Plastic'),
  }),
  output: z.object({ product_ids: z.array(z.string()) }),
  readOnly: true,
  run({ product_ids, attribute_name, attribute_value }, { place: { catalog } }) {
    const wanted = attribute_value.toLowerCase();
    const ids = product_ids.filter((id) => {
      const product = catalog.productById(id);
      return product !== null && optionsNamed(product, attribute_name).join(', ').toLowerCase().includes(wanted);
    });
    return { result: { product_ids: ids } };
  },
});

const getProductDetails = tool({
  name: 'get_product_details',
  description: 'Gives all that the catalog says of a product, but for its ratings.',
  input: z.object({ product_id: Id }),
  output: z.union([z.object({ product: z.looseObject({ product_id: z.string(), title: z.string() }) }), Failure]),
  readOnly: true,
  run({ product_id: id }, { place: { catalog } }) {
    const product = catalog.productById(id);
    if (product === null) return unknown(id);
    const { average_rating: _, rating_number: __, ...shown } = publishedTarget(product);
    return { result: { product: { ...shown, bought_together: null } }, shows: [id] };
  },
});

export const Reviews = z.object({
  reviews: z.array(z.object({ product_id: z.string(), rating: z.number(), title: z.string(), text: z.string() })),
});

const getReviewContent = tool({
  name: 'get_review_content',
  description: `Searches the reviews of a product by words. Gives at most ${MOST_REVIEWS}.`,
  input: z.object({ query: z.string().min(1).max(LONGEST_SEARCH).describe('words to search for'), product_id: Id }),
  output: z.union([Reviews, z.object({ message: z.string() }), Failure]),
  readOnly: true,
  run({ query, product_id: id }, { place: { catalog } }) {
    const product = catalog.productById(id);
    if (product === null) return unknown(id);
    const words = new Set(tokensOf(query));
    const hits = reviewsOf(catalog, product)
      .map((review) => ({
        review,
        hits: new Set(tokensOf(`${review.title} ${review.text}`).filter((word) => words.has(word))).size,
      }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits || (a.review.id < b.review.id ? -1 : 1))
      .slice(0, MOST_REVIEWS);
    if (hits.length === 0) return { result: { message: `no review of ${id} has these words` } };
    const reviews = hits.map(({ review: { rating, title, text } }) => ({ product_id: id, rating, title, text }));
    return { result: { reviews }, shows: [id] };
  },
});

export const Ratings = z.object({
  products: z.array(
    z.object({ product_id: z.string(), average_rating: z.number().nullable(), rating_number: z.int().nullable() }),
  ),
});

const getProductReviewStats = tool({
  name: 'get_product_review_stats',
  description: 'Gives the average rating and the number of ratings of products.',
  input: z.object({ product_ids: Ids }),
  output: Ratings,
  readOnly: true,
  run({ product_ids }, { place: { catalog } }) {
    const products = product_ids.flatMap((id) => catalog.productById(id) ?? []);
    return {
      result: {
        products: products.map(({ id, averageRating, ratingCount }) => ({
          product_id: id,
          average_rating: averageRating,
          rating_number: ratingCount,
        })),
      },
      shows: products.map(({ id }) => id),
    };
  },
});

const getStoreProducts = tool({
  name: 'get_store_products',
  description: `Gives the products of a store, by its exact name, ${PER_PAGE} to a page.`,
  input: z.object({ store_name: z.string().min(1).max(200), page: Page }),
  output: z.object({ store: z.string(), products: z.array(Listed), page: z.int(), total_count: z.int() }),
  readOnly: true,
  run({ store_name: store, page }, { place: { catalog, inStore } }) {
    const { total, ids } = inStore(store, page, PER_PAGE);
    const products = ids.flatMap((id) => catalog.productById(id) ?? []).map(listed);
    return { result: { store, products, page, total_count: total }, shows: ids };
  },
});

const getUserProfile = tool({
  name: 'get_user_profile',
  description: 'Gives the profile of the shopper, with what they always want of products.',
  input: z.object({}),
  output: z.object({ profile: Persona }),
  readOnly: true,
  run: (_args, { staged, memory }) => ({
    result: { profile: staged.profile },
    memory: memory.profileRead ? memory : { ...memory, profileRead: true },
  }),
});

/** Returns a question's outcome for the agent, once it is decided who words the reply and how. */
function answered(
  said: ReturnType<typeof scripted>,
  { staged, memory }: { readonly staged: Staged; readonly memory: Memory },
): Outcome<Memory> {
  const shopper = remembered(memory.shopper, said);
  const result = { user_response: said.text, turns_remaining: Math.max(0, staged.shopper.turns - shopper.asked) };
  return { result, memory: { ...memory, shopper }, said };
}

export const Reply = z.object({ user_response: z.string(), turns_remaining: z.int() });

const askUser = tool({
  name: 'ask_user',
  description: `Asks the shopper one question of at most ${LONGEST_QUESTION} characters. The number of questions is limited.`,
  input: z.object({ question: z.string().min(1).max(2000).describe('one question, in words a shopper would use') }),
  output: Reply,
  readOnly: false,
  run({ question }, scene) {
    const states = statedIn(scene.place.catalog);
    const turn = decide(question, scene.staged.shopper, scene.memory.shopper, scene.user, states);
    if (isWorded(turn, scene.user)) return { kind: 'wording', turn, tone: scene.staged.shopper.tone };
    return answered(scripted(turn), scene);
  },
  resume(_args, scene, awaited, came) {
    if (awaited.kind !== 'wording' || came.type !== 'worded')
      throw new RangeError(`a ${awaited.kind} was waited for, and "${came.type}" came`);
    return answered(worded(awaited, came, scene.staged.shopper), scene);
  },
});

const recommendProduct = tool({
  name: 'recommend_product',
  description: 'Recommends one product, and ends the conversation.',
  input: z.object({ product_id: Id, reasoning: z.string().max(10_000).default('').describe('why this one') }),
  output: z.object({ recommended: z.string() }),
  readOnly: false,
  run: ({ product_id: recommended, reasoning }, { memory }) => ({
    result: { recommended },
    memory: { ...memory, recommended, reasoning },
    end: 'done',
  }),
});

const BEFORE = [
  searchProducts,
  filterByAttribute,
  getProductDetails,
  getReviewContent,
  getProductReviewStats,
  getStoreProducts,
  getUserProfile,
  askUser,
];

/** The published tools in the published order; where no program may run, a calculator stands in for it. */
export const toolsFor = ({ program }: { readonly program: boolean }): readonly Tool<Place, Staged, Memory>[] => [
  ...BEFORE,
  ...(program ? [pythonExecute as Tool<Place, Staged, Memory>] : []),
  calculator as Tool<Place, Staged, Memory>,
  recommendProduct,
];
