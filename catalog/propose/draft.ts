import type { Mapping } from '../readers/index.ts';
import type { Column } from './profile.ts';

/** Least score, 0 to 1, of a name that counts as saying what a column holds. */
export const NAMED = 0.4;

/** Part of the mapping that a column was taken for, and why. */
export interface Finding {
  /** The key of the mapping that names the column, without its section; null for a column that is left out. */
  readonly key: string | null;
  readonly column: string;
  readonly because: string;
  /** True where nothing says it, and what is found later may. */
  readonly isOpen?: boolean;
}

/** A key of the mapping that nobody but the user can settle. */
export interface Doubt {
  readonly path: readonly string[];
  /** Reason for the doubt, as a clause. */
  readonly why: string;
  /** Columns, or words, that may stand there. */
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

  /** Takes back what was said of a column under a key, which another one holds now. */
  withdraw(key: string | null, { name }: Column): void {
    const at = this.findings.findIndex((finding) => finding.key === key && finding.column === name);
    if (at !== -1) this.findings.splice(at, 1);
  }

  doubt(key: string, why: string, perhaps: readonly Pick<Column, 'name'>[]): void {
    this.section[key] = null;
    this.doubts.push({ path: [this.name, key], why, perhaps: perhaps.map(({ name }) => name) });
  }

  isTaken(column: Column): boolean {
    return this.#taken.has(column);
  }
}

export const percent = (share: number) => `${share >= 1 ? 100 : Math.min(99, Math.round(share * 100))} %`;

/** Compares two columns in each row that states both. */
export const likeness = (one: Column, other: Column, keyOf: (value: unknown) => string): boolean[] =>
  one.values.flatMap((value, row) => {
    const beside = other.values[row];
    return value === undefined || beside === undefined ? [] : [keyOf(value) === keyOf(beside)];
  });

/** Tells whether two columns state the same in nearly every row. */
export function sayTheSame(one: Column, other: Column, keyOf: (value: unknown) => string): boolean {
  const both = likeness(one, other, keyOf);
  return both.length > 0 && both.filter(Boolean).length >= both.length * ALIKE;
}

const ALIKE = 0.95;
