import type { Finding, Span } from '../../schemas/finding.ts';
import type { Proof } from '../../schemas/proof.ts';
import { InfoSource } from '../../schemas/rubric.ts';
import type { Style } from '../terminal/colour.ts';
import { formatCount } from '../terminal/numbers.ts';
import type { ExplainedTask } from './explain.ts';
import { textsOfWording } from './explained-texts.ts';
import { markedLines } from './marked-text.ts';
import type { Output } from './output.ts';
import { Page } from './page.ts';
import type { LifeAttempt, PlacedRubric, TaskLife } from './task-life.ts';

const NAME_WIDTH = 16;
const STATUS_STYLE: Record<ExplainedTask['task']['status'], Style> = {
  accepted: 'green',
  rejected: 'red',
  surplus: 'yellow',
  failed: 'red',
  pending: 'yellow',
};

const counted = (count: number, one: string, many = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** One task's life as people read it. */
export function renderTask(
  { task, place, life, reason, notes }: ExplainedTask,
  output: Pick<Output, 'width' | 'colour'>,
): string {
  const page = new Page(output);
  page.paragraph(task.id, { style: 'bold' });
  page.paragraph(statusOf(task), { style: STATUS_STYLE[task.status] });
  if (reason !== null) page.paragraph(reason, { indent: 2 });
  for (const note of notes) page.paragraph(`Note: ${note}`, { hanging: 2, style: 'yellow' });
  page.gap();

  const entry = (name: string, text: string | null) => text !== null && page.entry(name, text, NAME_WIDTH);
  entry(
    'target',
    `${task.target_ids.join(', ')}${life.title === null ? '' : ` "${life.title}"`}${life.category === null ? '' : `, in ${life.category}`}`,
  );
  entry('raw row', life.raw === null ? null : `${life.raw.file}:${life.raw.line}`);
  entry('noun phrase', life.entity);
  entry('intent', task.intent);
  entry('planned', `in wave ${task.wave}, number ${formatCount(place)} in the order of admission`);
  entry('lock', task.lock_digest ?? (life.rubrics.length === 0 ? 'never locked' : null));
  entry('sample', task.sample_digest);

  addFeatures(page, life);
  addNecessity(page, life, task.status);
  for (const [at, attempt] of life.attempts.entries()) addAttempt(page, attempt, at, life);
  if (life.attempts.length === 0 && life.findings.length > 0) addFindings(page, life.findings);
  if (life.proof !== null) addProof(page, life.proof);
  return page.text;
}

function statusOf({ status, stage, code }: ExplainedTask['task']): string {
  switch (status) {
    case 'accepted':
      return 'accepted: in splits/valid.jsonl';
    case 'rejected':
      return `rejected by ${stage ?? 'an unknown stage'}: ${code ?? 'no code'}`;
    case 'surplus':
      return 'surplus: a sample was built, and its quota was filled by others';
    case 'failed':
      return `failed in ${stage ?? 'an unknown stage'}, which is a bug of Cartwright`;
    case 'pending':
      return 'pending: planned, and not finished when the run stopped';
  }
}

function rubricText({ id, says, surface, isImplicit }: PlacedRubric): string {
  if (surface === null) return `${id}: ${says}`;
  return `${id}: ${says}, ${isImplicit ? 'hinted at' : 'said'} as "${surface}"`;
}

function addFeatures(page: Page, { rubrics, unplaced, dropped }: TaskLife): void {
  if (rubrics.length > 0) page.heading('Requirements by source');
  for (const source of InfoSource.options) {
    const own = rubrics.filter((rubric) => rubric.source === source);
    for (const [at, rubric] of own.entries()) page.entry(at === 0 ? source : '', rubricText(rubric), NAME_WIDTH);
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

/** What the split of sources leaves; an accepted sample's proof says it with the ids. */
function addNecessity(page: Page, { necessity, proof }: TaskLife, status: string): void {
  if (necessity === null || proof !== null) return;
  page.heading(status === 'rejected' ? 'Answer set when it was rejected' : 'Answer set');
  addWithheld(page, necessity);
}

function addWithheld(
  page: Page,
  { all, withoutPersona, withoutClarification, queryAlone }: NonNullable<TaskLife['necessity']>,
): void {
  const entries = {
    'all sources': all,
    'no persona': withoutPersona,
    'no clarification': withoutClarification,
    'query alone': queryAlone,
  };
  for (const [name, count] of Object.entries(entries)) page.entry(name, counted(count, 'product'), NAME_WIDTH);
}

function addAttempt(
  page: Page,
  { wording, findings }: LifeAttempt,
  at: number,
  { attempts, forgottenAttempts }: TaskLife,
): void {
  const number = at + 1 + forgottenAttempts;
  const codes = [...new Set(findings.map(({ code }) => code))];
  const outcome = codes.length > 0 ? `turned down for ${codes.join(', ')}` : 'passed every gate';
  page.heading(`Attempt ${number} of ${attempts.length + forgottenAttempts}: ${outcome}`);
  if (forgottenAttempts > 0) {
    page.paragraph(
      `Not known: the text of ${counted(forgottenAttempts, 'earlier attempt')}, which a finished sample does not keep.`,
      { indent: 2 },
    );
  }
  const spans = new Map<string, Span[]>();
  for (const finding of findings)
    spans.set(finding.path, [...(spans.get(finding.path) ?? []), ...(finding.spans ?? [])]);
  for (const { name, text, marks } of textsOfWording(wording, spans)) {
    page.labelled(name, markedLines(text, marks, page.textRoom(name, NAME_WIDTH), page.colour), NAME_WIDTH);
  }
  if (findings.length > 0) addFindings(page, findings);
}

function addFindings(page: Page, findings: readonly Finding[]): void {
  for (const [at, { code, path, detail, rubricId }] of findings.entries()) {
    page.entry(
      at === 0 ? 'found' : '',
      `${code} in ${path}${rubricId === undefined ? '' : `, of ${rubricId}`}: ${detail}`,
      NAME_WIDTH,
    );
  }
}

function addProof(page: Page, { answer_set: answers, rubrics, dialogue, gates_passed }: Proof): void {
  page.heading('Proof');
  const listed = answers.product_ids.join(', ');
  page.entry(
    'answer set',
    `${counted(answers.size, 'product')}: ${listed}${answers.size > answers.product_ids.length ? ', ...' : ''}`,
    NAME_WIDTH,
  );
  page.entry(
    'withheld',
    `${counted(answers.without_persona, 'product')} without the persona, ${formatCount(answers.without_clarification)} without the clarification, ${formatCount(answers.query_alone)} with the query alone, ${formatCount(answers.noun_phrase_alone)} with the noun phrase alone`,
    NAME_WIDTH,
  );
  for (const { rubric_id: id, target_states: states, removes, quotes = [] } of rubrics) {
    const said = [removes === null ? 'not counted' : `without it, ${counted(removes, 'more product')} would fit`];
    if (states.length > 0) said.push(`the target states ${states.map((state) => `"${state}"`).join(', ')}`);
    for (const { quote, review_id } of quotes) said.push(`review ${review_id.slice(0, 10)} says "${quote}"`);
    page.entry(id, said.join('; '), NAME_WIDTH);
  }
  for (const [name, { on_topic, off_topic, content_free, keyword_bags }] of [
    ['our matcher', dialogue.matcher],
    ['the published matcher', dialogue.published_matcher],
  ] as const) {
    const opened = (what: string, { asked, opened }: { asked: number; opened: number }) =>
      `${opened} of ${asked} ${what}`;
    const wrong = [
      opened('off-topic', off_topic),
      opened('content-free', content_free),
      opened('keyword-bag', keyword_bags),
    ].join(', ');
    page.entry(
      name === 'our matcher' ? 'dialogue' : '',
      `with ${name}, ${on_topic.opened_own_slot} of ${on_topic.asked} on-topic questions open their slot; opened by mistake: ${wrong}`,
      NAME_WIDTH,
    );
  }
  page.entry('gates', `${counted(gates_passed.length, 'gate')} passed: ${gates_passed.join(', ')}`, NAME_WIDTH);
}
