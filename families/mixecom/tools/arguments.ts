import { z } from 'zod';
import { type Bilingual, inLanguage } from '../../../service/store/bilingual.ts';
import { labelsIn } from '../../../service/store/published/labels.ts';
import type { Carrier, Language, Order, Shipment, Store } from '../../../service/store/schema.ts';
import type { Session } from '../../../service/tools/tool.ts';

/** Described arguments in a language. */
export function argumentsIn(language: Language) {
  const text = (words: Bilingual) => inLanguage(words, language);
  return {
    text,
    described: (words: Bilingual) => z.string().min(1).describe(text(words)),
    oneOf: <K extends string>(labels: Readonly<Record<K, Bilingual>>, words: Bilingual) =>
      z.enum(labelsIn(labels, language)).describe(text(words)),
  };
}

type Found<T> = { readonly found: T } | { readonly wrong: string };

/** An order of the customer. */
export function orderOf({ store, talk }: Session, id: string): Found<Order> {
  const found = store.orders.get(id);
  return found?.userId === talk.userId
    ? { found }
    : { wrong: `The customer has no order "${id}".|没有找到订单${id}。` };
}

/** A parcel of the customer, with its order. */
export function parcelOf({ store, talk }: Session, id: string): Found<{ parcel: Shipment; order: Order }> {
  const parcel = store.shipments.get(id);
  const order = parcel && store.orders.get(parcel.orderId);
  return parcel !== undefined && order?.userId === talk.userId
    ? { found: { parcel, order } }
    : { wrong: `The customer has no parcel "${id}".|没有找到物流${id}。` };
}

/** A carrier by its name. */
export const carrierCalled = (store: Store, name: string): Carrier | undefined =>
  [...store.carriers.rows()].find((carrier) => carrier.name.toLowerCase() === name.toLowerCase().trim());

/** A time as Mix-ECom shows it: month, day and hour. */
export function toTheHour(time: string, language: Language): string {
  const [month, day, hour] = [time.slice(5, 7), time.slice(8, 10), time.slice(11, 13)];
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日${hour}时`
    : `${MONTHS[Number(month) - 1]} ${Number(day)}, ${hour}:00`;
}
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export const RECORD = z.looseObject({});
