import type { Figure } from '../../../pipeline/foreign-lint.ts';
import { formatCount } from '../../../text/numbers.ts';
import type { Output } from '../../terminal/output.ts';
import { Page } from '../../terminal/page.ts';
import type { Lint, LintedFile, TaskWithDefect, TotalCount } from './files.ts';

const MOST_EXAMPLES = 3;
const MOST_CHARACTERS = 240;
/** Ids named beside the examples; --code lists every one. */
const MOST_IDS = 60;
const MOST_UNREADABLE = 3;

/** A count as one part of the page shows it. */
interface ShownCount extends TotalCount {
  readonly withMeaning: boolean;
  /** Tasks to choose examples from. */
  readonly examples: readonly TaskWithDefect[];
}

/** One part of the page: a file, or all files together. */
interface Section {
  readonly name: string;
  readonly linted: number;
  readonly defective: number;
  readonly figures: readonly Figure[];
  readonly counts: readonly ShownCount[];
}

/** A lint as people read it: all files together, where there are several, with what the codes mean; then each with examples. */
export function renderLint({ total, files }: Lint, output: Pick<Output, 'width' | 'colour'>): string {
  const page = new Page(output);
  const isOne = files.length === 1;
  if (!isOne) {
    const counts = total.counts.map((count) => ({ ...count, withMeaning: true, examples: [] }));
    addSection(page, { ...total, name: `${formatCount(files.length)} files together`, counts });
  }
  for (const file of files) {
    const counts = file.counts.map(({ code, of, found, tasks }) => {
      const head = total.counts.find((count) => count.code === code)!;
      return { ...head, of, found, tasks: tasks.length, examples: tasks, withMeaning: isOne };
    });
    addSection(page, { ...file, name: `${file.file} (${file.format})`, counts });
    addUnreadable(page, file);
  }
  return page.text;
}

/** Every task with the one code left in a lint, a line each, whatever the window: they are searched for. */
export function renderCode({ total, files }: Lint, output: Pick<Output, 'width' | 'colour'>): string {
  const page = new Page(output);
  for (const { code, meaning, ...count } of total.counts) {
    page.paragraph(`${code}: ${meaning}`, { style: 'bold' });
    page.paragraph(inTasks(count, total.linted));
  }
  for (const { file, counts } of files) {
    for (const { line, id, found } of counts.flatMap(({ tasks }) => tasks))
      page.line(`${file}:${line}: ${id === undefined ? '' : `${id}: `}${found.join('; ')}`);
  }
  for (const file of files) addUnreadable(page, file);
  return page.text;
}

function addSection(page: Page, { name, linted, defective, counts, figures }: Section): void {
  const share = `${formatCount(defective)} of them with a defect (${percent(defective, linted)})`;
  page.heading(`${name}: ${formatCount(linted)} ${linted === 1 ? 'task' : 'tasks'}, ${share}`);
  const found = counts.filter((count) => count.found > 0).toSorted((a, b) => b.tasks - a.tasks);
  for (const count of found) if (count.isDefect) addCount(page, count, linted);

  const clean = counts.filter((count) => count.isDefect && count.of > 0 && count.found === 0).map(({ code }) => code);
  if (clean.length > 0) {
    page.paragraph('None of:', { style: 'green' });
    page.pieces(clean, { indent: 2, hanging: 2, style: 'green' });
  }
  const signs = found.filter(({ isDefect }) => !isDefect);
  if (signs.length > 0) page.paragraph('Signs, which can have good reasons:');
  for (const count of signs) addCount(page, count, linted);

  if (figures.length === 0) return;
  page.paragraph('Figures:');
  const pieces = figures.map((figure) => `${figure.name} ${shown(figure.value)}`);
  page.pieces(pieces, { indent: 2, hanging: 2, style: 'dim' });
}

function addCount(page: Page, count: ShownCount, linted: number): void {
  const { code, meaning, isDefect, examples, withMeaning } = count;
  page.paragraph(`${code}: ${inTasks(count, linted)}`, { hanging: 4, style: isDefect ? 'yellow' : null });
  if (withMeaning) page.paragraph(meaning, { indent: 4, hanging: 4 });
  for (const task of examples.slice(0, MOST_EXAMPLES))
    page.paragraph(`${nameOf(task)}: ${shortened(task.found[0] ?? '')}`, { indent: 4, hanging: 8, style: 'dim' });
  const others = examples.slice(MOST_EXAMPLES).flatMap(({ id }) => id ?? []);
  const unsaid = others.length - MOST_IDS;
  const ids = unsaid > 0 ? [...others.slice(0, MOST_IDS), `and ${formatCount(unsaid)} more`] : others;
  if (ids.length > 0) page.pieces(ids, { indent: 4, hanging: 8, style: 'dim' });
}

/** An example on a page; --code and --json give all of it. */
const shortened = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

const nameOf = ({ id, line }: TaskWithDefect) => id ?? `line ${line}`;

const inTasks = ({ tasks, found, of, unit }: Pick<TotalCount, 'tasks' | 'found' | 'of' | 'unit'>, linted: number) =>
  `${formatCount(tasks)} of ${formatCount(linted)} tasks (${percent(tasks, linted)}), ${formatCount(found)} of ${formatCount(of)} ${unit}`;

function addUnreadable(page: Page, { file, read, unreadable }: LintedFile): void {
  if (unreadable.length === 0) return;
  page.paragraph(`${formatCount(unreadable.length)} of ${formatCount(read)} lines cannot be read as tasks:`, {
    style: 'red',
  });
  for (const { line, problem } of unreadable.slice(0, MOST_UNREADABLE))
    page.paragraph(`${file}:${line}: ${problem}`, { indent: 4, hanging: 8, style: 'red' });
  const rest = unreadable.length - MOST_UNREADABLE;
  if (rest > 0)
    page.paragraph(`and ${formatCount(rest)} more; --json lists them all`, { indent: 4, hanging: 8, style: 'red' });
}

function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 0.5 ? 'under 1%' : `${Math.round(share)}%`;
}

const shown = (value: number) => (Number.isInteger(value) ? formatCount(value) : value.toFixed(2));
