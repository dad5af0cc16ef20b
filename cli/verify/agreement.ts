import { LEDGER, QUARANTINE, type RecordFile } from '../../pipeline/folder/layout.ts';
import { type Counts, type FinishedRun, ingestIn, type Manifest } from '../../pipeline/folder/run-files.ts';
import { NEEDED, type NeededCounts, nothingNeeded } from '../../pipeline/necessity.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import { NO_TASKS, TaskStatus } from '../../schemas/run.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { Report, Violation } from '../../schemas/violation.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { digestOf } from '../../text/digest.ts';

/** Facts of a task that a line of a split says. */
export interface SplitEntry {
  readonly id: string;
  readonly intent: string;
  readonly targetIds: readonly string[];
  /** Of a rejection. */
  readonly stage?: string;
  readonly code?: string;
}

const ENDS = TaskStatus.options;

/**
 * Compares a run's ledger with its manifest and its splits: nothing may vanish between them. Ledger lines are taken first,
 * in order; then the lines of each file of samples or rejections, in order.
 */
export class Agreement {
  readonly #manifest: Manifest;
  readonly #violations: Violation[] = [];
  readonly #tasks = new Map<string, LedgerLine>();
  readonly #counts = new Map<string, Counts>();

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  task(id: string): LedgerLine | undefined {
    return this.#tasks.get(id);
  }

  get tasks(): number {
    return this.#tasks.size;
  }

  addTask(line: LedgerLine): void {
    const { id, intent, status, code } = line;
    if (this.#tasks.has(id)) {
      this.#violated(id, 'ledger_repeats', `stands in ${LEDGER} more than once`);
      return;
    }
    this.#tasks.set(id, line);
    const counts = foundOrMade(this.#counts, intent, () => ({
      ...NO_TASKS,
      codes: Object.create(null) as Record<string, number>,
    }));
    counts.planned += 1;
    counts[status] += 1;
    if (status === 'rejected' && code !== null) counts.codes[code] = (counts.codes[code] ?? 0) + 1;
    const isSetAside = status === 'rejected' || status === 'failed';
    if (isSetAside !== (line.stage !== null && code !== null)) {
      this.#violated(
        id,
        'ledger_malformed',
        `is ${status} with stage ${line.stage ?? 'none'} and code ${code ?? 'none'}`,
      );
    }
    const { splits } = this.#manifest.config;
    const names = status === 'accepted' && splits !== undefined ? Object.keys(splits) : [];
    if (line.split === undefined ? names.length > 0 : !names.includes(line.split)) {
      this.#violated(
        id,
        'ledger_malformed',
        `is ${status} with split ${line.split ?? 'none'}, expected ${names.join(' or ') || 'none'}`,
      );
    }
  }

  /** Compares the tasks of the ledger that a file has to hold with its lines. */
  compareSplit({ path, status, split }: RecordFile, entries: readonly SplitEntry[]): void {
    const before = this.#violations.length;
    const seen = new Set<string>();
    for (const { id, intent, targetIds, stage, code } of entries) {
      if (seen.has(id)) this.#violated(id, 'split_repeats', `stands in ${path} more than once`);
      seen.add(id);
      const task = this.#tasks.get(id);
      if (task === undefined) {
        this.#violated(id, 'ledger_and_splits', `stands in ${path} and not in ${LEDGER}`);
        continue;
      }
      const differ = (what: string, here: string | null, there: string | null) => {
        if (here !== there)
          this.#violated(
            id,
            'ledger_and_splits',
            `its ${what} is ${here ?? 'none'} in ${path} and ${there ?? 'none'} in ${LEDGER}`,
          );
      };
      differ('status', status, task.status);
      differ('intent', intent, task.intent);
      differ('targets', targetIds.join(', '), task.target_ids.join(', '));
      if (split !== null) differ('split', split, task.split ?? null);
      if (status === 'rejected' && task.status === 'rejected') {
        differ('stage', stage ?? null, task.stage);
        differ('code', code ?? null, task.code);
      }
    }
    const order = [...this.#tasks.values()].filter(
      (task) => task.status === status && (split === null || task.split === split),
    );
    for (const { id } of order) {
      if (!seen.has(id)) this.#violated(id, 'ledger_and_splits', `is ${status} in ${LEDGER} and missing from ${path}`);
    }
    if (this.#violations.length > before) return;
    const at = entries.findIndex(({ id }, index) => id !== order[index]?.id);
    if (at !== -1)
      this.#violated(
        path,
        'split_order',
        `line ${at + 1} is ${entries[at]?.id}, the ledger's order gives ${order[at]?.id}`,
      );
  }

  /** Everything found, the conservation law and the manifest's counts among it. */
  finish(): readonly Violation[] {
    const { counts: stated, config } = this.#manifest;
    for (const [intent, counts] of Object.entries(stated)) this.#conserved(intent, counts);
    for (const intent of new Set([...Object.keys(stated), ...this.#counts.keys(), ...config.intents])) {
      const claimed = Object.hasOwn(stated, intent) ? stated[intent] : undefined;
      if (claimed === undefined) {
        this.#violated('manifest.json', 'count_differs', `${intent} has no counts`);
        continue;
      }
      if (!config.intents.includes(intent))
        this.#violated('manifest.json', 'count_differs', `${intent} has counts and is not an intent of the run`);
      const found = this.#counts.get(intent);
      for (const what of ['planned', ...ENDS] as const)
        this.#sameCount(`${intent}: ${what}`, claimed[what], found?.[what] ?? 0);
      for (const code of new Set([...Object.keys(claimed.codes), ...Object.keys(found?.codes ?? {})])) {
        this.#sameCount(
          `${intent}: ${code}`,
          Object.hasOwn(claimed.codes, code) ? (claimed.codes[code] as number) : 0,
          found?.codes[code] ?? 0,
        );
      }
    }
    return this.#violations;
  }

  #sameCount(what: string, stated: number, found: number): void {
    if (stated !== found)
      this.#violated(
        'manifest.json',
        'count_differs',
        `${what} is ${stated} in the manifest and ${found} in ${LEDGER}`,
      );
  }

  /** planned = accepted + rejected + surplus + failed + pending. */
  #conserved(intent: string, counts: Counts): void {
    const sum = ENDS.reduce((total, end) => total + counts[end], 0);
    if (counts.planned === sum) return;
    const parts = ENDS.map((end) => `${counts[end]} ${end}`).join(' + ');
    this.#violated(
      'manifest.json',
      'tasks_vanished',
      `${intent}: ${counts.planned} tasks were planned, ${sum} are accounted for (${parts})`,
    );
  }

  #violated(where: string, code: string, detail: string): void {
    this.#violations.push({ where, code, detail });
  }
}

/** Tasks stand in the order they were planned in: wave by wave, in each wave intent by intent. */
export class PlanningOrder {
  readonly #intents: readonly string[];
  #last: LedgerLine | null = null;
  #broken = false;

  constructor(intents: readonly string[]) {
    this.#intents = intents;
  }

  next(line: LedgerLine): Violation[] {
    const last = this.#last;
    this.#last = line;
    if (last === null || this.#broken) return [];
    const place = ({ intent }: LedgerLine) => this.#intents.indexOf(intent);
    if (line.wave > last.wave || (line.wave === last.wave && place(line) >= place(last))) return [];
    this.#broken = true;
    return [
      {
        where: LEDGER,
        code: 'ledger_order',
        detail: `${line.id} (wave ${line.wave}) stands after ${last.id} (wave ${last.wave}), which was planned later`,
      },
    ];
  }
}

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

/**
 * Checks that the manifest's counts of how much the samples need, if it has any, are those of the samples themselves.
 */
export function checkNeeded({ counts }: Manifest, found: ReadonlyMap<string, NeededCounts>): Violation[] {
  return Object.entries(counts).flatMap(([intent, { needed }]) => {
    if (needed === undefined) return [];
    const said = found.get(intent) ?? nothingNeeded();
    return NEEDED.filter((level) => needed[level] !== said[level]).map((level) => ({
      where: 'manifest.json',
      code: 'count_differs',
      detail: `${intent}: hidden parts needed: ${level} is ${needed[level]} in the manifest, the samples give ${said[level]}`,
    }));
  });
}

const DRAW_DIGITS = 12;

/** The split a group's digest gives, counted out anew: a draw from 0 to 1, and the first split whose shares reach beyond it. */
export function splitOfGroup(group: string, shares: SplitShares): string | null {
  const draw = Number.parseInt(digestOf('split', group).slice(0, DRAW_DIGITS), 16) / 16 ** DRAW_DIGITS;
  let reached = 0;
  const names = Object.keys(shares);
  for (const name of names) {
    reached += shares[name] ?? 0;
    if (draw < reached) return name;
  }
  return names.at(-1) ?? null;
}

/** Holds samples to their splits: each is where its group's digest puts it, and what has to stay together does. */
export class Separation {
  readonly #shares: SplitShares;
  readonly #splits = new Map<string, { readonly split: string; readonly id: string }>();

  constructor(shares: SplitShares) {
    this.#shares = shares;
  }

  check(
    { id, split, group, bonds }: { id: string; split: string; group: string; bonds: readonly string[] },
    report: Report,
  ): void {
    const expected = splitOfGroup(group, this.#shares);
    if (split !== expected) report('split_differs', `is in ${split}, its group "${group}" belongs in ${expected}`);
    for (const bond of new Set([`group "${group}"`, ...bonds])) {
      const other = this.#splits.get(bond);
      if (other === undefined) this.#splits.set(bond, { split, id });
      else if (other.split !== split)
        report('split_crossed', `is in ${split} with ${bond}, and ${other.id} in ${other.split}`);
    }
  }
}
