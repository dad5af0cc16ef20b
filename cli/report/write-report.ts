import { z } from 'zod';
import {
  type FinishedRun,
  LEDGER,
  type Manifest,
  openRun,
  REJECTED,
  records,
  VALID,
} from '../../pipeline/folder/run-files.ts';
import { AtomicFile } from '../../pipeline/folder/run-folder.ts';
import { RunTally } from '../../pipeline/run-tally.ts';
import type { World } from '../../pipeline/world.ts';
import { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { familyOf, keptWorld, worldOf } from '../find-world.ts';
import { type Output, standardOutput } from '../output.ts';
import { Page } from '../page.ts';
import { documentOf } from './document.ts';
import { lifeOfRejection, withTargets } from './entries.ts';
import { overview } from './overview.ts';
import { Entries } from './page-entries.ts';

export const REPORT = 'report.html';

/**
 * Writes a run's page from its files and, of its targets, from its world: equal runs have equal pages. What is held in
 * memory is compressed, some two kilobytes a task, but for a few blocks. Samples are held to their schema, unless this very
 * process has made all of them. Without the world (null) the page does not say what that states of the targets.
 */
export async function writeReport(
  run: FinishedRun,
  world: World | null,
  samples: 'unchecked' | 'made here' = 'unchecked',
): Promise<string> {
  const family = familyOf(run, 'report').records;
  const schema = samples === 'made here' ? z.unknown().transform(family.published) : family.sample;
  const tally = new RunTally();
  const splits = new Map<string, string>();
  for (const { value } of records(run, LEDGER, LedgerLine)) {
    tally.addTask(value);
    if (value.split !== undefined) splits.set(value.id, value.split);
  }
  const entries = new Entries();
  for (const { value: sample } of records(run, VALID, schema)) {
    const { id, intent } = sample;
    const facts = sample.facts();
    tally.addSample(intent, facts);
    await entries.add(
      { intent, code: null, stage: null, category: facts.category ?? '' },
      { id, split: splits.get(id) ?? null, reason: null, overruled: sample.overruled },
      withTargets(sample.life([]), family, world),
    );
  }
  for (const { value: rejection } of records(run, REJECTED, RejectionLine)) {
    tally.addRejection(rejection);
    const { id, detail: reason } = rejection;
    await entries.add(
      rejection,
      { id, split: null, reason, overruled: null },
      withTargets(lifeOfRejection(rejection, family), family, world),
    );
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

interface ReportOptions {
  /** The catalog file the run was built from; found in the cache by its digest when left out. */
  readonly catalog?: string | undefined;
}

/** Writes the page of a finished run again. */
export async function report(
  path: string,
  output: Output = standardOutput(),
  { catalog }: ReportOptions = {},
): Promise<number> {
  const run = openRun(path, 'report');
  const { world: kind } = familyOf(run, 'report');
  const world = catalog === undefined ? keptWorld(run, kind) : worldOf(run, kind, catalog);
  try {
    const page = new Page(output);
    page.line(await writeReport(run, world));
    if (world === null)
      page.paragraph(
        `without what the ${kind.noun} states of the targets: it is not in ${kind.kept.folder} any more; name it with --catalog <${kind.noun}${kind.kept.ending}>`,
        { style: 'yellow' },
      );
    output.write(`${page.text}\n`);
    return DONE;
  } finally {
    world?.close();
  }
}
