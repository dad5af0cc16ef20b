import { LedgerLine, RejectionLine } from '../../../schemas/run.ts';
import { AtomicFile } from '../../run-folder.ts';
import { recordFamilyOf } from '../records/known.ts';
import { type FinishedRun, LEDGER, type Manifest, REJECTED, records, VALID } from '../run-files.ts';
import { documentOf } from './document.ts';
import { lifeOfRejection } from './entries.ts';
import { overview } from './overview.ts';
import { Entries } from './page-entries.ts';
import { RunTally } from './tally.ts';

export const REPORT = 'report.html';

/**
 * Writes a run's page from its files: equal runs have equal pages. Only what is compressed is held in memory, some two
 * kilobytes a task.
 */
export function writeReport(run: FinishedRun): string {
  const family = recordFamilyOf(run, 'report');
  const tally = new RunTally();
  const splits = new Map<string, string>();
  for (const { value } of records(run, LEDGER, LedgerLine)) {
    tally.addTask(value);
    if (value.split !== undefined) splits.set(value.id, value.split);
  }
  const entries = new Entries();
  for (const { value: sample } of records(run, VALID, family.sample)) {
    const { id, intent } = sample;
    const facts = sample.facts();
    tally.addSample(intent, facts);
    entries.add(
      { intent, code: null, stage: null, category: facts.category ?? '' },
      { id, split: splits.get(id) ?? null, reason: null, overruled: sample.overruled },
      sample.life([]),
    );
  }
  for (const { value: rejection } of records(run, REJECTED, RejectionLine)) {
    tally.addRejection(rejection);
    const { id, detail: reason } = rejection;
    entries.add(rejection, { id, split: null, reason, overruled: null }, lifeOfRejection(rejection, family));
  }
  writePage(run.file(REPORT), run.manifest, tally, entries);
  return run.file(REPORT);
}

/** Writes a page of what was counted and collected; it appears whole or not at all. */
export function writePage(path: string, manifest: Manifest, tally: RunTally, entries: Entries): void {
  const { config, dataset_digest: digest } = manifest;
  const file = new AtomicFile(path);
  const page = {
    title: `${config.family}, seed ${config.seed}`,
    overview: overview(manifest, tally),
    index: entries.index(digest, config.family),
    blocks: entries.blocks(),
  };
  for (const piece of documentOf(page)) file.write(piece);
  file.commit();
}
