import { calledIn } from '../customer/naming.ts';
import { countText } from '../demands/speech.ts';
import type { Asked } from '../desk.ts';
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
    late_shipping: isPast('expected_shipping') ? 'yes' : undefined,
    several: isSeveral ? 'yes' : undefined,
    held: heldOf(asked),
    ...itemsNamed(asked),
  };
  return Object.fromEntries(
    Object.entries(standing).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
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

/** Marks between the name in a title and its features. */
const NAME_END = /[,，|(（]| - /;

/** Nouns of the products that are told by their numbers, with their brands. */
function itemsNamed({ ground: { store }, request, decision, product }: Asked): Record<string, string> {
  const { language } = store.facts;
  const ids = decision.tell.flatMap(({ fact, value }) => {
    if (!ITEMS.has(fact)) return [];
    return value.type === 'texts' ? value.texts : value.type === 'text' ? [value.text] : [];
  });
  const asked = product ?? ('productId' in request ? store.products.get(request.productId) : undefined) ?? null;
  const all = ids.length === 0 || asked === null ? ids : [asked.id, ...ids];
  return Object.fromEntries(
    all.flatMap((id) => {
      const one = store.products.get(id);
      if (one === undefined) return [];
      // What is like the product that was asked about is called like it where it has no noun of its own.
      const alike = asked === null ? [one] : [one, asked];
      const noun = alike.map((like) => calledIn(language, like)).find((name) => name !== null);
      if (noun === undefined) return [[`item:${id}`, (one.title.split(NAME_END)[0] as string).trim()]];
      const isBranded = one.brand !== null && one.title.includes(one.brand);
      const brand = isBranded ? `${one.brand}${language === 'zh' ? '' : ' '}` : '';
      return [[`item:${id}`, `${brand}${noun}`]];
    }),
  );
}
