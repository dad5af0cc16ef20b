import type { Redis } from 'ioredis';
import { type RedisAddress, redisPackages } from './redis.ts';

/** Carries messages to who listens; a message nobody hears is gone. */
export interface Wire {
  /** Resolves to how many heard it, however long that takes. */
  send(channel: string, message: string): Promise<number>;
  listen(channel: string, hear: (message: string) => void): Promise<void>;
  close(): void;
}

/** Redis' publish and subscribe: a connection that listens can say nothing, so there are two. */
export class RedisWire implements Wire {
  readonly #speaking: Redis;
  readonly #listening: Redis;

  private constructor(speaking: Redis, listening: Redis) {
    this.#speaking = speaking;
    this.#listening = listening;
    for (const connection of [speaking, listening]) connection.on('error', () => {});
  }

  static async open(address: RedisAddress): Promise<RedisWire> {
    const packages = await redisPackages();
    return new RedisWire(address.connect(packages), address.connect(packages));
  }

  send(channel: string, message: string): Promise<number> {
    return this.#speaking.publish(channel, message);
  }

  async listen(channel: string, hear: (message: string) => void): Promise<void> {
    this.#listening.on('message', (on: string, message: string) => {
      if (on === channel) hear(message);
    });
    await this.#listening.subscribe(channel);
  }

  close(): void {
    this.#speaking.disconnect();
    this.#listening.disconnect();
  }
}
