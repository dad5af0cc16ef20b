import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { openRunFor } from '../open-run.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { type Adjudication, adjudicate, type JudgedTask } from './adjudicate.ts';
import { readJudgements } from './judgements.ts';
import { decisionsText } from './overrides.ts';
import { drawSheet } from './sheet.ts';

const MOST_TASKS = 20;

const percent = (share: number) => `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)}%`;

/** Renders people's judgement of a run's verdicts, for them to read. */
function renderAdjudication(found: Adjudication, output: Pick<Output, 'width' | 'colour'>): string {
  const page = new Page(output);
  const { run, dataset_digest: digest, judgements, raters, elsewhere } = found;
  page.paragraph(
    `${run}: ${formatCount(judgements)} ${judgements === 1 ? 'mark' : 'marks'} by ${raters.join(', ')}, dataset digest ${digest.slice(0, 16)}`,
  );
  if (elsewhere > 0)
    page.paragraph(
      `${formatCount(elsewhere)} more are of tasks that this run neither accepted nor rejected, or of other texts than it has; they count for nothing`,
      { style: 'yellow' },
    );
  page.heading('How often verdicts are right');
  page.table(
    ['verdict', 'tasks', 'right', 'wrong', 'disputed', 'unsure', 'precision', '95% interval'],
    found.verdicts.map(({ verdict, tasks, right, wrong, disputed, unsure, precision }): Cell[] => [
      { text: verdict },
      { text: formatCount(tasks) },
      { text: formatCount(right) },
      { text: formatCount(wrong), style: wrong > 0 ? 'red' : null },
      { text: formatCount(disputed) },
      { text: formatCount(unsure) },
      { text: precision === null ? '–' : percent(precision.share) },
      { text: precision === null ? '–' : `${percent(precision.low)} to ${percent(precision.high)}` },
    ]),
  );
  addAgreement(page, found);
  addTasks(page, 'Verdicts found wrong', found.tasks, 'wrong');
  addTasks(page, 'Verdicts that raters differ on', found.tasks, 'disputed');
  return page.text;
}

function addAgreement(page: Page, { agreement, raters }: Adjudication): void {
  page.heading('Agreement between raters');
  if (agreement.length === 0) {
    page.paragraph(
      raters.length === 1
        ? 'There is one rater; give the file of a second one as well.'
        : 'No task was judged by two raters.',
    );
    return;
  }
  page.table(
    ['raters', 'judged by both', 'agreed', "Cohen's kappa"],
    agreement.map(({ raters, both, agreed, kappa }): Cell[] => [
      { text: raters.join(' and ') },
      { text: formatCount(both) },
      { text: percent(agreed / both) },
      { text: kappa === null ? 'none: no rater varies' : kappa.toFixed(2) },
    ]),
  );
}

function addTasks(page: Page, heading: string, tasks: readonly JudgedTask[], outcome: JudgedTask['outcome']): void {
  const own = tasks.filter((task) => task.outcome === outcome);
  if (own.length === 0) return;
  page.heading(`${heading} (${formatCount(own.length)})`);
  for (const { id, verdict, judgements } of own.slice(0, MOST_TASKS)) {
    const said = judgements.map(({ rater, mark, reason }) => `${rater} ${mark}${reason === '' ? '' : `: ${reason}`}`);
    page.paragraph(`${id}: ${verdict}; ${said.join('; ')}`, { indent: 2, hanging: 6 });
  }
  if (own.length > MOST_TASKS)
    page.paragraph(`${formatCount(own.length - MOST_TASKS)} more; --json lists them all`, { indent: 2, style: 'dim' });
}

const DONE = 0;

interface AdjudicationOptions {
  readonly adjudications: readonly string[];
  /** File for verdicts that all raters found wrong, to be read by the next build. */
  readonly decisions?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Says how often people find a run's verdicts right, and how far they agree. */
export function auditAdjudications(
  path: string,
  { adjudications, decisions, json }: AdjudicationOptions,
  output: Output = standardOutput(),
): number {
  const found = adjudicate(openRunFor('audit --adjudications', path), readJudgements(adjudications));
  if (decisions !== undefined) writeNew(decisions, '--decisions', decisionsText(found));
  output.write(json === true ? `${JSON.stringify(found, null, 2)}\n` : `${renderAdjudication(found, output)}\n`);
  return DONE;
}

interface SheetOptions {
  /** Number of rows, as it was typed. */
  readonly sheet: string;
  readonly out?: string | undefined;
  readonly seed?: string | undefined;
}

/** Writes a blind sheet for raters. */
export function auditSheet(
  path: string,
  { sheet, out, seed }: SheetOptions,
  output: Output = standardOutput(),
): number {
  const run = openRunFor('audit --sheet', path);
  const size = wholeNumber(sheet, '--sheet', 1);
  const drawn = drawSheet(run, size, seed === undefined ? run.manifest.config.seed : wholeNumber(seed, '--seed'));
  const file = out ?? join(path, 'sheet.csv');
  writeNew(file, '--out', drawn.text);
  const page = new Page(output);
  const less = drawn.rows < size ? `, all there are of the ${formatCount(size)} asked for` : '';
  page.paragraph(
    `${file}: ${formatCount(drawn.rows)} tasks${less}; give each rater a copy, to be filled with fit or unfit in the column "mark"`,
  );
  if (drawn.without > 0)
    page.paragraph(
      `${formatCount(drawn.without)} rejections have no text and cannot be judged blindly; mark those in report.html`,
      { style: 'dim' },
    );
  output.write(`${page.text}\n`);
  return DONE;
}

function wholeNumber(said: string, flag: string, least = Number.MIN_SAFE_INTEGER): number {
  const number = Number(said);
  if (/^[+-]?\d+$/.test(said) && Number.isSafeInteger(number) && number >= least) return number;
  throw new ConfigError(`${flag} is "${said}", expected a whole number${least === 1 ? ' above 0' : ''}`);
}

/** Writes a new file and refuses to overwrite one, which may hold the work of people. */
function writeNew(file: string, flag: string, text: string): void {
  if (existsSync(file))
    throw new ConfigError(`${file} is there already and may hold marks; name another file with ${flag}`);
  writeAtomically(file, text);
}
