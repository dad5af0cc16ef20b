import { drawFor } from '../pipeline/seed.ts';
import { chance, type Draw, shuffled } from '../schemas/draw.ts';
import { type KeyAnswer, KeyValue, tells } from './answers/key-answer.ts';
import { itemsTold, standingOf } from './answers/standing.ts';
import { keyValues } from './answers/told.ts';
import { calledIn, isOneNoun, orderPhrase, thingOrdered } from './customer/naming.ts';
import { drawPersona, type Persona } from './customer/persona.ts';
import { paceOf } from './customer/turns.ts';
import { blanksOf, onlyNoun, pairOf, productPhraseOf } from './customer/wish-words.ts';
import { type Demand, type Ground, groundOf, type Wish } from './demands/demand.ts';
import { demandsOf } from './demands/index.ts';
import type { Asked, Desk, Session } from './desk.ts';
import { pictureOf } from './pictures/index.ts';
import { pictureLink } from './pictures/link.ts';
import { decide } from './policy/decide.ts';
import { type Circumstances, plainly, type Request } from './policy/rule.ts';
import { stateOf } from './state.ts';
import type { Store } from './store/schema.ts';
import { type Fact, type GoldCall, type Intent, isRemark, type LockedSupport, type Shortcut } from './task.ts';

/** Rules by which a family puts demands together. */
export interface Composition {
  readonly desk: Desk;
  /** Names of the demands that an intent's tasks are about, by intent. */
  readonly mainDemands: Readonly<Record<string, readonly string[]>>;
  /** Number of times tasks have so many intents, as the paper counts them. */
  readonly sizes: readonly (readonly [intents: number, times: number])[];
  /**
   * Returns how much more often than others a customer comes with a demand besides the first, by the intent; never with
   * one of 0.
   */
  weightOf(main: string, demand: Demand): number;
  /** Shares of tasks: with a demand the policy forbids where the user has one, with one given up, with small talk. */
  readonly shares: { readonly forbidden: number; readonly givenUp: number; readonly chitchat: number };
  /** Share of the matters about a product in which the customer shows it and does not say its number, by the intent. */
  shownOf(main: string): number;
}

/** Why no task could be made of a user's business. */
interface NoTask {
  readonly code: 'nothing_to_ask' | 'gold_fails';
  readonly detail: string;
}

/** Parts of one intent that were locked on the way. */
interface Placed {
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
  readonly writes: boolean;
}

/** Result that a look-up showed. */
interface Looked {
  readonly shown: string;
  readonly role: 'look-up' | 'search';
}

const LONGEST_SEARCH = 30;
const MOST_WISHES = 8;

/** The number of intents of a task. */
function sizeOf(draw: Draw, sizes: Composition['sizes']): number {
  const all = sizes.reduce((sum, [, times]) => sum + times, 0);
  let at = draw('size', all);
  for (const [size, times] of sizes) {
    if (at < times) return size;
    at -= times;
  }
  return sizes[0]?.[0] ?? 1;
}

/**
 * Composes a user's demands into one task: each is decided by the policy on the store as the ones before have left it,
 * and carried out through the tools, so that what is locked was executed before it is asked of anybody.
 */
export function compose(
  store: Store,
  { userId, main, draw }: { readonly userId: string; readonly main: string; readonly draw: Draw },
  composition: Composition,
): LockedSupport | NoTask {
  const { desk, mainDemands, sizes, shares } = composition;
  const isMain = ({ name }: Demand) => mainDemands[main]?.includes(name) === true;
  const { length: orders } = store.orders.where('userId', userId);
  const persona = drawPersona(draw, orders, ({ consumer }) =>
    demandsOf(desk.regime).some((demand) => isMain(demand) && demand.unlike !== consumer),
  );
  const all = demandsOf(desk.regime).filter(
    ({ mood = persona.emotion, unlike }) => mood === persona.emotion && unlike !== persona.consumer,
  );
  const mains = all.filter(isMain);
  const size = sizeOf(draw, sizes);
  // Who is annoyed makes no small talk.
  const hasChat = size > 1 && persona.emotion !== 'annoyed' && chance(draw, 'chitchat', shares.chitchat);
  let session = desk.begin(store, userId);
  const placed: Placed[] = [];
  const problems: string[] = [];
  for (let at = 0; at < size; at++) {
    const isTalked = placed.some(({ intent }) => intent.dialogue === 'chitchat');
    // Nobody chats over bad news.
    const before = placed.slice(persona.pace === 'in_a_row' ? -2 : -1);
    const mayChat = hasChat && !isTalked && before.every(wentWell);
    const chats = at > 0 && mayChat && chance(draw, `chats/${at}`, 1 / (size - at));
    const wanted = at === 0 ? mains : chats ? all.filter(({ dialogue }) => dialogue === 'chitchat') : rest(all);
    const next = place(
      session,
      { id: `i${at + 1}`, at, main, wanted, placed, persona, userId, draw, problems },
      composition,
    );
    if (next === null && at === 0) break;
    if (next === null) continue;
    placed.push(next);
    session = next.session;
  }
  if (placed.length === 0)
    return problems.length > 0
      ? { code: 'gold_fails', detail: problems[0] as string }
      : { code: 'nothing_to_ask', detail: `the user ${userId} has no business that ${main} is about` };
  const { language, currency } = store.facts;
  const calls = placed.flatMap((one) => one.calls);
  const intents = placed.map(({ intent }) => intent);
  const keyAnswers = placed.flatMap(({ answers }) => answers);
  return {
    regime: desk.regime,
    language,
    currency,
    user_id: userId,
    persona: { ...persona, pace: paceOf({ intents, persona, key_answers: keyAnswers }) },
    first: firstOf(store, userId),
    intents,
    calls,
    key_answers: keyAnswers,
    shortcuts: placed.flatMap(({ shortcuts }) => shortcuts),
    withheld: placed.flatMap(({ withheld }) => withheld),
    rules: [...new Set(placed.flatMap(({ intent }) => intent.rules))].sort(),
    state: stateOf(store, session.deltas),
  };
}

/** Tells whether a matter came out as the customer had hoped. */
const wentWell = ({ intent, answers }: Placed): boolean =>
  intent.outcome === 'allowed' &&
  !isRemark(intent) &&
  intent.standing.late === undefined &&
  intent.standing.late_shipping === undefined &&
  intent.kind !== 'report_not_received' &&
  answers.every(({ value }) => value.type !== 'words' || value.words === 'yes' || value.words === 'free');

/** The first of a user's orders, and its first product. */
function firstOf(store: Store, userId: string): LockedSupport['first'] {
  const [order] = store.orders.where('userId', userId);
  return { order_id: order?.id ?? null, product_id: order?.lines[0]?.productId ?? null };
}

const rest = (demands: readonly Demand[]) => demands.filter(({ dialogue }) => dialogue !== 'chitchat');

interface Placing {
  readonly id: string;
  readonly at: number;
  readonly main: string;
  readonly wanted: readonly Demand[];
  readonly placed: readonly Placed[];
  readonly persona: Persona;
  readonly userId: string;
  readonly draw: Draw;
  readonly problems: string[];
}

/** Items in a drawn order in which heavier ones tend to come first. */
function shuffledByWeight<T>(draw: Draw, label: string, items: readonly T[], weightOf: (item: T) => number): T[] {
  const left = items.filter((item) => weightOf(item) > 0);
  return [...left].map((_, at) => {
    let place = draw(
      `${label}/${at}`,
      left.reduce((sum, item) => sum + weightOf(item), 0),
    );
    const next = left.findIndex((item) => {
      place -= weightOf(item);
      return place < 0;
    });
    return left.splice(next, 1)[0] as T;
  });
}

/** Finds a demand that fits besides the ones before, and carries it out. */
function place(session: Session, placing: Placing, composition: Composition): Placed | null {
  const { id, at, main, wanted, placed, userId, draw } = placing;
  const { desk, shares, weightOf } = composition;
  const taken = new Set(placed.map(({ intent }) => intent.demand));
  const about = new Set(placed.flatMap((one) => one.about));
  const named = placed.flatMap((one) => one.named);
  const prefersForbidden = chance(draw, `${id}/forbidden`, shares.forbidden);
  const ground = groundOf(session.store, desk.regime, userId, (label, below) => draw(`${id}/${label}`, below));
  const candidates = shuffledByWeight(
    draw,
    `${id}/demands`,
    wanted.filter(({ name }) => !taken.has(name)),
    (demand) => (at === 0 ? 1 : weightOf(main, demand)),
  ).slice(0, LONGEST_SEARCH);
  let second: Placed | null = null;
  for (const demand of candidates) {
    const wishes = shuffled(draw, `${id}/${demand.name}`, demand.wishes(ground)).filter(
      (wish) => !aboutOf(demand, wish).some((one) => about.has(one)) && !isMistakable(namedIn(wish, ground), named),
    );
    for (const plain of wishes.slice(0, MOST_WISHES)) {
      const isShown =
        plain.product !== undefined &&
        // What was bought is shown by no page of the shop.
        !('orderId' in plain.request) &&
        chance(draw, `${id}/${demand.name}/shown`, composition.shownOf(main));
      const wish = isShown ? withProductShown(plain, ground) : plain;
      const done = carriedOut(session, { demand, wish, ground }, placing, composition);
      if (done === null) continue;
      if ((done.intent.outcome !== 'allowed') === prefersForbidden) return done;
      second ??= done;
    }
  }
  return second;
}

/** A wish about a product that the customer sends a picture of. */
function withProductShown(wish: Wish, { store, user }: Ground): Wish {
  if (wish.product === undefined || wish.picture !== undefined) return wish;
  const picture = pictureOf(store, { kind: 'price', userId: user.id, about: { productId: wish.product.id } });
  return picture === null
    ? wish
    : { ...wish, picture, blanks: { ...wish.blanks, picture: picture.id }, isProductShown: true };
}

/** Returns the ids of the order and products that a wish is about, for no two of a task to be about the same one. */
const aboutOf = ({ name }: Demand, { order, product, other }: Wish): readonly string[] => {
  const products = [
    ...(order?.lines.map(({ productId }) => productId) ?? []),
    product?.id ?? [],
    other?.id ?? [],
  ].flat();
  return order === undefined ? (products.length === 0 ? [name] : products) : [order.id, ...products];
};

/** Goods that are named in a talk by a noun: as a product alone, or as part of an order, which has a number besides. */
interface NamedGoods {
  readonly noun: string | null;
  readonly isOrdered: boolean;
}

function namedIn({ order, product }: Wish, { productOf, store }: Ground): readonly NamedGoods[] {
  const isOrdered = product === undefined;
  const goods = product === undefined ? (order?.lines.map(({ productId }) => productOf(productId)) ?? []) : [product];
  return goods.map((one) => ({ noun: calledIn(store.facts.language, one), isOrdered }));
}

/** Tells whether goods have a name by which others were named before; two orders are told apart all the same. */
const isMistakable = (goods: readonly NamedGoods[], named: readonly NamedGoods[]): boolean =>
  goods.some((one) => named.some((other) => !(one.isOrdered && other.isOrdered) && isOneNoun(one.noun, other.noun)));

/** Decides a wish by the policy and carries it out through the tools; null where the task gains nothing by it. */
function carriedOut(
  session: Session,
  { demand, wish, ground }: { readonly demand: Demand; readonly wish: Wish; readonly ground: Ground },
  { id, persona, userId, draw, problems, placed }: Placing,
  { desk, shares }: Composition,
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
  const decision = decide(store, request, { regime: desk.regime });
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
    writes: writes.length > 0,
  };
}

/** Tells whether the rules have the customer send a picture before a request is decided. */
const sendsFirst = (request: Request, store: Store, { regime }: Desk): boolean =>
  decide(store, request, { regime }).first.some(
    ({ step }) => step === 'send_picture' || step === 'send_review_picture',
  );

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
    const decision = decide(store, request, { regime: desk.regime });
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

/** Tells whether a user has any business that an intent is about. */
export function isAbout(
  store: Store,
  { userId, main, seed }: { readonly userId: string; readonly main: string; readonly seed: number },
  { desk, mainDemands }: Composition,
): boolean {
  const ground = groundOf(store, desk.regime, userId, drawFor(seed, userId, `about ${main}`));
  return demandsOf(desk.regime).some(
    ({ name, wishes }) => mainDemands[main]?.includes(name) === true && wishes(ground).length > 0,
  );
}
