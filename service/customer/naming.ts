import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { chance, type Draw, pickOne } from '../../schemas/draw.ts';
import type { PhraseUse } from '../../shopping/nouns/noun-phrase.ts';
import { isNoun, isWeak, singularOf } from '../../shopping/nouns/noun-words.ts';
import { namesOf } from '../../shopping/nouns/product-names.ts';
import { headIn, isNamed } from '../../shopping/nouns/product-type.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { containsWords, tokensOf } from '../../text/normalise.ts';
import type { Ground, Wish } from '../demands/demand.ts';
import { placeText } from '../demands/speech.ts';
import type { Language, Order, StoreProduct } from '../store/schema.ts';
import type { Intent } from '../task.ts';

const CHINESE = z.record(z.string(), z.string().min(1)).parse(readTable(new URL('./nouns.zh.yaml', import.meta.url)));
const HAN = /\p{Script=Han}/u;

/** Names of categories whose products are called by what they are, such as "apples", or by their whole names. */
const FRESH = /fresh food|生鲜/i;
const NAME_END = /[,，]/;

/** A store asks no catalog how else a phrase is used: its nouns are those of the noun list. */
const UNHEARD: PhraseUse = { mayHave: () => false, titles: 0, hasBrands: () => false, isCommon: () => false };

/** The longest known noun that a list of words ends with, in the words themselves. */
function knownEnd(words: readonly string[]): readonly string[] | undefined {
  const ends = words.map((_, from) => words.slice(from));
  return ends.find((end) => Object.hasOwn(CHINESE, end.map(singularOf).join(' ')));
}

/** The name of fresh goods: "apples" of "Yantai Apples, 5 kg Carton"; the whole name where no noun of it is known. */
function freshNoun(title: string): string | null {
  const name = (title.split(NAME_END)[0] ?? '').replace(/(?<=\p{Script=Han})\d.*$/u, '').trim();
  const known = HAN.test(name)
    ? Object.values(CHINESE).filter((noun) => name.includes(noun))
    : [knownEnd(tokensOf(name))?.join(' ') ?? ''];
  return known.reduce((longest, noun) => (noun.length > longest.length ? noun : longest), '') || name || null;
}

/** Phrases that name goods too stiffly, each with what people say, in the singular. */
const SPOKEN = z.record(z.string(), z.string().min(1)).parse(readTable(new URL('./nouns.en.yaml', import.meta.url)));
const asSpoken = (phrase: string) => {
  const [stiff, said] = Object.entries(SPOKEN).find(([end]) => new RegExp(`\\b${end}s?$`).test(phrase)) ?? [];
  return stiff === undefined ? phrase : phrase.replace(new RegExp(`\\b(?:\\S+ )*?${stiff}(s?)$`), `${said}$1`);
};

const MOST_WORDS = 3;
/** Lower case, but for words of capitals such as "USB". */
const inSpeech = (phrase: string) =>
  phrase.replace(/\S+/g, (word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));

/** Nouns that were found, by product: whatever is asked of a store is asked of the same goods again. */
const NOUNS = new WeakMap<object, string | null>();

/**
 * Returns the noun people call a product by ("desk lamp"): the noun phrase of its title where its category is named for
 * that noun too, else the kind its category names; null where neither tells.
 */
export function nounOf(product: Pick<StoreProduct, 'title' | 'brand' | 'category'>): string | null {
  return foundOrMade(NOUNS, product, () => nounIn(product));
}

function nounIn({ title, brand, category }: Parameters<typeof nounOf>[0]): string | null {
  if (category.some((name) => FRESH.test(name))) return freshNoun(title);
  const shelf = new Set(tokensOf(category.at(-1) ?? '').map(singularOf));
  const names = namesOf({ title, brand, category, features: [], description: [] }, () => UNHEARD);
  const fitting = names.filter(
    ({ phrase }) => phrase.split(/\s+/).length <= MOST_WORDS && !/\bproducts?$/i.test(phrase),
  );
  const named =
    fitting.find(({ phrase, of }) => of === 'title' && shelf.has(headIn(phrase))) ??
    fitting.find(({ phrase, span, of }) => of === 'category' && isKind(phrase, span));
  return named === undefined
    ? null
    : asSpoken(inSpeech(named.of === 'category' ? asTitled(named.phrase, title) : named.phrase));
}

/**
 * Tells whether a category's name is of things: a known noun, or a plural; "True Wireless" says of what kind, not what.
 */
const isKind = (phrase: string, span: string) =>
  HAN.test(phrase) || isNoun(tokensOf(phrase).at(-1) ?? '') || /[^s]s$/i.test(span);

/** A category's phrase without the words in front that only sort it: the "traditional laptops" of a shop are laptops. */
function asTitled(phrase: string, title: string): string {
  const words = phrase.split(' ');
  const last = words.at(-1) as string;
  const isTitled = [last, singularOf(last)].some((word) => containsWords(title, word));
  const kept = words.filter((word, at) => at === words.length - 1 || containsWords(title, word));
  return isTitled && !isWeak(last) && words.slice(-kept.length).join(' ') === kept.join(' ') ? kept.join(' ') : phrase;
}

/** Returns the noun people call a product by in a language; null where it has no name in it. */
export function calledIn(language: Language, product: Parameters<typeof nounOf>[0]): string | null {
  const noun = nounOf(product);
  if (noun === null || language === 'en' || HAN.test(noun)) return noun;
  const known = knownEnd(tokensOf(noun));
  return known === undefined ? null : (CHINESE[known.map(singularOf).join(' ')] as string);
}

const asOne = (noun: string) => tokensOf(noun).map(singularOf).join('');

/** Tells whether two nouns may be taken for one: "camera" for "action camera"; so may goods that both have none. */
export function isOneNoun(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  const [short, long] = [asOne(one), asOne(other)].sort((a, b) => a.length - b.length) as [string, string];
  return long.endsWith(short);
}

/** Thing that tells an order of a user's from the others: what it is for, alone or with other things. */
interface OrderedThing {
  readonly name: string;
  readonly isAll: boolean;
}

/** Finds the thing that only this order of the user's has; null where words do not tell it from another one. */
export function thingOrdered(ground: Ground, order: Order): OrderedThing | null {
  const { language } = ground.store.facts;
  const others = ground.orders
    .filter(({ id }) => id !== order.id)
    .flatMap(({ lines }) => lines.map(({ productId }) => ground.productOf(productId)));
  const isAll = order.lines.length === 1;
  for (const { productId } of order.lines) {
    const product = ground.productOf(productId);
    const [noun, called] = [nounOf(product), calledIn(language, product)];
    if (noun === null || called === null || others.some(({ id }) => id === product.id)) continue;
    const isCalledSo = (other: StoreProduct) =>
      isNamed(other, noun) || nounOf(other) === noun || calledIn(language, other) === called;
    if (!others.some(isCalledSo)) return { name: called, isAll };
    const brand = brandSaid(product);
    if (brand !== null && isAll && !others.some((other) => other.brand === brand))
      return { name: withBrand(brand, called, language), isAll };
  }
  return null;
}

/** Letters that no customer of a store would read out, as they are of neither of its languages. */
const FOREIGN = /(?![\p{Script=Latin}\p{Script=Han}])\p{L}/u;

/** The brand that goods are called by: one that their title shows; what else stands as one may be anything. */
const brandSaid = ({ brand, title }: StoreProduct) =>
  brand !== null && title.includes(brand) && !FOREIGN.test(brand) ? brand : null;
const withBrand = (brand: string, noun: string, language: Language) =>
  language === 'zh' && HAN.test(noun.charAt(0)) ? `${brand}${noun}` : `${brand} ${noun}`;

/** Nouns of things that come in twos, and are never called one. */
const PAIRED = /(?:glasses|jeans|shorts|pants|trousers|phones|buds|pajamas|lens)$/;
/** A noun before another one, which goods are of: "seat cover" in "my seat cover order". */
const asModifier = (noun: string) => (PAIRED.test(noun) ? noun : noun.replace(/\S+$/, singularOf));

/** Way in which an order is spoken of: as an order, or as the goods that came with it. */
type SpokenOf = 'order' | 'goods';

/**
 * Parts that a phrase for an order is made of: the order, what it is for where it holds one thing, and what it is told
 * by without its number.
 */
interface OrderNaming {
  readonly order: Order;
  readonly noun: string | null;
  /** Null where the number is said. */
  readonly thing: OrderedThing | null;
  readonly of: SpokenOf;
  /** People do not all say it alike. */
  readonly draw: Draw;
}

/** Shares of those who say what an order by its number is of, and of those who call a product by its brand as well. */
const SAYS_NOUN = 0.7;
const SAYS_BRAND = 0.3;

/** "order 4503…", "my lamp order", "the order with the lamp"; of its goods, "the lamp I ordered" or "the lamp from order 4503…". */
export function orderPhrase({ order: { id, lines }, noun, thing, of, draw }: OrderNaming, language: Language): string {
  const isGoods = of === 'goods';
  const saysNoun = noun !== null && chance(draw, `${id}/says noun`, SAYS_NOUN);
  if (language === 'zh') {
    const spoken = (name: string) =>
      pickOne(draw, `${id}/spoken of`, ['之前买*那一单', '*那一单', '*那个订单']).replace('*', name);
    if (thing !== null) return isGoods ? `我买的${thing.name}` : spoken(thing.name);
    if (isGoods) return noun === null ? `订单${id}里的东西` : `订单${id}里的${noun}`;
    return saysNoun ? `${noun}那个订单（${id}）` : `订单${id}`;
  }
  if (thing !== null) {
    if (isGoods) return `the ${thing.name} I ordered`;
    return thing.isAll ? `my ${asModifier(thing.name)} order` : `my order with the ${thing.name}`;
  }
  if (isGoods)
    return noun === null
      ? `the ${lines.length === 1 ? 'item' : 'things'} from order ${id}`
      : `the ${noun} from order ${id}`;
  return saysNoun ? `my ${asModifier(noun)} order (${id})` : `order ${id}`;
}

/** "the desk lamp", by its brand now and then; "the desk lamp in the picture" where one shows it. */
export function productPhrase(
  product: StoreProduct,
  language: Language,
  { draw, isShown = false }: { readonly draw: Draw; readonly isShown?: boolean | undefined },
): string {
  const noun = calledIn(language, product);
  if (isShown) return language === 'zh' ? `图里的${noun ?? '这款'}` : `the ${noun ?? 'item'} in the picture`;
  if (noun === null) return language === 'zh' ? '这款商品' : 'this item';
  const name = chance(draw, `${product.id}/says brand`, SAYS_BRAND) ? branded(product, language) : null;
  return language === 'zh' ? (name ?? noun) : `the ${name ?? noun}`;
}

/** A product by its brand and noun; null where it has no noun, or its title does not show its brand. */
function branded(product: StoreProduct, language: Language): string | null {
  const [brand, noun] = [brandSaid(product), calledIn(language, product)];
  return noun === null || brand === null ? null : withBrand(brand, noun, language);
}

/** Marks between the name in a title and its features. */
const FEATURES = /[,，|(（]| - | by /;
/** The name that a title begins with. */
export const nameIn = (title: string): string => (title.split(FEATURES)[0] as string).trim();

/** "Panelo monitor", or "Panelo Kendra monitor" by a word that tells it from another one. */
export function namedBy(product: StoreProduct, noun: string, language: Language, word?: string): string {
  const parts = [brandSaid(product), word].filter((part) => part != null);
  return parts.length === 0 ? noun : withBrand(parts.join(' '), noun, language);
}

/** The first word of a product's name that stands in none of other titles; undefined where there is none. */
export function tellingWord(
  { title, brand }: StoreProduct,
  others: readonly StoreProduct[],
  noun: string | null,
): string | undefined {
  const wordsOf = (text: string) => text.toLowerCase().split(/[\s,|()]+/);
  const known = new Set([...others.map((other) => other.title), brand ?? '', noun ?? ''].flatMap(wordsOf));
  return nameIn(title)
    .split(/\s+/)
    .find((word) => /^\p{Lu}[\p{L}\d-]+$/u.test(word) && !FOREIGN.test(word) && !known.has(word.toLowerCase()));
}

/** Tells whether a noun is of several things: "earbuds", but not "lens". */
const isSeveral = (noun: string): boolean => /[^s]s$/i.test(noun) && !/(?:lens|canvas)$/i.test(noun);

const Pronouns = z.record(z.string(), z.string().min(1));
const PRONOUNS = z
  .strictObject({ one: Pronouns, several: Pronouns })
  .parse(readTable(new URL('../demands/words/pronouns.yaml', import.meta.url)));

/** Behind goods in a phrase for them: "the earbuds I ordered". */
const BEHIND_GOODS = / (?:I ordered|from order .*|in the picture)$/;

/** Pronouns that stand in English for what a customer calls an order or a product. */
export function pronounsFor({
  order_phrase: order,
  product_phrase: product,
}: Pick<Intent, 'order_phrase' | 'product_phrase'>): Readonly<Record<string, string>> {
  const phrase = product ?? order ?? '';
  return /^the /.test(phrase) && isSeveral(phrase.replace(BEHIND_GOODS, '')) ? PRONOUNS.several : PRONOUNS.one;
}

const OTHER = { en: 'another one', zh: '另一款' } as const;

/** A certain one of several: "the Kendra monitor"; Chinese needs no article. */
export const theOne = (name: string, language: Language): string => (language === 'zh' ? name : `the ${name}`);

/**
 * Returns phrases for two products in one sentence: told apart by their nouns, else by their brands, else by a word of
 * their titles, else not at all.
 */
function pairPhrases(
  [one, other]: readonly [StoreProduct, StoreProduct],
  language: Language,
): readonly [one: string | null, other: string] {
  const [noun, otherNoun] = [calledIn(language, one), calledIn(language, other)];
  if (noun === null || otherNoun === null) return [null, OTHER[language]];
  if (noun !== otherNoun) return [theOne(noun, language), theOne(otherNoun, language)];
  const theOther = (name: string) =>
    language === 'zh' ? `${name}那款` : `the ${name} ${isSeveral(noun) ? 'ones' : 'one'}`;
  const [name, otherName] = [branded(one, language), branded(other, language)];
  if (name !== null && otherName !== null && one.brand !== other.brand)
    return [theOne(name, language), theOther(other.brand as string)];
  const [word, otherWord] = [tellingWord(one, [other], noun), tellingWord(other, [one], noun)];
  if (word === undefined || otherWord === undefined) return [theOne(noun, language), OTHER[language]];
  return [theOne(namedBy(one, noun, language, word), language), theOther(otherWord)];
}

/** Names the thing an order of one thing is for. */
export function onlyNoun({ productOf, store }: Ground, { lines: [line, ...more] }: Order): string | null {
  return line === undefined || more.length > 0 ? null : calledIn(store.facts.language, productOf(line.productId));
}

/** Returns what the customer calls the product a wish is about; null where it is about none. */
export const productPhraseOf = ({ product, isProductShown }: Wish, { store, draw }: Ground) =>
  product === undefined ? null : productPhrase(product, store.facts.language, { draw, isShown: isProductShown });

/** Values that stand in what the customer says of a wish. */
export const blanksOf = (wish: Wish, ground: Ground): Record<string, string> => {
  const other = pairOf(wish, ground)?.[1];
  return {
    ...placeText(wish.blanks ?? {}, ground.store.facts.language, countedNoun(wish, ground)),
    ...(other === undefined ? {} : { other_phrase: other }),
  };
};

/** Returns phrases that tell two products of a wish apart; one that a picture shows, or that was ordered, is called by that. */
export function pairOf(
  { product, other, order, isProductShown }: Wish,
  ground: Ground,
): readonly [string | null, string] | null {
  const one = product ?? (order === undefined ? undefined : ground.productOf(order.lines[0]?.productId ?? ''));
  if (one === undefined || other === undefined) return null;
  const [own, others] = pairPhrases([one, other], ground.store.facts.language);
  return [product === undefined || isProductShown === true ? null : own, others];
}

/** Noun of what a wish may count. */
const countedNoun = ({ product, order }: Wish, ground: Ground): string | null =>
  product !== undefined
    ? calledIn(ground.store.facts.language, product)
    : order === undefined
      ? null
      : onlyNoun(ground, order);
