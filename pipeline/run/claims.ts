import { type Claim, claimsOf, type TaskSubject } from '../../schemas/task.ts';

/** Counts of what tasks take up. */
export class Claims {
  readonly #taken: Map<string, number>;

  constructor(taken: Iterable<readonly [what: string, times: number]> = []) {
    this.#taken = new Map(taken);
  }

  get size(): number {
    return this.#taken.size;
  }

  add(claims: readonly Claim[]): void {
    for (const { what } of claims) this.#taken.set(what, this.times(what) + 1);
  }

  times(what: string): number {
    return this.#taken.get(what) ?? 0;
  }

  copy(): Claims {
    return new Claims(this.#taken);
  }
}

/** Claims of tasks that are to be admitted together, beside those of accepted samples. */
export class WaveClaims {
  readonly #spent: Claims;
  readonly #usesPerProduct: number;
  readonly #inFlight: Claims;

  constructor(spent: Claims, usesPerProduct: number, inFlight = new Claims()) {
    this.#spent = spent;
    this.#usesPerProduct = usesPerProduct;
    this.#inFlight = inFlight;
  }

  /** Number of things taken up by tasks of this wave. */
  get size(): number {
    return this.#inFlight.size;
  }

  /** Takes up what a task claims, unless it is `held` by tasks of this wave for now, or `spent` for good. */
  take(task: TaskSubject): 'taken' | 'held' | 'spent' {
    const claims = claimsOf(task, this.#usesPerProduct);
    if (claims.some(({ what, most }) => this.#spent.times(what) >= most)) return 'spent';
    if (claims.some(({ what, most }) => this.#spent.times(what) + this.#inFlight.times(what) >= most)) return 'held';
    this.#inFlight.add(claims);
    return 'taken';
  }

  copy(): WaveClaims {
    return new WaveClaims(this.#spent, this.#usesPerProduct, this.#inFlight.copy());
  }
}
