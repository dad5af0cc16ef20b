import type { Coupon } from '../../../store/schema.ts';
import { type Case, lookUp, market, mix, money, said, texts } from '../../define.ts';

type WithCoupons = Case<'use_coupons' | 'ask_coupons'>;

const totalOf = ({ product, request }: WithCoupons) => (product?.priceMinor ?? 0) * request.quantity;
const isValid = ({ now, in: { userId } }: Case, { userId: owner, from, until, orderId }: Coupon) =>
  owner === userId && orderId === null && from <= now && now <= until;
const isOfShop = ({ product }: Case, { merchantId }: Coupon) =>
  merchantId === null || merchantId === product?.merchantId;
const isForCategory = ({ product }: Case, { categories }: Coupon) =>
  product?.category.some((category) => categories.includes(category)) === true;
const isForProduct = (it: Case, coupon: Coupon) => isOfShop(it, coupon) && isForCategory(it, coupon);
const isReached = (it: WithCoupons, { minimumMinor }: Coupon) => totalOf(it) >= minimumMinor;

const named = ({ request, store }: Case<'use_coupons'>) => request.couponIds.map((id) => store.coupons.get(id));
const namedThat = (it: Case<'use_coupons'>, test: (coupon: Coupon) => boolean) =>
  named(it).flatMap((coupon) => (coupon !== undefined && test(coupon) ? [coupon.id] : []));
/** Those of the named coupons that could be spent, but fail a test. */
const failing = (it: Case<'use_coupons'>, passes: (it: Case<'use_coupons'>, coupon: Coupon) => boolean) =>
  namedThat(it, (coupon) => isValid(it, coupon) && !passes(it, coupon));
const invalid = (it: Case<'use_coupons'>) =>
  it.request.couponIds.filter((_, at) => {
    const coupon = named(it)[at];
    return coupon === undefined || !isValid(it, coupon);
  });
const ofOneLevel = (it: Case<'use_coupons'>) => {
  const coupons = named(it).filter((coupon) => coupon !== undefined);
  return coupons.flatMap(({ id, level }, at) =>
    coupons.some((other, place) => place !== at && other.level === level) ? [id] : [],
  );
};

const usable = (it: WithCoupons) =>
  it.store.coupons
    .where('userId', it.in.userId)
    .filter((coupon) => isValid(it, coupon) && isForProduct(it, coupon) && isReached(it, coupon));
/** The lowest price with coupons: of each level the one that takes off most. */
function lowestPrice(it: WithCoupons): number {
  const byLevel = new Map<string, number>();
  for (const { level, offMinor } of usable(it)) byLevel.set(level, Math.max(byLevel.get(level) ?? 0, offMinor));
  return Math.max(
    0,
    [...byLevel.values()].reduce((price, off) => price - off, totalOf(it)),
  );
}
const isUsable = (it: Case<'use_coupons'>) =>
  invalid(it).length === 0 &&
  ofOneLevel(it).length === 0 &&
  namedThat(it, (coupon) => !isForProduct(it, coupon) || !isReached(it, coupon)).length === 0;

const lookUpCoupons = ({ in: { userId } }: Case) => lookUp('look_up_coupons', { userId });

/** Before buying from merchants: coupons and recommendations. */
export const BUYING = [
  market.preSales({
    id: 'coupons.category',
    sources: [mix('Coupon Guidelines', 1)],
    about: ['use_coupons'],
    en: 'A coupon can be used only for products of the categories it names.',
    zh: '商品类型在优惠券适用品类之内时，才能使用该优惠券。',
    when: (it) => failing(it, isForCategory).length > 0,
    does: 'forbid',
    told: (it) => [texts('coupon_not_for_category', failing(it, isForCategory))],
  }),
  market.preSales({
    id: 'coupons.shop',
    about: ['use_coupons'],
    en: 'A coupon of one shop can be used only for products of that shop.',
    zh: '店铺优惠券只能用于该店铺的商品。',
    when: (it) => failing(it, isOfShop).length > 0,
    does: 'forbid',
    told: (it) => [texts('coupon_not_for_shop', failing(it, isOfShop))],
  }),
  market.preSales({
    id: 'coupons.minimum',
    sources: [mix('Coupon Guidelines', 1)],
    about: ['use_coupons'],
    en: 'A coupon can be used only where the price reaches its minimum.',
    zh: '商品价格达到优惠券的最低消费金额时，才能使用该优惠券。',
    when: (it) => failing(it, isReached).length > 0,
    does: 'forbid',
    told: (it) => [texts('coupon_below_minimum', failing(it, isReached))],
  }),
  market.preSales({
    id: 'coupons.levels-combine',
    sources: [mix('Coupon Guidelines', 2)],
    about: ['use_coupons'],
    en: 'Coupons of different levels may be used together.',
    zh: '不同级别的优惠券可以叠加使用。',
    when: isUsable,
    does: 'allow',
    steps: (it) => [lookUpCoupons(it)],
    told: (it) => [
      money(
        'amount',
        Math.max(
          0,
          named(it).reduce((price, coupon) => price - (coupon?.offMinor ?? 0), totalOf(it)),
        ),
      ),
    ],
  }),
  market.preSales({
    id: 'coupons.one-of-a-level',
    sources: [mix('Coupon Guidelines', 2)],
    about: ['use_coupons'],
    en: 'Coupons of one level cannot be combined.',
    zh: '同一级别的优惠券不能叠加使用。',
    when: (it) => ofOneLevel(it).length > 0,
    does: 'forbid',
    told: (it) => [texts('coupons_of_one_level', ofOneLevel(it))],
  }),
  market.preSales({
    id: 'coupons.valid-ones',
    about: ['use_coupons'],
    en: 'A coupon that is spent, out of date or somebody else’s cannot be used.',
    zh: '已使用、不在有效期内或不属于本人的优惠券不能使用。',
    when: (it) => invalid(it).length > 0,
    does: 'forbid',
    told: (it) => [texts('coupon_invalid', invalid(it))],
  }),
  market.preSales({
    id: 'coupons.lowest-price',
    sources: [mix('Coupon Guidelines', 3)],
    about: ['ask_coupons'],
    en: 'If coupons apply to a product, tell the customer the least they would pay with them.',
    zh: '有适用于当前商品的优惠券时，告知顾客用券后的最低应付金额。',
    does: 'allow',
    steps: (it) => [lookUpCoupons(it), lookUp('look_up_product', { productId: it.request.productId })],
    told: (it) => [money('lowest_price', lowestPrice(it))],
  }),
  market.preSales({
    id: 'recommendations.what-fits',
    sources: [mix('Product Recommendation Guidelines', 1)],
    about: ['recommend'],
    en: 'Recommend products that meet what the customer asks for.',
    zh: '向顾客推荐符合其需求的商品。',
    when: ({ request }) => request.fitting.length > 0,
    does: 'allow',
    told: ({ request }) => [texts('recommended', request.fitting)],
  }),
  market.preSales({
    id: 'recommendations.nothing-fits',
    sources: [mix('Product Recommendation Guidelines', 1)],
    about: ['recommend'],
    en: 'If no product meets the request, say so and recommend products that come near.',
    zh: '没有符合需求的商品时，如实告知，并推荐与需求相近的商品。',
    when: ({ request }) => request.fitting.length === 0,
    does: 'allow',
    told: ({ request }) => [said('none_fits'), texts('similar', request.similar)],
  }),
];
