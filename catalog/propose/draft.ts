import type { Mapping } from '../readers/index.ts';
import type { Column } from './profile.ts';

/** How clearly a name has to say what a column holds to count as saying it. */
export const NAMED = 0.4;

/** What a column was taken for, and why. */
export interface Finding {
  /** The key of the mapping that names the column, without its section; null for a column that is left out. */
  readonly key: string | null;
  readonly column: string;
  readonly because: string;
}

/** A key of the mapping that nobody but the user can settle. */
export interface Doubt {
  readonly path: readonly string[];
  /** What is doubtful, as a clause. */
  readonly why: string;
  /** What may stand there. */
  readonly perhaps: readonly string[];
}

type Section = Record<string, unknown>;

/** A section of a mapping as it comes together. */
export class Draft {
  readonly section: Section = {};
  readonly findings: Finding[] = [];
  readonly doubts: Doubt[] = [];
  readonly name: keyof Mapping;
  readonly #taken = new Set<Column>();

  constructor(name: keyof Mapping) {
    this.name = name;
  }

  /** Says that a key holds something, which was found in these columns. */
  put(key: string, said: unknown, columns: readonly Column[], because: string): void {
    this.section[key] = said;
    this.note(key, columns, because);
  }

  note(key: string | null, columns: readonly Column[], because: string): void {
    for (const column of columns) {
      this.#taken.add(column);
      this.findings.push({ key, column: column.name, because });
    }
  }

  doubt(key: string, why: string, perhaps: readonly Column[]): void {
    this.section[key] = null;
    this.doubts.push({ path: [this.name, key], why, perhaps: perhaps.map(({ name }) => name) });
  }

  isTaken(column: Column): boolean {
    return this.#taken.has(column);
  }
}

export const percent = (share: number) => `${share >= 1 ? 100 : Math.min(99, Math.round(share * 100))} %`;

/** Whether two columns state the same in nearly every row. */
export function sayTheSame(one: Column, other: Column, keyOf: (value: unknown) => string): boolean {
  const both = one.values.flatMap((value, row) => {
    const beside = other.values[row];
    return value === undefined || beside === undefined ? [] : [keyOf(value) === keyOf(beside)];
  });
  return both.length > 0 && both.filter(Boolean).length >= both.length * ALIKE;
}

const ALIKE = 0.95;
