import type { ReadLexicon } from '../schemas/lexicon.ts';
import type { QuarantinedRow } from '../schemas/product.ts';
import type { ReadingReport } from '../schemas/reading-report.ts';

/** World that tasks are about, opened for reading: a catalog, or a store made from one. */
export interface World {
  readonly path: string;
  /** Digest of its content: equal worlds give equal tasks. */
  readonly digest: string;
  /** Number of things it holds that tasks can be about. */
  readonly size: number;
  close(): void;
}

/** Description by a user of the world of a run. */
interface WorldRequest {
  /** Files and folders, at least one. */
  readonly inputs: readonly string[];
  readonly reviews: readonly string[];
  readonly format: string | undefined;
  onProgress(progress: { readonly file: string; readonly read: number }): void;
  say(sentence: string): void;
}

/** A kind of world: how it is made, opened, found again and described. */
export interface WorldKind<W extends World = World> {
  /** Names of it and of the things tasks are about in it: "catalog", "products". */
  readonly noun: string;
  readonly things: string;
  /** Folder that those that were made are kept in, the ending of their names, and the command that makes one. */
  readonly kept: { readonly folder: string; readonly ending: string; readonly madeBy: string };
  /** Makes it from what the user names, where it is not there yet; a ConfigError where that cannot be. */
  prepare(request: WorldRequest): Promise<{ readonly path: string; readonly isNew: boolean }>;
  /** Opens a file that `prepare` gave; a ConfigError where it is none. What `shared` gave is not read again. */
  open(path: string, shared?: unknown): W;
  /** One that was made earlier, by its digest, among those kept in a folder; null where none is. */
  find?(digest: string, folder?: string): W | null;
  /** Reads what builders need not read again; threads can be sent it. */
  shared?(world: W): unknown;
  /** Sentences about what is not in it and so missing from every run, and of a new one about what was not read. */
  notes?(world: W, isNew: boolean): readonly string[];
  /** Sentences about what a lexicon says of it in vain; a ConfigError where it contradicts what the world holds. */
  heldTo?(world: W, read: ReadLexicon): readonly string[];
  /** The code of the language its texts are in, as far as they show it. */
  textsIn?(world: W): string;
  /** False where its texts or the names in it are of another language than English, whichever. */
  isInEnglish?(world: W): boolean;
  /** The code of the language that names in it are in where they are not in English, true where that shows not. */
  namesIn?(world: W): boolean | string;
  /** The share of its things that state a value in another language than English. */
  foreignValues?(world: W): number;
  /** Reports what its raw files gave, column by column. */
  reading?(world: W): ReadingReport;
  manifestOf(world: W): Readonly<Record<string, unknown>>;
  /** Rows of its inputs that were set aside. */
  quarantined?(world: W): Iterable<QuarantinedRow>;
}
