import { z } from 'zod';
import type { Played } from '../../../pipeline/episode.ts';
import type { Lesson, Presentation, SeenProduct, ToolFace } from '../../../pipeline/presentation.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { requirementText } from '../persona.ts';
import type { EcomagentbenchSample } from '../sample.ts';
import type { Answer } from './grade.ts';
import { PER_PAGE } from './limits.ts';
import type { Memory, Staged } from './staged.ts';
import { Listed, Ratings, Reply, Reviews } from './tools.ts';

const FACES: readonly ToolFace[] = [
  {
    tool: 'search_products',
    place: 'search',
    command: 'search',
    label: 'Search',
    hint: 'what kind of product?',
    words: 'query',
    page: { argument: 'page', first: 0 },
  },
  {
    tool: 'get_product_details',
    place: 'product',
    command: 'open',
    label: 'Details',
    products: { argument: 'product_id', as: 'one' },
  },
  {
    tool: 'get_product_review_stats',
    place: 'product',
    command: 'open',
    label: 'Ratings',
    products: { argument: 'product_ids', as: 'list' },
  },
  {
    tool: 'get_review_content',
    place: 'about',
    command: 'reviews',
    label: 'Search its reviews',
    hint: 'words of a review',
    words: 'query',
    products: { argument: 'product_id', as: 'one' },
  },
  {
    tool: 'get_store_products',
    place: 'shop',
    command: 'store',
    label: 'More of this store',
    words: 'store_name',
    page: { argument: 'page', first: 0 },
  },
  { tool: 'get_user_profile', place: 'look-up', command: 'profile', label: 'Profile of the shopper' },
  { tool: 'ask_user', place: 'chat', command: 'ask', label: 'Ask', hint: 'one question at a time', words: 'question' },
  {
    tool: 'recommend_product',
    place: 'answer',
    command: 'recommend',
    label: 'Recommend',
    hint: 'why this one? (may stay empty)',
    words: 'reasoning',
    products: { argument: 'product_id', as: 'one' },
  },
];

const Products = z.object({ products: z.array(Listed) });
const Counted = z.object({ total_found: z.int().optional(), total_count: z.int().optional(), page: z.int() });
const Details = z.object({
  product: z.object({
    product_id: z.string(),
    title: z.string(),
    categories: z.array(z.string()),
    store: z.string().nullable(),
    price: z.number().nullable(),
    features: z.array(z.string()),
    description: z.array(z.string()),
    details: z.record(z.string(), z.string()),
  }),
});

/** Readers of the results of each tool, which turn them into what people are shown. */
const SHOWN: Readonly<Record<string, (content: unknown) => ReturnType<Presentation['show']>>> = {
  search_products: listed,
  get_store_products: listed,
  get_product_details(content) {
    const { product } = Details.parse(content);
    const { product_id: id, title, categories: category, store: shop, price, features, description, details } = product;
    const facts = Object.entries(details).map(([name, text]) => ({ name, text }));
    const seen: SeenProduct = { id, title, category, shop, price, facts, texts: [...features, ...description] };
    return { shown: { kind: 'product', ids: [id] }, products: [seen] };
  },
  get_product_review_stats(content) {
    const products = Ratings.parse(content).products.map(
      ({ product_id: id, average_rating: average, rating_number: count }): SeenProduct => ({
        id,
        rating: { average, count },
      }),
    );
    return { shown: { kind: 'product', ids: products.map(({ id }) => id) }, products };
  },
  get_review_content(content) {
    const found = Reviews.safeParse(content);
    // A message stands in the place of reviews where none has the words.
    const texts = (found.data?.reviews ?? []).map(({ product_id: product, rating: stars, title, text }) => ({
      ...{ product, stars, title, text },
    }));
    return { shown: { kind: 'texts', texts }, products: [] };
  },
  ask_user(content) {
    const { user_response: text, turns_remaining: left } = Reply.parse(content);
    return { shown: { kind: 'reply', text, left }, products: [] };
  },
};

function listed(content: unknown): ReturnType<Presentation['show']> {
  const products = Products.parse(content).products.map(({ product_id: id, title }) => ({ id, title }));
  const { total_found, total_count, page } = Counted.parse(content);
  const total = total_found ?? total_count ?? null;
  const more = total !== null && (page + 1) * PER_PAGE < total;
  return { shown: { kind: 'products', ids: products.map(({ id }) => id), total, more }, products };
}

/** The words that tell each requirement: of the query, of the profile, or what the shopper answers. */
export function wordsOf(
  { rubrics: published, clarification_script: { clarification_slots: slots } }: EcomagentbenchSample,
  rubrics: readonly Rubric[],
): Record<string, string> {
  const told = (rubric: Rubric): string | undefined => {
    const { id, info_source: source } = rubric;
    if (source === 'persona') return [requirementText(rubric) ?? []].flat().join(', ');
    if (source === 'clarification')
      return slots.find(({ linked_rubric_ids: linked }) => linked.includes(id))?.user_response;
    return published.find((one) => one.id === id)?.query_surface;
  };
  return Object.fromEntries(
    rubrics.flatMap((rubric) => {
      const words = told(rubric);
      return words === undefined || words === '' ? [] : [[rubric.id, words]];
    }),
  );
}

function lessons(_staged: Staged, { rubrics, words }: Answer, { memory, said }: Played<Memory>): Map<string, Lesson> {
  const lessonOf = ({ id, info_source: source }: Rubric): Lesson => {
    const told = words[id] ?? null;
    if (source === 'persona') return { where: "in the shopper's profile", words: told, learned: memory.profileRead };
    if (source !== 'clarification') return { where: 'in the request', words: told, learned: null };
    return {
      where: 'from the shopper, when asked',
      words: told,
      learned: said.some(({ act, script }) => act === 'answer' && script === told),
    };
  };
  return new Map(rubrics.map((rubric) => [rubric.id, lessonOf(rubric)]));
}

/** The texts and views in which people who play EComAgentBench see it. */
export const presentation: Presentation<Staged, Played<Memory>, Answer> = {
  aim: 'Find the one product that meets everything this shopper wants. Some of it is in the request, some in the profile, some is told only when asked.',
  faces: FACES,
  unseen: [],
  show: ({ tool, content }) => SHOWN[tool]?.(content) ?? null,
  lessons,
};
