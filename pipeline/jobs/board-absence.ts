import type { Clock } from '../../schemas/clock.ts';

/** A board that is away for longer ends the run. */
const LONGEST_MS = 600_000;

interface AbsenceSettings {
  readonly clock: Clock;
  say(line: string): void;
  /** Called with the reason when the board has been away for too long. */
  tooLong(reason: string): void;
}

/** Whether a board is away, and for how long that is borne. */
export class Absence {
  readonly #settings: AbsenceSettings;
  #cancel: (() => void) | null = null;

  constructor(settings: AbsenceSettings) {
    this.#settings = settings;
  }

  get lasts(): boolean {
    return this.#cancel !== null;
  }

  begin(news: string): void {
    if (this.lasts) return;
    const { clock, say, tooLong } = this.#settings;
    say(`${news}; waiting for it to come back`);
    this.#cancel = clock.after(LONGEST_MS, () => tooLong(`${news}, for ${LONGEST_MS / 60_000} minutes`));
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
