import { existsSync } from 'node:fs';
import type { Family } from '../../pipeline/family.ts';
import { QUARANTINE } from '../../pipeline/folder/layout.ts';
import { readLines } from '../../pipeline/folder/run-files.ts';
import type { RunRecords } from '../../pipeline/folder/run-records.ts';
import type { World } from '../../pipeline/world.ts';
import { QuarantinedRow } from '../../schemas/product.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import type { LifeTarget } from '../../schemas/task-life.ts';
import { escaped } from '../../text/escaped.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { familyOf } from '../find-world.ts';
import { openRecordsFor } from '../open-run.ts';
import { rawPlace } from '../raw-place.ts';
import { RunTakers } from '../surplus.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { tellUnfinished } from '../unfinished.ts';
import { type ExplainOptions, worldFor } from './explain.ts';
import { settingsOf } from './placements.ts';
import { statusOf, statusSoFar } from './report.ts';

const DONE = 0;
const MOST_ROWS = 3;

/** Rows that were set aside at reading and have a text in a cell of its own. */
function rowsSetAside(run: RunRecords, id: string): QuarantinedRow[] {
  const path = run.file(QUARANTINE);
  if (!existsSync(path)) return [];
  const cell = new RegExp(`(?:^|[;,\\t|":]\\s*)${escaped(id)}(?:$|[;,\\t|"}])`, 'u');
  return Iterator.from(readLines(path, QuarantinedRow))
    .flatMap((read) =>
      'value' in read && read.value.kind === 'product' && cell.test(read.value.excerpt) ? [read.value] : [],
    )
    .toArray();
}

/** Why no task of an intent is about a product, by the planner that the run had; null where that cannot be known. */
async function reasonsWithout(
  run: RunRecords,
  family: Family,
  world: World,
  { id, intents }: { readonly id: string; readonly intents: readonly string[] },
): Promise<readonly { readonly intent: string; readonly why: string }[] | null> {
  const read = settingsOf(run, family, world);
  if ('why' in read) return null;
  const planner = await family.plan(read.settings);
  if (planner.reasonAgainst === undefined) return null;
  const takers = new RunTakers(run, [id]);
  return intents.map((intent) => ({ intent, why: planner.reasonAgainst?.(intent, id) ?? undrawn(takers, intent, id) }));
}

/** Why an intent that may ask for a product has no task about it. */
function undrawn(takers: RunTakers, intent: string, id: string): string {
  const { planned, missing } = takers.standingOf(intent);
  const others = `${counted(planned, 'task was', 'tasks were')} planned about others before`;
  if (missing === 0) return `it may be asked for, and was not drawn: ${others} this intent was done`;
  const taken = takers.whoTook({ intent, target_ids: [id] });
  if (taken !== null) return `it may be asked for; before it was drawn ${taken}`;
  return `it may be asked for, and was not drawn: ${others} this intent was given up, ${formatCount(missing)} short`;
}

/**
 * Tells the tasks that are about a product and how each ended, and of each other intent why it has none about it; null of an id
 * that is a task's, or of nothing the run or its catalog knows.
 */
export async function explainProduct(
  path: string,
  id: string,
  output: Output = standardOutput(),
  options: ExplainOptions = {},
): Promise<number | null> {
  const run = openRecordsFor('explain', path);
  let world: World | null = null;
  try {
    const tasks: LedgerLine[] = [];
    for (const { value } of run.ledger()) {
      if (value.id === id) return null;
      if (value.target_ids.includes(id)) tasks.push(value);
    }
    const family = familyOf(run, 'explain');
    world = worldFor(run, family, options);
    const found = world === null ? null : family.records.targetIn(world, id);
    const aside = rowsSetAside(run, id);
    if (tasks.length === 0 && found === null && aside.length === 0) return null;
    const intents = Object.keys(run.counts).filter((intent) => tasks.every((task) => task.intent !== intent));
    const without = world === null || found === null ? null : await reasonsWithout(run, family, world, { id, intents });
    const page = new Page(output);
    if (run.unfinished !== null) tellUnfinished(page, run.unfinished);
    page.gap();
    tellFound(page, id, found, { family, isCatalogThere: world !== null });
    for (const { file, line, reason } of aside.slice(0, MOST_ROWS))
      page.paragraph(`set aside at reading: ${rawPlace({ file, line })}, for ${reason}`, { hanging: 2, style: 'red' });
    tellTasks(page, run, tasks);
    if (without !== null && without.length > 0) {
      page.heading('No task');
      for (const { intent, why } of without) page.entry(intent, why, NAME_WIDTH);
    }
    output.write(`${page.text}\n`);
    return DONE;
  } finally {
    world?.close();
    run.close();
  }
}

const NAME_WIDTH = 22;

function tellFound(
  page: Page,
  id: string,
  found: LifeTarget | null,
  { family, isCatalogThere }: { readonly family: Family; readonly isCatalogThere: boolean },
): void {
  const { noun, kept } = family.world;
  page.paragraph(found?.title == null ? id : `${id} "${found.title}"`, { style: 'bold' });
  if (found?.raw != null) page.paragraph(`in the ${noun}, read from ${rawPlace(found.raw)}`);
  else if (found === null && isCatalogThere) page.paragraph(`not in the ${noun}`);
  else if (found === null)
    page.paragraph(
      `the ${noun} of the run is not in ${kept.folder} any more, so what it says of it is not known; name it with --catalog <${noun}${kept.ending}>`,
    );
}

function tellTasks(page: Page, run: RunRecords, tasks: readonly LedgerLine[]): void {
  if (tasks.length === 0) {
    page.paragraph('no task of the run is about it');
    return;
  }
  const ids = new Set(tasks.filter(({ status }) => status === 'rejected').map((task) => task.id));
  const details = new Map<string, string>();
  if (ids.size > 0)
    for (const { value } of run.rejections()) if (ids.has(value.id)) details.set(value.id, value.detail);
  page.heading(counted(tasks.length, 'task', 'tasks'));
  const surplus = tasks.filter(({ status }) => status === 'surplus');
  if (surplus.length > 0) {
    const takers = new RunTakers(run, new Set(surplus.flatMap((task) => task.target_ids)));
    for (const task of surplus) details.set(task.id, takers.whySurplus(task));
  }
  for (const task of tasks) {
    const end = run.unfinished === null ? statusOf(task, [run.layout.accepted.path]) : statusSoFar(task);
    const detail = details.has(task.id) ? `, ${details.get(task.id)}` : '';
    page.paragraph(`${task.id}: ${end}${detail}`, { hanging: 2 });
  }
}
