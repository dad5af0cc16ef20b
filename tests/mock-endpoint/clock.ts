/** What time it is for the endpoint, in milliseconds since the epoch; never runs backwards. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/** A clock that stands still until it is told to move. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

/** Whole seconds since the epoch, as the API writes its times. */
export const secondsOf = (clock: Clock) => Math.floor(clock.now() / 1000);
