import { z } from 'zod';
import type { Played } from '../../../pipeline/episode.ts';
import type { Lesson, Presentation, SeenProduct, ToolFace } from '../../../pipeline/presentation.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Answer } from './grade.ts';
import { PER_PAGE } from './limits.ts';
import { Listed, SECTIONS, ShownProduct } from './pages.ts';
import type { Memory, Staged } from './staged.ts';

const FACES: readonly ToolFace[] = [
  {
    tool: 'search',
    place: 'search',
    command: 'search',
    label: 'Search',
    hint: 'what kind of product?',
    words: 'keywords',
    page: { argument: 'page', first: 1 },
  },
  {
    tool: 'open_product',
    place: 'product',
    command: 'open',
    label: 'Open',
    products: { argument: 'product_id', as: 'one' },
  },
  {
    tool: 'click',
    place: 'look-up',
    command: 'choose',
    label: 'Choose an option of the product opened last; or see its description, features, attributes or reviews',
    hint: 'such as "color: black", or "reviews"',
    words: 'value',
  },
  {
    tool: 'ask_shopper',
    place: 'chat',
    command: 'ask',
    label: 'Say',
    hint: 'a question, or the id of a product to recommend',
    words: 'question',
  },
  {
    tool: 'buy_now',
    place: 'answer',
    command: 'buy',
    label: 'Buy',
    hint: 'buys it with the options chosen on its page, and ends the episode',
    products: { argument: 'product_id', as: 'one' },
  },
];

const Results = z.object({ number: z.int(), total: z.int(), products: z.array(Listed) });
const Item = z.object({ product: ShownProduct });
const Section = z.object({ page: z.enum(SECTIONS), product_id: z.string(), texts: z.array(z.string()) });
const Reply = z.object({ shopper: z.string() });

/** Shows people a page, by what stands in it. */
function show({ content }: { readonly content: unknown }): ReturnType<Presentation['show']> {
  const reply = Reply.safeParse(content);
  if (reply.success) return { shown: { kind: 'reply', text: reply.data.shopper, left: null }, products: [] };
  const results = Results.safeParse(content);
  if (results.success) {
    const { number, total } = results.data;
    const products = results.data.products.map(
      ({ product_id: id, title, price }): SeenProduct => ({ id, title, labels: [price] }),
    );
    const ids = products.map(({ id }) => id);
    return { shown: { kind: 'products', ids, total, more: number * PER_PAGE < total }, products };
  }
  const item = Item.safeParse(content);
  if (item.success) {
    const { product_id: id, title, price, store, category, rating, options, chosen } = item.data.product;
    const facts = [
      { name: 'Price', text: price },
      ...Object.entries(chosen).map(([name, text]) => ({ name: `Chosen: ${name}`, text })),
    ];
    const seen: SeenProduct = {
      ...{ id, title, category, shop: store, facts },
      ...(rating === null ? {} : { rating: { average: rating, count: null } }),
      options: Object.entries(options).map(([name, values]) => `${name}: ${values.join(', ')}`),
    };
    return { shown: { kind: 'product', ids: [id] }, products: [seen] };
  }
  const section = Section.safeParse(content);
  if (!section.success) return null;
  const { page: title, product_id: product, texts } = section.data;
  return {
    shown: { kind: 'texts', texts: texts.map((text) => ({ title, text, stars: null, product })) },
    products: [],
  };
}

/** Returns, for each requirement, the text it was to be learned from. */
function lessons(_staged: Staged, { goal, words, topics }: Answer, { said }: Played<Memory>): Map<string, Lesson> {
  const lessonOf = ({ id, info_source: source }: Rubric): Lesson => {
    const told = words[id] ?? null;
    if (source === 'persona') return { where: "in the shopper's profile", words: told, learned: null };
    if (source !== 'clarification') return { where: 'in the request', words: told, learned: null };
    const slot = topics.find(({ rubricId }) => rubricId === id)?.slotId;
    const learned = said.some(({ slots }) => slot !== undefined && slots.includes(slot));
    return { where: 'from the shopper, when asked', words: told, learned };
  };
  return new Map(goal.rubrics.map((rubric) => [rubric.id, lessonOf(rubric)]));
}

/** The texts and views in which people who play ShopSimulator see it. */
export const presentation: Presentation<Staged, Played<Memory>, Answer> = {
  aim: 'Find the one product that meets everything this shopper wants, choose its options, and buy it. Some of it may stand in the profile, and some be told only when asked.',
  faces: FACES,
  unseen: [],
  idle: ({ talk }) => (talk === null ? ['ask_shopper'] : []),
  show,
  lessons,
};
