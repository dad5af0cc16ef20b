import { familyOf } from '../../../cli/find-world.ts';
import { lifeOfRejection } from '../../../cli/report/entries.ts';
import { Entries } from '../../../cli/report/page-entries.ts';
import { writePage } from '../../../cli/report/write-report.ts';
import { openRun, records } from '../../../pipeline/folder/run-files.ts';
import { recordsOf } from '../../../pipeline/folder/run-records.ts';
import { RunTally } from '../../../pipeline/run-tally.ts';
import { RejectionLine } from '../../../schemas/run.ts';
import { digestOf } from '../../../text/digest.ts';

/** Its place in the ten hex digits of an id. */
const idOf = (id: string, copy: number) => id.replace(/[0-9a-f]{10}$/, digestOf('copy', id, copy).slice(0, 10));

/**
 * Writes the page of a run with so many samples: those of a small one again and again under other ids, and its rejections
 * in proportion. Only a page is made of them, no run: building one takes half an hour.
 */
export async function writeLargeReport(runFolder: string, samples: number, path: string): Promise<void> {
  const run = openRun(runFolder, 'report');
  const family = familyOf(run, 'report').records;
  const tally = new RunTally();
  const entries = new Entries();
  const accepted = [...records(run, run.layout.accepted.path, family.sample)].map(({ value }) => ({
    sample: value,
    facts: value.facts(),
    life: value.life([]),
  }));
  const rejected = [...records(run, run.layout.rejected.path, RejectionLine)].map(({ value }) => ({
    rejection: value,
    life: lifeOfRejection(value, family),
  }));
  const copies = Math.ceil(samples / accepted.length);
  for (let copy = 0; copy < copies; copy++) {
    for (const { sample, facts, life } of accepted) {
      const { intent } = sample;
      tally.addTask({ intent, status: 'accepted', stage: null });
      tally.addSample(intent, facts);
      const head = { intent, code: null, stage: null, category: facts.category ?? '' };
      await entries.add(head, { id: idOf(sample.id, copy), split: null, reason: null, overruled: null }, life);
    }
  }
  for (let copy = 0; copy < copies; copy++) {
    for (const { rejection, life } of rejected) {
      const { id, intent, stage, detail: reason } = rejection;
      tally.addTask({ intent, status: 'rejected', stage });
      tally.addRejection(rejection);
      await entries.add(rejection, { id: idOf(id, copy), split: null, reason, overruled: null }, life);
    }
  }
  await writePage(path, recordsOf(run), tally, entries);
}
