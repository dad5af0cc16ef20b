import { z } from 'zod';
import type { Played } from '../../../pipeline/episode.ts';
import type { Presentation, SeenProduct, ToolFace } from '../../../pipeline/presentation.ts';
import type { Answer } from './grade.ts';
import { MOST_FOUND, PER_PAGE } from './limits.ts';
import type { Memory, Staged } from './tools.ts';
import { Found } from './tools.ts';

const FACES: readonly ToolFace[] = [
  {
    tool: 'find_product',
    place: 'search',
    command: 'search',
    label: 'Search',
    hint: 'what kind of product?',
    words: 'q',
    page: { argument: 'page', first: 1 },
  },
  {
    tool: 'view_product_information',
    place: 'product',
    command: 'open',
    label: 'Details',
    products: { argument: 'product_ids', as: 'commas' },
  },
  {
    tool: 'web_search',
    place: 'look-up',
    command: 'web',
    label: 'Search the web',
    hint: 'a question of knowledge',
    words: 'q',
  },
  {
    tool: 'recommend_product',
    place: 'answer',
    command: 'recommend',
    label: 'Recommend',
    products: { argument: 'product_ids', as: 'commas' },
    followedBy: { tool: 'terminate', arguments: { status: 'success' } },
  },
];

const Results = z.object({ products: z.array(Found), page: z.int() });
const Options = z.record(z.string(), z.unknown());
const Viewed = z.object({
  products: z.array(
    z.object({
      product_id: z.string(),
      short_description: z.string().nullish(),
      description: z.string().nullish(),
      sku_options: z.record(z.string(), Options).nullish(),
      attributes: z.record(z.string(), z.array(z.string())).nullish(),
    }),
  ),
});
const Pages = z.object({ results: z.array(z.object({ title: z.string(), content: z.string() })) });

const named = (options: z.infer<typeof Options>) =>
  Object.entries(options)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
    .join(', ');

/** Readers of the results of each tool, which turn them into what people are shown. */
const SHOWN: Readonly<Record<string, (content: unknown) => ReturnType<Presentation['show']>>> = {
  find_product(content) {
    const found = Results.parse(content);
    const products = found.products.map(
      ({ product_id: id, shop_id: shop, title, price, service: labels, sold_count: sold }): SeenProduct => ({
        ...{ id, shop, title, price, labels, sold },
      }),
    );
    const more = products.length === PER_PAGE && found.page * PER_PAGE < MOST_FOUND;
    return { shown: { kind: 'products', ids: products.map(({ id }) => id), total: null, more }, products };
  },
  view_product_information(content) {
    const products = Viewed.parse(content).products.map(
      ({ product_id: id, short_description, description, sku_options, attributes }): SeenProduct => ({
        id,
        facts: Object.entries(attributes ?? {}).map(([name, values]) => ({
          name: name.replaceAll('_', ' '),
          text: values.join(', '),
        })),
        options: Object.values(sku_options ?? {}).map(named),
        texts: [...(short_description ?? '').split(';'), description ?? ''].filter((text) => text.trim() !== ''),
      }),
    );
    return { shown: { kind: 'product', ids: products.map(({ id }) => id) }, products };
  },
  web_search(content) {
    const texts = Pages.parse(content).results.map(({ title, content: text }) => ({
      ...{ title, text, stars: null, product: null },
    }));
    return { shown: { kind: 'texts', texts }, products: [] };
  },
};

/** The texts and views in which people who play ShoppingBench see it. */
export const presentation: Presentation<Staged, Played<Memory>, Answer> = {
  aim: 'Find what the request asks for, one product for each thing in its order, and recommend them together. Everything is in the request; what it only hints at can be looked up on the web.',
  faces: FACES,
  unseen: ['terminate'],
  show: ({ tool, content }) => SHOWN[tool]?.(content) ?? null,
  lessons: (_staged, { rubrics, words }, { called }) =>
    new Map(
      rubrics.map(({ id, type, expected_value: value }) => [
        id,
        type === 'knowledge_match'
          ? {
              where: 'on the web',
              words: `${value.question} ${value.answer}`,
              learned: called.includes('web_search'),
            }
          : { where: 'in the request', words: words[id] ?? null, learned: null },
      ]),
    ),
};
