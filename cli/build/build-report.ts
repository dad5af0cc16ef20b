import { join } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import type { EligibilityReport, FamilyPlanner } from '../../pipeline/family.ts';
import type { IntentCounts } from '../../pipeline/folder/outputs.ts';
import { type HiddenParts, necessityVerdict, sumOfNeeded } from '../../pipeline/necessity.ts';
import { type EndedTask, MODEL_UNDECIDED } from '../../pipeline/run/ended-task.ts';
import type { QuotaPart } from '../../pipeline/run/quota.ts';
import type { RunOptions, RunOutcome } from '../../pipeline/run/run-parts.ts';
import { splitOf } from '../../pipeline/run/split.ts';
import type { Taken } from '../../schemas/audit.ts';
import { StageError } from '../../schemas/errors.ts';
import { ACCEPTED, type Overrides } from '../../schemas/override.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { NECESSITY_STYLES, necessityWarning } from '../necessity-text.ts';
import { takenFrom, takenText } from '../surplus.ts';
import { displayWidth } from '../terminal/display-width.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { tell } from '../terminal/sentence.ts';
import { type IntentRow, renderTable } from './intent-table.ts';

const DONE = 0;
const BUG = 70;
const QUOTA_NOT_MET = 3;

interface FinishedBuild {
  readonly folder: string;
  readonly family: string;
  readonly intents: readonly string[];
  readonly plan: Pick<RunOptions, 'quotas' | 'splits' | 'usesPerProduct'>;
  readonly outcome: RunOutcome;
  readonly counts: Readonly<Record<string, IntentCounts>>;
  readonly planner: FamilyPlanner;
  readonly digest: string;
  readonly milliseconds: number;
  /** True where the replies of models were recorded before, so that nobody can be asked for what is missing. */
  readonly isReplay: boolean;
}

/** Prints the table of a finished run, what is wrong with it and what is missing; returns the exit code. */
export function reportBuild({
  folder,
  family,
  intents,
  plan,
  outcome,
  counts,
  planner,
  digest,
  milliseconds,
  isReplay,
}: FinishedBuild): number {
  const partsOf = (intent: string) => plan.quotas.filter((part) => part.intent === intent);
  const quotaOf = (intent: string) => partsOf(intent).reduce((sum, { wanted }) => sum + wanted, 0);
  const standing = intents.map((intent) => ({ ...(counts[intent] as IntentCounts), intent, quota: quotaOf(intent) }));
  const short = standing.filter(({ accepted, quota, surplus }) => surplus > 0 && accepted < quota);
  const taken = new Map(
    takenFrom(short, holdersOf(outcome.tasks), plan.usesPerProduct).map((one) => [one.intent, one]),
  );
  const rows = standing.map(({ intent, quota, ...count }): IntentRow => {
    const parts = partsOf(intent);
    const splits = splitsOf(parts, outcome, plan.splits);
    const shortfall =
      count.accepted < quota
        ? `${shortfallOf({ intent, quota, ...count }, taken.get(intent), { outcome, planner, plan })}${helpAgainst(count.codes, family)}`
        : splitShortfall(splits);
    return { intent, quota, ...count, splits, shortfall };
  });
  const output = standardOutput();
  const hidden = familyNamed(family).records.hidden;
  output.write(`${renderTable(rows, { ...output, hidden })}\n`);
  if (hidden !== undefined) tellNecessity(rows, hidden, output);
  const help = rows.every(({ accepted }) => accepted === 0) ? planner.helpWhereEmpty?.() : null;
  if (help != null) tell(process.stdout, help);
  tell(process.stdout, `${folder}: ${family}, dataset digest ${digest.slice(0, 16)}, ${seconds(milliseconds)} s`);
  const failed = outcome.tasks.find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    tell(process.stderr, `${failed.task.id} failed, which is a bug: ${failed.findings[0]?.detail ?? ''}`);
    return BUG;
  }
  const pending = outcome.tasks.filter(({ status }) => status === 'pending');
  const isUndecided = ({ findings }: EndedTask) => findings[0]?.code === MODEL_UNDECIDED;
  const unanswered = pending.filter((task) => !isUndecided(task));
  tellPending(
    unanswered,
    isReplay
      ? 'as in the run that recorded the replies: run it again with --writer openai to ask for what is missing, then replay'
      : 'run the same command again to ask for what is missing',
  );
  tellPending(pending.filter(isUndecided), 'the same command would read the same replies again');
  // With what is undecided the run is as it will stay; what was not answered the next start may yet put in its place.
  return unanswered.length > 0 || rows.some(({ accepted, quota }) => accepted < quota) ? QUOTA_NOT_MET : DONE;
}

/** Counts the samples of an intent in each split, beside the number wanted. */
function splitsOf(parts: readonly QuotaPart[], { tasks }: RunOutcome, shares: SplitShares | null): IntentRow['splits'] {
  if (shares === null) return {};
  const counts = new Map<string, number>();
  for (const { task, group } of tasks) {
    if (group === null || task.intent !== parts[0]?.intent) continue;
    const split = splitOf(group, shares);
    counts.set(split, (counts.get(split) ?? 0) + 1);
  }
  return Object.fromEntries(
    parts.map(({ split, wanted }) => [split, { accepted: counts.get(split ?? '') ?? 0, wanted }]),
  );
}

/** Tells which splits have fewer samples than their share of a quota that was met, and why; null where none has. */
function splitShortfall(splits: IntentRow['splits']): string | null {
  const short = Object.entries(splits).filter(([, { accepted, wanted }]) => accepted < wanted);
  if (short.length === 0) return null;
  const missing = short.map(([name, { accepted, wanted }]) => `${name} has ${accepted} of ${wanted}`);
  return `${missing.join(' and ')}: the brands or shops that fall to ${short.length === 1 ? 'it' : 'them'} gave no more, so other splits have the rest; a larger catalog or share gives more`;
}

/** Says where many samples need nothing of what they hide, and what helps. */
function tellNecessity(rows: readonly IntentRow[], hidden: HiddenParts, output: Output): void {
  const needed = sumOfNeeded(rows.map((row) => row.needed));
  const warning = needed === undefined ? null : necessityWarning(needed, hidden);
  if (needed === undefined || warning === null) return;
  const page = new Page(output);
  page.paragraph(warning, { style: NECESSITY_STYLES[necessityVerdict(needed)] });
  output.write(`\n${page.text}\n\n`);
}

/** Says how many tasks are open, why the first of them is, and what that means for the next start. */
function tellPending(tasks: readonly EndedTask[], next: string): void {
  if (tasks.length === 0) return;
  const why = tasks.flatMap(({ findings }) => findings)[0];
  const reason = why === undefined ? '' : ` (${why.detail})`;
  tell(process.stderr, `${counted(tasks.length, 'task is', 'tasks are')} pending${reason}; ${next}`);
}

export const seconds = (milliseconds: number) => Math.round(milliseconds / 10) / 100;

/** Throws unless every planned task has one end. */
export function checkConservation(counts: Readonly<Record<string, IntentCounts>>): void {
  for (const [intent, { planned, accepted, rejected, surplus, failed, pending }] of Object.entries(counts)) {
    if (planned !== accepted + rejected + surplus + failed + pending) {
      throw new StageError(
        `${intent}: ${planned} tasks were planned, ${accepted + rejected + surplus + failed + pending} are accounted for`,
        counts[intent],
      );
    }
  }
}

/** Counts of what is not eligible by reason, the most frequent first: "12 products: has no price". */
export function missingOf({ reasons, unit }: Pick<EligibilityReport, 'reasons' | 'unit'>): string[] {
  const many = unit?.missing ?? 'products';
  return reasons.map(({ reason, products }) => `${counted(products, many.replace(/s$/, ''), many)}: ${reason}`);
}

/** Why an intent's quota was not met. */
function shortfallOf(
  count: IntentCounts & { readonly intent: string; readonly quota: number },
  taken: Taken | undefined,
  { outcome, planner, plan }: Pick<FinishedBuild, 'outcome' | 'planner' | 'plan'>,
): string {
  const { intent, quota } = count;
  const { eligible, reasons, unit } = planner.eligibility(intent);
  const missing = missingOf({ reasons, unit });
  if (eligible === 0)
    return `${unit === undefined ? `none of ${formatCount(planner.worldSize)} products is` : `no ${unit.eligible} are`} eligible (${missing.join('; ')})`;
  const codes = Object.entries(count.codes)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([code, times]) => `${code} ${times}`);
  const rest = missing.length === 0 ? '' : `; not eligible: ${missing.slice(0, 2).join('; ')}`;
  const things = unit?.eligible ?? 'products';
  const tried = outcome.limited.has(intent)
    ? `${formatCount(count.planned)} candidates were tried, the limit (--max-candidates)`
    : triedText(count.planned, eligible, things);
  const lost = taken === undefined ? '' : `; ${takenText(taken)}`;
  const byOthers = taken !== undefined && Object.keys(taken.by).some((name) => name !== intent);
  const isTaken = byOthers || (!outcome.limited.has(intent) && count.planned < eligible);
  const end = `${tried}${lost}${isTaken ? usesHint(plan) : ''}`;
  const why = codes.length === 0 ? 'none was rejected' : `most were rejected for ${codes.join(', ')}`;
  return `${count.accepted} of ${quota}; ${end}; ${why}${rest}`;
}

/** Suggests a remedy against the code that most tasks were rejected for. */
function helpAgainst(codes: IntentCounts['codes'], family: string): string {
  const [most] = Object.entries(codes).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const remedy = familyNamed(family).stages.find(({ remedies }) => remedies?.[most?.[0] ?? ''] !== undefined)?.remedies;
  return remedy === undefined || most === undefined ? '' : `. Against ${most[0]}: ${remedy[most[0]]}`;
}

function* holdersOf(tasks: readonly EndedTask[]) {
  for (const { status, task } of tasks)
    yield { id: task.id, intent: task.intent, status, target_ids: [...task.targetIds] };
}

/** Tells how many of an intent's candidates were tried. */
function triedText(planned: number, eligible: number, things: string): string {
  if (planned >= eligible) return `all ${formatCount(eligible)} eligible ${things} were tried`;
  return `${formatCount(planned)} of ${formatCount(eligible)} eligible ${things} were tried, the others are taken by other samples`;
}

/** Names what may give back products that samples took. */
function usesHint({ quotas, usesPerProduct }: FinishedBuild['plan']): string {
  // A product is used once by each intent, so that a number above that of the intents frees none.
  const isMost = usesPerProduct >= new Set(quotas.map(({ intent }) => intent)).size;
  return isMost ? '' : `; --uses-per-product ${usesPerProduct + 1} may free some`;
}

const MOST_NAMED = 3;

/** Says in a sentence which overruled verdicts a build could not honour, and why; null where it honoured all. */
export function unhonoured(overrides: Overrides, tasks: readonly EndedTask[]): string | null {
  const ends = new Map(tasks.map((end) => [end.task.id, end]));
  const all = Object.entries(overrides);
  const left = all.flatMap(([id, { verdict }]) => {
    const end = ends.get(id);
    if (end === undefined) return [`${id} is no task of this run`];
    const isAccepted = end.status === 'accepted';
    if (verdict === ACCEPTED) return isAccepted ? [`${id} has another text than the one that was read`] : [];
    if (end.status !== 'rejected') return [];
    const why =
      end.stage === 'validate'
        ? 'has another text or more defects than the one overruled, or one nobody can overrule'
        : 'was not set aside by a gate';
    return [`${id} ${why} (${end.code}, by ${end.stage})`];
  });
  if (left.length === 0) return null;
  const more = left.length > MOST_NAMED ? `; and ${left.length - MOST_NAMED} more` : '';
  return `${left.length} of ${all.length} overruled verdicts stay: ${left.slice(0, MOST_NAMED).join('; ')}${more}`;
}

interface FinishedFolder {
  readonly folder: string;
  /** Name of the run's page; null where it could not be written. */
  readonly report: string | null;
  readonly accepted: number;
  readonly rejected: number;
}

/** Prints what comes after a build: the page to open, and the commands that read its folder. */
export function tellNextSteps({ folder, report, accepted, rejected }: FinishedFolder, output: Output): void {
  const steps = new Map<string, string>();
  const path = shellWord(folder);
  if (report !== null) steps.set(join(folder, report), 'the run as a page, for a browser');
  if (accepted > 0) steps.set(`npm run verify -- ${path}`, 're-check every sample from the catalog');
  if (rejected > 0)
    steps.set(`npm run audit -- ${path}`, `why ${counted(rejected, 'task was', 'tasks were')} rejected`);
  const page = new Page(output);
  const width = Math.max(...[...steps.keys()].map(displayWidth));
  page.line('');
  for (const [name, text] of steps) page.entry(name, text, width);
  if (steps.size > 0) output.write(`${page.text}\n`);
}

/** A path as a shell reads it back. */
const shellWord = (path: string) => (/^[\w./:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
