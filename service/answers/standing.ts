import { calledIn, namedBy, nameIn, tellingWord, theOne } from '../customer/naming.ts';
import { isLongAwaited } from '../demands/parcels.ts';
import { countText } from '../demands/speech.ts';
import type { Asked } from '../desk.ts';
import { decide } from '../policy/decide.ts';
import type { StepName } from '../policy/facts.ts';
import type { Told } from '../policy/rule.ts';
import { valueText } from './told.ts';

/** Facts about a request in the records that are read for it, by the names that agents' sentences know. */
export function standingOf(asked: Asked): Record<string, string> {
  const { ground, request, decision, order } = asked;
  const { store, shipmentOf, productOf } = ground;
  const { language, currency, now } = store.facts;
  const money = (minor: number) => valueText({ type: 'money', minor, currency }, { language, currency });
  const told = (name: Told['fact']) => decision.tell.find(({ fact }) => fact === name)?.value;
  const listed = told('couriers');
  const remedy = told('remedy');
  const parcel =
    order !== null && decision.lookUp.some(({ step }) => step === 'look_up_parcel') ? shipmentOf(order.id) : undefined;
  const isPast = (name: Told['fact']) => {
    const value = told(name);
    return value?.type === 'time' && value.time < now;
  };
  const doneOf = (name: StepName) => decision.after.find(({ step }) => step === name)?.arguments;
  const back = Number(doneOf('refund_to_ecard')?.amountMinor ?? 0);
  const [cheaper] = request.kind === 'recommend' ? request.fitting : [];
  const isSeveral =
    request.kind === 'price_protection' &&
    order?.lines.some(({ productId, quantity }) => productId === request.productId && quantity > 1);
  const standing: Record<string, string | undefined> = {
    order: order?.state,
    parcel: parcel?.state,
    parcel_carrier: parcel && store.carriers.get(parcel.carrierId)?.name,
    money: back > 0 ? 'ecard' : undefined,
    to_ecard: back > 0 ? money(back) : undefined,
    sets: doneOf('set_order_state')?.state as string | undefined,
    couriers:
      listed?.type === 'texts'
        ? valueText({ type: 'texts', all: [...listed.texts] }, { language, currency })
        : undefined,
    remedy: remedy?.type === 'text' ? remedy.text : undefined,
    recommended_price: cheaper === undefined ? undefined : money(productOf(cheaper).priceMinor),
    late: isPast('expected_arrival') ? 'yes' : undefined,
    waited: order !== null && isLongAwaited(ground, order) ? 'yes' : undefined,
    late_shipping: isPast('expected_shipping') ? 'yes' : undefined,
    several: isSeveral ? 'yes' : undefined,
    shop: shopOf(asked),
    ...priceBesides(asked),
    held: heldOf(asked),
    ...itemsNamed(asked),
  };
  return Object.fromEntries(
    Object.entries(standing).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Facts that shops differ in. */
const OF_SHOP: ReadonlySet<Told['fact']> = new Set(['insured', 'courier_not_chosen', 'courier_not_used']);

/** Name of the shop of which such a fact is told: a customer may ask about several. */
function shopOf({ ground: { store }, request, order, decision }: Asked): string | undefined {
  const id = 'shopId' in request ? request.shopId : order?.merchantId;
  if (id === undefined || !decision.tell.some(({ fact }) => OF_SHOP.has(fact))) return undefined;
  const name = store.merchants.get(id)?.name;
  // Nobody says a number for a name.
  return name !== undefined && /\p{L}/u.test(name) ? name : store.facts.language === 'zh' ? '卖家' : 'the seller';
}

/** Prices of a product for which coupons are refused: without them, and with the one of them that can be used. */
function priceBesides({ ground: { store, regime }, request, decision }: Asked): Record<string, string> {
  const product = request.kind === 'use_coupons' ? store.products.get(request.productId) : undefined;
  if (request.kind !== 'use_coupons' || product === undefined || decision.outcome !== 'forbidden') return {};
  const { language, currency } = store.facts;
  const said = (minor: number) => valueText({ type: 'money', minor, currency }, { language, currency });
  const amountWith = (id: string) =>
    decide(store, { ...request, couponIds: [id] }, regime).tell.find(({ fact }) => fact === 'amount')?.value;
  const usable = request.couponIds.flatMap((id) => {
    const amount = amountWith(id);
    return amount?.type === 'money' ? [{ id, amount: amount.minor }] : [];
  })[0];
  return {
    plain_price: said(product.priceMinor * request.quantity),
    ...(usable === undefined ? {} : { other_coupon: usable.id, other_amount: said(usable.amount) }),
  };
}

/** The number of pieces that an order holds of what it does not hold enough of, in words. */
function heldOf({ ground, decision, order }: Asked): string | undefined {
  const short = decision.tell.find(({ fact }) => fact === 'not_in_order')?.value;
  const line = short?.type === 'texts' ? order?.lines.find(({ productId }) => productId === short.texts[0]) : undefined;
  if (line === undefined) return undefined;
  const { language } = ground.store.facts;
  return countText(line.quantity, calledIn(language, ground.productOf(line.productId)), language);
}

/** Facts that are products by their numbers, which people name by what they are. */
const ITEMS: ReadonlySet<Told['fact']> = new Set(['recommended', 'exchange_options']);

/** Numbers of the products that a decision has told. */
export const itemsTold = ({ tell }: Asked['decision']): readonly string[] =>
  tell.flatMap(({ fact, value }) => {
    if (!ITEMS.has(fact)) return [];
    return value.type === 'texts' ? value.texts : value.type === 'text' ? [value.text] : [];
  });

/** Names of the products that are told by their numbers: their nouns with their brands, and by what tells two of one name apart. */
function itemsNamed({ ground: { store }, request, decision, product }: Asked): Record<string, string> {
  const { language } = store.facts;
  const ids = itemsTold(decision);
  const asked = product ?? ('productId' in request ? store.products.get(request.productId) : undefined) ?? null;
  const all = (ids.length === 0 || asked === null ? ids : [asked.id, ...ids]).flatMap(
    (id) => store.products.get(id) ?? [],
  );
  const plain = all.map((one) => {
    // What is like the product that was asked about is called like it where it has no noun of its own.
    const alike = asked === null ? [one] : [one, asked];
    const noun = alike.map((like) => calledIn(language, like)).find((name) => name !== null) ?? null;
    return { one, noun, name: noun === null ? nameIn(one.title) : namedBy(one, noun, language) };
  });
  return Object.fromEntries(
    plain.map(({ one, noun, name }) => {
      const others = plain.filter((other) => other.one.id !== one.id && other.name === name).map((other) => other.one);
      // What has its name in common with the product that was asked about alone is another one.
      const isTold = one === asked || others.every((other) => other === asked);
      const word = isTold ? undefined : tellingWord(one, others, noun);
      return [
        `item:${one.id}`,
        word === undefined || noun === null ? name : theOne(namedBy(one, noun, language, word), language),
      ];
    }),
  );
}
