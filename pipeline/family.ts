import { join } from 'node:path';
import type { z } from 'zod';
import type { Asker, Role } from '../schemas/model.ts';
import type { BuildEnd, LockedResult } from '../schemas/run.ts';
import type { SettingsSchema } from '../schemas/setting.ts';
import type { SplitShares } from '../schemas/split.ts';
import type { PlannedTask } from '../schemas/task.ts';
import type { KeyedPlan } from './checkpoints/run-key.ts';
import type { EpisodeKind } from './episode.ts';
import type { BenchmarkFormat } from './foreign-lint.ts';
import type { FamilyRecords } from './records.ts';
import type { Reach } from './run/most-samples.ts';
import type { Admission, TaskSource } from './run/run-parts.ts';
import type { Comparison, RunTally } from './run-tally.ts';
import type { Scoring } from './scoring.ts';
import type { TaskSettings } from './settings.ts';
import type { DescribedStep } from './stage.ts';
import type { World, WorldKind } from './world.ts';

/** Folder of the sample data that comes with the package, found from any folder. */
export const BUNDLED = join(import.meta.dirname, '..', 'raw', 'sample');

/** Services through which a family's builder asks models. */
export interface ModelServices {
  readonly asker: Asker;
}

/** Parts a builder can be given besides the settings that decide its results. */
export interface BuilderParts {
  /** There where the settings name models. */
  readonly models?: ModelServices | undefined;
  /** Is told of every placement tried on the way to a lock. */
  readonly onTried?: ((tried: unknown) => void) | undefined;
  /** Data that the world's `shared` gave, or that of another builder. */
  readonly shared?: unknown;
}

export interface EligibilityReport {
  readonly eligible: number;
  /** Names of what is counted as eligible, and as missing something, where it is not the things of the world. */
  readonly unit?: { readonly eligible: string; readonly missing: string } | undefined;
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/** Planner of a family's tasks, which also admits its samples: one per run, in the main thread. */
export interface FamilyPlanner extends TaskSource, KeyedPlan {
  readonly worldSize: number;
  /** Says what would help where no task became a sample, as a sentence; null where nothing is known to. */
  helpWhereEmpty?(): string | null;
  eligibility(intent: string): EligibilityReport;
  /** The reason why an intent's tasks cannot be about a thing of the world, as far as it is known; null where they can. */
  reasonAgainst?(intent: string, id: string): string | null;
  /** Returns what an intent's tasks can be about, for what all intents together can give. */
  reachOf(intent: string): Reach;
  /** A fair draw of an intent's tasks; where it is left out, those that come first are one. */
  drawn?(intent: string, count: number): readonly PlannedTask[];
  /** All that it holds of its world in memory, which neither builders nor this thread need read again; threads can be sent it. */
  shared?(): unknown;
  /** Makes a task again from what it is about; null where that does not say all of it. */
  again(noted: Pick<PlannedTask, 'intent' | 'targetIds' | 'subject'>): PlannedTask | null;
  readonly admission: Admission;
}

/** Builder of a family's tasks: one per worker. */
export interface FamilyBuilder {
  lock(task: PlannedTask): Promise<BuildEnd>;
  write(locked: LockedResult): Promise<BuildEnd>;
  /** Facts that other builders need not find out again, beside what it was given; threads can be sent them. */
  shared?(): unknown;
}

/** Description of a benchmark family that is there before the rest of it is loaded; `Own` are the settings only it has. */
export interface FamilyDescription<Own extends object = object> {
  readonly name: string;
  /** Description of its samples, in one line of `--help`. */
  readonly about: string;
  /** The world its tasks are about: a catalog's products, or a store that sells them. */
  readonly subject: 'catalog' | 'store';
  /** Inputs and output of a run without options, and its samples of each intent where they are not as many as usual. */
  readonly sample: { readonly inputs: readonly string[]; readonly out: string; readonly perIntent?: number };
  /** The splits a run makes unless it is told others. */
  readonly splits: SplitShares;
  /** Its settings: config file, flags, help, run key, explain and the terms of workers derive from them. */
  readonly settings: SettingsSchema & z.ZodType<Own>;
}

/** A benchmark family: all that is asked of it, in one object. `W` is its world, `Own` the settings only it has. */
export interface Family<W extends World = World, Own extends object = object> extends FamilyDescription<Own> {
  readonly intents: readonly string[];
  /** Codes of the languages, besides English, that a model can write its texts in and its gates can read. */
  readonly languages?: readonly string[];
  readonly world: WorldKind<W>;
  /** Tells whether a requirement can be about a detail field of a world. */
  asksAbout?(world: W, field: string): boolean;
  /** Tells what keeps questions about a detail field from bringing out what is said of it alone. */
  questionFault?(field: string): string | null;
  /** Sentences about what of a world it can ask about, and what not. */
  notes?(world: W): readonly string[];
  /** The format its tasks are published in, where tasks that others made in it can be linted. */
  readonly lint?: BenchmarkFormat<W>;
  /** Reader and judge of its published records. */
  readonly records: FamilyRecords<W>;
  /** Scorer of predictions for its tasks; left out where its paper has no scores code can count. */
  readonly scoring?: Scoring<W>;
  /** Tools, shopper and grading its tasks are played with; left out where they are not played. */
  readonly episode?: EpisodeKind<W>;
  /** Figures that its paper counts as well, for the report to show a run's beside. */
  readonly paper?: { readonly name: string; compare(tally: RunTally): readonly Comparison[] };
  /** Reasons its tasks may be rejected for, by stages and by gates in the order they are asked. */
  readonly stages: readonly DescribedStep[];
  readonly gates: readonly {
    readonly name: string;
    readonly codes: DescribedStep['rejections'];
    readonly final: boolean;
  }[];
  /** The most questions that models are asked about one task of an intent, by role; left out where none is asked. */
  mostAsked?(settings: TaskSettings<Own>, intent: string): Partial<Record<Role, number>>;
  plan(settings: TaskSettings<Own>): Promise<FamilyPlanner>;
  builder(settings: TaskSettings<Own>, parts?: BuilderParts): Promise<FamilyBuilder>;
}
