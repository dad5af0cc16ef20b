import { createHash, timingSafeEqual } from 'node:crypto';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import { answering, controlRoutes, type Served } from './control.ts';
import { type Listener, listen } from './listen.ts';
import { mcpRoutes, type TokenEpisodes } from './mcp.ts';
import { nemoGymRoutes } from './nemo-gym.ts';
import { openEnvRoutes, playOnSocket } from './openenv.ts';
import { orsRoutes } from './ors.ts';
import { webShopRoutes } from './webshop.ts';

interface ServerSettings {
  /** Host and port where agents play. */
  readonly host: string;
  readonly port: number;
  /** Host and port where episodes are opened, graded and closed. */
  readonly controlHost: string;
  readonly controlPort: number;
  /** Secret that every request for control has to bring. */
  readonly token: string;
  /** The address agents see, where it is not the one listened at. */
  readonly publicUrl?: string | undefined;
}

/** A server that runs: one listener for agents, one for whoever runs them. */
export interface EpisodeServer {
  readonly agentUrl: string;
  readonly controlUrl: string;
  close(): Promise<void>;
}

const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);
/** Time in ms between two searches for episodes that rest. */
const REAP_EVERY_MS = 5000;

const STOPPED = { end: 'infrastructure_error', detail: 'the server was stopped' } as const;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A path without the token it may begin with. */
const pathOf = (url: string) => new URL(url).pathname.replace(/^\/t\/[^/]+(?=\/|$)/, '') || '/';

/** Tells whether a request brings the token: as a bearer, as a key, or as the first part of its path after /t/. */
function isAllowed({ url, headers }: Pick<Request, 'url' | 'headers'>, token: string): boolean {
  const wanted = digest(token);
  const given = [
    /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1],
    headers.get('x-api-key'),
    /^\/t\/([^/]+)/.exec(new URL(url).pathname)?.[1],
  ];
  return given.some((one) => one != null && timingSafeEqual(digest(one), wanted));
}

const NOT_ALLOWED =
  'the token is missing or wrong; send the one the server printed when it started, as Authorization: Bearer <token>';

/** Turns away what a page of a browser sends here by another name than this machine's, or the one it is known by. */
function localOnly(inner: Hono, publicUrl: string | undefined): Hono {
  const known = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const hosts = [...localhostAllowedHostnames(), ...known];
  const origins = [...localhostAllowedOrigins(), ...known];
  return new Hono()
    .use(async ({ req }, next) => {
      const refused = hostHeaderValidationResponse(req.raw, hosts) ?? originValidationResponse(req.raw, origins);
      if (refused !== undefined) return refused;
      await next();
      return undefined;
    })
    .route('/', inner);
}

/** Application that agents reach: their episodes and nothing else. */
export function agentApp({ episodes }: { readonly episodes: TokenEpisodes }, host: string, publicUrl?: string): Hono {
  const app = answering().route('/', mcpRoutes(episodes));
  return LOCAL.has(host) ? localOnly(app, publicUrl) : app;
}

/** Application for whoever runs agents, which takes the token: control, and the wires that bring rewards. */
export function controlApp(served: Served, token: string): Hono {
  const guard = new Hono({ getPath: ({ url }) => pathOf(url) }).use(async ({ req, json }, next) => {
    if (!isAllowed(req.raw, token)) return json({ detail: NOT_ALLOWED }, 401, { 'WWW-Authenticate': 'Bearer' });
    await next();
    return undefined;
  });
  return answering(guard)
    .route('/', controlRoutes(served))
    .route('/openenv', openEnvRoutes(served))
    .route('/nemo', nemoGymRoutes(served))
    .route('/webshop', webShopRoutes(served))
    .route('/', orsRoutes(served));
}

const MOST_MESSAGE_BYTES = 256 << 10;

/** Why a socket is not taken; null where it is. A target that is no path of ours is refused before it is read as one. */
function refusalOf(target: string, isKnown: (asked: string) => boolean, url: string): string | null {
  if (!target.startsWith('/') || !URL.canParse(`${url}${target}`)) return '400 Bad Request';
  const asked = `${url}${target}`;
  if (!isKnown(asked)) return '401 Unauthorized';
  return pathOf(asked) === '/openenv/ws' ? null : '404 Not Found';
}

/** Takes sockets of OpenEnv's clients. */
function takeSockets({ server, url }: Listener, served: Served, token: string): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES });
  server.on('upgrade', (request, socket, head) => {
    // Node listens to no error of a socket that is upgraded; one that nobody hears would end the process.
    socket.on('error', () => socket.destroy());
    const target = request.url ?? '/';
    const headers = new Headers();
    for (const name of ['authorization', 'x-api-key']) headers.set(name, String(request.headers[name] ?? ''));
    const refusal = refusalOf(target, (asked) => isAllowed({ url: asked, headers }, token), url);
    if (refusal !== null) {
      socket.once('finish', () => socket.destroy());
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => playOnSocket(served, client));
  });
  return sockets;
}

export async function serveEpisodes(
  given: Omit<Served, 'agentUrl'>,
  { host, port, controlHost, controlPort, token, publicUrl }: ServerSettings,
): Promise<EpisodeServer> {
  const { episodes } = given;
  let agents: Listener | undefined;
  const served: Served = { ...given, agentUrl: () => publicUrl ?? agents?.url ?? '' };
  agents = await listen(agentApp(served, host, publicUrl).fetch, { host, port, option: '' });
  let control: Listener;
  try {
    const place = { host: controlHost, port: controlPort, option: 'control-' } as const;
    control = await listen(controlApp(served, token).fetch, place);
  } catch (error) {
    await agents.close();
    throw error;
  }
  const sockets = takeSockets(control, served, token);
  const reaper = setInterval(() => episodes.reap(), REAP_EVERY_MS);
  return {
    agentUrl: served.agentUrl(),
    controlUrl: control.url,
    async close() {
      clearInterval(reaper);
      for (const socket of sockets.clients) socket.terminate();
      for (const { live } of episodes.list()) episodes.close(live.id, STOPPED);
      await Promise.all([agents.close(), control.close()]);
    },
  };
}
