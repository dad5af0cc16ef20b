import type { Catalog } from '../../../catalog/index.ts';
import { searchedTexts } from '../../../catalog/search/build-index.ts';
import type { ProductQuery } from '../../../catalog/search/index.ts';
import { type Dice, diceFor } from '../../sample-maker/random.ts';

const PAGE = 20;
/** Of a hundred queries: a few words, as agents ask; whole requests, as shoppers write them; and those with filters or an order. */
const KINDS = { words: 70, request: 10, filtered: 20 } as const;

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Words of a product that follow one another in its title, and one of its values. */
function fewWords(texts: readonly string[], dice: Dice): string {
  const [title = '', ...values] = texts;
  const words = wordsOf(title);
  const from = dice.below(Math.max(1, words.length - 2));
  const value = values.length > 0 && dice.chance(60) ? ` ${dice.pick(values)}` : '';
  return `${words.slice(from, from + dice.between(2, 4)).join(' ')}${value}`;
}

function request(texts: readonly string[], dice: Dice): string {
  const [title = '', ...values] = texts;
  const noun = wordsOf(title).slice(-3).join(' ');
  const wanted = dice.some(values, 3);
  return `I am looking for a ${noun} with ${wanted[0] ?? 'a good name'}, it should be ${wanted[1] ?? 'new'} and come in ${wanted[2] ?? 'any size'}, for my home please`;
}

/** Queries about products of a catalog, the same ones each time. */
export function drawQueries(catalog: Catalog, count: number): ProductQuery[] {
  return Array.from({ length: count }, (_, number): ProductQuery => {
    const dice = diceFor('search', number);
    const product = catalog.productByRow(dice.below(catalog.size));
    const texts = searchedTexts(product);
    const kind = dice.byWeight(Object.values(KINDS));
    const page = dice.chance(15) ? dice.between(1, 4) : 0;
    if (kind === 1) return { text: request(texts, dice), page, size: PAGE };
    const asked = { text: fewWords(texts, dice), page, size: PAGE };
    if (kind === 0) return asked;
    const price = product.priceMinor ?? 5000;
    const bounds = { minPrice: Math.round(price / 2), maxPrice: price * 2 };
    return dice.pick<ProductQuery>([
      { ...asked, filters: bounds },
      { ...asked, filters: bounds, order: 'price' },
      { ...asked, filters: { category: product.category.at(-1)! } },
      { ...asked, filters: product.store === null ? {} : { shop: product.store } },
      { ...asked, order: 'sold' },
    ]);
  });
}

/** Queries that any engine can answer: words alone, the first page. */
export const plainQueries = (catalog: Catalog, count: number): ProductQuery[] =>
  drawQueries(catalog, count * 2)
    .filter(({ filters, order }) => filters === undefined && order === undefined)
    .slice(0, count)
    .map(({ text }) => ({ text, page: 0, size: 10 }));
