import type { LintSample } from './sample.ts';

/** Counts one kind of defect over samples in EComAgentBench's format, whoever made them. */
export interface Counter {
  readonly code: string;
  /** What holds for a sample that has it: a sentence without its full stop. */
  readonly meaning: string;
  /** What it looks at, in the plural. */
  readonly unit: string;
  /** False for a sign of weakness that can have good reasons. */
  readonly isDefect: boolean;
  /** Starts a count over any number of files, whose samples are offered in order. */
  begin(): (sample: LintSample) => { readonly of: number; readonly found: readonly string[] };
}

/** A counter that looks at each sample for itself. */
export const perSample = (
  head: Omit<Counter, 'begin'>,
  look: (sample: LintSample) => { readonly of: number; readonly found: readonly string[] },
): Counter => ({ ...head, begin: () => look });
