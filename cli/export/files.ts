import type { ToolDescription } from '../../pipeline/episode.ts';
import type { TaskShelf } from '../serve/task-shelf.ts';

/** What a harness needs to play the tasks of a run over `serve`. */
export interface Exported {
  /** Files by their names in the folder. */
  readonly files: Readonly<Record<string, string>>;
}

export interface ExportInput {
  readonly family: string;
  readonly shelf: TaskShelf;
  readonly tools: readonly ToolDescription[];
}

/** Records as JSON lines. */
export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
