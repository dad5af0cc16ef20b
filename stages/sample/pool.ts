/** Several products, or one with a subject besides: what a task can be about. */
export interface Order {
  readonly rows: readonly number[];
  /** Subject of the task besides its products, such as the id of a question. */
  readonly subject?: string;
}

/** Candidates of one stratum, in any order: rows of single products, or orders. */
export interface Stratum {
  readonly name: string;
  /** Share of an intent's samples the stratum should have, against the other strata's. */
  readonly weight: number;
  readonly candidates: readonly (number | Order)[];
}

/** Everything an intent's tasks can be about. */
export interface CandidatePool {
  readonly strata: readonly Stratum[];
  /** The tier of a candidate by the row of its first product, 0 or above: within a stratum lower ones come first. */
  tierOf?(row: number): number;
  /** Names of what is counted as eligible, and as missing something, where it is not products. */
  readonly unit?: { readonly eligible: string; readonly missing: string };
  /** The reason why a product is not eligible, by its row; null of one that is. Left out where that depends on others. */
  reasonAgainst?(row: number): string | null;
  /** Numbers of what is not eligible, by the reason why. */
  readonly reasons: ReadonlyMap<string, number>;
}
