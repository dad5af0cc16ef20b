import type { ToolDescription } from '../../pipeline/episode.ts';
import type { EpisodeWorld } from '../../shopping/episode/index.ts';
import type { TaskShelf } from '../serve/task-shelf.ts';

/** Files written for a harness that plays the tasks of a run over `serve`, or for a trainer. */
export interface Exported {
  /** Files by their names in the folder; in pieces, where they may be long. */
  readonly files: Readonly<Record<string, string | AsyncIterable<string>>>;
}

export interface ExportInput {
  readonly family: string;
  readonly shelf: TaskShelf;
  /** True where its split, or the file of its tasks, was named. */
  readonly isNamed: boolean;
  readonly tools: readonly ToolDescription[];
  /** Opens what is played in. */
  readonly world: () => Promise<EpisodeWorld>;
}

export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
