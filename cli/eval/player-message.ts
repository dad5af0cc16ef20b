import type { Lexicon } from '../../schemas/lexicon.ts';
import type { TrialSettings } from '../../shopping/episode/trial.ts';

/** What a thread that plays is started with. */
export interface PlayerStart {
  readonly family: string;
  readonly worldPath: string;
  /** The run the tasks are of; null where they are of none. */
  readonly run: string | null;
  /** The file its tasks stand in. */
  readonly file: string;
  /** What a person said of words when the run was built. */
  readonly lexicon: Lexicon;
  /** The code of the language texts are in. */
  readonly language: string;
  readonly agent: string;
  readonly settings: TrialSettings;
}

/** A trial to play. */
export interface Unit {
  readonly sample: unknown;
  readonly trial: number;
}

/** What threads read of the main one's memory. */
export interface SharedParts {
  readonly world: unknown;
  /** What tools read, such as the index of a search. */
  readonly place: unknown;
}

export type PlayerMessage = { readonly open: SharedParts } | { readonly units: readonly Unit[] };
