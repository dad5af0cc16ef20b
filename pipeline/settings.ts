import type { RoleSettings } from '../models/index.ts';
import type { Lexicon } from '../schemas/lexicon.ts';
import type { BuildRole } from '../schemas/model.ts';
import type { Overrides } from '../schemas/override.ts';
import type { SplitShares } from '../schemas/split.ts';

/** Settings of every run that decide what a task becomes. */
interface RunSettings {
  readonly family: string;
  /** File of the world the tasks are about. */
  readonly world: string;
  readonly seed: number;
  /** Writer that puts tasks into words: phrase tables, or models, asked now or in an earlier run. */
  readonly writer: 'offline' | 'openai';
  /** Choice of models that decides their replies; absent where none is asked. */
  readonly models?: ModelChoice;
  /** Named splits and their shares. */
  readonly splits: SplitShares;
  /** Lexicon of what a person says of the shop's fields and product types; absent where nobody does. */
  readonly lexicon?: Lexicon;
  /**
   * The code of the language that the names of its world are in where its texts are in English and they are not, true where
   * nobody knows which; absent of all others.
   */
  readonly foreign?: true | string;
  /** Verdicts of an earlier run that people overruled; absent where they did not. */
  readonly overrides?: Overrides;
}

/** Settings of a run, those of its family (`Own`) among them. Workers are started with them; the run's key is their digest. */
export type TaskSettings<Own extends object = object> = RunSettings & Own;

/** Models that are asked, by what for. The addresses they are reached at decide nothing and are not here. */
interface ModelChoice {
  readonly roles: Readonly<Record<BuildRole, RoleSettings>>;
  /** Solvers asked about each clue; null where no judge reads the drafts. */
  readonly votes: number | null;
}
