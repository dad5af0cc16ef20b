import { z } from 'zod';
import { type Bilingual, inLanguage } from '../../../service/store/bilingual.ts';
import { labelsIn, named, type View } from '../../../service/store/published/labels.ts';
import type { Language, Merchant, Order, StoreProduct, User } from '../../../service/store/schema.ts';
import type { Session } from '../../../service/tools/tool.ts';

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

type Found<T> = { readonly found: T } | { readonly wrong: string };

/** A shop that a call names. */
export function shopOf(
  { store }: Session,
  { platform, shop_id: id }: { platform: string; shop_id: string },
): Found<Merchant> {
  const found = platform === store.facts.platform ? store.merchants.get(id) : undefined;
  return found === undefined
    ? { wrong: `There is no shop "${id}" on the platform "${platform}".|平台${platform}没有店铺${id}。` }
    : { found };
}

/** The customer that a call names: the one of this session, nobody else's records are shown. */
export function userOf({ store, talk }: Session, { user_id: id }: { user_id: string }): Found<User> {
  const found = store.users.get(id);
  if (found === undefined) return { wrong: `There is no user "${id}".|没有找到用户${id}的信息。` };
  if (id !== talk.userId)
    return { wrong: `"${id}" is not the customer of this conversation.|用户${id}不是当前服务的顾客。` };
  return { found };
}

/** An order of the customer in a shop. */
export function orderOf(
  session: Session,
  given: { platform: string; shop_id: string; user_id: string; order_id?: string | undefined },
): Found<Order> {
  const user = userOf(session, given);
  if ('wrong' in user) return user;
  const shop = shopOf(session, given);
  if ('wrong' in shop) return shop;
  const found = session.store.orders.get(given.order_id ?? '');
  return found === undefined || found.userId !== given.user_id || found.merchantId !== given.shop_id
    ? {
        wrong: `The customer has no order "${given.order_id ?? ''}" in this shop.|没有找到订单${given.order_id ?? ''}的信息。`,
      }
    : { found };
}

/** A product of a shop. */
export function productOf(
  session: Session,
  given: { platform: string; shop_id: string; product_id: string },
): Found<StoreProduct> {
  const shop = shopOf(session, given);
  if ('wrong' in shop) return shop;
  const found = session.store.products.get(given.product_id);
  return found === undefined || found.merchantId !== given.shop_id
    ? { wrong: `The shop has no product "${given.product_id}".|没有找到商品${given.product_id}的信息。` }
    : { found };
}

export const MESSAGE = z.looseObject({ message: z.string() });
export const RECORD = z.looseObject({});
