import { z } from 'zod';
import type { Outcome, Tool } from '../../../pipeline/episode.ts';
import type { Product } from '../../../schemas/product.ts';
import { isWorded, scripted, statedIn, worded } from '../../../shopping/episode/shopper.ts';
import { toolsOf } from '../../../shopping/episode/tool.ts';
import { LONGEST_SEARCH, MOST_RESULTS, MOST_REVIEWS, MOST_TURNED_DOWN, PER_PAGE } from './limits.ts';
import {
  BUY_NOW,
  clickables,
  clicked,
  Listed,
  productOpen,
  resultsOf,
  type Section,
  ShownProduct,
  searched,
  type Visit,
} from './pages.ts';
import { decideTalk, LONGEST_MESSAGE, type Recommended, rememberedOf } from './shopper.ts';
import type { Memory, Staged } from './staged.ts';
import { optionsOffered, type Place, priceShown, reviewsShown } from './tool-data.ts';

const tool = toolsOf<Place, Staged, Memory>();

const Clickable = { clickable: z.array(z.string()) };
const Page = z.union([
  z.object({ page: z.literal('front'), ...Clickable }),
  z.object({
    page: z.literal('results'),
    keywords: z.string(),
    number: z.int(),
    total: z.int(),
    products: z.array(Listed),
    ...Clickable,
  }),
  z.object({ page: z.literal('item'), product: ShownProduct, ...Clickable }),
  z.object({
    page: z.enum(['description', 'features', 'attributes', 'reviews']),
    product_id: z.string(),
    texts: z.array(z.string()),
    ...Clickable,
  }),
  z.object({ bought: z.string(), options: z.record(z.string(), z.string()) }),
  z.object({ error: z.string(), ...Clickable }),
]);

/** The texts of a page below a product's own. */
export function sectionTexts(product: Product, section: Section, { catalog }: Pick<Place, 'catalog'>): string[] {
  switch (section) {
    case 'description':
      return [...product.description];
    case 'features':
      return [...product.features];
    case 'attributes':
      return Object.entries(product.details).map(([field, { options }]) => `${field}: ${options.join(', ')}`);
    case 'reviews':
      return reviewsShown(catalog, product, MOST_REVIEWS).map(
        ({ rating, title, text }) => `${rating} of 5: ${title === '' ? text : `${title}. ${text}`}`,
      );
  }
}

/** The page that is open, as a result. */
function pageShown(visit: Visit, place: Place): Outcome<Memory>['result'] {
  const clickable = clickables(visit, place);
  const product = productOpen(visit, place);
  if (product !== null && visit.page === 'section' && visit.section !== null)
    return {
      page: visit.section,
      product_id: product.id,
      texts: sectionTexts(product, visit.section, place),
      clickable,
    };
  if (product !== null)
    return {
      page: 'item',
      product: {
        product_id: product.id,
        title: product.title,
        price: priceShown(product, visit.options),
        store: product.store,
        category: product.category,
        rating: product.averageRating,
        options: Object.fromEntries(optionsOffered(product)),
        chosen: visit.options,
      },
      clickable,
    };
  if (visit.page !== 'results') return { page: 'front', clickable };
  const { total, ids } = resultsOf(visit, place);
  const products = ids
    .flatMap((id) => place.catalog.productById(id) ?? [])
    .map((one) => ({ product_id: one.id, title: one.title, price: priceShown(one) }));
  const { keywords, number } = visit;
  return { page: 'results', keywords, number, total, products, clickable };
}

/** Goes on to a page. */
function visited(visit: Visit, memory: Memory, place: Place): Outcome<Memory> {
  const shows = visit.page === 'results' ? resultsOf(visit, place).ids : [visit.productId ?? []].flat();
  const next = { ...memory, visit, reply: null };
  if (visit.page !== 'bought' || visit.productId === null)
    return { result: pageShown(visit, place), memory: next, shows };
  const { productId: id, options } = visit;
  return { result: { bought: id, options }, memory: { ...next, bought: { id, options } }, end: 'done' };
}

const search = tool({
  name: 'search',
  description: `Searches the shop by words, from any page. Shows ${PER_PAGE} products to a page, ${MOST_RESULTS} at most; nothing is chosen any more.`,
  input: z.object({
    keywords: z.string().trim().min(1).max(LONGEST_SEARCH).describe('words to search for'),
    page: z
      .int()
      .min(1)
      .max(Math.ceil(MOST_RESULTS / PER_PAGE))
      .default(1)
      .describe('page of the results, from 1'),
  }),
  output: Page,
  readOnly: false,
  run: ({ keywords, page }, { place, memory }) => visited(searched(memory.visit, keywords, page, place), memory, place),
});

const refused = (error: string, { visit }: Memory, place: Place): Outcome<Memory> => ({
  result: { error, clickable: clickables(visit, place) },
  isError: true,
});

function clickedOn(value: string, memory: Memory, place: Place): Outcome<Memory> {
  const visit = clicked(memory.visit, value, place);
  return visit === null
    ? refused(`there is no "${value}" to click on this page`, memory, place)
    : visited(visit, memory, place);
}

const click = tool({
  name: 'click',
  description: `Clicks something on the page: the id of a product, an option, "description", "features", "attributes", "reviews", "next >", "< prev", "back to search" or "${BUY_NOW}", which buys and ends the episode.`,
  input: z.object({ value: z.string().trim().min(1).max(LONGEST_SEARCH).describe('as it stands in "clickable"') }),
  output: Page,
  readOnly: false,
  run: ({ value }, { place, memory }) => clickedOn(value, memory, place),
});

const Id = z.string().min(1).max(64);

const openProduct = tool({
  name: 'open_product',
  description: 'Opens the page of a product that a search has shown.',
  input: z.object({ product_id: Id }),
  output: Page,
  readOnly: false,
  run: ({ product_id: id }, { place, memory }) =>
    memory.visit.seen.has(id)
      ? clickedOn(id, memory, place)
      : refused(`no search has shown a product "${id}"`, memory, place),
});

const buyNow = tool({
  name: 'buy_now',
  description: 'Buys the product whose page is open, with the options that are chosen, and ends the episode.',
  input: z.object({ product_id: Id.optional().describe('opens the page of another one first') }),
  output: Page,
  readOnly: false,
  run({ product_id: id }, { place, memory }) {
    const { visit } = memory;
    if (id !== undefined && !visit.seen.has(id)) return refused(`no search has shown a product "${id}"`, memory, place);
    const there = id === undefined ? visit : clicked(visit, id, place);
    const item = there === null ? null : { ...there, page: 'item' as const, section: null };
    if (item === null || productOpen(item, place) === null)
      return refused('no product is open; open one first', memory, place);
    return visited({ ...item, page: 'bought' }, memory, place);
  },
});

/** The product a message recommends: the last one it names by its id, of those that were shown. */
function recommendedIn(message: string, { visit }: Memory, { catalog }: Place): Recommended | null {
  const shown = new Map([...visit.seen].map((id) => [id.toLowerCase(), id]));
  const words = message.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const id = words.flatMap((word) => shown.get(word) ?? []).at(-1);
  if (id === undefined) return null;
  return {
    ...{ id, isOpened: visit.opened.has(id), product: catalog.productById(id) },
    options: visit.productId === id ? visit.options : {},
  };
}

/** Returns a message's outcome for the agent, once it is decided who words the reply and how. */
function replied(
  said: ReturnType<typeof scripted>,
  { memory, place }: { readonly memory: Memory; readonly place: Place },
): Outcome<Memory> {
  const named = recommendedIn(said.question, memory, place);
  const next = { ...memory, shopper: rememberedOf(memory.shopper, said, named), reply: said.text };
  return { result: { shopper: said.text }, memory: next, said };
}

const askShopper = tool({
  name: 'ask_shopper',
  description: `Says something to the shopper, in at most ${LONGEST_MESSAGE} characters: asks what they want, or recommends a product whose page was opened, by its id, with the options chosen there, and hears whether it suits. After ${MOST_TURNED_DOWN} in vain they judge no other.`,
  input: z.object({
    question: z.string().trim().min(1).max(4000).describe('in words a shopper would use; a product by its id'),
  }),
  output: z.union([z.object({ shopper: z.string() }), z.object({ error: z.string() })]),
  readOnly: false,
  run({ question }, scene) {
    const { staged, memory, place, user } = scene;
    if (staged.talk === null)
      return { result: { error: 'the shopper has said everything; nobody answers' }, isError: true };
    const turn = decideTalk(
      question,
      recommendedIn(question, memory, place),
      staged.talk,
      memory.shopper,
      statedIn(place.catalog),
    );
    if (isWorded(turn, user)) return { kind: 'wording', turn, tone: staged.talk.tone };
    return replied(scripted(turn), scene);
  },
  resume(_args, scene, awaited, came) {
    const { talk } = scene.staged;
    if (awaited.kind !== 'wording' || came.type !== 'worded' || talk === null)
      throw new RangeError(`a ${awaited.kind} was waited for, and "${came.type}" came`);
    return replied(worded(awaited, came, talk), scene);
  },
});

/** The actions of the paper, search, click and ask, and two that say in one call what is clicked. No program is run. */
export const toolsFor = (_options: { readonly program: boolean }): readonly Tool<Place, Staged, Memory>[] => [
  search,
  click,
  openProduct,
  askShopper,
  buyNow,
];
