import { chance, type Draw, pick, pickOne } from '../../schemas/draw.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { calledIn } from '../customer/naming.ts';
import { BOTH, MARKET, OWN } from '../policy/rule.ts';
import { ARRIVED, BEFORE_SHIPPING } from '../store/order-states.ts';
import { addressLine } from '../store/published/views.ts';
import type { Order, StoreProduct } from '../store/schema.ts';
import { demandsIn, type Ground, ofOrder, type Wish } from './demand.ts';
import { THINGS } from './speech.ts';

/** A street and a number in it. */
function drawnStreet(draw: Draw, label: string, language: 'en' | 'zh'): string {
  const street = pickOne(draw, `${label}/name`, THINGS[language].streets);
  const number = 1 + draw(`${label}/number`, 280);
  return language === 'zh' ? `${street}${number}号` : `${number} ${street}`;
}

const OVER: ReadonlySet<Order['state']> = new Set(['cancelled', 'returned', 'refunded', 'refund_only']);

/** Orders that something can still be asked about. */
export const openOrders = ({ orders }: Ground): readonly Order[] => orders.filter(({ state }) => !OVER.has(state));

export const isArrived = ({ state }: Order): boolean => ARRIVED.has(state);
/** Signed for by the customer's own account of it: nobody asks where it is, or for it to come faster or elsewhere. */
const TAKEN_IN: ReadonlySet<Order['state']> = new Set(['signed', 'completed', 'returning']);
const awaited = (ground: Ground) => openOrders(ground).filter(({ state }) => !TAKEN_IN.has(state));

export const isUnshipped = ({ state }: Order): boolean => BEFORE_SHIPPING.has(state);
const ON_ITS_WAY: ReadonlySet<Order['state']> = new Set(['shipped', 'in_transit']);
export const isOnItsWay = ({ state }: Order): boolean => ON_ITS_WAY.has(state);

/** Share of those who move and do not know yet where to. */
const KNOWS_NO_ADDRESS = 0.1;

const elsewhere = (ground: Ground, order: Order): Wish<'change_address'> => {
  const { draw, store } = ground;
  const street = drawnStreet(draw, `${order.id}/street`, store.facts.language);
  const text = addressLine({ ...order.address, street }, store);
  return { request: { orderId: order.id, address: text }, order, blanks: { address: text } };
};

const task = demandsIn('logistics', 'task', BOTH);
const ownTask = demandsIn('logistics', 'task', OWN);
const marketTask = demandsIn('logistics', 'task', MARKET);
const question = demandsIn('logistics', 'question', BOTH);
const ownQuestion = demandsIn('logistics', 'question', OWN);
const buying = demandsIn('pre-sales', 'task', OWN);

export const ORDERS = [
  task({
    name: 'cancel_order',
    kind: 'cancel_order',
    wishes: (ground) =>
      openOrders(ground)
        // Nobody calls off what came weeks ago.
        .filter(({ state }) => state !== 'completed')
        .map((order) => ({
          ...ofOrder(order),
          ...(isArrived(order) ? { variant: 'arrived' } : {}),
        })),
  }),
  task({
    name: 'change_address',
    kind: 'change_address',
    wishes: (ground) =>
      awaited(ground).map((order) =>
        ground.regime === 'own-shop' && chance(ground.draw, `${order.id}/no address`, KNOWS_NO_ADDRESS)
          ? { ...ofOrder(order), variant: 'unknown' }
          : elsewhere(ground, order),
      ),
  }),
  ownTask({
    name: 'cancel_or_urge',
    kind: 'cancel_order',
    wishes: (ground) =>
      awaited(ground).map((order) => {
        const request = { orderId: order.id };
        return isUnshipped(order)
          ? { request, order, otherwise: { kind: 'urge' as const, request } }
          : { kind: 'urge' as const, request, order, otherwise: { kind: 'cancel_order' as const, request } };
      }),
  }),
  marketTask({
    name: 'cancel_or_readdress',
    kind: 'cancel_order',
    wishes: (ground) =>
      openOrders(ground)
        .filter((order) => isUnshipped(order) || isOnItsWay(order))
        .map((order) => {
          const { request: change, ...rest } = elsewhere(ground, order);
          const cancel = { orderId: order.id };
          return isUnshipped(order)
            ? { ...rest, request: cancel, otherwise: { kind: 'change_address' as const, request: change } }
            : {
                ...rest,
                kind: 'change_address' as const,
                request: change,
                otherwise: { kind: 'cancel_order' as const, request: cancel },
              };
        }),
  }),
  ownTask({
    name: 'urge_order',
    kind: 'urge',
    wishes: (ground) => awaited(ground).map(ofOrder),
  }),
  question({
    name: 'order_status',
    kind: 'ask_order',
    wishes: ({ orders }) =>
      orders.map((order) => ({
        ...ofOrder(order),
        ...(TAKEN_IN.has(order.state) || OVER.has(order.state) ? { variant: 'settled' } : {}),
      })),
  }),
  question({
    name: 'others_order',
    isRare: true,
    kind: 'ask_order',
    wishes(ground) {
      const stranger = pick(ground.draw, 'stranger', strangers(ground));
      const [order] = stranger === undefined ? [] : ground.store.orders.where('userId', stranger);
      return order === undefined ? [] : [{ request: { orderId: order.id }, blanks: { number: order.id } }];
    },
  }),
  marketTask({
    name: 'furious_cancel',
    isRare: true,
    kind: 'cancel_order',
    mood: 'annoyed',
    wishes: (ground) =>
      awaited(ground).map((order) => ({
        ...ofOrder(order),
        circumstances: { mood: 'furious' as const },
      })),
  }),
  ownQuestion({
    name: 'remark_on_order',
    isRare: true,
    kind: 'cancel_order',
    of: 'goods',
    wishes: (ground) =>
      openOrders(ground)
        .filter(isUnshipped)
        .map((order) => ({ ...ofOrder(order), circumstances: { explicit: false } })),
  }),
  buying({
    name: 'place_order',
    kind: 'place_order',
    wishes(ground) {
      const isOff = chance(ground.draw, 'place/off', 0.15);
      const product = pick(ground.draw, 'place/product', isOff ? offSale(ground) : onOffer(ground));
      if (product === undefined) return [];
      const quantity = pickOne(ground.draw, 'place/quantity', [1, 1, 1, 2, 3]);
      const payment = pickOne(ground.draw, 'place/payment', [
        'e_card',
        'e_card',
        'bank_card',
        'wechat',
        'alipay',
      ] as const);
      return [
        {
          request: { lines: [{ productId: product.id, quantity }], payment },
          product,
          blanks: { quantity: String(quantity), payment },
          variant: quantity === 1 ? 'one' : 'several',
        },
      ];
    },
  }),
  marketTask({
    name: 'choose_courier',
    kind: 'choose_courier',
    wishes(ground) {
      const { store, draw } = ground;
      const courierFor = (label: string) => pickOne(draw, `${label}/courier`, [...store.carriers.rows()]).name;
      const product = chance(draw, 'courier/not ordered', 0.15) ? pick(draw, 'courier/product', onOffer(ground)) : null;
      if (product != null) {
        const courier = courierFor(product.id);
        return [
          { request: { shopId: product.merchantId, courier }, product, blanks: { courier }, variant: 'not_ordered' },
        ];
      }
      // Who sees it delivered chooses no courier any more.
      return awaited(ground)
        .filter((order) => !isArrived(order))
        .map((order) => {
          const courier = courierFor(order.id);
          return { request: { orderId: order.id, shopId: order.merchantId, courier }, order, blanks: { courier } };
        });
    },
  }),
  task({
    name: 'note_wish',
    kind: 'note_wish',
    wishes: (ground) =>
      openOrders(ground)
        .filter(isUnshipped)
        .map((order) => {
          const { language } = ground.store.facts;
          const wish = pickOne(ground.draw, `${order.id}/wish`, THINGS[language].wishes);
          return { request: { orderId: order.id, wish }, order, blanks: { wish } };
        }),
  }),
];

const users = new WeakMap<object, readonly string[]>();

/** Ids of other customers; found once for all copies of a store, whose customers never change. */
function strangers({ store, user }: Ground): readonly string[] {
  const known = users.get(store.merchants) ?? [...store.users.rows()].map(({ id }) => id);
  users.set(store.merchants, known);
  const at = known.indexOf(user.id);
  return [...known.slice(at + 1, at + 4), ...known.slice(0, 3)].filter((id) => id !== user.id);
}

/** Products that are listed and not on sale. */
const offSale = ({ store }: Ground) => [...store.products.rows()].filter(({ state }) => state !== 'on_sale');

const offers = new WeakMap<object, readonly StoreProduct[]>();

/** Products of the shops that can be ordered; found once for all copies of a store, whose listings never change. */
export function onOffer({ store }: Pick<Ground, 'store'>): readonly StoreProduct[] {
  return foundOrMade(offers, store.products, () => {
    const listed = [...store.products.rows()].filter(({ state, stock }) => state === 'on_sale' && stock > 3);
    // Customers speak of goods by a name, as long as there are enough that have one.
    const named = listed.filter((product) => calledIn(store.facts.language, product) !== null);
    return named.length * 4 >= listed.length ? named : listed;
  });
}
