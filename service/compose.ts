import { drawFor } from '../pipeline/seed.ts';
import { chance, type Draw, shuffled } from '../schemas/draw.ts';
import { aboutOf, carriedOut, type NamedGoods, namedIn, type Place, type Placed } from './carry-out.ts';
import { isOneNoun } from './customer/naming.ts';
import { drawPersona } from './customer/persona.ts';
import { paceOf } from './customer/turns.ts';
import { type Demand, type Ground, groundOf, type Wish } from './demands/demand.ts';
import { demandsOf } from './demands/index.ts';
import type { Desk, Session } from './desk.ts';
import { pictureOf } from './pictures/index.ts';
import { stateOf } from './state.ts';
import type { Store } from './store/schema.ts';
import { isRemark, type LockedSupport } from './task.ts';

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

interface Placing extends Place {
  readonly at: number;
  readonly main: string;
  readonly wanted: readonly Demand[];
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

/** Tells whether goods have a name by which others were named before; two orders are told apart all the same. */
const isMistakable = (goods: readonly NamedGoods[], named: readonly NamedGoods[]): boolean =>
  goods.some((one) => named.some((other) => !(one.isOrdered && other.isOrdered) && isOneNoun(one.noun, other.noun)));

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
