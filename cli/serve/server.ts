import { createHash, timingSafeEqual } from 'node:crypto';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { answering, controlRoutes, type Served } from './control.ts';
import { type Listener, listen } from './listen.ts';
import { mcpRoutes } from './mcp.ts';

export interface ServerSettings {
  readonly host: string;
  /** Where agents play. */
  readonly port: number;
  /** Where episodes are opened, graded and closed. */
  readonly controlPort: number;
  /** What every request for control has to bring. */
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
/** How often episodes that rest are looked for. */
const REAP_EVERY_MS = 5000;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Lets requests through that bring the token: as a bearer, as a key, or as the first part of their path. */
function guarded(inner: Hono, token: string): (request: Request) => Response | Promise<Response> {
  const wanted = digest(token);
  const isToken = (given: string | null | undefined) => given != null && timingSafeEqual(digest(given), wanted);
  return (request) => {
    const { headers } = request;
    const bearer = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
    if (isToken(bearer) || isToken(headers.get('x-api-key'))) return inner.fetch(request);
    const url = new URL(request.url);
    const [, first, rest] = /^\/t\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
    if (!isToken(first)) {
      const detail = `the token is ${bearer === undefined && first === undefined ? 'missing' : 'wrong'}; send the one the server printed when it started, as Authorization: Bearer <token>`;
      return Response.json({ detail }, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    url.pathname = rest ?? '/';
    return inner.fetch(new Request(url, request));
  };
}

/** Turns away what a page of a browser sends here by another name of this machine. */
function localOnly(inner: Hono): Hono {
  const [hosts, origins] = [localhostAllowedHostnames(), localhostAllowedOrigins()];
  return new Hono()
    .use(async ({ req }, next) => {
      const refused = hostHeaderValidationResponse(req.raw, hosts) ?? originValidationResponse(req.raw, origins);
      if (refused !== undefined) return refused;
      await next();
      return undefined;
    })
    .route('/', inner);
}

/** What agents reach: their episodes and nothing else. */
export const agentApp = ({ episodes }: Pick<Served, 'episodes'>, host: string): Hono => {
  const app = answering().route('/', mcpRoutes(episodes));
  return LOCAL.has(host) ? localOnly(app) : app;
};

/** What whoever runs agents reaches, with the token. */
export const controlApp = (served: Served, token: string) => guarded(controlRoutes(served), token);

/** Serves episodes until it is closed. */
export async function serveEpisodes(
  { episodes, shelf, name }: Omit<Served, 'agentUrl'>,
  { host, port, controlPort, token, publicUrl }: ServerSettings,
): Promise<EpisodeServer> {
  let agents: Listener | undefined;
  const served: Served = { episodes, shelf, name, agentUrl: () => publicUrl ?? agents?.url ?? '' };
  agents = await listen(agentApp(served, host).fetch, { host, port, option: '--port' });
  let control: Listener;
  try {
    control = await listen(controlApp(served, token), { host, port: controlPort, option: '--control-port' });
  } catch (error) {
    await agents.close();
    throw error;
  }
  const reaper = setInterval(() => episodes.reap(), REAP_EVERY_MS);
  return {
    agentUrl: served.agentUrl(),
    controlUrl: control.url,
    async close() {
      clearInterval(reaper);
      for (const { live } of episodes.list()) episodes.close(live.id);
      await Promise.all([agents.close(), control.close()]);
    },
  };
}
