import { formatCount } from '../../text/numbers.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import type { Adjudication, JudgedTask } from './adjudicate.ts';

const MOST_TASKS = 20;

const percent = (share: number) => `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)}%`;

/** Renders people's judgement of a run's verdicts, for them to read. */
export function renderAdjudication(found: Adjudication, output: Pick<Output, 'width' | 'colour'>): string {
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
