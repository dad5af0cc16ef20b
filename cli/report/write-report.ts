import { z } from 'zod';
import { LEDGER } from '../../pipeline/folder/layout.ts';
import { type FinishedRun, type Manifest, records } from '../../pipeline/folder/run-files.ts';
import { AtomicFile } from '../../pipeline/folder/run-folder.ts';
import { RunTally } from '../../pipeline/run-tally.ts';
import { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { familyOf } from '../find-world.ts';
import { openRunFor } from '../open-run.ts';
import { type Output, standardOutput } from '../output.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import { documentOf } from './document.ts';
import { lifeOfRejection } from './entries.ts';
import { overview } from './overview.ts';
import { Entries } from './page-entries.ts';

export const REPORT = 'report.html';

/**
 * Writes a run's page from its files: equal runs have equal pages. What is held in memory is compressed, some two kilobytes
 * a task, but for a few blocks. Samples are held to their schema, unless this very process has made all of them.
 */
export async function writeReport(run: FinishedRun, samples: 'unchecked' | 'made here' = 'unchecked'): Promise<string> {
  const family = familyOf(run, 'report').records;
  const schema = samples === 'made here' ? z.unknown().transform(family.published) : family.sample;
  const tally = new RunTally();
  const splits = new Map<string, string>();
  for (const { value } of records(run, LEDGER, LedgerLine)) {
    tally.addTask(value);
    if (value.split !== undefined) splits.set(value.id, value.split);
  }
  const entries = new Entries();
  for (const { value: sample } of records(run, run.layout.accepted.path, schema)) {
    const { id, intent } = sample;
    const facts = sample.facts();
    tally.addSample(intent, facts);
    await entries.add(
      { intent, code: null, stage: null, category: facts.category ?? '' },
      { id, split: splits.get(id) ?? null, reason: null, overruled: sample.overruled },
      sample.life([]),
    );
  }
  for (const { value: rejection } of records(run, run.layout.rejected.path, RejectionLine)) {
    tally.addRejection(rejection);
    const { id, detail: reason } = rejection;
    await entries.add(rejection, { id, split: null, reason, overruled: null }, lifeOfRejection(rejection, family));
  }
  await writePage(run.file(REPORT), run.manifest, tally, entries);
  return run.file(REPORT);
}

/** Writes a page of what was counted and collected; it appears whole or not at all. */
export async function writePage(path: string, manifest: Manifest, tally: RunTally, entries: Entries): Promise<void> {
  const { config, dataset_digest: digest } = manifest;
  const page = {
    title: `${config.family}, seed ${config.seed}`,
    overview: overview(manifest, tally),
    index: await entries.index(digest, config.family),
    blocks: await entries.blocks(),
  };
  const file = new AtomicFile(path);
  for (const piece of documentOf(page)) file.write(piece);
  file.commit();
}

const DONE = 0;

/** Writes the page of a finished run again. */
export async function report(path: string, output: Output = standardOutput()): Promise<number> {
  output.write(`${escapeForTerminal(await writeReport(openRunFor('report', path)))}\n`);
  return DONE;
}
