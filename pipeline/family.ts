import { join } from 'node:path';
import type { RoleSettings } from '../models/settings.ts';
import type { Asker, Role } from '../schemas/model.ts';
import type { Overrides } from '../schemas/override.ts';
import type { BuildEnd, LockedResult } from '../schemas/run.ts';
import type { SplitShares } from '../schemas/split.ts';
import type { PlannedTask } from '../schemas/task.ts';
import type { Admission, TaskSource } from './run-parts.ts';

/** Folder of the sample data that comes with the package, found from any folder. */
export const BUNDLED = join(import.meta.dirname, '..', 'raw', 'sample');

/** Settings that decide what a task becomes. Workers are started with them; the run's key is their digest. */
export interface TaskSettings {
  readonly family: string;
  readonly catalog: string;
  readonly seed: number;
  /** Who puts tasks into words: phrase tables or models, whether they are asked now or were in an earlier run. */
  readonly writer: 'offline' | 'openai';
  /** What decides the replies of models; absent where none is asked. */
  readonly models?: ModelChoice;
  readonly maxAnswers: number;
  readonly requireNecessity: boolean;
  readonly language: 'auto' | 'en' | 'any';
  /** Named splits and their shares; absent where samples are not split. */
  readonly splits?: SplitShares;
  /** File of questions and answers, for intents that ask one. */
  readonly questions?: string;
  /** How often a part of a voucher must decide which orders fit the budget, as shares of the tasks. */
  readonly voucherRates?: VoucherRates;
  /** Verdicts of an earlier run that people overruled; absent where they did not. */
  readonly overrides?: Overrides;
}

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
  /** What a planner's `shared` gave. */
  readonly shared?: unknown;
}

export interface VoucherRates {
  readonly capDecides: number;
  readonly thresholdDecides: number;
}

export interface EligibilityReport {
  readonly eligible: number;
  /** What is counted as eligible, and as missing something, where it is not products. */
  readonly unit?: { readonly eligible: string; readonly missing: string } | undefined;
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/** What plans a family's tasks and admits its samples: one per run, in the main thread. */
export interface FamilyPlanner extends TaskSource {
  readonly catalogDigest: string;
  readonly catalogSize: number;
  /** Reads what builders of the family need not read again; threads can be sent it. */
  shared?(): unknown;
  /** Digests and counts of what the tasks are made from besides the catalog; part of the run's key and its manifest. */
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

/** All the engine asks of a benchmark family. */
export interface Family {
  readonly name: string;
  readonly intents: readonly string[];
  /** What a run without options reads, and where it goes. */
  readonly sample: { readonly catalog: readonly string[]; readonly out: string };
  /** The splits a run makes unless it is told others; null for none. */
  readonly splits: SplitShares | null;
  /** Whether a requirement can be about a detail field. */
  asksAbout(field: string): boolean;
  plan(settings: TaskSettings): Promise<FamilyPlanner>;
  builder(settings: TaskSettings, parts?: BuilderParts): Promise<FamilyBuilder>;
}
