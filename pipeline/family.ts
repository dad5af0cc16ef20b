import { join } from 'node:path';
import type { z } from 'zod';
import type { RoleSettings } from '../models/index.ts';
import type { Asker, Role } from '../schemas/model.ts';
import type { Overrides } from '../schemas/override.ts';
import type { QuarantinedRow } from '../schemas/product.ts';
import type { BuildEnd, LockedResult } from '../schemas/run.ts';
import type { SettingsSchema } from '../schemas/setting.ts';
import type { SplitShares } from '../schemas/split.ts';
import type { PlannedTask } from '../schemas/task.ts';
import type { BenchmarkFormat } from './lint.ts';
import type { FamilyRecords } from './records.ts';
import type { Admission, TaskSource } from './run/run-parts.ts';
import type { Comparison, RunTally } from './run-tally.ts';
import type { Scoring } from './scoring.ts';
import type { DescribedStep } from './stage.ts';

/** Folder of the sample data that comes with the package, found from any folder. */
export const BUNDLED = join(import.meta.dirname, '..', 'raw', 'sample');

/** Settings of every run that decide what a task becomes. */
export interface RunSettings {
  readonly family: string;
  /** File of the world the tasks are about. */
  readonly world: string;
  readonly seed: number;
  /** Who puts tasks into words: phrase tables or models, whether they are asked now or were in an earlier run. */
  readonly writer: 'offline' | 'openai';
  /** What decides the replies of models; absent where none is asked. */
  readonly models?: ModelChoice;
  /** Named splits and their shares; absent where samples are not split. */
  readonly splits?: SplitShares;
  /** Verdicts of an earlier run that people overruled; absent where they did not. */
  readonly overrides?: Overrides;
}

/** Settings of a run, those of its family (`Own`) among them. Workers are started with them; the run's key is their digest. */
export type TaskSettings<Own extends object = object> = RunSettings & Own;

/** Which models are asked for what. Where they are reached decides nothing and is not here. */
export interface ModelChoice {
  readonly roles: Readonly<Record<Role, RoleSettings>>;
  /** Solvers asked about each clue; null where no judge reads the drafts. */
  readonly votes: number | null;
}

/** What a family's builder asks models through. */
export interface ModelServices {
  readonly asker: Asker;
}

/** What a builder can be given besides the settings that decide its results. */
export interface BuilderParts {
  /** There where the settings name models. */
  readonly models?: ModelServices | undefined;
  /** Is told of every placement tried on the way to a lock. */
  readonly onTried?: ((tried: unknown) => void) | undefined;
  /** What the world's `shared` gave. */
  readonly shared?: unknown;
}

export interface EligibilityReport {
  readonly eligible: number;
  /** What is counted as eligible, and as missing something, where it is not the things of the world. */
  readonly unit?: { readonly eligible: string; readonly missing: string } | undefined;
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/** What tasks are about, opened for reading: a catalog, or a store made from one. */
export interface World {
  readonly path: string;
  /** Digest of its content: equal worlds give equal tasks. */
  readonly digest: string;
  /** How many things tasks can be about it holds. */
  readonly size: number;
  close(): void;
}

/** What a user says of the world of a run. */
export interface WorldRequest {
  /** Files and folders, at least one. */
  readonly inputs: readonly string[];
  readonly reviews: readonly string[];
  readonly format: string | undefined;
  onProgress(progress: { readonly file: string; readonly read: number }): void;
  say(sentence: string): void;
}

/** A kind of world: how it is made, opened, found again and described. */
export interface WorldKind<W extends World = World> {
  /** What it is called and what tasks are about in it: "catalog", "products". */
  readonly noun: string;
  readonly things: string;
  /** Where those that were made are kept, how their names end, and the command that makes one. */
  readonly kept: { readonly folder: string; readonly ending: string; readonly madeBy: string };
  /** Makes it from what the user names, where it is not there yet; a ConfigError where that cannot be. */
  prepare(request: WorldRequest): Promise<{ readonly path: string; readonly isNew: boolean }>;
  /** Opens a file that `prepare` gave; a ConfigError where it is none. */
  open(path: string): W;
  /** One that was made earlier, by its digest, among those kept in a folder; null where none is. */
  find?(digest: string, folder?: string): W | null;
  /** Reads what builders need not read again; threads can be sent it. */
  shared?(world: W): unknown;
  /** Sentences about what is not in it and so missing from every run. */
  notes?(world: W): readonly string[];
  /** What a manifest says of it. */
  manifestOf(world: W): Readonly<Record<string, unknown>>;
  /** Rows of its inputs that were set aside. */
  quarantined?(world: W): Iterable<QuarantinedRow>;
}

/** What plans a family's tasks and admits its samples: one per run, in the main thread. */
export interface FamilyPlanner extends TaskSource {
  readonly worldDigest: string;
  readonly worldSize: number;
  /** Digests and counts of what the tasks are made from besides the world; part of the run's key and its manifest. */
  readonly inputs: Readonly<Record<string, unknown>>;
  eligibility(intent: string): EligibilityReport;
  /** Makes a task again from what it is about; null where that does not say all of it. */
  again(noted: Pick<PlannedTask, 'intent' | 'targetIds' | 'subject'>): PlannedTask | null;
  /** What an intent promises, as data: where it changes, its tasks are made anew. */
  definitionOf(intent: string): unknown;
  readonly admission: Admission;
}

/** What builds a family's tasks: one per worker. */
export interface FamilyBuilder {
  lock(task: PlannedTask): Promise<BuildEnd>;
  write(locked: LockedResult): Promise<BuildEnd>;
}

/**
 * A benchmark family: all that the engine and the commands ask of it, in one object. `W` is its world, `Own` the settings
 * only it has.
 */
export interface Family<W extends World = World, Own extends object = object> {
  readonly name: string;
  /** What its samples are, in one line of `--help`. */
  readonly about: string;
  readonly intents: readonly string[];
  /** What a run without options reads, and where it goes. */
  readonly sample: { readonly inputs: readonly string[]; readonly out: string };
  /** The splits a run makes unless it is told others; null for none. */
  readonly splits: SplitShares | null;
  /** Its settings: config file, flags, help, run key, explain and the terms of workers derive from them. */
  readonly settings: SettingsSchema & z.ZodType<Own>;
  readonly world: WorldKind<W>;
  /** Sentences about what of a world it can ask nothing about. */
  notes?(world: W): readonly string[];
  /** The format its tasks are published in, where tasks that others made in it can be linted. */
  readonly lint?: BenchmarkFormat<W>;
  /** How its published records are read and judged. */
  readonly records: FamilyRecords<W>;
  /** How predictions for its tasks are scored; left out where its paper has no scores code can count. */
  readonly scoring?: Scoring<W>;
  /** What its paper counts as well, for the report to show a run's figures beside. */
  readonly paper?: { readonly name: string; compare(tally: RunTally): readonly Comparison[] };
  /** What its tasks may be rejected for: by stages, in the order of its chain, and by gates, in the order they are asked. */
  readonly stages: readonly DescribedStep[];
  readonly gates: readonly {
    readonly name: string;
    readonly codes: DescribedStep['rejections'];
    readonly final: boolean;
  }[];
  plan(settings: TaskSettings<Own>): Promise<FamilyPlanner>;
  builder(settings: TaskSettings<Own>, parts?: BuilderParts): Promise<FamilyBuilder>;
}
