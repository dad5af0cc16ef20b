import type { Unfinished } from '../../pipeline/folder/run-records.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import type { Entry, LifeAttempt, LifeTarget, PlacedRubric, TaskLife } from '../../schemas/task-life.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { markedLines } from '../marked-text.ts';
import { rawPlace } from '../raw-place.ts';
import type { Style } from '../terminal/colour.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { tellUnfinished } from '../unfinished.ts';
import type { Placements } from './placements.ts';
import type { ExplainedReply } from './replies.ts';

/** One task, as far as its run still knows it. */
export interface ExplainedTask {
  readonly task: LedgerLine;
  /** Place of the task in the order they were planned in, from 1. */
  readonly place: number;
  readonly life: TaskLife;
  /** Files of the run that its record stands in. */
  readonly files: readonly string[];
  /** Reason for its end, in the words of whoever ended it. */
  readonly reason: string | null;
  /** Possible placements of its features; null where nobody looked. */
  readonly placements: Placements | null;
  readonly replies: readonly ExplainedReply[];
  /** Notes on what could not be found out, and why. */
  readonly notes: readonly string[];
  /** Progress of its run; null of a finished one. */
  readonly unfinished: Unfinished | null;
}

const NAME_WIDTH = 16;
/** Sources that reveal requirements, in the order a shopper's texts are met; others follow. */
const SOURCES = ['query', 'persona', 'clarification'];
const STATUS_STYLE: Record<ExplainedTask['task']['status'], Style> = {
  accepted: 'green',
  rejected: 'red',
  surplus: 'yellow',
  failed: 'red',
  pending: 'yellow',
};

/** One task's life as people read it. */
export function renderTask(
  { task, place, files, life, reason, placements, replies, notes, unfinished }: ExplainedTask,
  output: Pick<Output, 'width' | 'colour'>,
): string {
  const page = new Page(output);
  if (unfinished !== null) tellUnfinished(page, unfinished);
  page.gap();
  page.paragraph(task.id, { style: 'bold' });
  page.paragraph(unfinished === null ? statusOf(task, files) : statusSoFar(task), { style: STATUS_STYLE[task.status] });
  if (reason !== null) page.paragraph(reason, { indent: 2 });
  for (const note of notes) page.paragraph(`Note: ${note}`, { hanging: 2, style: 'yellow' });
  page.gap();

  const entry = (name: string, text: string | null) => text !== null && page.entry(name, text, NAME_WIDTH);
  for (const [at, target] of life.targets.entries())
    addTarget(page, target, life.targets.length === 1 ? '' : ` ${at + 1}`);
  entry('subject', life.subject);
  entry('intent', task.intent);
  entry('planned', `in wave ${task.wave}, number ${formatCount(place)} of all`);
  entry('lock', task.lock_digest ?? (life.rubrics.length === 0 ? 'never locked' : null));
  entry('sample', task.sample_digest);

  addFeatures(page, life);
  if (placements?.kind === 'shown' && placements.entries.length > 0) {
    page.heading('Placements tried');
    addEntries(page, placements.entries);
  }
  addNecessity(page, life, task.status);
  for (const [at, attempt] of life.attempts.entries()) addAttempt(page, attempt, at, life);
  if (life.attempts.length === 0 && life.findings.length > 0) addFindings(page, life.findings);
  if (life.proof.length > 0) page.heading('Proof');
  addEntries(page, life.proof);
  for (const reply of replies) addReply(page, reply);
  return page.text;
}

/** A question to a model and its answer, whole. */
function addReply(page: Page, { name, messages, reply }: ExplainedReply): void {
  page.heading(`Asked: ${name}`);
  const tell = (who: string, text: string) =>
    page.labelled(
      who,
      text.split('\n').flatMap((line) => markedLines(line, [], page.textRoom(who, NAME_WIDTH), page.colour)),
      NAME_WIDTH,
    );
  for (const { role, content } of messages) tell(role, content);
  tell('reply', reply);
}

export function statusOf(
  { status, stage, code, lock_digest: lock }: ExplainedTask['task'],
  files: readonly string[],
): string {
  switch (status) {
    case 'accepted':
      return `accepted: in ${files.join(' and ')}`;
    case 'rejected':
      return `rejected by ${stage ?? 'an unknown stage'}: ${code ?? 'no code'}`;
    case 'surplus':
      return lock === null ? 'surplus: its answer was not needed' : 'surplus: nothing is wrong with it';
    case 'failed':
      return `failed in ${stage ?? 'an unknown stage'}, which is a bug of Cartwright`;
    case 'pending':
      return 'pending: planned, and not finished when the run stopped';
  }
}

/** Says how a task of an unfinished run has ended so far. */
export function statusSoFar(task: ExplainedTask['task']): string {
  if (task.status === 'accepted') return 'accepted: its run publishes it when it is finished';
  if (task.status !== 'pending') return statusOf(task, []);
  return 'pending: planned, and not finished yet';
}

function addEntries(page: Page, entries: readonly Entry[]): void {
  for (const { name, text } of entries) page.entry(name, text, NAME_WIDTH);
}

function addTarget(page: Page, { id, title, category, entity, raw }: LifeTarget, number: string): void {
  const named = `${id}${title === null ? '' : ` "${title}"`}${category === null ? '' : `, in ${category}`}`;
  addEntries(page, [
    { name: `target${number}`, text: named },
    ...(raw === null ? [] : [{ name: `raw row${number}`, text: rawPlace(raw) }]),
    ...(entity === null ? [] : [{ name: `noun phrase${number}`, text: entity }]),
  ]);
}

function rubricText({ id, target, says, surface, isImplicit }: PlacedRubric): string {
  const what = `${id}${target === null ? '' : ` (target ${target + 1})`}: ${says}`;
  return surface === null ? what : `${what}, ${isImplicit ? 'hinted at' : 'said'} as "${surface}"`;
}

function addFeatures(page: Page, { rubrics, unplaced, dropped }: TaskLife): void {
  if (rubrics.length > 0) page.heading('Requirements by source');
  for (const source of new Set([...SOURCES, ...rubrics.map((rubric) => rubric.source)])) {
    const own = rubrics.filter((rubric) => rubric.source === source);
    addEntries(
      page,
      own.map((rubric, at) => ({ name: at === 0 ? source : '', text: rubricText(rubric) })),
    );
  }
  if (unplaced.length > 0) {
    page.heading(rubrics.length > 0 ? 'Kept, and given no place' : 'Kept');
    for (const fact of unplaced) page.paragraph(fact, { indent: 2, hanging: 4 });
  }
  if (dropped === null) return;
  page.heading('Dropped');
  if (dropped === 'unknown')
    page.paragraph('Not known: a finished sample does not keep the facts that were dropped.', { indent: 2 });
  else if (dropped.length === 0) page.paragraph('nothing', { indent: 2 });
  else
    for (const { field, value, reason } of dropped)
      page.paragraph(`${field} "${value}": ${reason}`, { indent: 2, hanging: 4 });
}

/**
 * Adds the answer sets that the split of sources left of a task that never became a sample; a sample's proof says them
 * with the ids.
 */
function addNecessity(page: Page, { necessity }: TaskLife, status: string): void {
  if (necessity === null) return;
  page.heading(status === 'rejected' ? 'Answer set when it was rejected' : 'Answer set');
  const entries = {
    'all sources': necessity.all,
    'no persona': necessity.withoutPersona,
    'no clarification': necessity.withoutClarification,
    'query alone': necessity.queryAlone,
  };
  for (const [name, count] of Object.entries(entries))
    page.entry(name, counted(count, 'product', 'products'), NAME_WIDTH);
}

function addAttempt(
  page: Page,
  { texts, findings }: LifeAttempt,
  at: number,
  { attempts, forgottenAttempts }: TaskLife,
): void {
  const number = at + 1 + forgottenAttempts;
  const codes = [...new Set(findings.map(({ code }) => code))];
  const outcome = codes.length > 0 ? `turned down for ${codes.join(', ')}` : 'passed every gate';
  page.heading(`Attempt ${number} of ${attempts.length + forgottenAttempts}: ${outcome}`);
  if (forgottenAttempts > 0) {
    page.paragraph(
      `Not known: the text of ${counted(forgottenAttempts, 'earlier attempt', 'earlier attempts')}, which a finished sample does not keep.`,
      { indent: 2 },
    );
  }
  for (const { name, text, marks } of texts) {
    page.labelled(name, markedLines(text, marks, page.textRoom(name, NAME_WIDTH), page.colour), NAME_WIDTH);
  }
  if (findings.length > 0) addFindings(page, findings);
}

function addFindings(page: Page, findings: readonly Finding[]): void {
  addEntries(
    page,
    findings.map(({ code, path, detail, rubricId }, at) => ({
      name: at === 0 ? 'found' : '',
      text: `${code} in ${path}${rubricId === undefined ? '' : `, of ${rubricId}`}: ${detail}`,
    })),
  );
}
