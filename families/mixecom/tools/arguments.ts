import { z } from 'zod';
import { type Bilingual, inLanguage } from '../../../service/store/bilingual.ts';
import { zoneBetween } from '../../../service/store/places.ts';
import { labelsIn } from '../../../service/store/published/labels.ts';
import type {
  Carrier,
  Language,
  Order,
  Shipment,
  Store,
  StoreProduct,
  User,
  Zone,
} from '../../../service/store/schema.ts';
import { type Session, WrongCall } from '../../../service/tools/tool.ts';

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

/** An order of the customer. */
export function orderOf({ store, talk }: Session, id: string): Order {
  const found = store.orders.get(id);
  if (found?.userId === talk.userId) return found;
  throw new WrongCall(`The customer has no order "${id}".|没有找到订单${id}。`);
}

/** A parcel of the customer, with its order. */
export function parcelOf({ store, talk }: Session, id: string): { parcel: Shipment; order: Order } {
  const parcel = store.shipments.get(id);
  const order = parcel && store.orders.get(parcel.orderId);
  if (parcel !== undefined && order?.userId === talk.userId) return { parcel, order };
  throw new WrongCall(`The customer has no parcel "${id}".|没有找到物流${id}。`);
}

/** An item of any shop. */
export function itemOf({ store }: Session, id: string): StoreProduct {
  const found = store.products.get(id);
  if (found === undefined) throw new WrongCall(`There is no item "${id}".|没有找到商品${id}。`);
  return found;
}

/** The customer that a call names: the one of this conversation. */
export function customerOf({ store, talk }: Session, id: string): User {
  const found = store.users.get(id);
  if (found !== undefined && id === talk.userId) return found;
  throw new WrongCall(`"${id}" is not the customer of this conversation.|用户${id}不是当前服务的顾客。`);
}

const carrierCalled = (store: Store, name: string): Carrier | undefined =>
  [...store.carriers.rows()].find((carrier) => carrier.name.toLowerCase() === name.toLowerCase().trim());

/** The carrier that a call names, and the zone of the way it names. */
export function wayOf(
  { store }: Session,
  { send_address: from, receive_address: to, courier_brand: brand }: Readonly<Record<WayArgument, string>>,
): { readonly carrier: Carrier; readonly zone: Zone } {
  const carrier = carrierCalled(store, brand);
  if (carrier === undefined) throw new WrongCall(`There is no logistics brand "${brand}".|没有物流品牌${brand}。`);
  const zone = zoneBetween(from, to);
  if (zone === null)
    throw new WrongCall(
      'An address names no city that is known; ask for the whole address.|地址中没有可识别的城市，请确认完整地址。',
    );
  return { carrier, zone };
}
type WayArgument = 'send_address' | 'receive_address' | 'courier_brand';

/** A time as Mix-ECom shows it: month, day and hour. */
export function toTheHour(time: string, language: Language): string {
  const [month, day, hour] = [time.slice(5, 7), time.slice(8, 10), time.slice(11, 13)];
  return language === 'zh'
    ? `${Number(month)}月${Number(day)}日${hour}时`
    : `${MONTHS[Number(month) - 1]} ${Number(day)}, ${hour}:00`;
}
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
