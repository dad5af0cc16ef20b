import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Catalog } from '../../catalog/store.ts';
import { QuarantinedRow } from '../../schemas/product.ts';
import { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { EcomagentbenchSample } from '../../schemas/sample.ts';
import { Agreement, type SplitEntry } from './agreement.ts';
import type { Breach } from './breach.ts';
import { digestOfParts } from './digest.ts';
import { type FinishedRun, LEDGER, OUTPUT_FILES, QUARANTINE, REJECTED, readLines, VALID } from './run-files.ts';
import { AnswerScan } from './verify-answers.ts';
import { checkSample, lockedRubricsOf } from './verify-sample.ts';
import { checkTarget } from './verify-target.ts';

export interface Verification {
  readonly samples: number;
  readonly rejections: number;
  readonly tasks: number;
  readonly products: number;
  readonly breaches: readonly Breach[];
}

/**
 * Re-checks every published sample of a run from scratch: files, records, locks, targets and answer sets. Nothing that
 * made the samples is asked; the catalog is scanned once, with `satisfies` as the one meaning. What it does not repeat:
 * the gates about wording, and the questions put to the clarification script.
 */
export function verifyRun(run: FinishedRun, catalog: Catalog): Verification {
  const { manifest } = run;
  const agreement = new Agreement(manifest);
  const breaches: Breach[] = [];
  const breach = (where: string, promise: string, detail: string) => breaches.push({ where, promise, detail });
  const { dataset_digest: stated, ...content } = run.written;
  const digest = digestOfParts('dataset', content);
  if (stated !== digest)
    breach(
      'manifest.json',
      'dataset_digest',
      `is ${String(stated).slice(0, 16)}, the manifest's content gives ${digest.slice(0, 16)}`,
    );
  for (const name of Object.keys(manifest.outputs)) {
    if (!(OUTPUT_FILES as readonly string[]).includes(name))
      breach('manifest.json', 'unknown_file', `gives a digest of "${name}", which no run writes`);
  }

  const order = new OrderOfAdmission(manifest.config.intents);
  for (const { value } of linesOf(LEDGER, LedgerLine)) {
    agreement.addTask(value);
    breaches.push(...order.next(value), ...identityOf(value, manifest.config.seed));
  }

  const scan = new AnswerScan();
  const accepted: SplitEntry[] = [];
  const targets = new Map<string, string>();
  for (const { value: sample, text } of linesOf(VALID, EcomagentbenchSample)) {
    const { id, intent_category: intent, target_product } = sample;
    const target = target_product.product_id;
    accepted.push({ id, intent, targetIds: [target] });
    const holder = targets.get(target);
    if (holder !== undefined) breach(id, 'near_duplicate', `shares its target ${target} with ${holder}`);
    targets.set(target, id);
    const rubrics = lockedRubricsOf(sample, (promise, detail) => breach(id, promise, detail));
    if (rubrics === null) continue;
    breaches.push(
      ...checkSample(sample, rubrics, { task: agreement.task(id), manifest, text }),
      ...checkTarget(sample, rubrics, catalog),
    );
    if (!scan.add(sample, rubrics))
      breach(id, 'entity_ungrounded', 'does not have exactly one rubric that names the product');
    if (manifest.config.requireNecessity && !sample.proof.answer_set.both_hidden_sources_needed) {
      breach(
        id,
        'necessity_not_attained',
        'the run asked for samples whose hidden sources both matter, and this one does not say so',
      );
    }
  }
  agreement.compareSplit('accepted', accepted);

  const rejections: SplitEntry[] = [];
  for (const { value } of linesOf(REJECTED, RejectionLine)) {
    const { id, intent, stage, code, target_ids: targetIds, detail, findings } = value;
    rejections.push({ id, intent, stage, code, targetIds });
    if (detail === '' && findings.length === 0)
      breach(id, 'rejection_unexplained', `was rejected with ${code} and no evidence`);
  }
  agreement.compareSplit('rejected', rejections);

  let quarantined = 0;
  for (const _ of linesOf(QUARANTINE, QuarantinedRow)) quarantined += 1;
  breaches.push(...rowsOf(run, quarantined), ...agreement.finish());
  if (catalog.size !== manifest.catalog.products) {
    breach(
      'manifest.json',
      'count_differs',
      `the catalog is said to hold ${manifest.catalog.products} products and holds ${catalog.size}`,
    );
  }
  breaches.push(...scan.run(catalog, manifest.config.maxAnswers));
  return {
    samples: accepted.length,
    rejections: rejections.length,
    tasks: agreement.tasks,
    products: catalog.size,
    breaches,
  };

  /** The records of a file; what cannot be read is a breach, and so is a digest that is not the manifest's. */
  function* linesOf<T>(
    name: (typeof OUTPUT_FILES)[number],
    schema: z.ZodType<T>,
  ): Generator<{ value: T; text: string }> {
    const hash = createHash('sha256');
    for (const read of readLines(run.file(name), schema, (bytes) => hash.update(bytes))) {
      if ('problem' in read) breach(`${name}:${read.line}`, 'malformed_record', read.problem);
      else yield read;
    }
    const digest = hash.digest('hex');
    const expected = manifest.outputs[name];
    if (digest !== expected)
      breach(
        name,
        'file_digest',
        `has ${digest.slice(0, 16)}, the manifest says ${expected?.slice(0, 16) ?? 'nothing of it'}`,
      );
  }
}

/** Tasks stand in the order they were admitted in: wave by wave, in each wave intent by intent. */
class OrderOfAdmission {
  readonly #intents: readonly string[];
  #last: LedgerLine | null = null;
  #broken = false;

  constructor(intents: readonly string[]) {
    this.#intents = intents;
  }

  next(line: LedgerLine): Breach[] {
    const last = this.#last;
    this.#last = line;
    if (last === null || this.#broken) return [];
    const place = ({ intent }: LedgerLine) => this.#intents.indexOf(intent);
    if (line.wave > last.wave || (line.wave === last.wave && place(line) >= place(last))) return [];
    this.#broken = true;
    return [
      {
        where: LEDGER,
        promise: 'ledger_order',
        detail: `${line.id} (wave ${line.wave}) stands after ${last.id} (wave ${last.wave}), which was admitted later`,
      },
    ];
  }
}

/** A task's rank and id are digests of what it is about. */
function identityOf({ id, family, intent, target_ids, rank }: LedgerLine, seed: number): Breach[] {
  const expected = digestOfParts('task', family, intent, target_ids, seed);
  if (rank === expected && id === `${family}-${intent}-${rank.slice(0, 10)}`) return [];
  return [
    {
      where: id,
      promise: 'id_differs',
      detail: `${LEDGER} gives it the rank ${rank.slice(0, 16)}; its intent, targets and seed give ${expected.slice(0, 16)}`,
    },
  ];
}

/** Raw rows: read = kept + merged + quarantined, of every file and of all, and each quarantined row is written out. */
function rowsOf({ manifest }: FinishedRun, quarantined: number): Breach[] {
  const { ingest, files } = manifest.catalog;
  const breaches: Breach[] = [];
  for (const { name, counts } of [
    { name: 'all files', counts: ingest },
    ...files.map((counts) => ({ name: counts.file, counts })),
  ]) {
    const sum = counts.kept + counts.merged + counts.quarantined;
    if (counts.read !== sum)
      breaches.push({
        where: 'manifest.json',
        promise: 'rows_vanished',
        detail: `${name}: ${counts.read} rows were read, ${sum} are accounted for`,
      });
  }
  for (const key of ['read', 'kept', 'merged', 'quarantined'] as const) {
    const sum = files.reduce((total, counts) => total + counts[key], 0);
    if (sum !== ingest[key])
      breaches.push({
        where: 'manifest.json',
        promise: 'count_differs',
        detail: `${ingest[key]} rows ${key} in all, ${sum} file by file`,
      });
  }
  if (quarantined !== ingest.quarantined) {
    breaches.push({
      where: QUARANTINE,
      promise: 'rows_vanished',
      detail: `holds ${quarantined} rows, ${ingest.quarantined} were quarantined`,
    });
  }
  return breaches;
}
