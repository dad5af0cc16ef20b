import type { Usage } from '../../schemas/model.ts';
import { type Billed, mostBilled } from '../bill.ts';
import type { Budget, Reservation } from '../budget.ts';
import type { WaitingRequest } from './waiting-request.ts';

/**
 * A request of a batch with the money set aside for it. That is charged or given back the first time either is asked
 * for: what could not be stored is taken in again, and is not paid twice.
 */
export class OpenRequest {
  readonly waiting: WaitingRequest;
  readonly #reservation: Reservation;
  readonly #budget: Pick<Budget, 'settle' | 'release'>;
  #costNano: number | null | undefined;

  constructor(waiting: WaitingRequest, reservation: Reservation, budget: Pick<Budget, 'settle' | 'release'>) {
    this.waiting = waiting;
    this.#reservation = reservation;
    this.#budget = budget;
  }

  /** Returns what was charged, null without a known price. */
  settle(usage: Usage | null): number | null {
    if (this.#costNano === undefined) this.#costNano = this.#budget.settle(this.#reservation, usage);
    return this.#costNano;
  }

  /** Ends a call that brought no reply; returns what was charged, of what nobody counted the most that may be billed. */
  charge(usage: Usage | null, billed: Billed): number | null {
    const charged = usage ?? mostBilled(billed, this.#reservation);
    return charged === null ? this.release() : this.settle(charged);
  }

  /** Gives back what was set aside; returns what was charged, nothing unless it had been before. */
  release(): number | null {
    if (this.#costNano === undefined) {
      this.#budget.release(this.#reservation);
      this.#costNano = 0;
    }
    return this.#costNano;
  }
}
