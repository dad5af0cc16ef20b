import { z } from 'zod';
import { type Bilingual, inLanguage } from '../../../service/store/bilingual.ts';
import { labelsIn, named, type View } from '../../../service/store/published/labels.ts';
import type { Language, Merchant, Order, StoreProduct, User } from '../../../service/store/schema.ts';
import { type Session, WrongCall } from '../../../service/tools/tool.ts';

/** The arguments that ECom-Bench's tools share, described in a language. */
export function argumentsIn(language: Language) {
  const described = (text: Bilingual) => z.string().describe(inLanguage(text, language));
  return {
    platform: described('The platform|电商平台'),
    shop_id: described('The shop’s id|店铺ID'),
    user_id: described('The customer’s id|用户ID'),
    order_id: described('The order’s id|订单ID'),
    product_id: described('The product’s id|商品ID'),
    described,
    /** One of some labels, by its words in the language. */
    oneOf: <K extends string>(labels: Readonly<Record<K, Bilingual>>, text: Bilingual) =>
      z.enum(labelsIn(labels, language)).describe(inLanguage(text, language)),
    text: (text: Bilingual) => inLanguage(text, language),
  };
}

/** A result under the names of the session's language. */
export const view = ({ store }: Session, shown: View): Readonly<Record<string, unknown>> =>
  named(shown, store.facts.language) as Readonly<Record<string, unknown>>;

/** A shop that a call names. */
export function shopOf({ store }: Session, { platform, shop_id: id }: { platform: string; shop_id: string }): Merchant {
  const found = platform === store.facts.platform ? store.merchants.get(id) : undefined;
  if (found === undefined)
    throw new WrongCall(`There is no shop "${id}" on the platform "${platform}".|平台${platform}没有店铺${id}。`);
  return found;
}

/** The customer that a call names: the one of this session, nobody else's records are shown. */
export function userOf({ store, talk }: Session, { user_id: id }: { user_id: string }): User {
  const found = store.users.get(id);
  if (found === undefined) throw new WrongCall(`There is no user "${id}".|没有找到用户${id}的信息。`);
  if (id !== talk.userId)
    throw new WrongCall(`"${id}" is not the customer of this conversation.|用户${id}不是当前服务的顾客。`);
  return found;
}

/** An order of the customer in a shop. */
export function orderOf(
  session: Session,
  given: { platform: string; shop_id: string; user_id: string; order_id?: string | undefined },
): Order {
  userOf(session, given);
  shopOf(session, given);
  const { order_id: id = '' } = given;
  const found = session.store.orders.get(id);
  if (found === undefined || found.userId !== given.user_id || found.merchantId !== given.shop_id)
    throw new WrongCall(`The customer has no order "${id}" in this shop.|没有找到订单${id}的信息。`);
  return found;
}

/** A product of a shop. */
export function productOf(
  session: Session,
  given: { platform: string; shop_id: string; product_id: string },
): StoreProduct {
  shopOf(session, given);
  const found = session.store.products.get(given.product_id);
  if (found === undefined || found.merchantId !== given.shop_id)
    throw new WrongCall(`The shop has no product "${given.product_id}".|没有找到商品${given.product_id}的信息。`);
  return found;
}

export const MESSAGE = z.looseObject({ message: z.string() });
