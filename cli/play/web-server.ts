import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { jsonIn } from '../../schemas/json.ts';
import { Act, Rating, type Sitting } from '../../shopping/episode/person/index.ts';
import { look } from '../look.ts';
import { policyOf, scriptOf } from '../report/content-security.ts';
import type { Output } from '../terminal/output.ts';
import { sentence } from '../terminal/sentence.ts';
import type { Game } from './game.ts';
import { screenOf } from './screen.ts';

const DONE = 0;
const HOST = '127.0.0.1';
const HTTP_PORT = 80;
const LONGEST_BODY = 64 * 1024;

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, value: unknown): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
const refused = (status: number, error: string) => json(status, { error });

/** Body of a tab's post: the episode it shows, and the act or rating done in it. */
const Posted = z.strictObject({ episode: z.string(), act: z.unknown().optional(), rating: z.unknown().optional() });
const OTHER_EPISODE = 'Another tab has gone on to another task. Reload this page to see it; nothing was done here.';

/** Service behind the page of an episode, without a socket: requests in, replies out. */
export class PlayService {
  readonly #game: Game;
  readonly #document = playDocument();
  #task: EpisodeTask;
  #sitting: Sitting;

  constructor(game: Game, task: EpisodeTask) {
    this.#game = game;
    this.#task = task;
    this.#sitting = game.sit(task);
  }

  get policy(): string {
    return this.#document.policy;
  }

  reply(method: string, path: string, body: string): Reply {
    const asked = `${method} ${path}`;
    if (asked === 'GET /') return { status: 200, type: 'text/html; charset=utf-8', body: this.#document.markup };
    if (asked === 'GET /favicon.ico') return { status: 204, type: 'image/x-icon', body: '' };
    if (asked === 'GET /api/episode') return this.#screen();
    if (asked === 'POST /api/act') return this.#posted(body, ({ act }) => this.#act(act));
    if (asked === 'POST /api/rate') return this.#posted(body, ({ rating }) => this.#rate(rating));
    if (asked === 'POST /api/next') return this.#posted(body, () => this.#next());
    return refused(404, `there is no ${asked}`);
  }

  /** Does what a tab posts, unless it shows another episode than the one that is on. */
  #posted(body: string, reply: (posted: z.output<typeof Posted>) => Reply): Reply {
    const posted = Posted.safeParse(jsonIn(body));
    if (!posted.success)
      return refused(400, `expected {"episode", "act"} or {"episode", "rating"}: ${posted.error.issues[0]?.message}`);
    return posted.data.episode === this.#sitting.view.id ? reply(posted.data) : refused(409, OTHER_EPISODE);
  }

  #screen(): Reply {
    const { person, left, folder } = this.#game;
    const rating = this.#sitting.isOver ? folder.ratingOf(this.#task) : null;
    return json(200, screenOf(this.#sitting, { person, left, rating }));
  }

  #act(given: unknown): Reply {
    const act = Act.safeParse(given);
    if (!act.success) return refused(400, act.error.issues[0]?.message ?? 'no act');
    const done = this.#sitting.act(act.data);
    if ('refused' in done) return refused(409, done.refused);
    this.#game.settle(this.#task, this.#sitting);
    return this.#screen();
  }

  #rate(given: unknown): Reply {
    if (!this.#sitting.isOver) return refused(409, 'This episode is not over.');
    const rating = Rating.safeParse(given);
    if (!rating.success) return refused(400, rating.error.issues[0]?.message ?? 'no rating');
    this.#game.folder.rate(this.#task, rating.data);
    return this.#screen();
  }

  #next(): Reply {
    if (!this.#sitting.isOver) return refused(409, 'This episode is not over.');
    const { next } = this.#game;
    if (next === null) return refused(409, 'All tasks are played.');
    this.#task = next;
    this.#sitting = this.#game.sit(next);
    return this.#screen();
  }
}

/**
 * Tells whether a request comes from the page itself: another site's page may neither ask under a name of its own nor
 * post.
 */
export function isOwn({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>, port: number): boolean {
  const { host, origin, 'content-type': type = '' } = headers;
  // Browsers leave out the port that an address has without one.
  const endings = port === HTTP_PORT ? ['', `:${port}`] : [`:${port}`];
  const names = [HOST, 'localhost'].flatMap((name) => endings.map((ending) => `${name}${ending}`));
  if (!names.includes(host ?? '')) return false;
  if (origin !== undefined && !names.some((name) => origin === `http://${name}`)) return false;
  return method !== 'POST' || type.startsWith('application/json');
}

/** The body of a request; null where it is longer than any act. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, type, body }: Reply, policy: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(body);
}

/** Starts the server of a game on this machine only; a ConfigError says that a port is taken. */
export async function startServer(
  game: Game,
  task: EpisodeTask,
  port: number,
): Promise<{ server: Server; address: string }> {
  const service = new PlayService(game, task);
  const server = createServer(async (request, response) => {
    try {
      const { port: own } = server.address() as AddressInfo;
      if (!isOwn(request, own))
        return send(response, refused(403, 'only the page of this server may ask'), service.policy);
      const body = await bodyOf(request);
      if (body === null) return send(response, refused(413, 'that is too long'), service.policy);
      send(
        response,
        service.reply(request.method ?? 'GET', (request.url ?? '/').split('?')[0] ?? '/', body),
        service.policy,
      );
    } catch (error) {
      send(response, refused(500, error instanceof Error ? error.message : String(error)), service.policy);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      const reason = error.code === 'EACCES' ? 'may not be used by you' : 'is in use';
      reject(
        taken ? new ConfigError(`port ${port} ${reason}; give another --port, or leave it out for a free one`) : error,
      );
    });
    server.listen(port, HOST, resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return { server, address: `http://${HOST}:${own}/` };
}

/** Serves the page until it is interrupted. */
export async function servePage(
  game: Game,
  task: EpisodeTask,
  { port, output, signal }: { readonly port: number; readonly output: Output; readonly signal: AbortSignal },
): Promise<number> {
  const { server, address } = await startServer(game, task, port);
  const window = output.window ?? null;
  output.write(`${address}\n`);
  output.write(
    `${sentence(`open it in a browser; Ctrl-C ends it, and everything is kept in ${game.folder.path}`, window)}\n`,
  );
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
  return DONE;
}

const PAGES = { report: join(import.meta.dirname, '..', 'report', 'page'), play: join(import.meta.dirname, 'page') };

/** Scripts the browser runs, in this order; the first two are the report's. */
const SCRIPTS = [
  ['report', 'elements'],
  ['report', 'shown-text'],
  ['play', 'episode'],
  ['play', 'products'],
  ['play', 'forms'],
  ['play', 'shopper'],
  ['play', 'rating'],
  ['play', 'outcome'],
  ['play', 'page'],
] as const;

const own = (place: keyof typeof PAGES, name: string) => readFileSync(join(PAGES[place], name), 'utf8');

/** The page people play on, and what it may do: ask the server it came from. No data stand in it. */
function playDocument(): { readonly markup: string; readonly policy: string } {
  const script = scriptOf(SCRIPTS.map(([place, name]) => own(place, `${name}.js`)));
  const style = `${look()}${own('play', 'play.css')}`;
  const markup = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Cartwright: play</title>
<style>${style}</style>
${own('play', 'body.html')}<script>${script}</script>
</html>
`;
  return {
    markup,
    policy: policyOf(script, style, { 'connect-src': "'self'", 'img-src': 'data:', 'frame-ancestors': "'none'" }),
  };
}
