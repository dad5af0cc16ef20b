import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { chance, pick, pickOne, shuffled } from '../../schemas/draw.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { calledIn, isOneNoun } from '../customer/naming.ts';
import { BOTH, MARKET, OWN } from '../policy/rule.ts';
import type { Language, StoreProduct } from '../store/schema.ts';
import { demandsIn, type Ground, ofProduct, type Wish } from './demand.ts';
import { onOffer } from './orders.ts';

/** One of some products that a user might look at, drawn. */
const lookedAt = (ground: Ground, label: string, products: readonly StoreProduct[]) => {
  const product = pick(ground.draw, `look/${label}`, products);
  return product === undefined ? [] : [product];
};
const looked = (ground: Ground, label: string, fits: (product: StoreProduct) => boolean = () => true) =>
  lookedAt(ground, label, onOffer(ground).filter(fits));

const Names = z.array(z.string().min(1));
const ByField = z.record(z.string(), Names);
const Fields = z.strictObject({
  called: z.record(z.string(), z.string()),
  measured: z.record(z.string(), z.record(z.string(), Names)).optional(),
  asked: ByField,
  only_of: ByField,
  fits: ByField,
});
/** Fields of goods as customers ask for them, in each language. */
const FIELDS = z
  .strictObject({ en: Fields, zh: Fields, never: Names, says_nothing: Names })
  .parse(readTable(new URL('./words/fields.yaml', import.meta.url)));
const isNeverAsked = (name: string) => FIELDS.never.some((part) => name.toLowerCase().includes(part));
const saysNothing = (value: string) => FIELDS.says_nothing.includes(value.toLowerCase()) || /^see /i.test(value);

/** A field as customers name it, by what its value measures; null where it has no name in their language. */
export function fieldCalled(name: string, language: Language, value = ''): string | null {
  const measured = Object.entries(FIELDS[language].measured?.[name] ?? {}).find(([, units]) =>
    units.some((unit) => new RegExp(`\\d ?${unit}$`, 'i').test(value)),
  );
  if (measured !== undefined) return measured[0];
  if (language === 'zh') return /\p{Script=Han}/u.test(name) ? (FIELDS.zh.called[name] ?? name) : null;
  const said = name.replace(/ technology$|^(?:memory|item) /gi, '');
  return /^[A-Z]{2,}/.test(said) ? said : (FIELDS.en.called[said.toLowerCase()] ?? said.toLowerCase());
}

/** Kind of words that a field is asked for with; null where people rarely ask for it. */
const asked = (name: string, language: Language): string | null =>
  Object.entries(FIELDS[language].asked).find(([, names]) => names.includes(name.toLowerCase()))?.[0] ?? null;

const endsIn = (noun: string | null, ends: readonly string[] = []) =>
  noun !== null && ends.some((end) => noun.endsWith(end) || noun.endsWith(`${end}s`));

/** Tells whether a field is a detail of what goods hold: the screen size of a laptop sleeve. */
const isOfHeld = (name: string, noun: string | null, language: Language) =>
  endsIn(noun, FIELDS[language].fits[name.toLowerCase()]);

/** Tells whether a field is a detail of goods of a noun, or of what they hold. */
const isOf = (name: string, noun: string | null, language: Language) => {
  const nouns = FIELDS[language].only_of[name.toLowerCase()];
  return nouns === undefined || endsIn(noun, nouns) || isOfHeld(name, noun, language);
};

const askedAs = (name: string, value: string | null, product: StoreProduct, language: Language): string => {
  if (isOfHeld(name, calledIn(language, product), language)) return 'fits';
  if (language === 'en' && /[^s]s$/i.test(name)) return 'plural';
  return asked(name, language) ?? (language === 'zh' && /^\d/.test(value ?? '') ? 'figure' : 'words');
};

/** Specifications people ask about: short, said in full, and no part of the product's name. */
function askable(product: StoreProduct, language: Language): StoreProduct['specifications'] {
  const { specifications, title } = product;
  const noun = calledIn(language, product);
  const fitting = specifications.filter(
    ({ name, value }) =>
      fieldCalled(name, language) !== null &&
      // What is in no language of the shop's is not asked for.
      (language === 'en' || !/[a-z]{3,}/.test(value)) &&
      !/[()]/.test(value) &&
      value.length <= 40 &&
      name.length <= 24 &&
      !saysNothing(value) &&
      !isNeverAsked(name) &&
      isOf(name, noun, language) &&
      !title.toLowerCase().includes(value.toLowerCase()) &&
      !/[:;|()]/.test(name),
  );
  const usual = fitting.filter(({ name }) => asked(name, language) !== null);
  return usual.length > 0 ? usual : fitting;
}

const detailed = new WeakMap<readonly StoreProduct[], readonly StoreProduct[]>();

/**
 * Products on offer with a detail that people usually ask for; all that have any where there is none. Found once for all
 * users of a store.
 */
function withDetail(ground: Ground, language: Language): readonly StoreProduct[] {
  const offered = onOffer(ground);
  return foundOrMade(detailed, offered, () => {
    const isUsual = (product: StoreProduct) =>
      askable(product, language).some(({ name }) => asked(name, language) !== null);
    const usual = offered.filter(isUsual);
    return usual.length > 0 ? usual : offered.filter((product) => askable(product, language).length > 0);
  });
}

const sameShelf = ({ category }: StoreProduct) => category.at(-1);

const question = demandsIn('pre-sales', 'question', BOTH);
const ownQuestion = demandsIn('pre-sales', 'question', OWN);
const marketQuestion = demandsIn('pre-sales', 'question', MARKET);
const lateQuestion = demandsIn('after-sales', 'question', OWN);
const recommendation = demandsIn('pre-sales', 'recommendation', MARKET);

export const CHOICES = [
  question({
    name: 'product_question',
    kind: 'ask_product',
    wishes: (ground) => {
      const { language } = ground.store.facts;
      return lookedAt(ground, 'field', withDetail(ground, language)).map((product) => {
        const { name, value } = pickOne(ground.draw, 'field', askable(product, language));
        return {
          request: { productId: product.id, field: name },
          product,
          blanks: { field: fieldCalled(name, language, value) ?? name },
          variant: askedAs(name, value, product, language),
        };
      });
    },
  }),
  ownQuestion({
    name: 'missing_detail',
    isRare: true,
    kind: 'ask_product',
    wishes: (ground) => {
      const { language } = ground.store.facts;
      return looked(ground, 'missing').flatMap((product) => {
        const own = new Set(product.specifications.map(({ name }) => name));
        const near = onOffer(ground).filter((other) => sameShelf(other) === sameShelf(product));
        const names = [...new Set(near.flatMap((other) => askable(other, language)).map(({ name }) => name))];
        const name = pick(
          ground.draw,
          'missing/field',
          names.filter(
            (one) =>
              !own.has(one) && asked(one, language) !== null && askedAs(one, null, product, language) !== 'plural',
          ),
        );
        return name === undefined
          ? []
          : [
              {
                request: { productId: product.id, field: name },
                product,
                blanks: { field: fieldCalled(name, language) ?? name },
                variant: askedAs(name, null, product, language),
              },
            ];
      });
    },
  }),
  question({
    name: 'unknown_product',
    isRare: true,
    kind: 'ask_product',
    wishes: ({ store, draw }) => {
      const number = `1009${String(draw('unknown', 10 ** 8)).padStart(8, '0')}`;
      return store.products.has(number) ? [] : [{ request: { productId: number, field: 'price' }, blanks: { number } }];
    },
  }),
  ownQuestion({
    name: 'unanswerable',
    isRare: true,
    kind: 'ask_other',
    wishes: (ground) =>
      looked(ground, 'unanswerable').map((product) => ({
        request: { productId: product.id, about: 'sales' },
        product,
      })),
  }),
  lateQuestion({
    name: 'claim_gift',
    kind: 'claim_gift',
    wishes: (ground) =>
      ground.orders.flatMap((order) =>
        ground.store.gifts
          .where('orderId', order.id)
          .filter(({ state }) => state !== 'void')
          .map(({ productId, name }) => ({
            request: { orderId: order.id, productId, gift: name },
            order,
            blanks: { gift: ground.store.facts.language === 'en' ? name.toLowerCase() : name },
          })),
      ),
  }),
  marketQuestion({
    name: 'use_coupons',
    kind: 'use_coupons',
    wishes: (ground) => {
      const coupons = ground.store.coupons.where('userId', ground.user.id);
      const first = pick(ground.draw, 'use/first', coupons);
      if (first === undefined) return [];
      const second = pick(
        ground.draw,
        'use/second',
        coupons.filter(({ id }) => id !== first.id),
      );
      const isLikely = chance(ground.draw, 'use/likely', 0.6);
      const fits = ({ category, merchantId }: StoreProduct) =>
        !isLikely ||
        ((first.merchantId === null || first.merchantId === merchantId) &&
          category.some((name) => first.categories.includes(name)));
      const isPair = second !== undefined && chance(ground.draw, 'use/pair', 0.5);
      return looked(ground, 'use', fits).map((product) => ({
        request: {
          productId: product.id,
          quantity: 1,
          couponIds: isPair ? [first.id, second.id] : [first.id],
        },
        product,
        blanks: { coupon: first.id, ...(isPair ? { another: second.id } : {}) },
        variant: isPair ? 'two' : 'one',
      }));
    },
  }),
  ownQuestion({
    name: 'compare_products',
    kind: 'compare_products',
    wishes: (ground) =>
      looked(ground, 'compare').flatMap((product) => {
        const others = onOffer(ground).filter(
          (other) =>
            other.id !== product.id &&
            other.priceMinor !== product.priceMinor &&
            sameShelf(other) === sameShelf(product),
        );
        const other = pick(ground.draw, 'compare/other', others);
        return other === undefined
          ? []
          : [{ request: { productIds: [product.id, other.id] }, product, other, blanks: { other: other.id } }];
      }),
  }),
  ownQuestion({
    name: 'gift',
    kind: 'ask_gift',
    wishes: (ground) => looked(ground, 'gift', ({ gifts }) => gifts.length > 0).map(ofProduct),
  }),
  ownQuestion({
    name: 'discounts',
    kind: 'ask_discounts',
    wishes: ({ store }) => {
      const merchant = [...store.merchants.rows()].find(
        ({ id }) => store.promotions.where('merchantId', id).length > 0,
      );
      return merchant === undefined ? [] : [{ request: { shopId: merchant.id } }];
    },
  }),
  marketQuestion({
    name: 'best_price',
    kind: 'ask_coupons',
    wishes: (ground) => {
      const { now } = ground.store.facts;
      const coupons = ground.store.coupons
        .where('userId', ground.user.id)
        .filter(({ orderId, from, until }) => orderId === null && from <= now && now <= until);
      if (coupons.length === 0) return [];
      const fits = ({ category, priceMinor, merchantId }: StoreProduct) =>
        coupons.some(
          (coupon) =>
            coupon.minimumMinor <= priceMinor &&
            (coupon.merchantId === null || coupon.merchantId === merchantId) &&
            category.some((name) => coupon.categories.includes(name)),
        );
      return looked(ground, 'coupons', fits).map((product) => ({
        request: { productId: product.id, quantity: 1 },
        product,
      }));
    },
  }),
  marketQuestion({
    name: 'ships_when',
    kind: 'ask_shipping_time',
    wishes: (ground) => looked(ground, 'ships').map(ofProduct),
  }),
  marketQuestion({
    name: 'insurance',
    kind: 'ask_insurance',
    wishes: (ground) =>
      looked(ground, 'insurance').map((product) => ({ request: { shopId: product.merchantId }, product })),
  }),
  recommendation({
    name: 'recommend',
    kind: 'recommend',
    unlike: 'quality_first',
    wishes: (ground) =>
      shuffled(ground.draw, 'recommend', onOffer(ground))
        .slice(0, 40)
        .flatMap((product): Wish<'recommend'>[] => {
          const near = product.exchangeableFor.flatMap((id) => ground.store.products.get(id) ?? []);
          const cheaper = near.filter(
            ({ priceMinor, state, merchantId }) =>
              priceMinor < product.priceMinor && state === 'on_sale' && merchantId === product.merchantId,
          );
          const [only, ...more] = cheaper;
          const { language } = ground.store.facts;
          const isLike = (other: StoreProduct) => isOneNoun(calledIn(language, other), calledIn(language, product));
          // Apples are offered to nobody who likes strawberries.
          if (more.length > 0 || (only !== undefined && !isLike(only))) return [];
          if (only !== undefined)
            return [{ request: { fitting: [only.id], similar: [] }, product, variant: 'cheaper' }];
          const isAsked = near.length > 0 && chance(ground.draw, `${product.id}/none`, 0.1);
          const similar = near.slice(0, 2).map(({ id }) => id);
          return isAsked ? [{ request: { fitting: [], similar }, product, variant: 'cheaper' }] : [];
        })
        .slice(0, 1),
  }),
];
