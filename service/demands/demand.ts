import type { Draw } from '../../schemas/draw.ts';
import type { Persona } from '../customer/persona.ts';
import type { Circumstances, Group, Regime, RequestArguments, RequestKind } from '../policy/rule.ts';
import { parcelOf } from '../store/order-states.ts';
import type { Order, Picture, Row, Store, StoreProduct, User } from '../store/schema.ts';

/** Mix-ECom's four types of dialogue. */
export const DIALOGUES = ['question', 'recommendation', 'task', 'chitchat'] as const;
type Dialogue = (typeof DIALOGUES)[number];

/** A user's business in a store, as a demand looks at it. */
export interface Ground {
  readonly store: Store;
  readonly regime: Regime;
  readonly user: User;
  /** The user's, in the order of ids. */
  readonly orders: readonly Order[];
  readonly draw: Draw;
  productOf(id: string): StoreProduct;
  shipmentOf(orderId: string): Row<'shipments'> | undefined;
}

/** Something a user may ask for: the request, and what of it the customer says. */
export interface Wish<Kind extends RequestKind = RequestKind> {
  readonly request: RequestArguments[Kind];
  /** Of another kind than its demand, where the demand holds under a condition. */
  readonly kind?: RequestKind;
  /** Request that was asked for in case the condition does not hold, which it does. */
  readonly otherwise?: { readonly kind: RequestKind; readonly request: object };
  readonly order?: Order;
  readonly product?: StoreProduct;
  /** Another product it is about, whose number is the blank \`other\`. */
  readonly other?: StoreProduct;
  /** Blanks of the demand's words besides order and product: what they are called, and their values. */
  readonly blanks?: Readonly<Record<string, string>>;
  readonly picture?: Picture;
  /** Set where the picture shows which product is meant, and its number is not said. */
  readonly isProductShown?: true;
  /** Set where the picture is sent only when the agent asks for one. */
  readonly isPictureAsked?: true;
  readonly circumstances?: Partial<Circumstances>;
  /** Key of a table that sets it apart from other wishes of the demand, where words differ. */
  readonly variant?: string;
}

/** The part of a demand that it says itself. */
interface Definition<Kind extends RequestKind> {
  /** Names its words too. */
  readonly name: string;
  readonly kind: Kind;
  /** Set where its words speak of the goods of an order; of the order where it is left out. */
  readonly of?: 'goods';
  /** Set where few customers come with it. */
  readonly isRare?: true;
  /** The consumers that do not come with it. */
  readonly unlike?: Persona['consumer'];
  /** The mood of the only customers that come with it. */
  readonly mood?: Persona['emotion'];
  /** Lists what a user could ask for now; whether it is granted is for the policy to say. */
  wishes(ground: Ground): readonly Wish<Kind>[];
}

/** An atomic demand: what a customer can come with. */
export interface Demand extends Definition<RequestKind> {
  readonly group: Group;
  readonly dialogue: Dialogue;
  readonly regimes: readonly Regime[];
}

/** Makes demands of one kind of service and dialogue, with which customers of some regimes come. */
export const demandsIn =
  (group: Group, dialogue: Dialogue, regimes: readonly Regime[]) =>
  <Kind extends RequestKind>(definition: Definition<Kind>): Demand => ({
    ...(definition as unknown as Definition<RequestKind>),
    ...{ group, dialogue, regimes },
  });

/** A wish that asks for something of an order and names no more. */
export const ofOrder = (order: Order) => ({ request: { orderId: order.id }, order });
/** A wish that asks for something of a product and names no more. */
export const ofProduct = (product: StoreProduct) => ({ request: { productId: product.id }, product });

/** Gathers what is known of a user in a store. */
export function groundOf(store: Store, regime: Regime, userId: string, draw: Draw): Ground {
  const user = store.users.get(userId);
  if (user === undefined) throw new RangeError(`the store has no user "${userId}"`);
  return {
    store,
    regime,
    user,
    draw,
    orders: store.orders.where('userId', userId),
    productOf(id) {
      const product = store.products.get(id);
      if (product === undefined) throw new RangeError(`the store has no product "${id}"`);
      return product;
    },
    shipmentOf: (orderId) => parcelOf(store, orderId),
  };
}
