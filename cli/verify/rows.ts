import { type FinishedRun, ingestIn, QUARANTINE } from '../../pipeline/folder/run-files.ts';
import type { Violation } from '../../schemas/violation.ts';

/** Raw rows, of a world that is made from any: read = kept + merged + quarantined, of every file and of all, and each quarantined row is written out. */
export function checkRows({ manifest }: FinishedRun, noun: string, quarantined: number): Violation[] {
  const read = ingestIn(manifest, noun);
  if (read === null) return [];
  const { ingest, files } = read;
  const violations: Violation[] = [];
  for (const { name, counts } of [
    { name: 'all files', counts: ingest },
    ...files.map((counts) => ({ name: counts.file, counts })),
  ]) {
    const sum = counts.kept + counts.merged + counts.quarantined;
    if (counts.read !== sum)
      violations.push({
        where: 'manifest.json',
        code: 'rows_vanished',
        detail: `${name}: ${counts.read} rows were read, ${sum} are accounted for`,
      });
  }
  for (const key of ['read', 'kept', 'merged', 'quarantined'] as const) {
    const sum = files.reduce((total, counts) => total + counts[key], 0);
    if (sum !== ingest[key])
      violations.push({
        where: 'manifest.json',
        code: 'count_differs',
        detail: `${ingest[key]} rows ${key} in all, ${sum} file by file`,
      });
  }
  if (quarantined !== ingest.quarantined) {
    violations.push({
      where: QUARANTINE,
      code: 'rows_vanished',
      detail: `holds ${quarantined} rows, ${ingest.quarantined} were quarantined`,
    });
  }
  return violations;
}
