import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { type PhraseUse, singularOf } from '../../shopping/nouns/product-noun.ts';
import { isNamed, namesOf } from '../../shopping/nouns/product-type.ts';
import { tokensOf } from '../../text/normalise.ts';
import type { Ground } from '../demands/demand.ts';
import type { Language, Order, StoreProduct } from '../store/schema.ts';

/** What is called by its whole name, such as "Yantai Apples". */
const FRESH = /fresh food|生鲜/i;
const NAME_END = /[,，]/;

/** A store asks no catalog how else a phrase is used: its nouns are those of the noun list. */
const UNHEARD: PhraseUse = { mayHave: () => false, titles: 0, hasBrands: () => false, isCommon: () => false };

const MOST_WORDS = 3;
const headOf = (phrase: string) => singularOf(tokensOf(phrase).at(-1) ?? '');
/** Lower case, but for words of capitals such as "USB". */
const inSpeech = (phrase: string) =>
  phrase.replace(/\S+/g, (word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));

/**
 * What people call a product ("desk lamp"): the noun phrase of its title where its category is named for that noun too,
 * else the kind its category names; null where neither tells.
 */
export function nounOf({ title, brand, category }: Pick<StoreProduct, 'title' | 'brand' | 'category'>): string | null {
  if (category.some((name) => FRESH.test(name))) return (title.split(NAME_END)[0] ?? '').trim() || null;
  const shelf = new Set(tokensOf(category.at(-1) ?? '').map(singularOf));
  const names = namesOf({ title, brand, category, features: [], description: [] }, () => UNHEARD);
  const fitting = names.filter(({ phrase }) => phrase.split(/\s+/).length <= MOST_WORDS);
  const named =
    fitting.find(({ phrase, of }) => of === 'title' && shelf.has(headOf(phrase))) ??
    fitting.find(({ of }) => of === 'category');
  return named === undefined ? null : inSpeech(named.phrase);
}

const HAN = /\p{Script=Han}/u;
const CHINESE = z
  .record(z.string(), z.string().regex(HAN))
  .parse(readTable(new URL('./nouns.zh.yaml', import.meta.url)));

/** What people call a product in a language; null where it has no name in it. */
export function calledIn(language: Language, product: Parameters<typeof nounOf>[0]): string | null {
  const noun = nounOf(product);
  if (noun === null || language === 'en' || HAN.test(noun)) return noun;
  const words = tokensOf(noun).map(singularOf);
  const ends = words.map((_, from) => words.slice(from).join(' '));
  const known = ends.find((end) => Object.hasOwn(CHINESE, end));
  return known === undefined ? null : (CHINESE[known] as string);
}

/** How a customer refers to an order: by its number, or by what was ordered. */
export type Reference = 'number' | 'thing';

/** What only this order of the user's is for; null where words do not tell it from another one. */
export function thingOrdered(ground: Ground, order: Order): string | null {
  const [line, ...more] = order.lines;
  if (line === undefined || more.length > 0) return null;
  const product = ground.productOf(line.productId);
  const { language } = ground.store.facts;
  const noun = calledIn(language, product);
  if (noun === null) return null;
  const others = ground.orders
    .filter(({ id }) => id !== order.id)
    .flatMap(({ lines }) => lines.map(({ productId }) => ground.productOf(productId)));
  const isCalledSo = (other: StoreProduct) => isNamed(other, noun) || calledIn(language, other) === noun;
  if (others.some(isCalledSo)) {
    const branded = product.brand === null ? null : `${product.brand}${language === 'zh' ? '' : ' '}${noun}`;
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
  const noun = calledIn(language, product);
  if (language === 'zh') return noun === null ? `商品${product.id}` : `${noun}（商品${product.id}）`;
  return noun === null ? `product ${product.id}` : `the ${noun} (product ${product.id})`;
}
