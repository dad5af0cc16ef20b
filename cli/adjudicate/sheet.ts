import { type FinishedRun, records } from '../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { RejectionLine } from '../../schemas/run.ts';
import type { TaskLife } from '../../schemas/task-life.ts';
import { digestOf, textDigest } from '../../text/digest.ts';
import { familyOf } from '../find-world.ts';
import { lastQuery, lifeOfRejection } from '../report/entries.ts';
import { csvText } from './csv.ts';

const COLUMNS = [
  'task_id',
  'text',
  'intent',
  'about',
  'asked',
  'query',
  'persona',
  'clarification',
  'mark',
  'reason',
  'rater',
];

interface Candidate {
  readonly stratum: string;
  readonly isAccepted: boolean;
  /** Draws it before others of its stratum. */
  readonly rank: string;
  readonly row: readonly string[];
}

interface Sheet {
  readonly text: string;
  readonly rows: number;
  /** Rejections that have no text: nobody can judge them without seeing that they were rejected. */
  readonly without: number;
}

/**
 * Draws a sheet that tells nobody what became of its tasks: half of them accepted, half rejected, as far as there are so
 * many, evenly over intents and codes, and in an order that says nothing. The same run, size and seed give the same sheet.
 */
export function drawSheet(run: FinishedRun, size: number, seed: number): Sheet {
  const { candidates, without } = candidatesOf(run, seed);
  const [accepted, rejected] = [
    candidates.filter((one) => one.isAccepted),
    candidates.filter((one) => !one.isAccepted),
  ];
  const ofRejected = Math.max(Math.min(Math.floor(size / 2), rejected.length), size - accepted.length);
  const drawn = [...evenly(rejected, ofRejected), ...evenly(accepted, size - Math.min(ofRejected, rejected.length))];
  if (drawn.length === 0) throw new ConfigError(`${run.path} has no task with a text, so there is nothing to judge`);
  const rows = drawn.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ row }) => row);
  return { text: csvText([COLUMNS, ...rows]), rows: rows.length, without };
}

function candidatesOf(run: FinishedRun, seed: number): { candidates: Candidate[]; without: number } {
  const family = familyOf(run, 'audit').records;
  const candidates: Candidate[] = [];
  let without = 0;
  const add = (id: string, intent: string, verdict: string | null, life: TaskLife) => {
    const query = lastQuery(life);
    if (query === '') without += 1;
    else
      candidates.push({
        stratum: JSON.stringify([intent, verdict]),
        isAccepted: verdict === null,
        rank: digestOf('sheet', seed, id),
        row: [id, textDigest(query), intent, ...shownOf(life), '', '', ''],
      });
  };
  for (const { value: sample } of records(run, run.layout.accepted.path, family.sample))
    add(sample.id, sample.intent, null, sample.life([]));
  for (const { value } of records(run, run.layout.rejected.path, RejectionLine))
    add(value.id, value.intent, value.code, lifeOfRejection(value, family));
  return { candidates, without };
}

/** Returns the facts of a task that accepted and rejected ones have alike, and that give none of them away. */
function shownOf({ targets, rubrics, attempts }: TaskLife): string[] {
  const texts = attempts.at(-1)?.texts ?? [];
  const of = (isOwn: (name: string) => boolean) =>
    texts
      .filter(({ name }) => isOwn(name))
      .map(({ name, text }) => (name === 'query' ? text : `${name}: ${text}`))
      .join('\n');
  const isClarification = (name: string) => name.startsWith('cl_') || name === 'default answer';
  return [
    targets.map(({ id, entity }) => `${entity ?? ''} ${id}`.trim()).join('\n'),
    rubrics.map(({ source, says }) => `${source}: ${says}`).join('\n'),
    of((name) => name === 'query'),
    of((name) => name !== 'query' && !isClarification(name)),
    of(isClarification),
  ];
}

/** Takes so many, one of each stratum after the other, the lowest rank first. */
function evenly(candidates: readonly Candidate[], count: number): Candidate[] {
  const byRank = (a: { rank: string }, b: { rank: string }) => (a.rank < b.rank ? -1 : 1);
  const strata = [...Map.groupBy(candidates, ({ stratum }) => stratum).values()].map((own) => own.sort(byRank));
  const taken: Candidate[] = [];
  for (let round = 0; taken.length < Math.min(count, candidates.length); round++) {
    const next = strata.flatMap((own) => own[round] ?? []).sort(byRank);
    taken.push(...next.slice(0, count - taken.length));
  }
  return taken;
}
