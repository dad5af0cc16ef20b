import { createHash } from 'node:crypto';
import {
  countsForAgent,
  type EpisodeTask,
  type Grade,
  type Observation,
  type OpinionVerdicts,
  type Undecided,
  type UserKind,
} from '../../pipeline/episode.ts';
import { digestOf } from '../../text/digest.ts';
import { type EpisodeState, type EpisodeWorld, episode, gradeState, replayed } from './core.ts';
import { drive, type Outside, type Player } from './drive.ts';
import type { EpisodeRecord, FailureRecord, Spent } from './record.ts';

/** Changes with whatever decides a grade, so that older ones are told from newer. */
export const GRADER = 'code 1';

const KEY_LENGTH = 32;

export interface TrialSettings {
  /** Digest of the world that is searched, which a sample says nothing of. */
  readonly worldDigest: string;
  readonly agent: string;
  readonly agentDigest: string;
  readonly user: UserKind;
  /** Digest of whoever words what the shopper says, and of the instructions for it. */
  readonly userDigest: string;
  readonly grader: string;
  readonly seed: number;
  readonly limits: EpisodeRecord['limits'];
  readonly program: boolean;
}

/** The address of a trial: equal keys are the same episode, whoever plays it and when. */
export function trialKey({ digest }: Pick<EpisodeTask, 'digest'>, trial: number, settings: TrialSettings): string {
  const key = digestOf('episode', digest, trial, {
    agent: settings.agentDigest,
    user: [settings.user, settings.userDigest],
    grader: settings.grader,
    seed: settings.seed,
    limits: settings.limits,
    program: settings.program,
    world: settings.worldDigest,
  });
  // A copy: a part of a text holds all of it, and evaluations hold a key for each trial.
  return Buffer.from(key.slice(0, KEY_LENGTH)).toString();
}

export const NOTHING_SPENT: Spent = { model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };

export const begun = (
  task: EpisodeTask,
  world: EpisodeWorld,
  { seed, user, limits, program }: Pick<TrialSettings, 'seed' | 'user' | 'limits' | 'program'>,
) => episode(task, world, { seed, user, limits, program });

export async function playTrial(
  { task, trial, world, settings }: { task: EpisodeTask; trial: number; world: EpisodeWorld; settings: TrialSettings },
  playerOf: (state: EpisodeState) => Player,
  outside: Outside = {},
  opine?: (undecided: readonly Undecided[]) => Promise<OpinionVerdicts>,
): Promise<EpisodeRecord> {
  const start = begun(task, world, settings);
  const player = playerOf(start);
  const seen = new SeenDigest();
  const state = await drive(start, player, { ...outside, onSeen: (observation) => seen.add(observation) });
  const spent = player.spent?.() ?? NOTHING_SPENT;
  const undecided = opine === undefined ? [] : gradeState(state, task).undecided;
  const opinions = undecided.length === 0 ? new Map() : await opine?.(undecided);
  return recordOf({ task, trial, settings, state, spent, seenDigest: seen.text, opinions });
}

interface PlayedTrial {
  readonly task: EpisodeTask;
  readonly trial: number;
  readonly settings: TrialSettings;
  readonly state: EpisodeState;
  readonly spent: Spent;
  readonly seenDigest: string;
  readonly opinions?: OpinionVerdicts | undefined;
}

/** Builds the record that is kept of an episode that is over. */
export function recordOf(played: PlayedTrial): EpisodeRecord {
  const { task, trial, settings, state, spent, seenDigest, opinions } = played;
  const { journal, end, steps, called } = state;
  if (end === null) throw new RangeError(`the episode of ${task.id} is not over`);
  return {
    key: trialKey(task, trial, settings),
    task: task.id,
    agent_id: task.agentId,
    intent: task.intent,
    trial,
    task_digest: task.digest,
    agent: settings.agent,
    agent_digest: settings.agentDigest,
    user: settings.user,
    user_digest: settings.userDigest,
    ...{ grader: settings.grader, seed: settings.seed, limits: settings.limits, program: settings.program },
    ...end,
    steps,
    called: [...called],
    grade: gradeRecord(gradeState(state, task, opinions)),
    opinions: Object.fromEntries(opinions ?? []),
    spent,
    seen_digest: seenDigest,
    journal: [...journal],
  };
}

export const gradeRecord = ({ undecided, ...grade }: Grade): EpisodeRecord['grade'] => ({
  ...grade,
  undecided: undecided.map(({ rubric, field, statement, productId: product_id }) => {
    return { rubric, field, statement, product_id };
  }),
});

/** A digest of everything an agent was shown, as it was shown it. */
export class SeenDigest {
  readonly #hash = createHash('sha256');

  add(seen: Observation): void {
    this.#hash.update(`${JSON.stringify(seen)}\n`);
  }

  get text(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}

/** Plays a journal again; with a digest of what the agent was shown. */
export function playedAgain(
  start: EpisodeState,
  journal: readonly EpisodeRecord['journal'][number][],
): { state: EpisodeState; seenDigest: string } {
  const seen = new SeenDigest();
  let state = start;
  for (const step of replayed(start, journal)) {
    state = step.state;
    if (step.observation !== null) seen.add(step.observation);
  }
  return { state, seenDigest: seen.text };
}

/** Tells whether a record says something of its agent. */
export const counts = ({ end }: Pick<EpisodeRecord, 'end'>): boolean => countsForAgent(end);

/** The lines of `failures.jsonl` for the episodes that say nothing of their agent. */
export const failuresOf = (records: readonly EpisodeRecord[]): FailureRecord[] =>
  records
    .filter((record) => !counts(record))
    .map(({ key, task, intent, trial, end, detail, steps }) => ({ key, task, intent, trial, end, detail, steps }));
