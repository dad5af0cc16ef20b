/** A text in the languages the policy is published in. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}
export type Language = keyof Bilingual;

/** The three kinds of customer service; a rule without a group of its own holds in all three. */
export const GROUPS = ['logistics', 'pre-sales', 'after-sales'] as const;
export type Group = (typeof GROUPS)[number];

/** Whose rules are followed: one shop that sells its own goods, with e-cards; or a marketplace of merchants, with couriers. */
export const REGIMES = ['own-shop', 'marketplace'] as const;
export type Regime = (typeof REGIMES)[number];

/** Why a customer wants something back. `other`: something none of the rules names. */
export const REASONS = ['personal', 'quality', 'damaged_in_transit', 'missing_items', 'wrong_items', 'other'] as const;
export type Reason = (typeof REASONS)[number];

/** What a picture that a customer sent really shows, whatever the customer says of it. */
export const SHOWN = [
  'review',
  'lower_price',
  'damage',
  'defect',
  'missing_items',
  'wrong_items',
  'fault_code',
  'quality_report',
  'order',
  'payment',
  'shipping_label',
  'product_page',
  'unrelated',
] as const;
export type Shown = (typeof SHOWN)[number];

export interface Evidence {
  readonly shows: Shown;
  /** What it belongs to, where that can be seen. */
  readonly orderId?: string;
  readonly productId?: string;
  /** The price that stands in it, in minor units. */
  readonly priceMinor?: number;
  readonly faultCode?: string;
}

/** What is known of the conversation when something is asked for. */
export interface Circumstances {
  /** Who asks: the user whose session it is. */
  readonly userId: string;
  /** The store's clock, a local time such as `2025-06-12T00:00`. */
  readonly now: string;
  /** The pictures sent so far. */
  readonly evidence: readonly Evidence[];
  /** Whether the customer ordered it done (false: complained, asked or wondered). */
  readonly explicit: boolean;
  /** Whether the customer was shown all details of the write and confirmed them. */
  readonly confirmed: boolean;
  readonly mood: 'calm' | 'impatient' | 'furious';
  /** Whether the goods have been used, as the customer says; null before it was asked. */
  readonly used: boolean | null;
  /** Whether the customer says that the goods are on their way back. */
  readonly sentBack: boolean;
  /** What became of an offer of compensation; null before one was made. */
  readonly compensation: 'accepted' | 'refused' | null;
}

export interface Line {
  readonly productId: string;
  readonly quantity: number;
}

export const SERVICES = ['install', 'repair', 'inspect'] as const;
export type Service = (typeof SERVICES)[number];
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const INVOICE_TYPES = ['personal', 'company', 'vat_special'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];
export const PAYMENTS = ['bank_card', 'e_card', 'wechat', 'alipay'] as const;
export type Payment = (typeof PAYMENTS)[number];

interface OfOrder {
  readonly orderId: string;
}
interface OfProduct {
  readonly productId: string;
}

/** What each kind of request says. A write changes the store where it is allowed; a question never does. */
export interface RequestArguments {
  // writes about an order
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
  choose_courier: Partial<OfOrder> & { readonly shopId: string; readonly courier: string };
  note_wish: Partial<OfOrder> & { readonly wish: string };
  issue_invoice: OfOrder & { readonly type: InvoiceType; readonly title: string; readonly phone: string };
  change_invoice: OfOrder & { readonly type: InvoiceType; readonly title: string; readonly phone: string };
  book_service: OfOrder & { readonly service: Service; readonly day: Weekday };
  change_service: OfOrder & { readonly service: Service; readonly day: Weekday };
  claim_gift: OfOrder & OfProduct & { readonly gift: string };
  cashback: OfOrder;
  // writes about money
  pay_by_ecard: { readonly lines: readonly Line[] };
  refund_to_ecard: OfOrder & {
    readonly because: 'cancelled' | 'returned' | 'price_protection';
    readonly amountMinor: number;
  };
  use_coupons: OfProduct & { readonly quantity: number; readonly couponIds: readonly string[] };
  // the conversation itself
  hand_over: { readonly wish: string };
  end_conversation: { readonly openRequests: number };
  complain: Partial<OfOrder> & { readonly about: string };
  report_not_received: OfOrder;
  // questions
  ask_orders: Record<never, never>;
  ask_order: OfOrder;
  ask_logistics: OfOrder;
  ask_shipping_time: Partial<OfOrder> & OfProduct;
  ask_arrival_time: Partial<OfOrder> & OfProduct & { readonly to?: string; readonly courier?: string };
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
  chat: Record<never, never>;
  /** Something no tool and no rule knows. */
  ask_other: { readonly about: string };
}
export type RequestKind = keyof RequestArguments;

/** Everything a customer may ask for, what the request says and the circumstances it is asked in. */
export type Request = {
  [Kind in RequestKind]: { readonly kind: Kind } & RequestArguments[Kind] & { readonly in: Circumstances };
}[RequestKind];
export type RequestOf<Kind extends RequestKind> = Extract<Request, { kind: Kind }>;

/** A fact that has to be told, typed: what it is and its value, as text, a number of the unit, or a time. */
export interface Told {
  readonly fact: string;
  readonly value:
    | { readonly type: 'none' }
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'texts'; readonly texts: readonly string[] }
    | { readonly type: 'flag'; readonly flag: boolean }
    | { readonly type: 'money'; readonly minor: number }
    | { readonly type: 'number'; readonly number: number }
    /** A local time, precise to the hour. */
    | { readonly type: 'time'; readonly time: string };
}

/** Something to do before or after what was asked, as a name with its arguments. */
export interface Step {
  readonly when: 'before' | 'after';
  readonly step: string;
  readonly arguments: Readonly<Record<string, string | number | boolean>>;
}

/** What a rule does where it applies. */
export type Effect<S> =
  | { readonly does: 'allow' }
  /** `told`: the reason, as the customer has to hear it. */
  | { readonly does: 'forbid'; readonly told: (store: S, request: Request) => readonly Told[] }
  | { readonly does: 'hand-over' }
  /** Steps that have to be taken besides: earlier ones bar the write until they are, later ones come with it. */
  | { readonly does: 'require'; readonly steps: (store: S, request: Request) => readonly Step[] }
  | { readonly does: 'tell'; readonly told: (store: S, request: Request) => readonly Told[] }
  /** Facts that may never be told. */
  | { readonly does: 'withhold'; readonly facts: readonly string[] }
  /** How a reply has to be written. */
  | { readonly does: 'manner'; readonly manner: string };

/** Where a rule was published. */
export interface Source {
  readonly paper: 'ECom-Bench' | 'Mix-ECom';
  readonly section: string;
}

/** One rule of the policy: text for people and agents, condition and effect for code. */
export interface Rule<S> {
  /** Never changes: topic and name, such as `cancel.before-shipping`. */
  readonly id: string;
  readonly text: Bilingual;
  readonly group: Group | 'general';
  readonly regimes: readonly Regime[];
  readonly topics: readonly string[];
  readonly sources: readonly Source[];
  /** The requests it can have a say in; left out: all. */
  readonly about?: readonly RequestKind[];
  readonly applies: (store: S, request: Request) => boolean;
  readonly effect: Effect<S>;
  /** The rules it is an exception of, by id; `all`: it goes before every rule. */
  readonly exceptionOf?: readonly string[] | 'all';
}

/** What the policy says of a request. */
export interface Decision {
  readonly outcome: 'allowed' | 'forbidden' | 'hand-over';
  /** The rules that decided or added something, in the order of the policy. */
  readonly rules: readonly string[];
  /** The rules that would have decided otherwise and gave way. */
  readonly gaveWay: readonly string[];
  readonly tell: readonly Told[];
  readonly withhold: readonly string[];
  /** Steps before the write that are still open: the write is refused until they are taken. */
  readonly first: readonly Step[];
  /** Steps that have to come with the write: refunds, notes, changes of other records. */
  readonly then: readonly Step[];
  readonly manners: readonly string[];
}

/** `lenient`: nothing is enforced, as the published tools do; the rules that would have decided are named all the same. */
export interface DecideOptions {
  readonly regime: Regime;
  readonly lenient?: boolean;
}
