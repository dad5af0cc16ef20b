import { once } from 'node:events';
import { basename, join } from 'node:path';
import type { EpisodeTask, UserKind } from '../../pipeline/episode.ts';
import { EVALUATIONS } from '../../pipeline/folder/layout.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { Outside } from '../../shopping/episode/drive.ts';
import {
  apply,
  describeTools,
  type EpisodeWorld,
  episode,
  gradeState,
  openEpisodes,
} from '../../shopping/episode/index.ts';
import { voiceDigest, wordingBy } from '../../shopping/episode/model-voices.ts';
import type { Summary } from '../../shopping/episode/summary.ts';
import { digestOf } from '../../text/digest.ts';
import { formatCount } from '../../text/numbers.ts';
import { SEED } from '../defaults.ts';
import { RESULTS } from '../eval/folder.ts';
import { openEvalModels } from '../eval/models.ts';
import { modelNamed } from '../eval/players.ts';
import { addSummary } from '../eval/summary-text.ts';
import { openTasks, type PlayedTasks } from '../eval/tasks.ts';
import { withInterrupt } from '../interrupt.ts';
import { personNamed } from '../play/person-folder.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { tell } from '../terminal/sentence.ts';
import { type LiveEpisode, LiveEpisodes } from './live-episodes.ts';
import { placeAndLimits, type ServeOptions } from './options.ts';
import { ServedFolder } from './served-folder.ts';
import { serveEpisodes } from './server.ts';
import { shelfOf, type TaskShelf } from './task-shelf.ts';

/** Sentences of shoppers that a model is asked for at once. */
const WORDED_AT_ONCE = 64;

/** Player behind the shopper of a server's episodes, with the digest of what decides its words. */
interface ServedUser {
  readonly user: UserKind;
  readonly userDigest: string;
  readonly outsideOf?: (task: EpisodeTask) => Outside;
  close?(): Promise<void>;
}

function servedUser(options: ServeOptions, folder: string, signal: AbortSignal): ServedUser {
  const { user = 'script' } = options;
  const model = modelNamed(user);
  if (model === null) {
    if (user !== 'script' && user !== 'published')
      throw new ConfigError(`--user is "${user}", expected script, published or model:<name>`);
    return { user, userDigest: digestOf('user', user) };
  }
  const say = (sentence: string) => tell(process.stderr, sentence);
  const onTrouble = (sentence: string) => say(`models: ${sentence}`);
  const place = { folder, concurrency: WORDED_AT_ONCE, signal, onTrouble };
  const { opened, roles, warnings } = openEvalModels({ shopper: model }, options, place);
  for (const warning of warnings) say(warning);
  const settings = roles.shopper as NonNullable<typeof roles.shopper>;
  return {
    user: 'model',
    userDigest: voiceDigest('shopper', settings),
    outsideOf: ({ id }) => ({ word: wordingBy(opened.models, settings, { task: id, trial: 1 }) }),
    close: () => opened.close(),
  };
}

/** Path for the episodes that come to their end, and their agent's name; null where nobody asked to keep them. */
function keptIn({ run, file }: PlayedTasks, { as, out }: ServeOptions): { path: string; agent: string } | null {
  if (as === undefined && out === undefined) return null;
  const agent = personNamed(as ?? 'served');
  return { agent, path: out ?? join(run?.path ?? join('out', 'eval', basename(file, '.jsonl')), EVALUATIONS, agent) };
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
  const { place, capacity, idleSeconds, limits, seed } = placeAndLimits(options);
  const settings = { seed, limits, capacity, idleMs: idleSeconds * 1000, now: () => performance.now() };
  return withInterrupt(async (signal) => {
    const tasks = openTasks('serve', path, { catalog: options.catalog, split: options.split, mayBeEmpty: true });
    const { family, run, source } = tasks;
    const shopper = servedUser(options, run?.path ?? tasks.file, signal);
    let kept: ServedFolder | null = null;
    try {
      const shelf = shelfOf(tasks, options.split);
      const world = await openEpisodes(family, tasks.world, source);
      // The first search would keep all other episodes waiting for it.
      world.kind.shared?.(world.place);
      const keep = keptIn(tasks, options);
      if (keep !== null) {
        const isAll = run !== null && !tasks.isFile && options.split === undefined;
        const file = isAll ? run.file(run.layout.accepted.path) : tasks.file;
        const { userDigest } = shopper;
        kept = new ServedFolder(keep.path, {
          ...{ family, world, file, catalog: tasks.world.path, agent: keep.agent, userDigest },
        });
      }
      const onOver = (live: LiveEpisode) => keepEpisode(kept, live);
      const { user, outsideOf } = shopper;
      const episodes = new LiveEpisodes(world, {
        ...{ ...settings, user, outsideOf, onOver },
        reward: rewardOf(options.reward, world, shelf),
      });
      const tools = describeTools(world.kind.tools({ program: false }));
      const server = await serveEpisodes({ episodes, shelf, tools, name: family.name }, place);
      const splits = shelf.splits.map(({ name, tasks: size }) => `${name} ${formatCount(size)}`).join(', ');
      const paths = `/openenv (OpenEnv), /nemo (NeMo Gym), / (ORS)${world.kind.text === undefined ? '' : ', /webshop (WebShop)'}`;
      // What is to be copied stands whole on a line of its own, however narrow the window is.
      output.write(
        [
          `serving tasks of ${family.name} (${splits})`,
          `${formatCount(capacity)} episodes at once, closed after ${formatCount(idleSeconds)} s without use`,
          `agents   ${server.agentUrl}/e/<episode>/mcp`,
          '         MCP, an address for each episode',
          `control  ${server.controlUrl}`,
          `         ${paths}`,
          `token    ${place.token}`,
          '         for all of control, as Authorization: Bearer <token>',
          ...(kept === null ? [] : [`episodes ${kept.path}`, '         summed up when the server ends']),
          'Ctrl-C ends it; docs/serve.md says how each client connects',
        ]
          .map((line) => `${line}\n`)
          .join(''),
      );
      if (!signal.aborted) await once(signal, 'abort');
      await server.close();
      return 0;
    } finally {
      const summary = kept?.close() ?? null;
      if (kept !== null && summary !== null) output.write(servedText(kept.path, summary, output));
      await shopper.close?.();
      tasks.world.close();
    }
  });
}

/** The results of the episodes that were kept, as `eval` prints them. */
function servedText(folder: string, summary: Summary, output: Output): string {
  const page = new Page(output);
  page.gap();
  addSummary(page, summary);
  page.gap();
  page.line(`${join(folder, RESULTS)}: every episode step by step, lost ones first, for a browser`);
  return `${page.text}\n`;
}

/** Keeps an episode that is over; where it cannot be written, its agent goes on all the same. */
function keepEpisode(kept: ServedFolder | null, live: LiveEpisode): void {
  try {
    kept?.add(live);
  } catch (error) {
    tell(process.stderr, `an episode of ${live.task.id} could not be kept: ${(error as Error).message}`);
  }
}
