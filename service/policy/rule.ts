import {
  type InvoiceType,
  type PaymentMethod,
  type Picture,
  type ReturnReason,
  type ServiceKind,
  type Store,
  Weekday,
} from '../store/schema.ts';
import type { Fact, Manner, StepName } from './facts.ts';

export type { InvoiceType, Weekday };
/** Why a customer wants something back. */
export type Reason = ReturnReason;
export type Service = ServiceKind;
type Payment = PaymentMethod;
export const WEEKDAYS = Weekday.options;

/** A text in the languages the policy is published in. */
interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/** The three kinds of customer service; `general` rules hold in all three. */
export const GROUPS = ['general', 'logistics', 'pre-sales', 'after-sales'] as const;
export type Group = (typeof GROUPS)[number];

/** Kind of desk whose rules are followed: one shop that sells its own goods, with e-cards; or a marketplace of merchants, with carriers. */
export const REGIMES = ['own-shop', 'marketplace'] as const;
export type Regime = (typeof REGIMES)[number];
export const OWN: readonly Regime[] = ['own-shop'];
export const MARKET: readonly Regime[] = ['marketplace'];
export const BOTH: readonly Regime[] = REGIMES;

/** Facts known of the conversation when something is asked for. The time is the store's. */
export interface Circumstances {
  /** User who asks: the one whose session it is. */
  readonly userId: string;
  /** The pictures sent so far. */
  readonly evidence: readonly Picture[];
  /** True if the customer says that there is no picture to send. */
  readonly withoutPicture: boolean;
  /** True if the customer ordered it done (false: complained, asked or wondered). */
  readonly explicit: boolean;
  /** True if the customer was shown all details of the write and confirmed them. */
  readonly confirmed: boolean;
  readonly mood: 'calm' | 'impatient' | 'furious';
  /** True if the goods have been used, as the customer says; null before it was asked. */
  readonly used: boolean | null;
  /** True if the customer says that the goods are on their way back. */
  readonly sentBack: boolean;
  /** Outcome of an offer of compensation; null before one was made. */
  readonly compensation: 'accepted' | 'refused' | null;
}

/** The circumstances of somebody who orders calmly, has confirmed what was listed and shows nothing. */
export const plainly = (userId: string): Circumstances => ({
  userId,
  evidence: [],
  withoutPicture: false,
  explicit: true,
  confirmed: true,
  mood: 'calm',
  used: null,
  sentBack: false,
  compensation: null,
});

/** So many of a product. */
export interface Line {
  readonly productId: string;
  readonly quantity: number;
}

interface OfOrder {
  readonly orderId: string;
}
interface OfProduct {
  readonly productId: string;
}
interface InvoiceFields {
  readonly type: InvoiceType;
  readonly title: string;
  readonly phone: string;
}

/** Arguments of each kind of write. A write changes the store where it is allowed. */
interface WriteArguments {
  cancel_order: OfOrder;
  change_address: OfOrder & { readonly address?: string; readonly phone?: string };
  place_order: { readonly lines: readonly Line[]; readonly payment: Payment };
  /** `lines`: only these come back; left out: the whole order. */
  return_order: OfOrder & { readonly reason: Reason; readonly lines?: readonly Line[] };
  exchange: OfOrder & OfProduct & { readonly toProductId: string };
  refund_only: OfOrder & { readonly reason: Reason };
  reship: OfOrder & { readonly reason: Reason };
  /** A red envelope. Without an amount the customer leaves it to the shop. */
  compensate: OfOrder & { readonly reason: Reason; readonly amountMinor?: number };
  price_protection: OfOrder & OfProduct;
  urge: OfOrder;
  /** `courier`: the name of a carrier. */
  choose_courier: Partial<OfOrder> & { readonly shopId: string; readonly courier: string };
  note_wish: Partial<OfOrder> & { readonly wish: string };
  issue_invoice: OfOrder & InvoiceFields;
  change_invoice: OfOrder & InvoiceFields;
  book_service: OfOrder & { readonly service: Service; readonly day: Weekday };
  change_service: OfOrder & { readonly service: Service; readonly day: Weekday };
  claim_gift: OfOrder & OfProduct & { readonly gift: string };
  cashback: OfOrder;
  pay_by_ecard: { readonly lines: readonly Line[] };
  refund_to_ecard: OfOrder & {
    readonly because: 'cancelled' | 'returned' | 'price_protection';
    readonly amountMinor: number;
  };
  use_coupons: OfProduct & { readonly quantity: number; readonly couponIds: readonly string[] };
}

/** Arguments of each kind of question, and of what else moves a conversation on. None of it changes the store. */
interface QuestionArguments {
  ask_orders: object;
  ask_order: OfOrder;
  ask_logistics: OfOrder;
  report_not_received: OfOrder;
  /** Without an order it is asked before buying. */
  ask_shipping_time: Partial<OfOrder> & OfProduct;
  ask_arrival_time: Partial<OfOrder> & OfProduct;
  ask_return_cost: OfOrder & { readonly reason: Reason; readonly lines?: readonly Line[] };
  ask_insurance: { readonly shopId: string };
  ask_product: OfProduct & { readonly field: string };
  compare_products: { readonly productIds: readonly string[] };
  /** `fitting`: the products that meet what the customer wants; `similar`: the nearest where none does. */
  recommend: { readonly fitting: readonly string[]; readonly similar: readonly string[] };
  ask_coupons: OfProduct & { readonly quantity: number };
  ask_discounts: { readonly shopId: string };
  ask_exchange: OfOrder & OfProduct;
  ask_ecard: { readonly about: 'balance' | 'rules' };
  ask_cashback: OfOrder;
  ask_installation: OfProduct;
  ask_repair: OfProduct;
  ask_materials: OfProduct;
  ask_gift: OfProduct;
  ask_fault_code: OfProduct & { readonly code: string };
  ask_picture: { readonly about: string };
  complain: Partial<OfOrder> & { readonly about: string };
  chat: object;
  /** Something no record holds. `productId`: what it is about, where it is about one. */
  ask_other: Partial<OfProduct> & { readonly about: string };
  hand_over: { readonly wish: string };
  /** `openRequests`: how many are not done yet. */
  end_conversation: { readonly openRequests: number };
}

export type WriteKind = keyof WriteArguments;
type QuestionKind = keyof QuestionArguments;
export type RequestKind = WriteKind | QuestionKind;
export type RequestArguments = WriteArguments & QuestionArguments;

/** Everything a customer may ask for: its kind, what it says and the circumstances it is asked in. */
export type Request = {
  [Kind in RequestKind]: { readonly kind: Kind; readonly in: Circumstances } & RequestArguments[Kind];
}[RequestKind];
export type RequestOf<Kind extends RequestKind> = Extract<Request, { kind: Kind }>;

/** A fact that has to be told: its name and its value. */
export interface Told {
  readonly fact: Fact;
  readonly value: /** Said by its name alone, such as "not shipped yet". */
    | { readonly type: 'said' }
    /** `also`: shorter ways to say it. */
    | { readonly type: 'text'; readonly text: string; readonly also?: readonly string[] }
    | { readonly type: 'texts'; readonly texts: readonly string[] }
    | { readonly type: 'flag'; readonly flag: boolean }
    | { readonly type: 'money'; readonly minor: number }
    | { readonly type: 'number'; readonly number: number }
    /** A store time; said to the hour. */
    | { readonly type: 'time'; readonly time: string };
}

/**
 * Something to do besides what was asked. `look-up`: what has to be known first, which bars nothing; `before`: the write is
 * refused until it is done; `after`: it has to come with the write.
 */
export interface Step {
  readonly when: 'look-up' | 'before' | 'after';
  readonly step: StepName;
  readonly arguments: Readonly<Record<string, string | number | boolean>>;
}

type Of<T> = (store: Store, request: Request) => readonly T[];

/** Effect of a rule where it applies. */
export type Effect<Steps = Of<Step>, Tells = Of<Told>> =
  | { readonly does: 'allow'; readonly steps?: Steps; readonly told?: Tells }
  /** `told`: the reason, as the customer has to hear it. */
  | { readonly does: 'forbid'; readonly told: Tells; readonly steps?: Steps }
  | { readonly does: 'hand-over' }
  | { readonly does: 'require'; readonly steps: Steps }
  | { readonly does: 'tell'; readonly told: Tells }
  /** Facts that may not be told. */
  | { readonly does: 'withhold'; readonly facts: readonly Fact[] }
  /** Manner that replies have to have. */
  | { readonly does: 'manner'; readonly manner: Manner };

/**
 * Source in which a rule was published; a rule that follows from what stores hold, and from neither paper, has none.
 */
export interface Source {
  readonly paper: 'ECom-Bench' | 'Mix-ECom';
  readonly section: string;
}

/**
 * Ranks by which rules go before others. `last-resort`: only where no other decides; `ground`: before ordinary rules,
 * as what they ask about is not there or not the customer's; `first`: before all.
 */
export const RANKS = ['last-resort', 'ordinary', 'ground', 'first'] as const;
export type Rank = (typeof RANKS)[number];

/** One rule of the policy: text for people and agents, condition and effect for code. */
export interface Rule {
  /** Topic and name, such as `orders.cancel-before-shipping`; it never changes. */
  readonly id: string;
  readonly text: Bilingual;
  readonly group: Group;
  readonly regimes: readonly Regime[];
  readonly sources: readonly Source[];
  /** The requests it can have a say in; null: all. */
  readonly about: readonly RequestKind[] | null;
  readonly applies: (store: Store, request: Request) => boolean;
  readonly effect: Effect;
  readonly rank: Rank;
  /** Rules of its rank that give way to it where both apply. */
  readonly exceptionOf: readonly string[];
}

/** Decision of the policy on a request. */
export interface Decision {
  readonly outcome: 'allowed' | 'forbidden' | 'hand-over';
  /** The rules that decided or added something, in the order of the policy: all that an agent needs for the request. */
  readonly rules: readonly string[];
  /** Those of them that decided the outcome. */
  readonly decidedBy: readonly string[];
  /** Rules that applied and gave way. */
  readonly gaveWay: readonly string[];
  readonly tell: readonly Told[];
  readonly withhold: readonly Fact[];
  readonly lookUp: readonly Step[];
  /** Steps that are still open: the write is refused until they are taken. */
  readonly first: readonly Step[];
  /** Steps that come with the write: refunds, notes, changes of other records. */
  readonly after: readonly Step[];
  readonly manners: readonly Manner[];
}
