import { ConfigError } from '../../schemas/errors.ts';
import { ACCEPTED, type Override, type Overrides } from '../../schemas/override.ts';
import type { Adjudication } from './adjudicate.ts';
import { csvText } from './csv.ts';
import { isFit, type Judgement, placeOf } from './judgements.ts';

interface ResolvedOverrides {
  /** In the order of the ids, so that the order of files and rows changes nothing. */
  readonly overrides: Overrides;
  /** Tasks that raters differ on: their verdicts stay. */
  readonly disputed: number;
}

/** The verdicts that all raters of a task found wrong. */
export function overridesOf(judgements: readonly Judgement[]): ResolvedOverrides {
  const overrides: Record<string, Override> = {};
  let disputed = 0;
  const byTask = [...Map.groupBy(judgements, ({ taskId }) => taskId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, own] of byTask) {
    const { verdict, text } = subjectOf(own);
    const said = new Set(own.map((one) => isFit(one, verdict)).filter((fit) => fit !== null));
    if (said.size > 1) disputed += 1;
    const isWrong = said.size === 1 && !said.has(verdict === ACCEPTED);
    if (!isWrong) continue;
    const sure = own.filter(({ mark }) => mark !== 'unsure');
    const reasons = new Set(sure.map(({ reason }) => reason).filter((reason) => reason !== ''));
    const raters = new Set(sure.map(({ rater }) => rater));
    overrides[id] = { verdict, text, reason: [...reasons].sort().join('; '), raters: [...raters].sort() };
  }
  return { overrides, disputed };
}

/** Returns the verdict and the text that all judgements of a task are about. */
function subjectOf(judgements: readonly Judgement[]): Pick<Override, 'verdict' | 'text'> {
  const [first] = judgements as [Judgement];
  const unsaid = judgements.find(({ verdict }) => verdict === null);
  if (unsaid !== undefined)
    throw new ConfigError(
      `${placeOf(unsaid)}: does not say which verdict on ${unsaid.taskId} it is about; npm run audit -- <run> --adjudications ${unsaid.file} --decisions decided.csv writes a file that does`,
    );
  const texts = new Set(judgements.flatMap(({ text }) => text ?? []));
  const other = judgements.find(
    ({ verdict, text }) => verdict !== first.verdict || (texts.size > 1 && text !== first.text),
  );
  if (other !== undefined)
    throw new ConfigError(
      `${placeOf(other)} and ${placeOf(first)} are about different verdicts or texts of ${other.taskId}; give marks of one run`,
    );
  return { verdict: first.verdict as string, text: [...texts][0] ?? null };
}

/** The judgements of tasks whose verdict all raters found wrong, as a file that a build takes. */
export function decisionsText({ tasks }: Adjudication): string {
  const wrong = tasks.filter(({ outcome }) => outcome === 'wrong').sort((a, b) => (a.id < b.id ? -1 : 1));
  const rows = wrong.flatMap(({ id, verdict, text, judgements }) =>
    judgements
      .filter(({ mark }) => mark !== 'unsure')
      .map(({ reason, rater }) => [id, verdict, text, 'wrong', reason, rater]),
  );
  return csvText([['task_id', 'verdict', 'text', 'mark', 'reason', 'rater'], ...rows]);
}
