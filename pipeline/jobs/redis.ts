import type { Redis } from 'ioredis';
import { ConfigError } from '../../schemas/errors.ts';

type Packages = typeof import('bullmq') & { readonly Redis: typeof import('ioredis').Redis };

/** Loads what only work on several machines needs; both packages are optional. */
export async function redisPackages(): Promise<Packages> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { ...bullmq, Redis };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new ConfigError(
      'work on several machines needs the packages bullmq and ioredis, which are optional and not installed; install them with: npm install --include=optional',
      { cause },
    );
  }
}

const FIRST_ANSWER_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;

/** Redis may be away for a while: a connection is tried again until it is closed. */
const patientUntil = (closed: AbortSignal) => ({
  maxRetriesPerRequest: null,
  retryStrategy: (attempt: number) => (closed.aborted ? null : Math.min(attempt * 100, LONGEST_PAUSE_MS)),
});

/** A Redis by its address, which may hold a password. */
export class RedisAddress {
  readonly #url: string;
  /** For people: without user and password. */
  readonly text: string;

  constructor(url: string) {
    const parsed = URL.parse(url);
    if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '')
      throw new ConfigError(`--redis is no address of a Redis; expected one such as redis://10.0.0.5:6379`);
    this.#url = url;
    this.text = `${parsed.protocol}//${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
  }

  /** Options BullMQ makes connections from; once the signal aborts, one that breaks is not made again. */
  connection(closed: AbortSignal) {
    return { url: this.#url, ...patientUntil(closed) };
  }

  /** A connection that is made again whenever it breaks. */
  connect({ Redis }: Pick<Packages, 'Redis'>): Redis {
    return new Redis(this.#url, patientUntil(new AbortController().signal));
  }

  /** A ConfigError where nothing answers, or not to us. */
  async check({ Redis }: Pick<Packages, 'Redis'>): Promise<void> {
    const redis = new Redis(this.#url, {
      lazyConnect: true,
      retryStrategy: () => null,
      connectTimeout: FIRST_ANSWER_MS,
    });
    let last: Error | null = null;
    redis.on('error', (error: Error) => {
      last = error;
    });
    try {
      await redis.connect();
      await redis.ping();
    } catch (error) {
      throw new ConfigError(
        `--redis names ${this.text}, which does not answer (${(last ?? (error as Error)).message}); start a Redis there or name another`,
        { cause: error },
      );
    } finally {
      redis.disconnect();
    }
  }
}

/** Waits for what may never end, but not for longer. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, tooLong]);
  clearTimeout(timer);
}

/** Tells when a Redis goes and when it comes back. */
interface RedisWatch {
  on(away: (reason: string) => void, back: () => void): void;
  close(): void;
}

export async function watchRedis(address: RedisAddress): Promise<RedisWatch> {
  const line = address.connect(await redisPackages());
  line.on('error', () => {});
  let isAway = false;
  return {
    on(away, back) {
      let reason = 'the connection broke';
      line.on('error', ({ message }: Error) => {
        reason = message;
      });
      line.on('close', () => {
        if (!isAway) away(reason);
        isAway = true;
      });
      line.on('ready', () => {
        if (isAway) back();
        isAway = false;
      });
    },
    close() {
      isAway = true;
      line.disconnect();
    },
  };
}
