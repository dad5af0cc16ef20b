import { isNoun } from '../../shopping/nouns/product-noun.ts';
import type { Ground } from '../demands/demand.ts';
import type { Language, Order, StoreProduct } from '../store/schema.ts';

/** Where the name of a product ends in its title and its advertising begins. */
const NAME_END = /[,;|()[\]{}:•·–—]|\s-\s|\s(?:for|with|w\/|by|from|that|and|set of|pack of)\s/i;

/** What people call a product: the noun of its title with a word before it ("desk lamp"); null where none is known. */
export function nounOf({ title, brand, category }: Pick<StoreProduct, 'title' | 'brand' | 'category'>): string | null {
  const brandWords = new Set((brand ?? '').toLowerCase().split(/\s+/));
  const words = (title.split(NAME_END)[0] ?? '').split(/\s+/).filter((word) => word !== '');
  const at = words.findLastIndex((word) => /^[\p{L}'’-]+$/u.test(word) && isNoun(word));
  if (category.some((name) => FRESH.test(name))) return words.join(' ') || null;
  if (at === -1) return null;
  const head = words[at] as string;
  const before = words[at - 1];
  const isModifier = before !== undefined && /^[\p{L}'’-]{2,}$/u.test(before) && !brandWords.has(before.toLowerCase());
  // The first word of a title is its brand more often than not.
  const named = isModifier && at - 1 > 0 ? `${before} ${head}` : head;
  return named.toLowerCase();
}

/** What is called by its whole name, such as "Yantai Apples". */
const FRESH = /fresh food|生鲜/i;

/** How a customer refers to an order: by its number, or by what was ordered. */
export type Reference = 'number' | 'thing';

/** What only this order of the user's is for; null where words do not tell it from another one. */
export function thingOrdered(ground: Ground, order: Order): string | null {
  const [line, ...more] = order.lines;
  if (line === undefined || more.length > 0) return null;
  const product = ground.productOf(line.productId);
  const noun = nounOf(product);
  if (noun === null) return null;
  const others = ground.orders
    .filter(({ id }) => id !== order.id)
    .flatMap(({ lines }) => lines.map(({ productId }) => ground.productOf(productId)));
  if (others.some(({ title }) => title.toLowerCase().includes(noun.toLowerCase()))) {
    const branded = product.brand === null ? null : `${product.brand} ${noun}`;
    const isShared = others.some(({ id, brand }) => id === product.id || brand === product.brand);
    return isShared ? null : branded;
  }
  return others.some(({ id }) => id === product.id) ? null : noun;
}

/** "order 4503…", or "my order of the desk lamp". */
export function orderPhrase(order: Order, thing: string | null, language: Language): string {
  if (thing === null) return language === 'zh' ? `订单${order.id}` : `order ${order.id}`;
  return language === 'zh' ? `我买${thing}的那个订单` : `my order of the ${thing}`;
}

/** "the desk lamp (product 1007…)". */
export function productPhrase(product: StoreProduct, language: Language): string {
  const noun = nounOf(product);
  if (language === 'zh') return noun === null ? `商品${product.id}` : `${noun}（商品${product.id}）`;
  return noun === null ? `product ${product.id}` : `the ${noun} (product ${product.id})`;
}
