import { z } from 'zod';
import type { Product } from '../../../schemas/product.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import { MOST_RESULTS, PER_PAGE } from './limits.ts';
import { optionsOffered, type Place } from './tool-data.ts';

/** The pages below a product's own. */
export const SECTIONS = ['description', 'features', 'attributes', 'reviews'] as const;
export type Section = (typeof SECTIONS)[number];

/** A product as results list it. */
export const Listed = z.object({ product_id: z.string(), title: z.string(), price: z.string() });
/** A product as a page of its own shows it. */
export const ShownProduct = Listed.extend({
  store: z.string().nullable(),
  category: z.array(z.string()),
  rating: z.number().nullable(),
  options: z.record(z.string(), z.array(z.string())),
  chosen: z.record(z.string(), z.string()),
});

/** State of a visit to the shop: the page that is open, and the way back from it. */
export interface Visit {
  readonly page: 'front' | 'results' | 'item' | 'section' | 'bought';
  readonly keywords: string;
  /** Page of the results, from 1. */
  readonly number: number;
  /** The product whose page is open, or was. */
  readonly productId: string | null;
  /** The options chosen of it, by the names its page gives them. */
  readonly options: Readonly<Record<string, string>>;
  readonly section: Section | null;
  /** Every product that results showed so far. */
  readonly seen: ReadonlySet<string>;
  /** Every product whose page was opened so far. */
  readonly opened: ReadonlySet<string>;
}

export const FRONT: Visit = {
  page: 'front',
  keywords: '',
  number: 1,
  productId: null,
  options: {},
  section: null,
  seen: new Set(),
  opened: new Set(),
};

const BACK_TO_SEARCH = 'back to search';
const NEXT = 'next >';
export const PREVIOUS = '< prev';
export const BUY_NOW = 'buy now';

/** The products of the results page that is open. */
export function resultsOf({ keywords, number }: Pick<Visit, 'keywords' | 'number'>, { search }: Place) {
  const { total: found, ids } = search.search({ text: keywords, page: number - 1, size: PER_PAGE });
  const total = Math.min(found, MOST_RESULTS);
  return { total, ids: ids.slice(0, Math.max(0, total - (number - 1) * PER_PAGE)), hasNext: number * PER_PAGE < total };
}

/** The product whose page is open; null on other pages. */
export const productOpen = ({ page, productId }: Visit, { catalog }: Place): Product | null =>
  (page === 'item' || page === 'section') && productId !== null ? catalog.productById(productId) : null;

/** Lists what can be clicked on the page that is open, as it is written. */
export function clickables(visit: Visit, place: Place): string[] {
  switch (visit.page) {
    case 'front':
    case 'bought':
      return [];
    case 'results': {
      const { ids, hasNext } = resultsOf(visit, place);
      return [BACK_TO_SEARCH, ...(hasNext ? [NEXT] : []), ...(visit.number > 1 ? [PREVIOUS] : []), ...ids];
    }
    case 'section':
      return [BACK_TO_SEARCH, PREVIOUS];
    case 'item': {
      const product = productOpen(visit, place);
      const options = product === null ? [] : [...optionsOffered(product).values()].flat();
      return [BACK_TO_SEARCH, PREVIOUS, ...SECTIONS, BUY_NOW, ...new Set(options)];
    }
  }
}

/** Searches from whatever page is open; what was chosen before is forgotten. */
export function searched(visit: Visit, keywords: string, number: number, place: Place): Visit {
  const { ids } = resultsOf({ keywords, number }, place);
  return { ...FRONT, page: 'results', keywords, number, seen: new Set([...visit.seen, ...ids]), opened: visit.opened };
}

/** Opens the page of a product; the options of the one that is open stay chosen. */
const opened = (visit: Visit, productId: string): Visit => ({
  ...visit,
  page: 'item',
  section: null,
  productId,
  options: visit.productId === productId ? visit.options : {},
  opened: new Set([...visit.opened, productId]),
});

/** The option a click names: a value, or "name: value" where two options have the same; one not chosen yet comes first. */
function optionClicked({ options }: Visit, product: Product, value: string): readonly [string, string] | null {
  const wanted = normaliseValue(value);
  const named = [...optionsOffered(product)].flatMap(([name, values]) =>
    values
      .filter((own) => normaliseValue(own) === wanted || normaliseValue(`${name}: ${own}`) === wanted)
      .map((own) => [name, own] as const),
  );
  return named.find(([name]) => options[name] === undefined) ?? named[0] ?? null;
}

/** Returns the visit after a click; null where there is nothing of that name to be clicked. Capitals play no role. */
export function clicked(visit: Visit, value: string, place: Place): Visit | null {
  const name = value.trim();
  const lowered = name.toLowerCase();
  if (visit.page === 'front' || visit.page === 'bought') return openedFrom(visit, name);
  if (lowered === BACK_TO_SEARCH) return { ...FRONT, seen: visit.seen, opened: visit.opened };
  if (visit.page === 'results') {
    if (lowered === NEXT && resultsOf(visit, place).hasNext)
      return searched(visit, visit.keywords, visit.number + 1, place);
    if (lowered === PREVIOUS && visit.number > 1) return searched(visit, visit.keywords, visit.number - 1, place);
    return openedFrom(visit, name);
  }
  if (lowered === PREVIOUS)
    return visit.page === 'section'
      ? { ...visit, page: 'item', section: null }
      : { ...visit, page: 'results', productId: null, options: {} };
  if (visit.page === 'section') return openedFrom(visit, name);
  const section = SECTIONS.find((one) => one === lowered);
  if (section !== undefined) return { ...visit, page: 'section', section };
  if (lowered === BUY_NOW) return { ...visit, page: 'bought' };
  const product = productOpen(visit, place);
  const option = product === null ? null : optionClicked(visit, product, name);
  if (option === null) return openedFrom(visit, name);
  return { ...visit, options: { ...visit.options, [option[0]]: option[1] } };
}

/** A product that results have shown can be opened from any page; ids are compared without capitals, as WebShop's are. */
function openedFrom(visit: Visit, name: string): Visit | null {
  const id = visit.seen.has(name) ? name : [...visit.seen].find((one) => one.toLowerCase() === name.toLowerCase());
  return id === undefined ? null : opened(visit, id);
}
