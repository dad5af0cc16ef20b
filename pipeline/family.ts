import type { TaskResult } from '../schemas/run.ts';
import type { PlannedTask } from '../schemas/task.ts';
import type { Admission, TaskSource } from './run.ts';

/** Settings that decide what a task becomes. Workers are started with them; the run's key is their digest. */
export interface TaskSettings {
  readonly family: string;
  readonly catalog: string;
  readonly seed: number;
  readonly writer: 'offline';
  readonly maxAnswers: number;
  readonly requireNecessity: boolean;
  readonly language: 'auto' | 'en' | 'any';
}

export interface EligibilityReport {
  readonly eligible: number;
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/** What plans a family's tasks and admits its samples: one per run, in the main thread. */
export interface FamilyPlanner extends TaskSource {
  readonly catalogDigest: string;
  readonly catalogSize: number;
  eligibility(intent: string): EligibilityReport;
  readonly admission: Admission;
}

/** What builds a family's tasks: one per worker. */
export interface FamilyBuilder {
  build(task: PlannedTask): Promise<TaskResult>;
}

/** All the engine asks of a benchmark family. */
export interface Family {
  readonly name: string;
  readonly intents: readonly string[];
  /** Whether a requirement can be about a detail field. */
  asksAbout(field: string): boolean;
  plan(settings: TaskSettings): FamilyPlanner;
  builder(settings: TaskSettings): FamilyBuilder;
}
