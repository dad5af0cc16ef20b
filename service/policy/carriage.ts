import { parcelOf } from '../store/order-states.ts';
import { zoneBetween } from '../store/places.ts';
import type { Address, Carrier, Merchant, Order, Store } from '../store/schema.ts';
import { shippingCostMinor, transitHours } from '../store/shipping.ts';
import type { Line } from './rule.ts';

/** The weight of goods: how many of each, times what one weighs. */
export const gramsOf = (store: Store, lines: readonly Line[]): number =>
  lines.reduce((sum, { productId, quantity }) => sum + quantity * (store.products.get(productId)?.weightGrams ?? 0), 0);

/** Cost and time a carrier takes between a shop and an address, in money and hours. */
interface Carriage {
  readonly carrier: Carrier;
  readonly minor: number;
  readonly hours: number;
}

function carriageBy(carrier: Carrier | undefined, merchant: Merchant, address: Address, grams: number): Carriage[] {
  const zone = zoneBetween(merchant.address, address);
  if (carrier === undefined || zone === null) return [];
  return [{ carrier, minor: shippingCostMinor(carrier, zone, grams), hours: transitHours(carrier, zone) }];
}

/** Lists what each carrier of a shop takes; nothing where an address is no place that is known. */
export const carriagesOf = (store: Store, merchant: Merchant, address: Address, grams: number): Carriage[] =>
  merchant.carrierIds.flatMap((id) => carriageBy(store.carriers.get(id), merchant, address, grams));

/**
 * Finds what sending goods of an order back takes: by the carrier that brought it or, before it is shipped, by the
 * cheapest.
 */
export function returnCarriage(store: Store, order: Order, lines: readonly Line[]): Carriage | null {
  const merchant = store.merchants.get(order.merchantId);
  if (merchant === undefined) return null;
  const grams = gramsOf(store, lines);
  const parcel = parcelOf(store, order.id);
  const carriages =
    parcel === undefined
      ? carriagesOf(store, merchant, order.address, grams)
      : carriageBy(store.carriers.get(parcel.carrierId), merchant, order.address, grams);
  return carriages.reduce<Carriage | null>((best, it) => (best === null || it.minor < best.minor ? it : best), null);
}

/** The slowest of carriages, which estimates go by where nobody has chosen one. */
export const slowest = (carriages: readonly Carriage[]): Carriage | null =>
  carriages.reduce<Carriage | null>((worst, it) => (worst === null || it.hours > worst.hours ? it : worst), null);
