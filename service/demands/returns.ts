import { chance, pickOne } from '../../schemas/draw.ts';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import { pictureOf } from '../pictures/index.ts';
import type { Circumstances, Reason } from '../policy/rule.ts';
import { BOTH, MARKET, OWN } from '../policy/rule.ts';
import { ARRIVED, BEFORE_SHIPPING, TAKEN_BACK } from '../store/order-states.ts';
import type { Order } from '../store/schema.ts';
import { demandsIn, type Ground, type Wish } from './demand.ts';
import { onOffer } from './orders.ts';
import { THINGS } from './speech.ts';

const arrived = ({ orders }: Ground) => orders.filter(({ state }) => ARRIVED.has(state));
const placed = ({ orders }: Ground) =>
  orders.filter(({ state }) => ARRIVED.has(state) || state === 'in_transit' || state === 'shipped' || state === 'paid');

/** Claims about an order's goods, each with a photograph that proves it, or proves nothing. */
const claims = (ground: Ground, reasons: readonly Reason[], circumstances?: Partial<Circumstances>) =>
  arrived(ground).flatMap((order) =>
    reasons.flatMap((reason) => {
      // A fault is of one thing, which has to be the only one.
      if (POOR.includes(reason) && order.lines.length > 1) return [];
      const proves = chance(ground.draw, `${order.id}/${reason}/proves`, 0.6) ? reason : null;
      const says = THINGS[ground.store.facts.language].shown[proves ?? 'nothing'] ?? '';
      const picture = pictureOf(ground.store, {
        kind: 'goods',
        userId: ground.user.id,
        about: { orderId: order.id },
        says,
        ...(proves === null ? {} : { proves }),
      });
      if (picture === null) return [];
      const isAsked = chance(ground.draw, `${order.id}/${reason}/asked`, 0.3);
      return [
        {
          request: { orderId: order.id, reason },
          ...{ order, picture, blanks: { picture: picture.id } },
          ...(isAsked ? { isPictureAsked: true as const } : {}),
          variant: reason as string,
          ...(circumstances === undefined ? {} : { circumstances }),
        },
      ];
    }),
  );
/** A wish about an order for a reason of the customer's own. */
const personal = (order: Order) => ({ request: { orderId: order.id, reason: 'personal' as const }, order });
const isPerishable = ({ productOf }: Ground, { lines }: Order) =>
  lines.some(({ productId }) => productOf(productId).traits.includes('perishable'));
const POOR: readonly Reason[] = ['quality', 'damaged_in_transit'];
/** More than any shop gives as a red envelope. */
const TOO_MUCH = 0.9;
const SENT_BACK: ReadonlySet<Order['state']> = new Set(['returning', 'returned']);

/** Complaints that ask for a red envelope of an amount, or for one after the goods went back. */
const furtherEnvelopes = (ground: Ground): Wish<'compensate'>[] => {
  const { currency } = ground.store.facts;
  const unit = minorUnitsOf(currency);
  const shown = claims(ground, ['quality'], { compensation: 'accepted' }).filter((wish) => !('isPictureAsked' in wish));
  const demanded = shown.map((wish): Wish<'compensate'> => {
    const amountMinor = Math.max(2, Math.ceil((wish.order.totalMinor * TOO_MUCH) / unit)) * unit;
    return {
      ...wish,
      request: { ...wish.request, amountMinor },
      blanks: { ...wish.blanks, amount: formatMoney(amountMinor, currency) },
      variant: 'amount',
    };
  });
  const late = ground.orders
    .filter(({ state }) => SENT_BACK.has(state))
    .map((order): Wish<'compensate'> => {
      return { request: { orderId: order.id, reason: 'quality' }, order, variant: 'sent_back' };
    });
  return [...demanded, ...late];
};

/** Orders of one product that are not taken back, with the product. */
const exchangeable = ({ orders, productOf }: Ground) =>
  orders
    .filter(({ state, lines }) => lines.length === 1 && !TAKEN_BACK.has(state))
    .map((order) => ({ order, product: productOf(order.lines[0]?.productId ?? '') }));

const ownTask = demandsIn('after-sales', 'task', OWN);
const ownQuestion = demandsIn('after-sales', 'question', OWN);
const marketTask = demandsIn('after-sales', 'task', MARKET);
const task = demandsIn('after-sales', 'task', BOTH);
const marketQuestion = demandsIn('after-sales', 'question', MARKET);

export const RETURNS = [
  task({
    name: 'return_order',
    kind: 'return_order',
    of: 'goods',
    wishes: (ground) =>
      placed(ground).map((order) => ({
        ...personal(order),
        // Nobody has sent back what has not come yet.
        circumstances: { used: false, sentBack: ground.regime === 'marketplace' && ARRIVED.has(order.state) },
        variant: !ARRIVED.has(order.state) ? 'not_here' : ground.regime === 'marketplace' ? 'unused_sent' : 'unused',
      })),
  }),
  ownTask({
    name: 'return_too_many',
    isRare: true,
    kind: 'return_order',
    of: 'goods',
    wishes: ({ orders }) =>
      orders
        .filter(({ state, lines }) => state === 'signed' && lines.length === 1)
        .map((order) => {
          const [{ productId, quantity }] = order.lines as [Order['lines'][number]];
          const lines = [{ productId, quantity: quantity + 1 }];
          return {
            request: { orderId: order.id, reason: 'personal' as const, lines },
            order,
            blanks: { quantity: String(quantity + 1) },
          };
        }),
  }),
  ownQuestion({
    name: 'remark_on_goods',
    isRare: true,
    kind: 'return_order',
    of: 'goods',
    wishes: ({ orders }) =>
      orders
        .filter(({ state }) => state === 'signed')
        .map((order) => ({ ...personal(order), circumstances: { explicit: false } })),
  }),
  marketTask({
    name: 'return_used',
    kind: 'return_order',
    of: 'goods',
    wishes: (ground) => arrived(ground).map((order) => ({ ...personal(order), circumstances: { used: true } })),
  }),
  marketQuestion({
    name: 'return_cost',
    kind: 'ask_return_cost',
    of: 'goods',
    wishes: (ground) => [
      ...arrived(ground).map(personal),
      ...ground.orders
        .filter(({ state }) => state === 'paid' || state === 'processing')
        .map((order) => ({ ...personal(order), variant: 'not_sent' })),
    ],
  }),
  marketTask({
    name: 'quality_envelope',
    kind: 'compensate',
    of: 'goods',
    wishes: (ground) => [...claims(ground, POOR, { compensation: 'accepted' }), ...furtherEnvelopes(ground)],
  }),
  marketTask({
    name: 'quality_return',
    kind: 'return_order',
    of: 'goods',
    wishes: (ground) => claims(ground, POOR, { compensation: 'refused', used: false, sentBack: true }),
  }),
  marketTask({
    name: 'missing_items',
    kind: 'reship',
    wishes: (ground) => claims(ground, ['missing_items', 'wrong_items', 'quality']),
  }),
  marketTask({
    name: 'refund_only',
    kind: 'refund_only',
    of: 'goods',
    wishes(ground) {
      const faults = claims(ground, POOR);
      // Who got bad fish writes about the fish.
      const perished = faults.filter(({ order }) => isPerishable(ground, order));
      if (perished.length > 0) return perished;
      const disliked = arrived(ground).map((order) => ({
        ...personal(order),
        variant: 'personal',
      }));
      return [...faults, ...disliked];
    },
  }),
  ownTask({
    name: 'exchange',
    kind: 'exchange',
    of: 'goods',
    wishes: (ground) =>
      exchangeable(ground).flatMap(({ order, product }): Wish<'exchange'>[] => {
        const listed = product.exchangeableFor.filter((id) => ground.store.products.has(id));
        if (listed.length === 0) return [];
        const isElsewhere = chance(ground.draw, `${order.id}/elsewhere`, 0.2);
        // Nobody wants a lipstick for a camera.
        const unlisted = onOffer(ground).flatMap(({ id, category }) =>
          listed.includes(id) || id === product.id || category.at(-1) !== product.category.at(-1) ? [] : [id],
        );
        const others = isElsewhere && unlisted.length > 0 ? unlisted : listed;
        const to = ground.productOf(pickOne(ground.draw, `${order.id}/exchange`, others));
        return [
          {
            request: { orderId: order.id, productId: product.id, toProductId: to.id },
            order,
            other: to,
            blanks: { other: to.id },
          },
        ];
      }),
  }),
  ownTask({
    name: 'exchange_of_another_order',
    isRare: true,
    kind: 'exchange',
    wishes: (ground) =>
      exchangeable(ground).flatMap(({ order, product }): Wish<'exchange'>[] => {
        const mistaken = ground.orders.filter(
          ({ id, state, lines }) =>
            id !== order.id && BEFORE_SHIPPING.has(state) && lines.every(({ productId }) => productId !== product.id),
        );
        const listed = onOffer(ground).filter(({ id }) => product.exchangeableFor.includes(id));
        if (mistaken.length === 0 || listed.length === 0) return [];
        const { id: orderId } = pickOne(ground.draw, `${order.id}/mistaken`, mistaken);
        const other = pickOne(ground.draw, `${order.id}/mistaken for`, listed);
        return [
          {
            request: { orderId, productId: product.id, toProductId: other.id },
            ...{ product, other, blanks: { number: orderId, other: other.id } },
          },
        ];
      }),
  }),
  ownQuestion({
    name: 'exchange_options',
    kind: 'ask_exchange',
    of: 'goods',
    wishes: (ground) =>
      exchangeable(ground).flatMap(({ order, product: { id: productId, exchangeableFor } }) =>
        exchangeableFor.length === 0 ? [] : [{ request: { orderId: order.id, productId }, order }],
      ),
  }),
];
