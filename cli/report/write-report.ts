import { existsSync } from 'node:fs';
import { z } from 'zod';
import { AtomicFile } from '../../pipeline/folder/atomic-file.ts';
import type { RunRecords } from '../../pipeline/folder/run-records.ts';
import { RunTally } from '../../pipeline/run-tally.ts';
import type { World } from '../../pipeline/world.ts';
import { digestOf } from '../../text/digest.ts';
import { familyOf, keptWorld, worldOf } from '../find-world.ts';
import { openRecordsFor } from '../open-run.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { tellUnfinished } from '../unfinished.ts';
import { documentOf } from './document.ts';
import { lifeOfRejection, withTargets } from './entries.ts';
import { overview } from './overview.ts';
import { Entries } from './page-entries.ts';

export const REPORT = 'report.html';

/**
 * Writes a run's page from its records and, of its targets, from its world: equal runs have equal pages. What is held in
 * memory is compressed, some two kilobytes a task, but for a few blocks. Samples are held to their schema, unless this very
 * process has made all of them. Without the world (null) the page does not say what that states of the targets.
 */
export async function writeReport(
  run: RunRecords,
  world: World | null,
  samples: 'unchecked' | 'made here' = 'unchecked',
): Promise<string> {
  const family = familyOf(run, 'report').records;
  const schema = samples === 'made here' ? z.unknown().transform(family.published) : family.sample;
  const tally = new RunTally();
  const splits = new Map<string, string>();
  for (const { value } of run.ledger()) {
    tally.addTask(value);
    if (value.split !== undefined) splits.set(value.id, value.split);
  }
  const entries = new Entries();
  for (const { value: sample } of run.samples(schema)) {
    const { id, intent } = sample;
    const facts = sample.facts();
    tally.addSample(intent, facts);
    await entries.add(
      { intent, code: null, stage: null, category: facts.category ?? '' },
      { id, split: splits.get(id) ?? null, reason: null, overruled: sample.overruled },
      withTargets(sample.life([]), family, world),
    );
  }
  for (const { value: rejection } of run.rejections()) {
    tally.addRejection(rejection);
    const { id, detail: reason } = rejection;
    await entries.add(
      rejection,
      { id, split: null, reason, overruled: null },
      withTargets(lifeOfRejection(rejection, family), family, world),
    );
  }
  await writePage(run.file(REPORT), run, tally, entries);
  return run.file(REPORT);
}

/** Writes a page of what was counted and collected; it appears whole or not at all. */
export async function writePage(
  path: string,
  { manifest, finished, unfinished }: Pick<RunRecords, 'manifest' | 'finished' | 'unfinished'>,
  tally: RunTally,
  entries: Entries,
): Promise<void> {
  const { config } = manifest;
  const digest = finished?.manifest.dataset_digest ?? null;
  const page = {
    title: `${config.family}, seed ${config.seed}${unfinished === null ? '' : ' (not finished)'}`,
    overview: overview({ manifest, digest, unfinished }, tally),
    // Marks on a run that goes on stay with what it is started with.
    index: await entries.index(digest ?? digestOf('unfinished run', config), config.family),
    blocks: await entries.blocks(),
  };
  // A build that ends at this moment writes its own page.
  const file = new AtomicFile(path, unfinished === null ? undefined : `${path}.${process.pid}.part`);
  for (const piece of documentOf(page)) file.write(piece);
  file.commit();
}

const DONE = 0;

interface ReportOptions {
  /** The catalog file the run was built from; found in the cache by its digest when left out. */
  readonly catalog?: string | undefined;
}

/** Writes the page of a run again, or that of an unfinished one as far as it has come. */
export async function report(
  path: string,
  output: Output = standardOutput(),
  options: ReportOptions = {},
): Promise<number> {
  const run = openRecordsFor('report', path);
  const { world: kind } = familyOf(run, 'report');
  let world: World | null = null;
  try {
    world = options.catalog === undefined ? keptWorld(run, kind) : worldOf(run, kind, options.catalog);
    const file = await writeReport(run, world);
    // It was finished meanwhile, with a page of its own.
    if (run.unfinished !== null && existsSync(run.file('manifest.json'))) return await report(path, output, options);
    const page = new Page(output);
    if (run.unfinished !== null) tellUnfinished(page, run.unfinished);
    page.line(file);
    if (world === null)
      page.paragraph(
        `without what the ${kind.noun} states of the targets: it is not in ${kind.kept.folder} any more; the command that built the run makes it anew, or name it with --catalog <${kind.noun}${kind.kept.ending}>`,
        { style: 'yellow' },
      );
    output.write(`${page.text}\n`);
    return DONE;
  } finally {
    world?.close();
    run.close();
  }
}
