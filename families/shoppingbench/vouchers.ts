/** Vouchers the published record can say: one fixed amount, or a rate with a cap. */
export const VOUCHER_KINDS = ['fixed', 'capped_percentage'] as const;

/** How often a voucher's parts must decide which orders fit the budget, where the config does not say. */
export const VOUCHER_RATES = { capDecides: 1, thresholdDecides: 0.5 } as const;
