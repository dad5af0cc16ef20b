import { parcelOf } from '../store/order-states.ts';
import type { Merchant, Order, Picture, Shipment, Store, StoreProduct, User } from '../store/schema.ts';
import type { Fact, Manner, StepName } from './facts.ts';
import {
  BOTH,
  type Effect,
  type Group,
  type Line,
  MARKET,
  OWN,
  type Rank,
  type Regime,
  type Request,
  type RequestKind,
  type RequestOf,
  type Rule,
  type Source,
  type Step,
  type Told,
} from './rule.ts';

/** A section of ECom-Bench's operation documents for agents (paper section 3, "Domain documentation"), or of its tools. */
export const ecom = (section: string): Source => ({ paper: 'ECom-Bench', section });
/** A heading of Mix-ECom's appendix B.1 (Listing 1) and the number of the point under it. */
export const mix = (heading: string, point: number): Source => ({
  paper: 'Mix-ECom',
  section: `B.1 ${heading}, point ${point}`,
});

/** A request with the records it is about, as rules look at it. */
class RequestCase<R extends Request> {
  readonly store: Store;
  readonly request: R;

  constructor(store: Store, request: R) {
    this.store = store;
    this.request = request;
  }

  get in() {
    return this.request.in;
  }
  get now() {
    return this.store.facts.now;
  }
  get user(): User | undefined {
    return this.store.users.get(this.request.in.userId);
  }
  /** The order that is named and is the customer's. */
  get maybeOrder(): Order | undefined {
    const id = orderIdOf(this.request);
    const order = id === undefined ? undefined : this.store.orders.get(id);
    return order?.userId === this.request.in.userId ? order : undefined;
  }
  /** The order a rule that asks for one is about; rules apply only where it is there. */
  get order(): Order {
    const order = this.maybeOrder;
    if (order === undefined) throw new TypeError(`a rule looked at the order of a "${this.request.kind}" without one`);
    return order;
  }
  get merchant(): Merchant | undefined {
    const id = 'shopId' in this.request ? this.request.shopId : this.maybeOrder?.merchantId;
    return id === undefined ? undefined : this.store.merchants.get(id);
  }
  /** The parcel that brings the order; there is none before it is shipped. */
  get parcel(): Shipment | undefined {
    return parcelOf(this.store, this.order.id);
  }
  /** The product that is named. */
  get product(): StoreProduct | undefined {
    const { request } = this;
    return 'productId' in request && request.productId !== undefined
      ? this.store.products.get(request.productId)
      : undefined;
  }
  /** Lines of the order that are meant: the ones that are named, or all. */
  get lines(): readonly Line[] {
    const { request } = this;
    return 'lines' in request && request.lines !== undefined ? request.lines : this.order.lines;
  }
  get products(): readonly StoreProduct[] {
    return this.order.lines.flatMap(({ productId }) => this.store.products.get(productId) ?? []);
  }
  /** Pictures about the order, as the customer says, or about nothing in particular. */
  get pictures(): readonly Picture[] {
    const id = orderIdOf(this.request);
    return this.in.evidence.filter(({ orderId }) => orderId === null || id === undefined || orderId === id);
  }
}

/** A case by the kinds of request it may be of. */
export type Case<Kind extends RequestKind = RequestKind> = RequestCase<RequestOf<Kind>>;

const orderIdOf = (request: Request): string | undefined => ('orderId' in request ? request.orderId : undefined);

type Look<Kind extends RequestKind, T> = (it: Case<Kind>) => T;

/** The texts of a rule, where it applies, and its effect there. */
type Definition<Kind extends RequestKind> = Effect<Look<Kind, readonly Step[]>, Look<Kind, readonly Told[]>> & {
  readonly id: string;
  readonly en: string;
  readonly zh: string;
  /** Left out: none. */
  readonly sources?: readonly Source[];
  /** Left out: every request. */
  readonly about?: readonly Kind[];
  /** Left out: always. It is asked only where the order that is named, if one is, is the customer's. */
  readonly when?: Look<Kind, boolean>;
  readonly rank?: Rank;
  readonly exceptionOf?: readonly string[];
};

function ruleOf<Kind extends RequestKind>(
  group: Group,
  regimes: readonly Regime[],
  definition: Definition<Kind>,
): Rule {
  const { id, sources = [], en, zh, when, about, rank = 'ordinary', exceptionOf = [], ...effect } = definition;
  const caseOf = (store: Store, request: Request) => new RequestCase(store, request as RequestOf<Kind>);
  const looked = { ...effect } as Record<string, unknown>;
  for (const part of ['steps', 'told'] as const) {
    const look = (effect as { [Part in 'steps' | 'told']?: Look<Kind, unknown> })[part];
    if (look !== undefined) looked[part] = (store: Store, request: Request) => look(caseOf(store, request));
  }
  const isGround = rank !== 'ordinary';
  return {
    ...{ id, sources, group, regimes },
    text: { en, zh },
    about: about ?? null,
    rank,
    exceptionOf,
    applies(store, request) {
      if (about !== undefined && !(about as readonly RequestKind[]).includes(request.kind)) return false;
      const it = caseOf(store, request);
      if (!isGround && orderIdOf(request) !== undefined && it.maybeOrder === undefined) return false;
      return when === undefined || when(it);
    },
    effect: looked as unknown as Effect,
  };
}

/** Makes rules of a group and some regimes of those that look at cases. */
const rulesOf =
  (group: Group, regimes: readonly Regime[]) =>
  <const Kind extends RequestKind = RequestKind>(definition: Definition<Kind>): Rule =>
    ruleOf(group, regimes, definition);

/** Makers of rules that hold under some regimes, by their groups. */
const groupsOf = (regimes: readonly Regime[]) => ({
  general: rulesOf('general', regimes),
  logistics: rulesOf('logistics', regimes),
  preSales: rulesOf('pre-sales', regimes),
  afterSales: rulesOf('after-sales', regimes),
});
export const own = groupsOf(OWN);
export const market = groupsOf(MARKET);
export const both = groupsOf(BOTH);

type Arguments = Readonly<Record<string, string | number | boolean>>;
const step =
  (when: Step['when']) =>
  (name: StepName, values: Arguments = {}): Step => ({ when, step: name, arguments: values });
export const lookUp = step('look-up');
export const before = step('before');
export const after = step('after');

export const said = (fact: Fact): Told => ({ fact, value: { type: 'said' } });
export const text = (fact: Fact, value: string, also?: readonly string[]): Told => ({
  fact,
  value: { type: 'text', text: value, ...(also && { also }) },
});
export const texts = (fact: Fact, values: readonly string[]): Told => ({
  fact,
  value: { type: 'texts', texts: values },
});
export const flag = (fact: Fact, value: boolean): Told => ({ fact, value: { type: 'flag', flag: value } });
export const money = (fact: Fact, minor: number): Told => ({ fact, value: { type: 'money', minor } });
export const number = (fact: Fact, value: number): Told => ({ fact, value: { type: 'number', number: value } });
export const time = (fact: Fact, value: string): Told => ({ fact, value: { type: 'time', time: value } });

export const handOver = { does: 'hand-over' } as const;
/** Refuses, and says why. */
export const refuse = (...facts: readonly Fact[]) => ({ does: 'forbid', told: () => facts.map(said) }) as const;
export const manner = (name: Manner) => ({ does: 'manner', manner: name }) as const;
