import { chance, type Draw, pickOne } from '../../../schemas/draw.ts';
import type { Order, OrderState, Party, StoreProduct, StoreTime } from '../schema.ts';
import { addMinutes, byDay } from '../time.ts';
import { between, type World } from './world.ts';

/**
 * States of orders: how often an order is dealt that is in it now, who brings it about, and the most hours that it may have
 * lasted where it is the last, if that is said.
 */
export const LIVES: Readonly<
  Record<OrderState, { readonly dealt: number; readonly by: Party; readonly lasts?: number }>
> = {
  unpaid: { dealt: 3, by: 'customer', lasts: 24 },
  paid: { dealt: 4, by: 'customer' },
  processing: { dealt: 4, by: 'merchant' },
  shipped: { dealt: 3, by: 'merchant' },
  in_transit: { dealt: 6, by: 'carrier' },
  delivered: { dealt: 4, by: 'carrier', lasts: 60 },
  signed: { dealt: 10, by: 'customer' },
  completed: { dealt: 8, by: 'system' },
  cancelled: { dealt: 2, by: 'customer', lasts: 300 },
  returning: { dealt: 2, by: 'customer', lasts: 60 },
  returned: { dealt: 2, by: 'merchant', lasts: 240 },
  refunded: { dealt: 1, by: 'merchant', lasts: 240 },
  refund_only: { dealt: 1, by: 'merchant', lasts: 240 },
};

/** The way of every parcel; other states branch off it. */
const WAY: readonly OrderState[] = [
  'unpaid',
  'paid',
  'processing',
  'shipped',
  'in_transit',
  'delivered',
  'signed',
  'completed',
];
/** Hours after which an order that was signed is completed by itself. */
const HOURS_TO_COMPLETE = 15 * 24;

/** Facts of an order that its life depends on. */
interface Living {
  readonly goods: readonly StoreProduct[];
  readonly draw: Draw;
  readonly target: OrderState;
}

/** Hours an order stays in each state of the way, drawn before it begins. */
function stayHours({ draw, goods }: Living, carrierHours: number): Record<string, number> {
  const promised = Math.max(...goods.map(({ promisedShippingHours }) => promisedShippingHours));
  return {
    unpaid: between(draw, 'hours unpaid', 1, 20) / 10,
    paid: between(draw, 'hours paid', 1, 6),
    // Every tenth shop is late.
    processing: chance(draw, 'late', 0.1)
      ? promised + between(draw, 'late hours', 2, 30)
      : between(draw, 'hours processing', 2, promised - 6),
    shipped: between(draw, 'hours shipped', 2, 10),
    in_transit: Math.max(2, Math.round(carrierHours * (0.8 + draw('haste', 40) / 100))),
    delivered: between(draw, 'hours delivered', 1, 30),
    signed: HOURS_TO_COMPLETE,
    completed: 240,
  };
}

/** Returns the state at which an order that was cancelled or taken back left the way. */
const leftAt = (draw: Draw, target: OrderState): OrderState =>
  target === 'cancelled'
    ? pickOne(draw, 'left', ['unpaid', 'paid', 'processing'] as const)
    : target === 'returning' || target === 'returned' || target === 'refunded' || target === 'refund_only'
      ? 'signed'
      : target;

/** Way in which an order came to be where it is. */
interface Lived {
  readonly history: Order['history'];
  /** Time at which each state of it began. */
  readonly since: ReadonlyMap<OrderState, StoreTime>;
}

/** Draws the life of an order until now, of which its last state is known. */
export function live(world: World, living: Living, carrierHours: number): Lived {
  const { draw, target } = living;
  const stays = stayHours(living, carrierHours);
  const last = leftAt(draw, target);
  const states = WAY.slice(0, WAY.indexOf(last) + 1);
  const before = states.slice(0, -1).reduce((sum, state) => sum + (stays[state] ?? 0), 0);
  // What is taken back was signed for up to six days before; goods travel back for up to four.
  const leaves =
    last === target ? 0 : last === 'signed' ? between(draw, 'hours until back', 10, 140) : (stays[last] ?? 1) / 2;
  const returns =
    target === 'returned'
      ? between(draw, 'hours back', 48, 96)
      : target === 'refunded'
        ? between(draw, 'hours back', 10, 40)
        : 0;
  const stay = LIVES[target].lasts ?? stays[target] ?? 24;
  const now = (stay * (5 + draw('now', 90))) / 100;
  const begun = addMinutes(world.facts.now, -Math.round((before + leaves + returns + now) * 60));
  const history: Order['history'] = [];
  let at = begun;
  const enter = (state: OrderState) => history.push({ state, at: byDay(at, world.facts.now), by: LIVES[state].by });
  for (const state of states) {
    enter(state);
    if (state !== last) at = addMinutes(at, Math.round((stays[state] ?? 0) * 60));
  }
  if (last !== target) {
    at = addMinutes(at, Math.round(leaves * 60));
    if (target === 'returned' || target === 'refunded') {
      enter('returning');
      at = addMinutes(at, Math.round(returns * 60));
    }
    enter(target);
  }
  return { history, since: new Map(history.map(({ state, at: since }) => [state, since])) };
}

/** Returns the time at which an order was made. */
export const begunAt = ({ history }: Lived): StoreTime => (history[0] as Order['history'][number]).at;
