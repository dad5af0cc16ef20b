import type { z } from 'zod';
import type { Finding } from '../schemas/finding.ts';
import type { Overruled } from '../schemas/override.ts';
import type { RejectionLine } from '../schemas/run.ts';
import type { Entry, LifeTarget, TaskLife } from '../schemas/task-life.ts';
import type { Report, Violation } from '../schemas/violation.ts';
import type { AgentKeys } from './agent-view.ts';
import type { Manifest } from './folder/run-files.ts';
import type { HiddenParts } from './necessity.ts';
import type { Admission } from './run/run-parts.ts';
import type { SampleFacts } from './run-tally.ts';
import type { World } from './world.ts';

/** The head of a sample: enough to compare it with its ledger line. */
interface SampleHead {
  readonly id: string;
  readonly intent: string;
  readonly targetIds: readonly string[];
}

/** A sample as the commands that read a run see it, whatever its family publishes. */
export interface PublishedSample<W = World> extends SampleHead {
  /** Subject besides its targets that no other sample may be about, such as the answer to a question. */
  readonly subject: string | null;
  /** The text that sets it apart from others. */
  readonly query: string;
  readonly lockDigest: string;
  readonly provenance: { readonly seed: number; readonly writer: string; readonly worldDigest: string };
  /** Verdict of a gate that had turned its text down and that people overruled, letting it pass. */
  readonly overruled: Overruled | null;
  /** Returns the group its split is drawn by. */
  groupIn(world: W): string;
  /** Names the things that no two splits may share besides groups, such as "shop 12". */
  boundBy(world: W): readonly string[];
  /** Its life as explain tells it; `findings` is what kept it out of the split, if anything. */
  life(findings: readonly Finding[]): TaskLife;
  /** Returns the facts a report counts of it. */
  facts(): SampleFacts;
}

/** A published sample judged as its draft was. */
export interface Judgement<Locked = unknown> {
  /** Locked task; null where that cannot be told. */
  readonly locked: Locked | null;
  /** Findings of the family's gates in the draft that was read back. */
  readonly findings: readonly Finding[];
  /** Publishes the draft again; null where what it is about is not there. Throws where it cannot be published. */
  readonly again: (() => unknown) | null;
}

/** Judge that decides by a run's settings which of its records are sound. */
export interface RecordJudge<Locked = unknown> {
  /** Judges a record that is known to fit the schema. */
  judge(record: unknown): Judgement<Locked>;
  /** Holds samples against those before them. */
  readonly admission: Admission;
}

/** Name of the agent that reads and asks everything: it has to win every sample. */
export const ORACLE = 'oracle';

/** Result of an agent over all samples it can play. */
export interface AgentResult {
  readonly agent: string;
  readonly played: number;
  /** Samples of which everything that was left is right: the agent cannot miss. */
  readonly won: number;
  /** Samples that it may win: by what their proofs say, or by luck. */
  readonly may_win: number;
  /** Samples it would win on average by picking one of what is left. */
  readonly guessing: number;
}

/** A sentence on what is no violation of a run but worth knowing, and the samples it is about, a line each. */
export interface Remark {
  readonly text: string;
  readonly about: readonly Violation[];
}

/** Recounts what proofs say by a look at the whole world, and has agents play the samples. */
export interface Recount<S, Locked> {
  /** Takes a sample and what was locked of it; reports what can be told of it alone. */
  take(sample: S, locked: Locked, report: Report): void;
  /** Looks at the world, reports on the samples taken, and tells how agents fared. */
  finish(): {
    readonly agents: readonly AgentResult[];
    readonly violations: readonly Violation[];
    readonly remarks?: readonly Remark[];
  };
}

/** Data on a task that is no sample: the record it ended or was locked with, and what was found. */
export type UnfinishedRecord = Pick<RejectionLine, 'record' | 'evidence' | 'category' | 'findings' | 'target_ids'>;

/** Ways to read, judge and tell the records a family publishes: for verify, explain, audit and the report. */
export interface FamilyRecords<
  W extends World = World,
  S extends PublishedSample<W> = PublishedSample<W>,
  Locked = unknown,
> {
  readonly head: z.ZodType<SampleHead>;
  readonly sample: z.ZodType<S>;
  /**
   * Keys of a sample that an agent may see when an episode begins. What tools or a shopper tell it where it asks is not
   * here, nor is an id: agents know a sample by another one.
   */
  readonly agentKeys: AgentKeys;
  /** Reads a record that is known to fit the schema. */
  published(record: unknown): S;
  /** Judges the records of a run by the family's own gates, on the world they were built from. */
  judgeOn(world: W, config: Manifest['config']): RecordJudge<Locked>;
  /** Begins to recount a run; shares nothing with what made its samples. */
  recountOn(world: W, manifest: Manifest): Recount<S, Locked>;
  /** A digest of what a lock asks of each target, in their order: no two samples of a run ask the same of one. */
  requirementsOf(locked: Locked): readonly string[];
  /** Tells the life of a task that never became a sample; null of a record of another version. */
  lifeOf(unfinished: UnfinishedRecord): TaskLife | null;
  /** Parts the samples hide; left out where they hide nothing. */
  readonly hidden?: HiddenParts;
  /** Returns what the world knows of a target; null where it does not hold it. */
  targetIn(world: W, id: string): LifeTarget | null;
  /** Placements tried on the way to a lock, in words; `locked` is the record of the lock, if there is one. */
  placements?(tried: readonly unknown[], locked: unknown): readonly Entry[];
  /** Intents in the order in which each wave admits their tasks; left out where it is the one the run lists them in. */
  readonly orderInWave?: readonly string[];
  /** Intents whose tasks have a subject besides their targets. */
  readonly intentsWithSubject?: readonly string[];
}
