import { existsSync } from 'node:fs';
import { type CatalogMemory, openCatalog } from '../../catalog/index.ts';
import { buildersOf } from '../../families/index.ts';
import { PromptAsker } from '../../models/asker.ts';
import { PromptFolder } from '../../models/prompts.ts';
import { workerCodeDigest } from '../../pipeline/code-digest.ts';
import type { TaskSettings } from '../../pipeline/family.ts';
import { sha256Of } from '../../pipeline/file-digest.ts';
import { DistantModels } from '../../pipeline/jobs/distant-models.ts';
import type { JobTerms } from '../../pipeline/jobs/job.ts';
import type { Bench } from '../../pipeline/jobs/job-runner.ts';
import type { PathMap } from '../../pipeline/jobs/path-map.ts';
import type { RedisAddress } from '../../pipeline/jobs/redis.ts';
import { RedisWire } from '../../pipeline/jobs/wire.ts';
import { createModelPool, createThreadPool } from '../../pipeline/pool.ts';
import { ConfigError } from '../../schemas/errors.ts';

export interface WorkshopSettings {
  readonly address: RedisAddress;
  readonly paths: PathMap;
  readonly threads: number;
  /** Digest of the code this worker was started with. */
  readonly code: string;
}

/** Opens what a worker builds the tasks of a run with: threads, or models that are asked through its coordinator. */
export class Workshop {
  readonly #settings: WorkshopSettings;
  readonly #asking = new Set<DistantModels>();
  #stopped = false;

  constructor(settings: WorkshopSettings) {
    this.#settings = settings;
  }

  /** A ConfigError where this machine has other inputs than the run, or none. */
  async open(terms: JobTerms): Promise<Bench> {
    const { address, paths, threads, code } = this.#settings;
    // Threads would load the new code, for jobs of the old.
    if (workerCodeDigest() !== code)
      throw new ConfigError('the code of this worker was changed after it was started; start it again');
    const settings = settingsHere(terms.settings, paths);
    const shared = catalogOf(settings.catalog, terms.catalogDigest);
    for (const [path, digest] of Object.entries(terms.files)) checkFile(paths.here(path), digest);
    if (terms.asksAt === null || settings.models === undefined)
      return { pool: createThreadPool(buildersOf(settings), threads, () => shared), broken: null };

    const models = await DistantModels.open(await RedisWire.open(address), terms.asksAt);
    this.#asking.add(models);
    if (this.#stopped) this.stopAsking();
    const close = async () => {
      this.#asking.delete(models);
      models.close();
    };
    try {
      const asker = new PromptAsker({ models, prompts: new PromptFolder(), roles: settings.models.roles });
      const { lock, write } = await createModelPool(buildersOf(settings), { asker }, threads, () => shared);
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

  /** Waits for no model any more: another worker goes on with the replies that come. */
  stopAsking(): void {
    this.#stopped = true;
    for (const models of this.#asking) models.end('this worker is being stopped');
  }
}

/** Settings with their paths as they are on this machine. */
function settingsHere({ questions, ...settings }: TaskSettings, paths: PathMap): TaskSettings {
  const catalog = paths.here(settings.catalog);
  return { ...settings, catalog, ...(questions === undefined ? {} : { questions: paths.here(questions) }) };
}

/** What is held in memory of the run's catalog; a ConfigError where it is another one. */
function catalogOf(path: string, expected: string): CatalogMemory {
  const catalog = openCatalog(path);
  try {
    const { digest } = catalog;
    if (digest !== expected)
      throw new ConfigError(
        `${path} is a catalog with digest ${digest.slice(0, 16)}, expected that of the run, ${expected.slice(0, 16)}`,
      );
    return catalog.inMemory();
  } finally {
    catalog.close();
  }
}

function checkFile(path: string, expected: string): void {
  if (!existsSync(path)) throw new ConfigError(`${path} is missing, which the run was started with`);
  if (sha256Of(path) !== expected) throw new ConfigError(`${path} holds something else than the run was started with`);
}
