import type { CounterHead, Looked } from '../../../shopping/lint-format.ts';

/** A task that has a defect, and what is at fault in it. */
export interface TaskWithDefect {
  readonly line: number;
  /** Where the format has ids. */
  readonly id?: string;
  readonly found: readonly string[];
}

/** How often one code was found in one file. */
export interface FileCount {
  readonly code: string;
  /** How many things were looked at, of which `found` are at fault. */
  readonly of: number;
  readonly found: number;
  readonly tasks: readonly TaskWithDefect[];
}

/** Counts what the counters found in the tasks of one file. */
export class Tally {
  readonly #defects: ReadonlySet<string>;
  readonly #counts: ReadonlyMap<string, { of: number; found: number; tasks: TaskWithDefect[] }>;
  readonly #defective = new Set<number>();

  constructor(heads: readonly CounterHead[]) {
    this.#defects = new Set(heads.filter(({ isDefect }) => isDefect).map(({ code }) => code));
    this.#counts = new Map(heads.map(({ code }) => [code, { of: 0, found: 0, tasks: [] }]));
  }

  add({ line, id }: { line: number; id: string | undefined }, looked: readonly Looked[]): void {
    for (const { code, of, found } of looked) {
      const count = this.#counts.get(code)!;
      count.of += of;
      count.found += found.length;
      if (found.length === 0) continue;
      count.tasks.push({ line, ...(id === undefined ? {} : { id }), found });
      if (this.#defects.has(code)) this.#defective.add(line);
    }
  }

  /** Tasks with at least one defect. */
  get defective(): number {
    return this.#defective.size;
  }

  get counts(): FileCount[] {
    return [...this.#counts].map(([code, count]) => ({ code, ...count }));
  }
}
