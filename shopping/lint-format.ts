import type { Catalog } from '../catalog/index.ts';

/** One kind of defect, or of a sign that is none by itself, and what it is counted over. */
export interface CounterHead {
  readonly code: string;
  /** What holds for a task that has it. */
  readonly meaning: string;
  /** What it is counted over, in the plural. */
  readonly unit: string;
  readonly isDefect: boolean;
}

/** What one counter made of one task: of how many things, and those at fault as people read them. */
export interface Looked {
  readonly code: string;
  readonly of: number;
  readonly found: readonly string[];
}

/** What tasks are like, which is no defect. */
export interface Figure {
  readonly name: string;
  readonly value: number;
}

/** Where a row stands. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface LintedTask {
  /** Left out where the format has no ids. */
  readonly id?: string;
  /** The text that sets its query apart; null where none is published. */
  readonly text: string | null;
  readonly looked: readonly Looked[];
}

/** A format's counters at work: rows are added in order, file after file. */
export interface FormatLint {
  /** What was found in the row; or what is wrong with it. */
  add(row: unknown, place: Place): LintedTask | { readonly problem: string };
  /** Of one file, or of all together. */
  figures(file?: string): readonly Figure[];
}

/** The tasks of a published benchmark, as far as a lint has to know them. */
export interface BenchmarkFormat {
  readonly name: string;
  /** What its rows look like, for the message that knows no format. */
  readonly rows: string;
  /** Whether a row is meant to be a task of this format, sound or not. */
  recognises(row: unknown): boolean;
  readonly counters: readonly CounterHead[];
  /** `catalog`: the one the tasks were made from, where it is at hand. */
  begin(catalog?: Catalog): FormatLint;
}
