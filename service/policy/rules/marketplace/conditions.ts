import { minorUnitsOf } from '../../../../text/money.ts';
import { ARRIVED, BEFORE_SHIPPING, TAKEN_BACK } from '../../../store/order-states.ts';
import type { StoreProduct } from '../../../store/schema.ts';
import { daysBetween } from '../../../store/time.ts';
import type { Case } from '../../define.ts';
import { proves } from '../../evidence.ts';
import type { Reason } from '../../rule.ts';
import { RETURN_DAYS } from './limits.ts';

/** Claims about an order's goods, and how far they are proven: the after-sales rules of merchants turn on them. */

type Claim = Case<'return_order' | 'refund_only' | 'reship' | 'compensate' | 'ask_return_cost'>;

/** Reasons for which the shop is at fault, if they are true. */
const FAULTS: ReadonlySet<Reason> = new Set(['quality', 'damaged_in_transit', 'missing_items', 'wrong_items']);
const isFault = ({ request }: Claim) => FAULTS.has(request.reason);
/** Faults that a red envelope may settle; what is missing or wrong is sent again instead. */
export const isDamage = ({ request: { reason } }: Claim) => reason === 'quality' || reason === 'damaged_in_transit';
export const isShortage = ({ request: { reason } }: Claim) => reason === 'missing_items' || reason === 'wrong_items';

export const isProven = (it: Claim) => isFault(it) && it.pictures.some((picture) => proves(picture, it.request.reason));
/** The customer has shown nothing yet, and has not said that there is nothing to show. */
export const isUnshown = (it: Claim) => isFault(it) && it.pictures.length === 0 && !it.in.withoutPicture;
/** Tells whether a fault is unproven: what was shown proves nothing, or nothing can be shown. */
export const isUnproven = (it: Claim) => isFault(it) && !isProven(it) && !isUnshown(it);

const meantProducts = ({ store, lines }: Case): readonly StoreProduct[] =>
  lines.flatMap(({ productId }) => store.products.get(productId) ?? []);
export const isFresh = (it: Case) => meantProducts(it).some(({ traits }) => traits.includes('perishable'));

export const isTakenBack = ({ order }: Case) => TAKEN_BACK.has(order.state);
/** Nothing of it has been sent, and it is not called off. */
export const isUnshipped = (it: Case) => BEFORE_SHIPPING.has(it.order.state) && it.parcel === undefined;
export const hasArrived = ({ order }: Case) => ARRIVED.has(order.state);
export const isUnderWay = (it: Case) => !isTakenBack(it) && !hasArrived(it) && it.parcel !== undefined;

/** Returns the time at which the goods arrived; null before. */
const receivedAt = (it: Case): string | null =>
  it.parcel?.deliveredAt ?? it.order.history.find(({ state }) => ARRIVED.has(state))?.at ?? null;
export function isWithinReturnDays(it: Case): boolean {
  const at = receivedAt(it);
  return at !== null && daysBetween(at, it.now) <= RETURN_DAYS;
}
export const isNoReasonReturn = (it: Case) => meantProducts(it).every(({ noReasonReturn }) => noReasonReturn);
/**
 * Tells whether what has arrived meets all conditions of a return; not knowing yet whether it was used is no obstacle.
 */
export const isReturnable = (it: Case) =>
  hasArrived(it) && it.in.used !== true && isNoReasonReturn(it) && isWithinReturnDays(it);

/** The most a shop offers as a red envelope: its share of what was paid, in whole units, and at least one. */
export function highestCompensation({ order, merchant, store }: Case): number {
  const share = (order.totalMinor * (merchant?.maxCompensationPercent ?? 0)) / 100;
  const unit = minorUnitsOf(store.facts.currency);
  return Math.max(1, Math.floor(share / unit)) * unit;
}
/** Returns the compensation that is offered: what the customer asks for, as far as the shop goes. */
export const offeredCompensation = (it: Case<'compensate'>): number =>
  Math.min(it.request.amountMinor ?? Number.POSITIVE_INFINITY, highestCompensation(it));

type Return = Case<'return_order'>;

export const isPersonal = ({ request }: Return) => request.reason === 'personal' || request.reason === 'other';
/** A return of what has arrived that goes by the conditions of returns: a complaint goes by them once it is not settled. */
export const goesByConditions = (it: Return) => hasArrived(it) && !isFresh(it) && !isSettledFirst(it) && !isUnshown(it);
/** A proven complaint that a red envelope may settle, none of which has been refused yet. */
export const isSettledFirst = (it: Return) => isDamage(it) && isProven(it) && it.in.compensation === null;
/**
 * Tells whether a proven complaint is stuck: all that would be left of it is a return, which its conditions rule out.
 */
export const isStuck = (it: Return) =>
  goesByConditions(it) && isProven(it) && (it.in.compensation === 'refused' || isShortage(it)) && !isReturnable(it);
