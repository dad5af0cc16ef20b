import type { Overruled } from '../../schemas/override.ts';
import type { DroppedFact, TaskLife } from '../../schemas/task-life.ts';

/** A stretch of a text: where it starts, where it ends, both in UTF-16 code units. */
type Stretch = readonly [start: number, end: number];

/** A text of an attempt with what is worth seeing in it. */
export interface PageText {
  readonly name: string;
  /** Source of the text. */
  readonly source: string;
  readonly text: string;
  /** Stretches of the text that a gate found fault with. */
  readonly marks: readonly Stretch[];
  /** The words that carry a requirement, by the place of its rubric in the entry. */
  readonly says: readonly { readonly at: Stretch; readonly rubric: number }[];
}

export interface PageFinding {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
  readonly rubric: string | null;
}

export interface PageAttempt {
  readonly number: number;
  readonly texts: readonly PageText[];
  readonly findings: readonly PageFinding[];
}

/** All that the page shows of one accepted or rejected task. */
export interface PageEntry
  extends Pick<TaskLife, 'targets' | 'subject' | 'rubrics' | 'unplaced' | 'necessity' | 'proof'> {
  readonly id: string;
  /** The named split it is in. */
  readonly split: string | null;
  /** Reason why it was kept out, in the words of the stage that did so. */
  readonly reason: string | null;
  /** Verdict of a gate that people overruled; null where there is none. */
  readonly overruled: Overruled | null;
  readonly dropped: readonly DroppedFact[];
  readonly attempts: readonly PageAttempt[];
  /** Attempts before the first of these whose texts were not kept. */
  readonly forgotten: number;
  /** Findings without a text to mark them in. */
  readonly findings: readonly PageFinding[];
}

/**
 * Columns that are searched and listed, one for each thing said of the entries, in the order of their numbers. Names
 * that recur are given by their place in a list.
 */
export interface PageIndex {
  /** Marks that people make are kept under it, so that they stay with this dataset. */
  readonly dataset: string;
  readonly family: string;
  readonly intents: readonly string[];
  /** Codes of rejections; an accepted task has none, which is -1. */
  readonly codes: readonly string[];
  readonly stages: readonly string[];
  readonly categories: readonly string[];
  readonly ids: readonly string[];
  readonly intent: readonly number[];
  readonly code: readonly number[];
  readonly stage: readonly number[];
  readonly category: readonly number[];
  /** The query, empty where no text was made. */
  readonly query: readonly string[];
  /** Subject of the entry: the noun phrases of its targets, or else their titles. */
  readonly noun: readonly string[];
  /** Further texts that are searched: titles and ids of targets. */
  readonly target: readonly string[];
  /** Digest of the query, noted with a mark: it is for this text alone. */
  readonly text: readonly string[];
  /** Why it was rejected; empty where it was not. */
  readonly reason: readonly string[];
  /** Entries in one block of the page's data, and tasks of the run that are more than a page holds. */
  readonly perBlock: number;
  readonly leftOut: number;
}
