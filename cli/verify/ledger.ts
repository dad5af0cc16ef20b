import { LEDGER } from '../../pipeline/folder/run-files.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import type { Violation } from '../../schemas/violation.ts';

/** Tasks stand in the order they were planned in: wave by wave, in each wave intent by intent. */
export class PlanningOrder {
  readonly #intents: readonly string[];
  #last: LedgerLine | null = null;
  #broken = false;

  constructor(intents: readonly string[]) {
    this.#intents = intents;
  }

  next(line: LedgerLine): Violation[] {
    const last = this.#last;
    this.#last = line;
    if (last === null || this.#broken) return [];
    const place = ({ intent }: LedgerLine) => this.#intents.indexOf(intent);
    if (line.wave > last.wave || (line.wave === last.wave && place(line) >= place(last))) return [];
    this.#broken = true;
    return [
      {
        where: LEDGER,
        code: 'ledger_order',
        detail: `${line.id} (wave ${line.wave}) stands after ${last.id} (wave ${last.wave}), which was planned later`,
      },
    ];
  }
}
