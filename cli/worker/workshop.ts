import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { buildersOf } from '../../families/builders.ts';
import { familyNamed } from '../../families/index.ts';
import { type RunWords, useWords, wordsOf } from '../../lexicon/index.ts';
import { promptAsker } from '../../models/index.ts';
import { workerCodeDigest } from '../../pipeline/checkpoints/code-digest.ts';
import { type DistantModels, openDistantModels } from '../../pipeline/jobs/distant-models.ts';
import type { JobTerms } from '../../pipeline/jobs/job.ts';
import type { Bench } from '../../pipeline/jobs/job-runner.ts';
import type { RedisAddress } from '../../pipeline/jobs/redis.ts';
import { openRedisWire } from '../../pipeline/jobs/wire.ts';
import { createModelPool, createThreadPool } from '../../pipeline/run/pool.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { sha256Of } from '../../text/digest.ts';
import { withPaths } from '../build/open-pool.ts';
import type { PlayJob } from '../eval/jobs.ts';
import { openTrials, trialsCodeDigest } from '../eval/trials.ts';

export interface WorkshopSettings {
  readonly address: RedisAddress;
  /** Returns the path on this machine of a path of the coordinator's. */
  pathHere(path: string): string;
  readonly threads: number;
  /** Digest of the code this worker was started with. */
  readonly code: string;
}

/** Opens what a worker builds the tasks of a run with: threads, or models that are asked through its coordinator. */
export class Workshop {
  readonly #settings: WorkshopSettings;
  readonly #asking = new Set<DistantModels>();
  /** The words of the runs whose tasks are built in this thread, and how many of them there are. */
  #spoken: { readonly words: RunWords; runs: number } | null = null;
  #stopped = false;

  constructor(settings: WorkshopSettings) {
    this.#settings = settings;
  }

  /** A ConfigError where this machine has other inputs than the run, or none. */
  async open(terms: JobTerms): Promise<Bench> {
    const { address, pathHere, threads, code } = this.#settings;
    // Threads would load the new code, for jobs of the old.
    if (workerCodeDigest() !== code)
      throw new ConfigError('the code of this worker was changed after it was started; start it again');
    if (terms.plays !== undefined) return await this.#openPlays(terms, terms.plays as PlayJob);
    const settings = withPaths(terms.settings, pathHere);
    const source = buildersOf(settings);
    checkWorld(settings, terms.worldDigest);
    const shared = source.shared();
    for (const [path, digest] of Object.entries(terms.files)) checkFile(pathHere(path), digest);
    if (terms.asksAt === null || settings.models === undefined)
      return { pool: createThreadPool(source, threads, () => shared), broken: null };

    const forget = this.#speak(wordsOf(settings));
    const models = await openDistantModels(await openRedisWire(address), terms.asksAt).catch((error: unknown) => {
      forget();
      throw error;
    });
    this.#asking.add(models);
    if (this.#stopped) this.stopAsking();
    const close = async () => {
      this.#asking.delete(models);
      forget();
      models.close();
    };
    try {
      const asker = promptAsker({ models, roles: settings.models.roles });
      const { lock, write } = await createModelPool(source, { asker }, threads, () => shared);
      return {
        pool: { lock, write, close },
        get broken() {
          return models.ended;
        },
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Opens what trials of an evaluation are played with, one after the other in this thread. */
  async #openPlays({ worldDigest }: JobTerms, start: PlayJob): Promise<Bench> {
    const { pathHere: here } = this.#settings;
    if (start.code !== trialsCodeDigest())
      throw new ConfigError(
        'the code that plays here is not that of the evaluation; bring this machine to the same version',
      );
    const worldPath = here(start.worldPath);
    checkWorld({ family: start.family, world: worldPath }, worldDigest);
    const forget = this.#speak(start);
    const own = { ...start, worldPath, run: start.run === null ? null : here(start.run), file: here(start.file) };
    const trials = await openTrials(own).catch((error: unknown) => {
      forget();
      throw error;
    });
    const builds = () => Promise.reject(new RangeError('an evaluation has no tasks to build'));
    const close = async () => {
      trials.close();
      forget();
    };
    return {
      pool: {
        ...{ lock: builds, write: builds, close },
        async play({ id, sample, trial }) {
          // In between the worker says that it lives.
          await setImmediate();
          return { kind: 'played', id, record: await trials.play({ sample, trial }) };
        },
      },
      broken: null,
    };
  }

  /** Puts a run's words in force in this thread, which builds its tasks; a ConfigError where another run's are. */
  #speak(words: RunWords): () => void {
    let spoken = this.#spoken;
    if (spoken === null || spoken.runs === 0) {
      spoken = { words, runs: 0 };
      this.#spoken = spoken;
      useWords(words);
    }
    const what = differing(spoken.words, words);
    if (what !== null)
      throw new ConfigError(`this worker is at a run with another ${what}; start one more worker for this run`);
    spoken.runs++;
    let isOver = false;
    return () => {
      if (!isOver) spoken.runs--;
      isOver = true;
    };
  }

  /** Waits for no model any more: another worker goes on with the replies that come. */
  stopAsking(): void {
    this.#stopped = true;
    for (const models of this.#asking) models.end('this worker is being stopped');
  }
}

/** Names the words that differ between two runs, their language or their lexicon; null where neither does. */
function differing(one: RunWords, other: RunWords): string | null {
  if (one.language !== other.language || one.foreign !== other.foreign) return 'language';
  return canonicalJson(one.lexicon ?? null) === canonicalJson(other.lexicon ?? null) ? null : 'lexicon';
}

/** A ConfigError where the world that lies here is another than the run's. */
function checkWorld({ family, world: path }: Pick<TaskSettings, 'family' | 'world'>, expected: string): void {
  const { world } = familyNamed(family);
  const opened = world.open(path);
  const { digest } = opened;
  opened.close();
  if (digest !== expected)
    throw new ConfigError(
      `${path} is a ${world.noun} with digest ${digest.slice(0, 16)}, expected that of the run, ${expected.slice(0, 16)}`,
    );
}

function checkFile(path: string, expected: string): void {
  if (!existsSync(path)) throw new ConfigError(`${path} is missing, which the run was started with`);
  if (sha256Of(path) !== expected) throw new ConfigError(`${path} holds something else than the run was started with`);
}
