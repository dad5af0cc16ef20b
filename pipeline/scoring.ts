import type { World } from './world.ts';

/** Scores of a family for predictions of its tasks, ready to be shown; figures are texts as tables print them. */
export interface ScoreSheet {
  /** All that was found, as one JSON document. */
  readonly json: object;
  readonly tasks: number;
  /** The row of the paper's table: columns under a heading each. */
  readonly groups: readonly ScoreGroup[];
  /** The same figures where that row is too wide: a table, and the averages as a sentence. */
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly averages: string;
  /** The short names of the figures, spelt out. */
  readonly names: readonly (readonly [short: string, meaning: string])[];
  /** Remarks on what lowers the figures without being an agent's mistake. */
  readonly remarks: readonly string[];
  /** By what rules the figures are counted. */
  readonly measures: string;
}

export interface ScoreGroup {
  readonly heading: string;
  readonly columns: readonly (readonly [name: string, figure: string])[];
}

export interface ScoreRequest<W> {
  /** Files of published tasks, and the file of predictions. */
  readonly splits: readonly string[];
  readonly predictions: string;
  /** World that products of predicted ids are looked up in; null for none. */
  readonly world: W | null;
  readonly options: ScoreOptions;
}

export interface ScoreOptions {
  /** Folder of an embedding model for titles; their words and letters are compared when left out. */
  readonly embeddingModel?: string | undefined;
  /** `paper` or `published`. */
  readonly rules?: string | undefined;
}

/** Scorer of predictions for a family's published tasks; a ConfigError says which line of a file cannot be read. */
export interface Scoring<W extends World = World> {
  score(request: ScoreRequest<W>): Promise<ScoreSheet>;
}
