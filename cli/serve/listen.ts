import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ConfigError } from '../../schemas/errors.ts';

export interface Listener {
  readonly server: Server;
  /** Such as http://127.0.0.1:8420. */
  readonly url: string;
  close(): Promise<void>;
}

interface Place {
  readonly host: string;
  /** Any free one for 0. */
  readonly port: number;
  /** Prefix of "port" and "host" in the names of their options, for error messages. */
  readonly option: '' | 'control-';
}

/**
 * Time in ms after which an idle connection is closed: agents think for minutes between two calls, and one that is closed while
 * the next is sent breaks it.
 */
const IDLE_MS = 15 * 60_000;

const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Answers requests at a port; a ConfigError says why it cannot. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port, option }: Place,
): Promise<Listener> {
  // The process's own Request and Response stay what they are.
  const server = createServer(
    { keepAliveTimeout: IDLE_MS },
    getRequestListener(fetch, { overrideGlobalObjects: false }),
  );
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    throw new ConfigError(whyNot(error as NodeJS.ErrnoException, { host, port, option }));
  }
  server.off('error', reject);
  return {
    server,
    url: `http://${inAddress(host)}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function whyNot({ code, message }: NodeJS.ErrnoException, { host, port, option }: Place): string {
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; name another with --${option}port, or 0 for a free one`;
  if (code === 'EACCES')
    return `port ${port} needs rights this process has not; name one from 1024 up with --${option}port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `--${option}host is "${host}", which is no address of this machine; 127.0.0.1 is one, and 0.0.0.0 stands for all`;
  return `cannot listen at ${host}:${port}: ${message}`;
}
