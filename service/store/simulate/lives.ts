import { chance, type Draw, pickOne } from '../../../schemas/draw.ts';
import type { Order, OrderState, Party, StoreProduct, StoreTime } from '../schema.ts';
import { addMinutes, byDay } from '../time.ts';
import { between, type World } from './world.ts';

/** Lives of orders by the last state of each, which is the one the order has now, with how often they are dealt. */
export const LIVES = {
  unpaid: 3,
  paid: 4,
  processing: 4,
  shipped: 3,
  in_transit: 6,
  delivered: 4,
  signed: 10,
  completed: 8,
  cancelled: 2,
  returning: 2,
  returned: 2,
  refunded: 1,
  refund_only: 1,
} as const satisfies Record<OrderState, number>;

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
const BY: Readonly<Record<OrderState, Party>> = {
  unpaid: 'customer',
  paid: 'customer',
  processing: 'merchant',
  shipped: 'merchant',
  in_transit: 'carrier',
  delivered: 'carrier',
  signed: 'customer',
  completed: 'system',
  cancelled: 'customer',
  returning: 'customer',
  returned: 'merchant',
  refunded: 'merchant',
  refund_only: 'merchant',
};
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

/** Most that the last state of an order may have lasted, in hours. */
const LASTS: Readonly<Partial<Record<OrderState, number>>> = {
  unpaid: 24,
  delivered: 60,
  cancelled: 300,
  returning: 60,
  returned: 240,
  refunded: 240,
  refund_only: 240,
};

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
  const stay = LASTS[target] ?? stays[target] ?? 24;
  const now = (stay * (5 + draw('now', 90))) / 100;
  const begun = addMinutes(world.facts.now, -Math.round((before + leaves + returns + now) * 60));
  const history: Order['history'] = [];
  let at = begun;
  const enter = (state: OrderState) => history.push({ state, at: byDay(at, world.facts.now), by: BY[state] });
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
