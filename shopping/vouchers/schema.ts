import { z } from 'zod';

const Minor = z.int().positive();

/** One discount on an order total: a fixed amount off, or a rate in basis points (1500 = 15 %) with an optional cap. */
export const Discount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), off: Minor }),
  z.strictObject({ kind: z.literal('percentage'), rateBasisPoints: z.int().min(1).max(9999), cap: Minor.nullable() }),
]);
export type Discount = z.infer<typeof Discount>;

/** One rung: the discount applies when the total reaches `threshold` (inclusive). */
export const VoucherStep = z.strictObject({ threshold: z.int().nonnegative(), discount: Discount });
export type VoucherStep = z.infer<typeof VoucherStep>;

/**
 * A voucher in integer minor units of `currency`.
 * simple: one step. tiered: the highest step whose threshold the total reaches applies, alone.
 * stacked: every step whose threshold the *original* total reaches applies; percentages are taken of the original total.
 */
export const Voucher = z.strictObject({
  scheme: z.enum(['simple', 'tiered', 'stacked']),
  /** The voucher's issuer. */
  issuer: z.enum(['platform', 'shop', 'brand']),
  currency: z.string().length(3),
  steps: z.array(VoucherStep).min(1).max(3),
});
export type Voucher = z.infer<typeof Voucher>;
