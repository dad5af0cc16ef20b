import type { AuditDocument, CategoryCauses, Cause, FieldCauses, Funnel } from '../../schemas/audit.ts';
import { NO_TASKS, type TaskCounts } from '../../schemas/run.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { kindsText } from '../kinds-without-samples.ts';
import { takenText } from '../surplus.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { byStage } from './count-rejections.ts';

/** Codes named per category; the rest are counted. */
const MOST_CODES = 3;
const MOST_CATEGORIES = 20;
const MOST_FIELDS = 20;
const MOST_FAILED = 3;

/** An audit as people read it. */
export function renderAudit(audit: AuditDocument, output: Pick<Output, 'width' | 'colour'>): string {
  const page = new Page(output);
  const { family, seed, dataset_digest: digest, filters, rejected, matching } = audit;
  const { unfinished } = audit;
  page.paragraph(`${audit.run}: ${family}, seed ${seed}, ${digestText(digest)}`);
  for (const sentence of unfinished?.told ?? audit.later) page.paragraph(sentence, { style: 'yellow' });
  page.gap();
  addFunnels(page, audit.intents);
  for (const taken of audit.taken)
    page.paragraph(`${taken.intent} is ${formatCount(taken.missing)} short: ${takenText(taken)}`, {
      hanging: 2,
      style: 'yellow',
    });
  const kinds = kindsText(audit.kinds_without_sample);
  if (kinds !== null) page.paragraph(kinds, { hanging: 2, style: 'yellow' });

  const asked = Object.entries(filters).map(([name, value]) => `--${name} ${value}`);
  const among =
    asked.length === 0
      ? `${formatCount(rejected)} rejected`
      : `${formatCount(matching)} of ${formatCount(rejected)} rejected match ${asked.join(' ')}`;
  page.heading(among);
  for (const cause of audit.causes) addCause(page, cause, matching);
  addPending(page, unfinished?.pending ?? []);
  addCategories(page, audit.categories);
  addFields(page, audit.fields);
  if (audit.against !== null) addAgainst(page, audit.against);

  if (audit.failed.length > 0) {
    page.heading(`${formatCount(audit.failed.length)} failed, which is a bug of Cartwright`);
    for (const { id, detail } of audit.failed.slice(0, MOST_FAILED))
      page.paragraph(`${id}: ${detail}`, { indent: 2, hanging: 6 });
  }
  if (audit.problems.length > 0) {
    page.heading(
      `${formatCount(audit.problems.length)} ${audit.problems.length === 1 ? 'thing does' : 'things do'} not agree`,
    );
    for (const { where, promise, detail } of audit.problems)
      page.paragraph(`${where}: ${promise}: ${detail}`, { indent: 2, hanging: 6, style: 'red' });
  } else {
    page.gap();
    const sound =
      unfinished === null
        ? 'Every planned task has one end, and ledger, splits and manifest agree.'
        : 'Nothing is published yet that could be checked.';
    page.paragraph(sound, { style: 'dim' });
  }
  return page.text;
}

const digestText = (digest: string | null) =>
  digest === null ? 'not finished' : `dataset digest ${digest.slice(0, 16)}`;

/** Why tasks of an unfinished run are pending. */
function addPending(page: Page, pending: NonNullable<AuditDocument['unfinished']>['pending']): void {
  const all = pending.reduce((sum, { tasks }) => sum + tasks, 0);
  if (all === 0) return;
  page.heading(`${formatCount(all)} pending`);
  for (const { code, tasks, example } of pending) {
    page.paragraph(`${formatCount(tasks)} ${code} (${percent(tasks, all)})`, { hanging: 4 });
    page.paragraph(`${example.id}: ${example.detail}`, { indent: 4, hanging: 8, style: 'dim' });
  }
}

const END_STYLE = { failed: 'red', pending: 'yellow' } as const;

/** Adds a table of the tasks each stage took away from those planned, down to those accepted. */
function addFunnels(page: Page, intents: readonly Funnel[]): void {
  const stages = [...new Set(intents.flatMap((funnel) => Object.keys(funnel.stages)))].sort(byStage);
  const some = (status: 'failed' | 'pending') => intents.some((funnel) => funnel[status] > 0);
  const others = (['surplus', 'failed', 'pending'] as const).filter((status) => status === 'surplus' || some(status));
  const taken = (number: number): Cell => ({
    text: number === 0 ? '0' : `-${formatCount(number)}`,
    style: number === 0 ? 'dim' : null,
  });
  const row = (funnel: Funnel): Cell[] => [
    { text: funnel.intent },
    { text: formatCount(funnel.planned) },
    ...stages.map((stage) => taken(funnel.stages[stage] ?? 0)),
    ...others.map((status) => ({
      ...taken(funnel[status]),
      ...(status !== 'surplus' && funnel[status] > 0 ? { style: END_STYLE[status] } : {}),
    })),
    {
      text: `${formatCount(funnel.accepted)}/${formatCount(funnel.quota)}`,
      style: funnel.accepted < funnel.quota ? 'yellow' : 'green',
    },
  ];
  const rows = intents.map(row);
  if (intents.length > 1) rows.push(row(totalOf(intents)));
  page.table(['intent', 'planned', ...stages, ...others, 'accepted'], rows, intents.length > 1);
}

function totalOf(intents: readonly Funnel[]): Funnel {
  const sum = (pick: (funnel: Funnel) => number) => intents.reduce((all, funnel) => all + pick(funnel), 0);
  const names = new Set(intents.flatMap(({ stages }) => Object.keys(stages)));
  const counts = Object.keys(NO_TASKS) as (keyof TaskCounts)[];
  return {
    intent: 'total',
    quota: sum(({ quota }) => quota),
    ...(Object.fromEntries(counts.map((name) => [name, sum((funnel) => funnel[name])])) as TaskCounts),
    stages: Object.fromEntries([...names].map((name) => [name, sum(({ stages }) => stages[name] ?? 0)])),
  };
}

function addCause(page: Page, { stage, code, count, examples }: Cause, matching: number): void {
  page.paragraph(`${formatCount(count)} ${code} (${stage}, ${percent(count, matching)})`, { hanging: 4 });
  for (const { id, detail } of examples) page.paragraph(`${id}: ${detail}`, { indent: 4, hanging: 8, style: 'dim' });
}

/** Counts as words, the most frequent first; those not named are added up. */
function mostOf(counts: Readonly<Record<string, number>>): string[] {
  const sorted = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const rest = sorted.slice(MOST_CODES).reduce((sum, [, times]) => sum + times, 0);
  const said = sorted.slice(0, MOST_CODES).map(([code, times]) => `${formatCount(times)} ${code}`);
  return rest > 0 ? [...said, `${formatCount(rest)} of other codes`] : said;
}

function addCategories(page: Page, categories: readonly CategoryCauses[]): void {
  if (categories.length === 0) return;
  page.heading('Most frequent causes per category');
  for (const { category, rejected, codes } of categories.slice(0, MOST_CATEGORIES)) {
    page.paragraph(`${category} (${formatCount(rejected)}): ${mostOf(codes).join(', ')}`, { hanging: 4 });
  }
  const unsaid = categories.slice(MOST_CATEGORIES);
  if (unsaid.length > 0) {
    const rest = unsaid.reduce((sum, { rejected }) => sum + rejected, 0);
    page.paragraph(`${formatCount(unsaid.length)} more categories (${formatCount(rest)}); --json lists them all`, {
      hanging: 4,
      style: 'dim',
    });
  }
}

/** Fields of requirements that gates found fault with, and of facts that were dropped. */
function addFields(page: Page, fields: readonly FieldCauses[]): void {
  if (fields.length === 0) return;
  page.heading('Most frequent causes per field (docs/codes.md explains the words)');
  for (const { field, rejected, codes, dropped } of fields.slice(0, MOST_FIELDS)) {
    const facts = Object.values(dropped).reduce((sum, times) => sum + times, 0);
    const said = mostOf(codes);
    if (facts > 0) said.push(`${counted(facts, 'fact', 'facts')} dropped (${mostOf(dropped).join(', ')})`);
    page.paragraph(`${field} (${formatCount(rejected)}): ${said.join('; ')}`, { hanging: 4 });
  }
  const unsaid = fields.slice(MOST_FIELDS);
  if (unsaid.length > 0)
    page.paragraph(`${formatCount(unsaid.length)} more fields; --json lists them all`, { hanging: 4, style: 'dim' });
}

const shown = (share: number | null) => (share === null ? 'none' : `${(share * 100).toFixed(1)}%`);

/** The share of planned tasks that are samples or could have been, beside that of another run. */
function addAgainst(page: Page, { run, dataset_digest: digest, intents }: NonNullable<AuditDocument['against']>): void {
  page.heading(`Yield beside that of ${run}, ${digestText(digest)}`);
  for (const { intent, now, before, codes } of intents) {
    const change = now === null || before === null ? null : (now - before) * 100;
    const points = change === null ? '' : ` (${change > 0 ? '+' : ''}${change.toFixed(1)} points)`;
    const moved = codes
      .slice(0, MOST_CODES)
      .map((code) => `${code.code} ${shown(code.before)} to ${shown(code.now)}`)
      .join(', ');
    const style = change === null || change === 0 ? null : change > 0 ? 'green' : 'yellow';
    page.paragraph(`${intent}: ${shown(before)} to ${shown(now)}${points}${moved === '' ? '' : `; ${moved}`}`, {
      hanging: 4,
      style,
    });
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? '0%' : `${Math.round((part / whole) * 100)}%`);
