/** A rate from less than this is noise. */
const SHORTEST_RATE_MS = 1000;
/** A time left is told only where it rests on so much. */
const SHORTEST_KNOWN_MS = 3000;
const LEAST_MADE = 10;
/** The last part of the time has to have gone on as all of it did, give or take this factor. */
const RECENT_SHARE = 1 / 3;
const MOST_CHANGE = 1.5;
/** Points that are remembered; of more, every second is forgotten. */
const MOST_POINTS = 128;

interface Point {
  readonly at: number;
  readonly made: number;
}

/**
 * Estimator of the rate at which something is made, and of the time the rest takes, as long as anybody can know. Times
 * are in milliseconds.
 */
export class Pace {
  readonly #start: Point;
  #points: Point[];
  #leastGapMs = 0;

  constructor(at: number, made: number) {
    this.#start = { at, made };
    this.#points = [this.#start];
  }

  /** Takes in what was made in all until now. */
  note(at: number, made: number): void {
    const last = this.#points.at(-1) as Point;
    if (at - last.at < this.#leastGapMs) return;
    this.#points.push({ at, made });
    if (this.#points.length <= MOST_POINTS) return;
    this.#points = this.#points.filter((_, index) => index % 2 === 0);
    this.#leastGapMs = (2 * (at - this.#start.at)) / MOST_POINTS;
  }

  /** Number made a second; null while that is not known. */
  perSecond(at: number, made: number): number | null {
    const elapsedMs = at - this.#start.at;
    return elapsedMs < SHORTEST_RATE_MS || made <= this.#start.made
      ? null
      : (1000 * (made - this.#start.made)) / elapsedMs;
  }

  /**
   * Time in ms to make so many more at the pace of late; null where too little was made to tell, or where it was made
   * so unevenly that the pace says nothing of what follows.
   */
  leftMs(at: number, made: number, missing: number): number | null {
    const { at: since, made: before } = this.#start;
    const elapsedMs = at - since;
    if (missing <= 0 || elapsedMs < SHORTEST_KNOWN_MS || made - before < LEAST_MADE) return null;
    const recentMs = elapsedMs * RECENT_SHARE;
    const recently = (made - this.#madeAt(at - recentMs)) / recentMs;
    const change = recently / ((made - before) / elapsedMs);
    return change > MOST_CHANGE || change < 1 / MOST_CHANGE ? null : missing / recently;
  }

  /** Estimates the number made by a time, as though it was made steadily between the points that are remembered. */
  #madeAt(at: number): number {
    const next = this.#points.findIndex((point) => point.at > at);
    const before = this.#points[next === -1 ? this.#points.length - 1 : Math.max(next - 1, 0)] as Point;
    const after = this.#points[next];
    if (after === undefined || after.at <= before.at) return before.made;
    return before.made + ((after.made - before.made) * (at - before.at)) / (after.at - before.at);
  }
}
