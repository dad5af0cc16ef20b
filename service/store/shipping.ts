import type { Carrier, Zone } from './schema.ts';

/** Hours from pick-up to delivery. */
export const transitHours = ({ hours }: Carrier, zone: Zone): number => hours[zone];

/** Returns the cost of a parcel of so many grams: the first kilogram, and each further one that is begun. */
export function shippingCostMinor(
  { firstKilogramMinor, nextKilogramMinor }: Carrier,
  zone: Zone,
  grams: number,
): number {
  const further = Math.max(0, Math.ceil(grams / 1000) - 1);
  return firstKilogramMinor[zone] + further * nextKilogramMinor[zone];
}
