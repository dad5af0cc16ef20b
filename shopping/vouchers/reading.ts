import type { Span } from '../../schemas/finding.ts';
import type { Term } from '../../text/voucher-roles.ts';
import type { Voucher } from './schema.ts';

export interface ReadStep {
  readonly threshold: Term;
  readonly off: Term;
  readonly cap: Term | null;
}

/** A text's statements on a voucher and a budget. */
export interface VoucherReading {
  readonly scheme: Voucher['scheme'];
  readonly steps: readonly ReadStep[];
  readonly budget: Term;
  /** Amount that percentages of several coupons are taken of: as far as the text says. */
  readonly base: 'original' | 'remaining' | 'unsaid';
  /** Issuer that the wording names; absent where it names none. */
  readonly issuer?: Voucher['issuer'];
}

/** Why a text cannot be read as one voucher and one budget, and where. */
export interface Unreadable {
  readonly problem: string;
  readonly spans: readonly Span[];
}
