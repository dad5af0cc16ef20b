import type { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { Manifest } from '../../pipeline/folder/run-files.ts';
import type { Admission } from '../../pipeline/run/run-parts.ts';
import type { RubricFacts, SampleFacts } from '../../pipeline/run-tally.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Overruled } from '../../schemas/override.ts';
import type { Report } from '../../schemas/violation.ts';
import type { PopularProducts } from '../agents/popular.ts';
import type { Agent } from '../agents/roster.ts';
import type { AgentTally } from '../agents/tally.ts';
import { detailFieldOf, type Rubric } from '../kinds/index.ts';
import type { CatalogScan } from '../recount/catalog-scan.ts';
import type { Locked } from '../task.ts';
import type { TaskLife, UnfinishedTask } from './task-life.ts';

/** The head of a sample: enough to compare it with its ledger line. */
export interface SampleHead {
  readonly id: string;
  readonly intent: string;
  readonly targetIds: readonly string[];
}

/** What a sample is held against. */
export interface SampleContext {
  readonly manifest: Manifest;
  readonly catalog: Catalog;
  /** The pass over the catalog that follows once every sample was read. */
  readonly scan: CatalogScan;
  /** What the agents that play the sample win. */
  readonly agents: AgentTally;
  /** Known once the pass is over. */
  readonly popular: PopularProducts;
  readonly report: Report;
}

/** A sample as verify and explain see it, whatever its family publishes. */
export interface PublishedSample extends SampleHead {
  /** What besides its targets no other sample may be about, such as the answer to a question. */
  readonly subject: string | null;
  readonly query: string;
  readonly lockDigest: string;
  readonly provenance: { readonly seed: number; readonly writer: string; readonly catalog_digest: string };
  /** Where people let its text pass that a gate had turned down. */
  readonly overruled: Overruled | null;
  /**
   * Recounts what its proof says and has agents play it: reports what can be told of it alone, and asks the scan what only
   * the whole catalog can tell; the function that is returned reports on that once the scan has run.
   */
  recount(locked: Locked, context: SampleContext): () => void;
  /** What its split is drawn by. */
  groupIn(catalog: Catalog): string;
  /** What no two splits may share besides groups, such as "shop 12". */
  boundBy(catalog: Catalog): readonly string[];
  /** Its life as explain tells it; `findings` is what kept it out of the split, if anything. */
  life(findings: readonly Finding[]): TaskLife;
  /** What a report counts of it. */
  facts(): SampleFacts;
}

/** A published sample judged as its draft was. */
export interface Judgement {
  /** What was locked; null where that cannot be told. */
  readonly locked: Locked | null;
  /** What the family's gates find in the draft that was read back. */
  readonly findings: readonly Finding[];
  /** Publishes the draft again; null where its products are not there. Throws where it cannot be published. */
  readonly again: (() => unknown) | null;
}

/** What decides by a run's settings which of its records are sound. */
export interface RecordJudge {
  /** Judges a record that is known to fit the schema. */
  judge(record: unknown): Judgement;
  /** Holds samples against those before them. */
  readonly admission: Admission;
}

/** All that verify, explain and audit know of one family's record. */
export interface RecordFamily {
  readonly name: string;
  readonly head: z.ZodType<SampleHead>;
  readonly sample: z.ZodType<PublishedSample>;
  /** Reads a record that is known to fit the schema. */
  published(record: unknown): PublishedSample;
  /** Judges the records of a run by the family's own gates, on the catalog they were built from. */
  judgeOn(catalog: Catalog, config: Manifest['config']): RecordJudge;
  /** What rejections keep of a task. */
  readonly unfinished: z.ZodType<UnfinishedTask>;
  /** The agents that leave out a part of its samples. */
  readonly agents: readonly Agent[];
  /** Intents in the order in which each wave admits their tasks; null where it is the one the run lists them in. */
  readonly orderInWave: readonly string[] | null;
  /** Intents whose tasks have a subject besides their targets. */
  readonly intentsWithSubject: readonly string[];
}

/** What reports count of a rubric, however its family publishes it. */
export const rubricFacts = ({
  type,
  field,
  info_source,
}: Pick<Rubric, 'type' | 'field' | 'info_source'>): RubricFacts => ({
  type,
  field: detailFieldOf(field) ?? field,
  source: info_source,
});
