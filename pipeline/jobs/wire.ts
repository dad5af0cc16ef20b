import { type RedisAddress, redisPackages } from './redis.ts';

/** Carries messages to who listens; a message nobody hears is gone. */
export interface Wire {
  /** Resolves to how many heard it, however long that takes. */
  send(channel: string, message: string): Promise<number>;
  listen(channel: string, hear: (message: string) => void): Promise<void>;
  close(): void;
}

/** Opens Redis' publish and subscribe: a connection that listens can say nothing, so there are two. */
export async function openRedisWire(address: RedisAddress): Promise<Wire> {
  const packages = await redisPackages();
  const [speaking, listening] = [address.connect(packages), address.connect(packages)];
  for (const connection of [speaking, listening]) connection.on('error', () => {});
  return {
    send: (channel, message) => speaking.publish(channel, message),
    async listen(channel, hear) {
      listening.on('message', (on: string, message: string) => {
        if (on === channel) hear(message);
      });
      await listening.subscribe(channel);
    },
    close() {
      speaking.disconnect();
      listening.disconnect();
    },
  };
}
