import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import type { UserKind } from '../../pipeline/episode.ts';
import type { Family } from '../../pipeline/family.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { EpisodeWorld } from '../../shopping/episode/index.ts';
import type { EpisodeRecord, Spent } from '../../shopping/episode/record.ts';
import type { Summary } from '../../shopping/episode/summary.ts';
import { failuresOf, GRADER, recordOf, type TrialSettings } from '../../shopping/episode/trial.ts';
import { digestOf } from '../../text/digest.ts';
import { conclude, inOrderOf } from '../eval/conclude.ts';
import { EPISODES, EvalFolder } from '../eval/folder.ts';
import { tasksIn } from '../eval/tasks.ts';
import type { LiveEpisode } from './live-episodes.ts';

/** Origin that a server's episodes have in common. */
interface ServedOrigin {
  readonly family: Family;
  readonly world: EpisodeWorld;
  /** The file that all tasks stand in, and the catalog. */
  readonly file: string;
  readonly catalog: string;
  /** Name of the agent whose episodes these are. */
  readonly agent: string;
  /** Digest of the shopper: of whoever words what it says. */
  readonly userDigest: string;
}

/** Spending of an agent whose model others asked. */
const UNKNOWN_SPENT: Spent = { model_calls: 0, input_tokens: null, output_tokens: null, cost_usd: null };

/**
 * The folder that keeps the episodes of a server as `eval` keeps its own, so that `regrade`, `compare` and the page of results
 * read them. The trials of a task are numbered as their episodes end.
 */
export class ServedFolder {
  readonly #folder: EvalFolder;
  readonly #origin: ServedOrigin;
  readonly #trials = new Map<string, number>();
  /** Episodes that count for nobody and are not kept, as in `eval`. */
  readonly #lost: EpisodeRecord[] = [];
  readonly #agentDigest: string;
  /** The shopper of the first episode. */
  #user: UserKind | null = null;

  constructor(path: string, origin: ServedOrigin) {
    this.#origin = origin;
    this.#agentDigest = digestOf('served agent', origin.agent);
    this.#folder = EvalFolder.open(path, null);
    try {
      for (const { task, agent, agent_digest: digest, user } of this.#folder.records()) {
        if (digest !== this.#agentDigest)
          throw new ConfigError(
            `${path} holds episodes of "${agent}" that no server kept; name another agent with --as, or another folder with --out`,
          );
        this.#trials.set(task, (this.#trials.get(task) ?? 0) + 1);
        this.#user ??= user;
      }
    } catch (error) {
      this.#folder.close();
      throw error;
    }
  }

  get path(): string {
    return this.#folder.path;
  }

  add(live: LiveEpisode): void {
    const { task, state, seenDigest } = live;
    const { user, seed, limits } = state.setting;
    const { agent, userDigest, world } = this.#origin;
    this.#user ??= user;
    const settings: TrialSettings = {
      ...{ agent, agentDigest: this.#agentDigest, user, userDigest, grader: GRADER, seed, limits, program: false },
      worldDigest: world.digest,
    };
    const trial = (this.#trials.get(task.id) ?? 0) + 1;
    const record = recordOf({ task, trial, settings, state, spent: UNKNOWN_SPENT, seenDigest });
    if (record.end === 'infrastructure_error') {
      this.#lost.push(record);
      return;
    }
    this.#trials.set(task.id, trial);
    this.#folder.add(record);
  }

  /** Sums up what is kept; null where nothing was ever put into the folder, which stays empty. */
  close(): Summary | null {
    try {
      return this.#finish();
    } finally {
      this.#folder.close();
    }
  }

  #finish(): Summary | null {
    const { path } = this.#folder;
    if (this.#lost.length === 0 && !existsSync(join(path, EPISODES))) return null;
    const { family, world, file, catalog, agent } = this.#origin;
    const tasks = tasksIn(family, file);
    const records = this.#folder.settle(inOrderOf(tasks));
    const trials = this.#trials.values().reduce((most, count) => Math.max(most, count), 1);
    return conclude(this.#folder, records, {
      ...{ family, world, tasks, agent, user: this.#user ?? 'script', grader: GRADER, trials },
      failures: [...this.#folder.failures(), ...failuresOf(this.#lost)],
      evaluation: { family: family.name, cartwright: packageVersion(), tasks: file, catalog, trials },
    });
  }
}
