import type { LintTask } from './task.ts';

/** What a counter made of one task: how many things could have been at fault, and those that are, as people read them. */
export interface Looked {
  readonly of: number;
  readonly found: readonly string[];
}

/** Counts one kind of defect over tasks in ShoppingBench's format, whoever made them. */
export interface Counter {
  readonly code: string;
  /** What holds for a task that has it: a sentence without its full stop. */
  readonly meaning: string;
  /** What it looks at, in the plural. */
  readonly unit: string;
  /** False for a sign of weakness that can have good reasons: it is counted, and is nobody's fault. */
  readonly isDefect: boolean;
  /** Starts a count over any number of files, whose tasks are offered in order. */
  begin(): (task: LintTask) => Looked;
}

/** A text short enough to stand in a line of examples. */
export const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Where an earlier task stands, as a later one refers to it. */
export const asIn = (earlier: Pick<LintTask, 'file' | 'line'>, file: string): string =>
  earlier.file === file ? `as in line ${earlier.line}` : `as in ${earlier.file}:${earlier.line}`;
