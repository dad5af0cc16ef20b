import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import { EpisodeEvent, type EpisodeTask } from '../../pipeline/episode.ts';
import { readLines } from '../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { SCRIPTED } from '../../shopping/episode/agents/scripted.ts';
import type { EpisodeState, EpisodeWorld } from '../../shopping/episode/index.ts';
import { type Rating, RatingRecord } from '../../shopping/episode/person/index.ts';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import { type Summary, summarise } from '../../shopping/episode/summary.ts';
import {
  begun,
  GRADER,
  NOTHING_SPENT,
  playedAgain,
  recordOf,
  type TrialSettings,
  trialKey,
} from '../../shopping/episode/trial.ts';
import { digestOf } from '../../text/digest.ts';
import { SEED } from '../defaults.ts';
import { EvalFolder, recordsIn } from '../eval/folder.ts';

const TRIAL = 1;
/** Journals of episodes that are not over, one file each. */
const UNFINISHED = 'unfinished';
/** File of a person's ratings of the tasks they played. */
export const RATINGS = 'ratings.jsonl';

/** The name of somebody who plays, which is a folder's too. */
export function personNamed(name: string): string {
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/i.test(name))
    throw new ConfigError(
      `--as is "${name}", expected at most 40 letters, digits, "-" and "_", beginning with a letter or a digit`,
    );
  if (SCRIPTED.some((agent) => agent.name === name) || name === 'openai')
    throw new ConfigError(`--as is "${name}", which is a built-in agent of eval; take another name`);
  return name;
}

/** Settings common to all episodes of a person; nothing else than the task and the name decides their key. */
const settingsFor = (person: string, { kind, digest }: EpisodeWorld): TrialSettings => ({
  worldDigest: digest,
  agent: person,
  agentDigest: digestOf('person', person),
  user: 'script',
  userDigest: digestOf('user', 'script'),
  grader: GRADER,
  seed: SEED,
  limits: kind.limits,
  program: false,
});

/** Sources of the tasks and the world of episodes, as `eval.json` says them. */
interface Origin {
  readonly family: string;
  /** The file of the tasks. */
  readonly file: string;
  readonly catalog: string;
}

/** Progress of a person with a task. */
type Progress =
  | { readonly kind: 'new' }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'played'; readonly record: EpisodeRecord };

/** Everything one person has played of a run: the folder of an evaluation, and the journals of what is not over. */
export class PersonFolder {
  readonly #folder: EvalFolder;
  readonly #settings: TrialSettings;
  readonly #world: EpisodeWorld;
  readonly #origin: Origin;
  /** By task: nobody plays one twice, whatever else a key is made of. */
  readonly #records: Map<string, EpisodeRecord>;

  constructor(
    path: string,
    person: string,
    world: EpisodeWorld,
    { tasks, ...origin }: Origin & { readonly tasks: readonly EpisodeTask[] },
  ) {
    this.#folder = EvalFolder.open(path, null);
    this.#settings = settingsFor(person, world);
    this.#world = world;
    this.#origin = origin;
    const records = [...this.#folder.records()];
    this.#records = new Map(records.map((record) => [record.task, record]));
    const digests = new Map(tasks.map(({ id, digest }) => [id, digest]));
    const other = records.find(({ task, task_digest }) => (digests.get(task) ?? task_digest) !== task_digest);
    if (other !== undefined) {
      this.close();
      throw new ConfigError(
        `${path} holds episodes of another version of ${other.task}; move the folder away, or name yourself differently with --as`,
      );
    }
  }

  get path(): string {
    return this.#folder.path;
  }

  progress(task: EpisodeTask): Progress {
    const record = this.#records.get(task.id);
    if (record !== undefined) return { kind: 'played', record };
    return { kind: existsSync(this.#journalOf(task)) ? 'unfinished' : 'new' };
  }

  /** The beginning of an episode, and what has happened in it so far. */
  resume(task: EpisodeTask): { start: EpisodeState; journal: EpisodeEvent[] } {
    const path = this.#journalOf(task);
    const start = begun(task, this.#world, this.#settings);
    if (!existsSync(path)) return { start, journal: [] };
    const whole = readFileSync(path, 'utf8').endsWith('\n');
    const lines = [...readLines(path, EpisodeEvent)];
    const journal = lines.flatMap((line, at) => {
      if ('value' in line) return [line.value];
      // Half a line that a killed process left.
      if (!whole && at === lines.length - 1) return [];
      throw new ConfigError(`${path}:${line.line}: ${line.problem}; delete the file to play this task from its start`);
    });
    if (!whole) {
      rmSync(path);
      for (const event of journal) this.note(task, event);
    }
    return { start, journal };
  }

  /** Keeps an event before it counts. */
  note(task: EpisodeTask, event: EpisodeEvent): void {
    mkdirSync(join(this.path, UNFINISHED), { recursive: true });
    appendFileSync(this.#journalOf(task), `${JSON.stringify(event)}\n`);
  }

  /** Puts an episode that is over among the played ones, and sums them up anew; twice is as good as once. */
  finish(task: EpisodeTask, state: EpisodeState): void {
    const settings = this.#settings;
    if (!this.#records.has(task.id)) {
      const { seenDigest } = playedAgain(begun(task, this.#world, settings), state.journal);
      const record = recordOf({ task, trial: TRIAL, settings, state, spent: NOTHING_SPENT, seenDigest });
      this.#folder.add(record);
      this.#records.set(task.id, record);
    }
    // In the order in which they were played.
    this.#folder.settle(() => 0);
    const { family, file, catalog } = this.#origin;
    this.#folder.finish(this.#folder.failures(), this.summary, {
      family,
      cartwright: packageVersion(),
      tasks: file,
      catalog,
      settings,
      trials: TRIAL,
    });
    rmSync(this.#journalOf(task), { force: true });
  }

  /** Keeps how the person rates a task they have played. */
  rate({ id, agentId, intent, digest }: EpisodeTask, { scores, comment }: Rating): void {
    const record = this.#records.get(id);
    if (record === undefined) throw new RangeError(`${id} is rated and was not played`);
    const { agent: person, grade } = record;
    const named = { task: id, agent_id: agentId, intent, task_digest: digest, person };
    const line: RatingRecord = { ...named, success: grade.success, scores, comment };
    appendFileSync(join(this.path, RATINGS), `${JSON.stringify(line)}\n`);
  }

  /** Reads the person's last rating of a task; null where there is none. */
  ratingOf({ id }: EpisodeTask): Rating | null {
    const lines = recordsIn(join(this.path, RATINGS), RatingRecord, { mayBeOpen: true });
    const last = lines.findLast(({ task }) => task === id);
    return last === undefined ? null : { scores: last.scores, comment: last.comment };
  }

  get summary(): Summary {
    const { agent, user, grader } = this.#settings;
    return summarise([...this.#records.values()], {
      ...{ agent, user, grader },
      family: this.#origin.family,
      kind: this.#world.kind,
      trials: TRIAL,
    });
  }

  close(): void {
    this.#folder.close();
  }

  #keyOf(task: EpisodeTask): string {
    return trialKey(task, TRIAL, this.#settings);
  }

  #journalOf(task: EpisodeTask): string {
    return join(this.path, UNFINISHED, `${this.#keyOf(task)}.jsonl`);
  }
}
