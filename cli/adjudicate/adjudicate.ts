import { type FinishedRun, records } from '../../pipeline/folder/run-files.ts';
import { shareOf } from '../../pipeline/share-interval.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { ACCEPTED } from '../../schemas/override.ts';
import { RejectionLine } from '../../schemas/run.ts';
import type { TaskLife } from '../../schemas/task-life.ts';
import { textDigest } from '../../text/digest.ts';
import { familyOf } from '../find-world.ts';
import { lastQuery, lifeOfRejection } from '../report/entries.ts';
import { isFit, type Judgement } from './judgements.ts';
import { agreementOf, type PairAgreement } from './raters.ts';

/** Share of the verdicts of one kind that people confirm: of the verdicts with one code, or of the acceptances. */
interface VerdictPrecision {
  /** A code, or "accepted". */
  readonly verdict: string;
  /** Tasks of the run with this verdict. */
  readonly tasks: number;
  /** Those that raters agree on: the verdict is right, or wrong. */
  readonly right: number;
  readonly wrong: number;
  /** Those that raters differ on, and those of which none could tell; neither counts. */
  readonly disputed: number;
  readonly unsure: number;
  /** Right of right and wrong, with its 95 % interval; null where there are none. */
  readonly precision: { readonly share: number; readonly low: number; readonly high: number } | null;
}

/** A task with all that was said of it. */
export interface JudgedTask {
  readonly id: string;
  readonly verdict: string;
  /** Digest of its query; empty where it has none. */
  readonly text: string;
  readonly outcome: 'right' | 'wrong' | 'disputed' | 'unsure';
  readonly judgements: readonly Judgement[];
}

export interface Adjudication {
  readonly run: string;
  readonly dataset_digest: string;
  readonly judgements: number;
  readonly raters: readonly string[];
  /** The acceptances first, then codes by how often they were judged. */
  readonly verdicts: readonly VerdictPrecision[];
  readonly agreement: readonly PairAgreement[];
  readonly tasks: readonly JudgedTask[];
  /** Judgements of tasks that this run neither accepted nor rejected, and of other texts than it has. */
  readonly elsewhere: number;
}

/** Holds a run's verdicts against what people say. */
export function adjudicate(run: FinishedRun, judgements: readonly Judgement[]): Adjudication {
  const { verdicts, counts } = verdictsOf(run, new Set(judgements.map(({ taskId }) => taskId)));
  const here = judgements.filter(({ taskId, text }) => {
    const found = verdicts.get(taskId);
    return found !== undefined && (text === null || text === found.text);
  });
  if (here.length === 0)
    throw new ConfigError(
      `${run.path} accepted or rejected none of the ${judgements.length} tasks that are marked; the marks are of another run`,
    );
  const tasks = [...Map.groupBy(here, ({ taskId }) => taskId)].map(([id, own]): JudgedTask => {
    const { verdict, text } = verdicts.get(id) as FoundVerdict;
    return { id, verdict, text, outcome: outcomeOf(own, verdict), judgements: own };
  });
  return {
    run: run.path,
    dataset_digest: run.manifest.dataset_digest,
    judgements: here.length,
    raters: [...new Set(here.map(({ rater }) => rater))].sort(),
    verdicts: precisions(tasks, counts),
    agreement: pairsOf(here, verdicts),
    tasks,
    elsewhere: judgements.length - here.length,
  };
}

interface FoundVerdict {
  readonly verdict: string;
  readonly text: string;
}

/** The verdicts on the tasks that are asked for, and how many there are of each. */
function verdictsOf(run: FinishedRun, wanted: ReadonlySet<string>) {
  const family = familyOf(run, 'audit').records;
  const verdicts = new Map<string, FoundVerdict>();
  const counts = new Map<string, number>();
  const add = (id: string, verdict: string, life: () => TaskLife) => {
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    if (wanted.has(id)) verdicts.set(id, { verdict, text: textDigest(lastQuery(life())) });
  };
  for (const { value } of records(run, run.layout.accepted.path, family.sample))
    add(value.id, ACCEPTED, () => value.life([]));
  for (const { value } of records(run, run.layout.rejected.path, RejectionLine))
    add(value.id, value.code, () => lifeOfRejection(value, family));
  return { verdicts, counts };
}

function outcomeOf(judgements: readonly Judgement[], verdict: string): JudgedTask['outcome'] {
  // Right and wrong are said of the verdict that was seen, which a later build may have changed.
  const said = new Set(judgements.map((one) => isFit(one, one.verdict ?? verdict)).filter((fit) => fit !== null));
  if (said.size === 0) return 'unsure';
  if (said.size > 1) return 'disputed';
  return said.has(verdict === ACCEPTED) ? 'right' : 'wrong';
}

function precisions(tasks: readonly JudgedTask[], counts: ReadonlyMap<string, number>): VerdictPrecision[] {
  const judged = [...Map.groupBy(tasks, ({ verdict }) => verdict)];
  const first = (verdict: string) => (verdict === ACCEPTED ? 0 : 1);
  return judged
    .sort(([a, x], [b, y]) => first(a) - first(b) || y.length - x.length || (a < b ? -1 : 1))
    .map(([verdict, own]) => {
      const count = (outcome: JudgedTask['outcome']) => own.filter((task) => task.outcome === outcome).length;
      const [right, wrong] = [count('right'), count('wrong')];
      const { share, low, high } = shareOf(right, right + wrong);
      const precision = share === null ? null : { share, low, high };
      const tasks = counts.get(verdict) ?? 0;
      return { verdict, tasks, right, wrong, disputed: count('disputed'), unsure: count('unsure'), precision };
    });
}

function pairsOf(judgements: readonly Judgement[], verdicts: ReadonlyMap<string, FoundVerdict>): PairAgreement[] {
  const said = new Map<string, Map<string, boolean>>();
  for (const judgement of judgements) {
    const { rater, taskId, verdict } = judgement;
    const fit = isFit(judgement, verdict ?? (verdicts.get(taskId) as FoundVerdict).verdict);
    if (fit === null) continue;
    const own = said.get(rater) ?? new Map<string, boolean>();
    said.set(rater, own.set(taskId, fit));
  }
  const raters = [...said].sort(([a], [b]) => (a < b ? -1 : 1));
  return raters
    .flatMap((one, at) => raters.slice(at + 1).map((other) => agreementOf(one, other)))
    .filter(({ both }) => both > 0);
}
