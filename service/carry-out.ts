import { chance, type Draw, shuffled } from '../schemas/draw.ts';
import { type KeyAnswer, KeyValue, tells } from './answers/key-answer.ts';
import { itemsTold, standingOf } from './answers/standing.ts';
import { keyValues } from './answers/told.ts';
import { blanksOf, calledIn, onlyNoun, orderPhrase, pairOf, productPhraseOf, thingOrdered } from './customer/naming.ts';
import type { Persona } from './customer/persona.ts';
import type { Demand, Ground, Wish } from './demands/demand.ts';
import { demandsOf } from './demands/index.ts';
import type { Asked, Desk, Session } from './desk.ts';
import { pictureLink } from './pictures/link.ts';
import { decide } from './policy/decide.ts';
import { type Circumstances, plainly, type Request } from './policy/rule.ts';
import type { Store } from './store/schema.ts';
import type { Fact, GoldCall, Intent, LockedSupport, Shortcut } from './task.ts';

/** Parts of one intent that were locked on the way. */
export interface Placed {
  readonly intent: Intent;
  readonly calls: readonly GoldCall[];
  readonly answers: readonly KeyAnswer[];
  readonly shortcuts: readonly Shortcut[];
  readonly withheld: LockedSupport['withheld'];
  readonly session: Session;
  /** Look-ups that were made, by name and arguments. */
  readonly looked: ReadonlyMap<string, Looked>;
  /** Demands are told apart by what they are about, and by what that is called. */
  readonly about: readonly string[];
  readonly named: readonly NamedGoods[];
}

/** Place that a demand is to take in a task: whose it is, and what stands there already. */
export interface Place {
  readonly id: string;
  readonly placed: readonly Placed[];
  readonly persona: Persona;
  readonly userId: string;
  readonly draw: Draw;
  readonly problems: string[];
}

/** Result that a look-up showed. */
interface Looked {
  readonly shown: string;
  readonly role: 'look-up' | 'search';
}

/** Returns the ids of the order and products that a wish is about, for no two of a task to be about the same one. */
export const aboutOf = ({ name }: Demand, { order, product, other }: Wish): readonly string[] => {
  const products = [
    ...(order?.lines.map(({ productId }) => productId) ?? []),
    product?.id ?? [],
    other?.id ?? [],
  ].flat();
  return order === undefined ? (products.length === 0 ? [name] : products) : [order.id, ...products];
};

/** Goods that are named in a talk by a noun: as a product alone, or as part of an order, which has a number besides. */
export interface NamedGoods {
  readonly noun: string | null;
  readonly isOrdered: boolean;
}

export function namedIn({ order, product }: Wish, { productOf, store }: Ground): readonly NamedGoods[] {
  const isOrdered = product === undefined;
  const goods = product === undefined ? (order?.lines.map(({ productId }) => productOf(productId)) ?? []) : [product];
  return goods.map((one) => ({ noun: calledIn(store.facts.language, one), isOrdered }));
}

/** Decides a wish by the policy and carries it out through the tools; null where the task gains nothing by it. */
export function carriedOut(
  session: Session,
  { demand, wish, ground }: { readonly demand: Demand; readonly wish: Wish; readonly ground: Ground },
  { id, persona, userId, draw, problems, placed }: Place,
  { desk, shares }: { readonly desk: Desk; readonly shares: { readonly givenUp: number } },
): Placed | null {
  const { store } = session;
  const { language } = store.facts;
  const of = demand.of ?? 'order';
  const found = wish.order === undefined ? null : thingOrdered(ground, wish.order);
  const thing = found?.isAll === true || of === 'order' ? found : null;
  const isNumbered = thing === null || persona.carefulness === 'high' || chance(draw, `${id}/numbered`, 0.25);
  const circumstances: Circumstances = {
    ...plainly(userId),
    // A picture belongs to the matter it was sent with.
    evidence: wish.picture === undefined ? [] : [wish.picture],
    ...wish.circumstances,
  };
  const kind = wish.kind ?? demand.kind;
  const request = { ...wish.request, kind, in: circumstances } as unknown as Request;
  const decision = decide(store, request, desk.regime);
  // A picture is asked for only where the rules have it sent first.
  if (wish.isPictureAsked === true && !sendsFirst({ ...request, in: { ...circumstances, evidence: [] } }, store, desk))
    return null;
  const asked: Asked = {
    ground,
    request,
    decision,
    order: wish.order ?? null,
    product: wish.product ?? null,
    picture: wish.picture ?? null,
    isNumbered,
  };
  const reads = desk.reads(asked);
  const writes = decision.outcome === 'forbidden' ? [] : desk.writes(asked);
  const asAsked = desk.asAsked(asked);
  const shortcutCalls = decision.outcome === 'allowed' || request.kind === 'hand_over' ? [] : asAsked;
  let after: Session = { ...session, talk: circumstances };
  const calls: GoldCall[] = [];
  const seen = new Map(placed.flatMap((one) => [...one.looked]));
  const looked: Map<string, Looked> = new Map();
  for (const { role, ...call } of [...reads, ...writes.map((call) => ({ ...call, role: 'write' as const }))]) {
    const ran = desk.run(after, { name: call.name, arguments: call.arguments });
    // What was looked up before, and shows the same now, need not be looked up again.
    const key = JSON.stringify([call.name, call.arguments]);
    const shown = JSON.stringify(ran.result);
    if (role !== 'write' && seen.get(key)?.shown === shown && (role === 'look-up' || seen.get(key)?.role === 'search'))
      continue;
    if (ran.isError !== ('finds' in call && call.finds === 'nothing')) {
      problems.push(
        `${demand.name} of ${userId}: ${call.name} ${JSON.stringify(call.arguments)} gave ${JSON.stringify(ran.result)}`,
      );
      return null;
    }
    // A second hand-over, or a note that is there already, changes nothing: nobody could tell whether it was made.
    if (role === 'write' && ran.session.deltas.length === after.deltas.length) return null;
    after = ran.session;
    calls.push({ ...call, intent: id, role });
    if (role !== 'write') looked.set(key, { shown, role });
  }
  if (decision.outcome === 'allowed' && writes.length > 0 && after.deltas.length === session.deltas.length) return null;
  // What the customer says is nothing to be told; what a detail is called says nothing of what it is.
  const { picture: _, field: __, ...words } = wish.blanks ?? {};
  const said = [...Object.values(words), ...(wish.product === undefined ? [] : [wish.product.id])];
  const told = keyValues(asked).filter(
    ({ value }) =>
      value.type === 'words' || !(value.type === 'texts' ? [said.join('\n')] : said).some((text) => tells(text, value)),
  );
  // Nobody is offered what they spoke of before.
  const items = itemsTold(decision);
  if (placed.some(({ about }) => items.some((item) => about.includes(item)))) return null;
  const [reason] = decision.tell;
  // Where the customer named the reason, what is left to tell is the no. A remark is answered, and asks for no no.
  if (decision.outcome === 'forbidden' && told.length === 0 && circumstances.explicit && reason !== undefined)
    told.push({
      fact: reason.fact,
      value: {
        type: 'words',
        words: 'refused',
        ...(request.kind === 'use_coupons' && reason.value.type === 'texts' ? { of: [...reason.value.texts] } : {}),
      },
    });
  const answers = told.map(
    ({ fact, value }, at): KeyAnswer => ({ id: `${id}.k${at + 1}`, intent: id, fact, value: KeyValue.parse(value) }),
  );
  const hasContent =
    writes.length > 0 ||
    answers.length > 0 ||
    // What must not be done, and what is only found by looking.
    (shortcutCalls.length > 0 && !circumstances.explicit) ||
    (desk.regime === 'own-shop' && calls.some(({ role }) => role === 'search')) ||
    demand.dialogue === 'chitchat';
  if (!hasContent) return null;
  const otherRequest = {
    ...wish.otherwise?.request,
    kind: wish.otherwise?.kind,
    in: circumstances,
  } as unknown as Request;
  const otherCalls = wish.otherwise === undefined ? [] : desk.asAsked({ ...asked, request: otherRequest });
  const isWritten = decision.outcome === 'allowed' && writes.length > 0;
  const givenUp =
    isWritten &&
    wish.order !== undefined &&
    wish.otherwise === undefined &&
    chance(draw, `${id}/given up`, shares.givenUp)
      ? givenUpFor(
          wish.order.id,
          { demand, ground, circumstances, draw: (label, below) => draw(`${id}/${label}`, below) },
          desk,
        )
      : null;
  const shortcuts: Shortcut[] = [
    { why: decision.decidedBy[0] ?? decision.outcome, calls: shortcutCalls },
    { why: 'the condition', calls: otherCalls },
    { why: 'the change of mind', calls: givenUp?.calls ?? [] },
  ].flatMap(({ why, calls: own }) => (own.length === 0 ? [] : [{ intent: id, why, calls: [...own] }]));
  const facts = factsOf(wish, isNumbered);
  return {
    intent: {
      id,
      demand: demand.name,
      variant: wish.variant ?? null,
      kind,
      group: demand.group,
      dialogue: demand.dialogue,
      request: JSON.parse(JSON.stringify(wish.request)),
      circumstances: JSON.parse(JSON.stringify(wish.circumstances ?? {})),
      outcome: decision.outcome,
      rules: [...decision.rules],
      order_id: wish.order?.id ?? null,
      product_id: wish.product?.id ?? null,
      order_phrase:
        wish.order === undefined
          ? null
          : orderPhrase(
              {
                order: wish.order,
                noun: onlyNoun(ground, wish.order),
                thing: isNumbered ? null : thing,
                of,
                draw: ground.draw,
              },
              language,
            ),
      product_phrase: pairOf(wish, ground)?.[0] ?? productPhraseOf(wish, ground),
      blanks: blanksOf(wish, ground),
      standing: standingOf(asked),
      facts,
      picture: wish.picture ?? null,
      as_asked: [...asAsked],
      given_up: givenUp,
      condition:
        wish.otherwise === undefined
          ? null
          : { if: kind, else_demand: wish.otherwise.kind, else_calls: [...otherCalls] },
    },
    calls,
    answers,
    shortcuts,
    withheld: [
      ...(isNumbered || wish.order === undefined ? [] : [{ intent: id, what: 'order', value: wish.order.id }]),
      ...(wish.isPictureAsked === true && wish.picture !== undefined
        ? [{ intent: id, what: 'picture', value: pictureLink(wish.picture) }]
        : []),
    ],
    session: after,
    looked,
    about: [...aboutOf(demand, wish), ...items],
    named: namedIn(wish, ground),
  };
}

/** Tells whether the rules have the customer send a picture before a request is decided. */
const sendsFirst = (request: Request, store: Store, { regime }: Desk): boolean =>
  decide(store, request, regime).first.some(({ step }) => step === 'send_picture' || step === 'send_review_picture');

/** Demands that people take back before they are carried out. */
const TAKEN_BACK: readonly string[] = [
  ...['cancel_order', 'return_order', 'change_address', 'urge_order', 'exchange'],
  ...['invoice_personal', 'invoice_company', 'book_installation', 'book_repair'],
];

/** Another demand about the same order that would be granted, to be raised first and given up. */
function givenUpFor(
  orderId: string,
  {
    demand,
    ground,
    circumstances,
    draw,
  }: {
    readonly demand: Demand;
    readonly ground: Ground;
    readonly circumstances: Circumstances;
    readonly draw: Draw;
  },
  desk: Desk,
): Intent['given_up'] {
  const { store } = ground;
  for (const other of shuffled(draw, 'taken back', demandsOf(desk.regime))) {
    if (other.kind === demand.kind || !TAKEN_BACK.includes(other.name)) continue;
    // Who sends back what is in order has nothing to repair.
    const kinds = [demand.kind, other.kind];
    if (kinds.includes('return_order') && kinds.includes('book_service')) continue;
    const wish = other.wishes(ground).find(({ order }) => order?.id === orderId);
    // What is urgent already cannot be hurried up and left as it was.
    if (wish?.order === undefined || (other.kind === 'urge' && wish.order.urgent)) continue;
    const talk = { ...circumstances, ...wish.circumstances };
    const request = { ...wish.request, kind: other.kind, in: talk } as unknown as Request;
    const decision = decide(store, request, desk.regime);
    const asked: Asked = {
      ground,
      request,
      decision,
      order: wish.order,
      product: null,
      picture: null,
      isNumbered: true,
    };
    const calls = decision.outcome === 'allowed' ? desk.writes(asked) : [];
    if (calls.length > 0)
      return {
        demand: other.name,
        variant: wish.variant ?? null,
        kind: other.kind,
        request: JSON.parse(JSON.stringify(wish.request)),
        blanks: blanksOf(wish, ground),
        calls: [...calls],
      };
  }
  return null;
}

/** Facts in the customer's hands: those the words hold, and those said only when asked for. */
function factsOf(
  { order, product, isProductShown, blanks = {}, picture, isPictureAsked }: Wish,
  isNumbered: boolean,
): Fact[] {
  const facts: Fact[] = [];
  if (product !== undefined && isProductShown !== true) facts.push({ name: 'item', value: product.id, when: 'raised' });
  if (order !== undefined) facts.push({ name: 'order', value: order.id, when: isNumbered ? 'raised' : 'asked' });
  for (const [name, value] of Object.entries(blanks))
    if (name !== 'picture') facts.push({ name, value, when: 'raised' });
  if (picture !== undefined)
    facts.push({ name: 'picture', value: picture.id, when: isPictureAsked === true ? 'asked' : 'raised' });
  return facts;
}
