import { createHash } from 'node:crypto';
import { z } from 'zod';
import { agentViewOf } from '../../pipeline/agent-view.ts';
import type { Family } from '../../pipeline/family.ts';
import { LEDGER, outputFilesOf, QUARANTINE } from '../../pipeline/folder/layout.ts';
import { type FinishedRun, readLines, worldIn } from '../../pipeline/folder/run-files.ts';
import { type Needed, type NeededCounts, nothingNeeded, sumOfNeeded } from '../../pipeline/necessity.ts';
import type { AgentResult, FamilyRecords, PublishedSample, Recount, Remark } from '../../pipeline/records.ts';
import type { World } from '../../pipeline/world.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Overruled } from '../../schemas/override.ts';
import { QuarantinedRow } from '../../schemas/product.ts';
import { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { type Claim, claimsOf, requirementClaims } from '../../schemas/task.ts';
import type { Report, Violation } from '../../schemas/violation.ts';
import { overruledText } from '../../shopping/published/explained-proof.ts';
import { digestOf } from '../../text/digest.ts';
import { Agreement, checkNeeded, checkRows, PlanningOrder, Separation, type SplitEntry } from './agreement.ts';
import { checkIdentity, checkLedgerIdentity, checkPublished } from './identity.ts';

export interface Verification {
  readonly samples: number;
  /** Samples by how much of what they hide they need; undefined where nothing is hidden. */
  readonly needed: NeededCounts | undefined;
  readonly rejections: number;
  readonly tasks: number;
  /** Number of things the world holds. */
  readonly size: number;
  /** Results of the agents that play the samples. */
  readonly agents: readonly AgentResult[];
  readonly remarks: readonly Remark[];
  readonly violations: readonly Violation[];
  /** The first task that something is wrong with; null where it is with files alone. */
  readonly broken: string | null;
  /** Samples that people let pass though a gate had turned them down: what that gate looks for is no violation of theirs. */
  readonly overruled: readonly Violation[];
}

/**
 * Re-checks a finished run. Samples are sound where the family's gates pass on what is read back of their lines and
 * publishing that again gives the same bytes; besides, files, ledger, ranks, splits and digests are held against each
 * other, the answer sets are recounted in one scan of the catalog, and agents play the samples.
 */
export function verifyRun(run: FinishedRun, family: Family, world: World): Verification {
  return new RunCheck(run, family, world).verify();
}

/** The head of a rejection's record: what besides its targets the task is about, while it is no sample yet. */
const RejectedRecord = z.looseObject({ subject: z.string().optional() });

/**
 * Codes for agents that lose or win against what a sample promises: a text that people let pass may not say all it
 * should.
 */
const OF_AGENTS: ReadonlySet<string> = new Set(['oracle_loses', 'agent_wins']);

class RunCheck {
  readonly #run: FinishedRun;
  readonly #kind: Family['world'];
  readonly #family: FamilyRecords;
  readonly #world: World;
  readonly #violations: Violation[] = [];
  readonly #overruled: Violation[] = [];
  readonly #agreement: Agreement;
  /** Samples of an intent by how much of what they hide they need. */
  readonly #needed = new Map<string, NeededCounts>();
  readonly #recount: Recount<PublishedSample, unknown>;

  constructor(run: FinishedRun, { records, world: kind }: Family, world: World) {
    this.#run = run;
    this.#kind = kind;
    this.#family = records;
    this.#world = world;
    this.#agreement = new Agreement(run.manifest);
    this.#recount = records.recountOn(world, run.manifest);
  }

  verify(): Verification {
    const agreement = this.#agreement;
    this.#checkManifest();
    this.#checkLedger();
    const samples = this.#checkSamples();
    this.#checkSplits();
    const rejections = this.#checkRejections();
    let quarantined = 0;
    for (const _ of this.#linesOf(QUARANTINE, QuarantinedRow)) quarantined += 1;
    this.#violations.push(
      ...checkRows(this.#run, this.#kind.noun, quarantined),
      ...agreement.finish(),
      ...checkNeeded(this.#run.manifest, this.#needed),
    );
    const { agents, violations, remarks = [] } = this.#recount.finish();
    this.#violations.push(...violations);
    return {
      samples,
      needed: sumOfNeeded([...this.#needed.values()]),
      rejections,
      tasks: agreement.tasks,
      size: this.#world.size,
      agents,
      remarks,
      violations: this.#violations,
      broken: this.#violations.find(({ where }) => agreement.task(where) !== undefined)?.where ?? null,
      overruled: this.#overruled,
    };
  }

  #checkManifest(): void {
    const { manifest, written, layout } = this.#run;
    const { dataset_digest: stated, ...content } = written;
    const report = this.#reportOn('manifest.json');
    const digest = digestOf('dataset', content);
    if (stated !== digest)
      report(
        'dataset_digest',
        `is ${String(stated).slice(0, 16)}, the manifest's content gives ${digest.slice(0, 16)}`,
      );
    const known = outputFilesOf(layout);
    for (const name of Object.keys(manifest.outputs))
      if (!known.includes(name)) report('unknown_file', `gives a digest of "${name}", which no run writes`);
    const { noun, things } = this.#kind;
    const { [things]: said } = worldIn(manifest, noun);
    if (this.#world.size !== said)
      report('count_differs', `the ${noun} is said to hold ${said} ${things} and holds ${this.#world.size}`);
  }

  #checkLedger(): void {
    const { config } = this.#run.manifest;
    const order = new PlanningOrder(this.#family.orderInWave ?? config.intents);
    for (const { value } of this.#linesOf(LEDGER, LedgerLine)) {
      this.#agreement.addTask(value);
      // A ledger line does not name its subject; samples and rejections do.
      const subject = this.#hasSubject(value.intent) ? 'unknown' : null;
      this.#violations.push(...order.next(value), ...checkLedgerIdentity(value, config.seed, subject));
    }
  }

  /** Checks every sample for itself and hands it to the recount; tells how many there are. */
  #checkSamples(): number {
    const { manifest, layout } = this.#run;
    const entries: SplitEntry[] = [];
    const { judge, admission } = this.#family.judgeOn(this.#world, manifest.config);
    const separation = new Separation(manifest.config.splits ?? {});
    for (const { value: sample, text } of this.#linesOf(layout.accepted.path, this.#family.sample)) {
      const { id, intent, targetIds } = sample;
      this.#addNeeded(intent, sample.facts().needed);
      entries.push({ id, intent, targetIds });
      const report = this.#reportOn(id, sample.overruled);
      const found = ({ code, path, detail }: Finding) => report(code, `${path}: ${detail}`);
      const split = this.#agreement.task(id)?.split;
      checkIdentity(sample, manifest, this.#world.digest, report);
      this.#checkRank(id, intent, () => sample.subject);
      this.#checkDigest(id, text, layout.accepted.path);
      if (split !== undefined) {
        const [group, bonds] = [sample.groupIn(this.#world), sample.boundBy(this.#world)];
        separation.check({ id, split, group, bonds }, report);
      }
      const { locked, findings, again } = judge(JSON.parse(text));
      const claims = this.#claimsOf(sample, locked);
      admission.findings({ id, claims, query: sample.query }).forEach(found);
      findings.forEach(found);
      if (again !== null) checkPublished(text, again, report);
      if (locked === null) continue;
      this.#checkLock(sample, locked, report);
      this.#recount.take(sample, locked, report);
    }
    this.#agreement.compareSplit(layout.accepted, entries);
    return entries.length;
  }

  #addNeeded(intent: string, needed: Needed | null): void {
    if (needed === null) return;
    const counts = this.#needed.get(intent) ?? nothingNeeded();
    counts[needed] += 1;
    this.#needed.set(intent, counts);
  }

  #claimsOf({ intent, targetIds, subject }: PublishedSample, locked: unknown): readonly Claim[] {
    const { usesPerProduct = 1 } = this.#run.manifest.config;
    const claims = claimsOf({ intent, targetIds: [...targetIds], subject: subject ?? undefined }, usesPerProduct);
    if (usesPerProduct === 1 || locked === null) return claims;
    return [...claims, ...requirementClaims(targetIds, this.#family.requirementsOf(locked))];
  }

  #checkLock({ id, lockDigest: stated }: PublishedSample, locked: unknown, report: Report): void {
    const task = this.#agreement.task(id);
    const digest = digestOf('lock', locked);
    if (digest !== stated)
      report('lock_changed', `locked as ${stated.slice(0, 16)}, what is published has ${digest.slice(0, 16)}`);
    if (task !== undefined && task.lock_digest !== stated) {
      report(
        'lock_changed',
        `locked as ${stated.slice(0, 16)}, the ledger says ${task.lock_digest?.slice(0, 16) ?? 'never'}`,
      );
    }
  }

  /** A line is, to the byte, what the ledger sealed; so the lines of a split are those of the file of all samples. */
  #checkDigest(id: string, text: string, path: string): void {
    const task = this.#agreement.task(id);
    if (task !== undefined && task.sample_digest !== digestOf('sample', text))
      this.#reportOn(id)('sample_digest', `the ledger gives another digest of this line of ${path}`);
  }

  #checkSplits(): void {
    for (const file of this.#run.layout.splits) {
      const entries: SplitEntry[] = [];
      const views: (string | null)[] = [];
      for (const { value, text } of this.#linesOf(file.path, this.#family.head)) {
        entries.push(value);
        views.push(this.#agentView(text));
        this.#checkDigest(value.id, text, file.path);
      }
      this.#agreement.compareSplit(file, entries);
      if (file.agent !== null) this.#checkAgentViews(file.agent, file.path, views);
    }
  }

  /** Returns the part of a sample that an agent may see; null of a line that is no sample, which its digest tells. */
  #agentView(text: string): string | null {
    try {
      return JSON.stringify(agentViewOf(JSON.parse(text), this.#family.agentKeys));
    } catch (error) {
      if (error instanceof z.ZodError) return null;
      throw error;
    }
  }

  /** An agent is shown, line by line, what the samples of its split let it see, and not a byte more. */
  #checkAgentViews(path: string, split: string, views: readonly (string | null)[]): void {
    const shown = [...this.#linesOf(path, z.unknown())].map(({ text }) => text);
    for (const [at, view] of views.entries())
      if (view !== null && shown[at] !== undefined && shown[at] !== view)
        this.#reportOn(`${path}:${at + 1}`)(
          'agent_view_differs',
          `is not what line ${at + 1} of ${split} lets an agent see`,
        );
    if (shown.length !== views.length)
      this.#reportOn(path)('agent_view_differs', `has ${shown.length} lines, ${split} has ${views.length}`);
  }

  #checkRejections(): number {
    const { rejected } = this.#run.layout;
    const entries: SplitEntry[] = [];
    for (const { value } of this.#linesOf(rejected.path, RejectionLine)) {
      const { id, intent, stage, code, target_ids: targetIds, detail, findings } = value;
      entries.push({ id, intent, stage, code, targetIds });
      if (detail === '' && findings.length === 0)
        this.#reportOn(id)('rejection_unexplained', `was rejected with ${code} and no evidence`);
      this.#checkRank(id, intent, () => this.#subjectOf(value));
    }
    this.#agreement.compareSplit(rejected, entries);
    return entries.length;
  }

  /** The rank of a task whose subject its own line does not name. */
  #checkRank(id: string, intent: string, subjectOf: () => string | null): void {
    const task = this.#agreement.task(id);
    const { seed } = this.#run.manifest.config;
    if (task !== undefined && this.#hasSubject(intent))
      this.#violations.push(...checkLedgerIdentity(task, seed, subjectOf()));
  }

  #hasSubject(intent: string): boolean {
    return this.#family.intentsWithSubject?.includes(intent) ?? false;
  }

  /** A rejection at admission holds the finished sample, an earlier one its task. */
  #subjectOf({ record }: RejectionLine): string | null {
    const sample = this.#family.sample.safeParse(record);
    if (sample.success) return sample.data.subject;
    return RejectedRecord.safeParse(record).data?.subject ?? null;
  }

  #reportOn(where: string, overruled: Overruled | null = null): Report {
    if (overruled !== null) {
      const detail = `${overruledText(overruled)}; no agent plays it`;
      this.#overruled.push({ where, code: 'overruled', detail });
    }
    return (code, detail) => {
      const isExcused = overruled !== null && (code === overruled.code || OF_AGENTS.has(code));
      if (!isExcused) this.#violations.push({ where, code, detail });
    };
  }

  /** The records of a file; what cannot be read is a violation, and so is a digest that is not the manifest's. */
  *#linesOf<T>(name: string, schema: z.ZodType<T>): Generator<{ value: T; text: string }> {
    const hash = createHash('sha256');
    for (const read of readLines(this.#run.file(name), schema, (bytes) => hash.update(bytes))) {
      if ('problem' in read) this.#reportOn(`${name}:${read.line}`)('malformed_record', read.problem);
      else yield read;
    }
    const digest = hash.digest('hex');
    const expected = this.#run.manifest.outputs[name];
    if (digest !== expected)
      this.#reportOn(name)(
        'file_digest',
        `has ${digest.slice(0, 16)}, the manifest says ${expected?.slice(0, 16) ?? 'nothing of it'}`,
      );
  }
}
