import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { ConfigError } from '../../schemas/errors.ts';
import {
  apply,
  describeTools,
  type EpisodeWorld,
  episode,
  gradeState,
  openEpisodes,
} from '../../shopping/episode/index.ts';
import { formatCount } from '../../text/numbers.ts';
import { wholeOption } from '../eval/options.ts';
import { openTasks } from '../eval/tasks.ts';
import { withInterrupt } from '../interrupt.ts';
import { type Output, standardOutput } from '../output.ts';
import { LiveEpisodes } from './live-episodes.ts';
import { serveEpisodes } from './server.ts';
import { shelfOf, type TaskShelf } from './task-shelf.ts';

export interface ServeOptions {
  readonly split?: string | undefined;
  readonly catalog?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly controlPort?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly token?: string | undefined;
  readonly capacity?: string | undefined;
  readonly idleSeconds?: string | undefined;
  readonly user?: string | undefined;
  readonly seed?: string | undefined;
  readonly steps?: string | undefined;
  readonly reward?: string | undefined;
}

const PORT = 8420;
const MOST_PORT = 65_535;
const CAPACITY = 4096;
const IDLE_SECONDS = 1800;
const SEED = 42;
const SHORTEST_TOKEN = 16;
const TOKEN_BYTES = 24;

/** The token of --token or CARTWRIGHT_TOKEN; a new one where neither is set. */
function tokenOf(given: string | undefined): string {
  if (given === undefined) return randomBytes(TOKEN_BYTES).toString('base64url');
  if (given.length >= SHORTEST_TOKEN && /^[\w.~-]+$/.test(given)) return given;
  throw new ConfigError(
    `--token (or CARTWRIGHT_TOKEN) has ${given.length} characters, expected at least ${SHORTEST_TOKEN} of letters, digits, ".", "_", "~" and "-"; leave it out for one that is made`,
  );
}

function publicUrlOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/+$/, '');
  throw new ConfigError(`--public-url is "${given}", expected an address such as https://shop.example.org`);
}

export function userOf(given = 'script'): 'script' | 'published' {
  if (given === 'script' || given === 'published') return given;
  throw new ConfigError(`--user is "${given}", expected script or published; a model words the shopper only in eval`);
}

/** The score named to be paid; a ConfigError where grades have none of its name. */
function rewardOf(given: string | undefined, world: EpisodeWorld, shelf: TaskShelf): string | undefined {
  const task = shelf.splits[0] === undefined ? undefined : shelf.in(shelf.splits[0].name)[0]?.task;
  if (given === undefined || task === undefined) return undefined;
  const untouched = apply(episode(task, world, { seed: SEED, user: 'script' }), {
    ...{ type: 'end', end: 'gave_up', detail: 'nothing was done' },
  }).state;
  const scores = Object.keys(gradeState(untouched, task).scores);
  if (scores.includes(given)) return given;
  throw new ConfigError(`--reward is "${given}", expected a score of these tasks: ${scores.join(', ')}`);
}

/** Serves the tasks of a run or a split to agents of any kind, until it is asked to stop. */
export async function serve(path: string, options: ServeOptions, output: Output = standardOutput()): Promise<number> {
  const port = wholeOption('port', options.port, { from: 0, to: MOST_PORT }) ?? PORT;
  const controlPort =
    wholeOption('control-port', options.controlPort, { from: 0, to: MOST_PORT }) ?? (port === 0 ? 0 : port + 1);
  const token = tokenOf(options.token ?? process.env.CARTWRIGHT_TOKEN);
  const idleSeconds = wholeOption('idle-seconds', options.idleSeconds) ?? IDLE_SECONDS;
  const steps = wholeOption('steps', options.steps);
  const settings = {
    seed: wholeOption('seed', options.seed, { from: 0 }) ?? SEED,
    user: userOf(options.user),
    limits: steps === undefined ? undefined : { steps },
    capacity: wholeOption('capacity', options.capacity) ?? CAPACITY,
    idleMs: idleSeconds * 1000,
    now: () => performance.now(),
  };
  const place = {
    host: options.host ?? '127.0.0.1',
    port,
    controlPort,
    token,
    publicUrl: publicUrlOf(options.publicUrl),
  };
  return withInterrupt(async (signal) => {
    const tasks = openTasks('serve', path, { catalog: options.catalog, split: options.split });
    try {
      const { family } = tasks;
      const shelf = shelfOf(tasks, options.split);
      const world = await openEpisodes(family, tasks.world, tasks.source);
      const episodes = new LiveEpisodes(world, { ...settings, reward: rewardOf(options.reward, world, shelf) });
      const tools = describeTools(world.kind.tools({ program: false }));
      const server = await serveEpisodes({ episodes, shelf, tools, name: family.name }, place);
      const splits = shelf.splits.map(({ name, tasks: size }) => `${name} ${formatCount(size)}`).join(', ');
      output.write(
        [
          `serving tasks of ${family.name} (${splits}), ${formatCount(settings.capacity)} episodes at once, closed after ${formatCount(idleSeconds)} s without use`,
          `agents   ${server.agentUrl}/e/<episode>/mcp   MCP, an address for each episode`,
          `control  ${server.controlUrl}   with Authorization: Bearer ${token}`,
          `         ${server.controlUrl}/openenv (OpenEnv), /nemo (NeMo Gym), / (ORS)${world.kind.text === undefined ? '' : ', /webshop (WebShop)'}, with the same token`,
          'Ctrl-C ends it; docs/serve.md says how each client connects\n',
        ].join('\n'),
      );
      if (!signal.aborted) await once(signal, 'abort');
      await server.close();
      return 0;
    } finally {
      tasks.world.close();
    }
  });
}
