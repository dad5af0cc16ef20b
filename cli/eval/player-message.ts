import type { ForeignShop } from '../../lexicon/index.ts';
import type { Lexicon } from '../../schemas/lexicon.ts';
import type { TrialSettings } from '../../shopping/episode/trial.ts';

/** Data a thread that plays is started with. */
export interface PlayerStart {
  readonly family: string;
  readonly worldPath: string;
  /** The run the tasks are of; null where they are of none. */
  readonly run: string | null;
  readonly file: string;
  /** The lexicon a person gave when the run was built. */
  readonly lexicon: Lexicon;
  readonly language: string;
  /** The language that the names of the shop are in where that is not English. */
  readonly foreign: ForeignShop;
  readonly agent: string;
  readonly settings: TrialSettings;
}

export interface Unit {
  readonly sample: unknown;
  readonly trial: number;
}

/** Parts of the main thread's memory that other threads read. */
export interface SharedParts {
  readonly world: unknown;
  /** Data that tools read, such as the index of a search. */
  readonly place: unknown;
}

export type PlayerMessage = { readonly open: SharedParts } | { readonly units: readonly Unit[] };
