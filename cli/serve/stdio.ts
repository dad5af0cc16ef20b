import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { diskFault } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { openEpisodes } from '../../shopping/episode/index.ts';
import { SEED } from '../defaults.ts';
import { openTasks } from '../eval/tasks.ts';
import { withInterrupt } from '../interrupt.ts';
import { type TextOptions, wholeOption } from '../option-values.ts';
import { tell } from '../terminal/sentence.ts';
import { gradedEpisode } from './control.ts';
import { LiveEpisodes } from './live-episodes.ts';
import { mcpServerOf } from './mcp.ts';
import { userOf } from './options.ts';
import { NoSuchTask, shelfOf } from './task-shelf.ts';

/** `result` is the file the grade is written to; standard error where left out. */
export type StdioOptions = TextOptions<'task' | 'split' | 'catalog' | 'user' | 'seed' | 'result'>;

/** One episode of a task as an MCP server on standard input and output; it is graded when it ends, or its client goes. */
export async function playOverStdio(path: string, options: StdioOptions): Promise<number> {
  const settings = {
    seed: wholeOption('seed', options.seed, { from: 0 }) ?? SEED,
    user: userOf(options.user),
    capacity: 1,
    idleMs: Number.POSITIVE_INFINITY,
    now: () => performance.now(),
  };
  return withInterrupt(async (signal) => {
    const {
      family,
      world: opened,
      source,
      ...tasks
    } = openTasks('play', path, {
      catalog: options.catalog,
      split: options.split,
      mayBeEmpty: true,
    });
    try {
      const { task } = taskOf({ family, world: opened, source, ...tasks }, options);
      const episodes = new LiveEpisodes(await openEpisodes(family, opened, source), settings);
      const live = episodes.open(task);
      let isWritten = false;
      const write = () => {
        if (isWritten) return;
        writeGrade(gradedEpisode(live), options.result);
        isWritten = true;
      };
      /** Writes the grade early. Where that fails, it is told once the client is gone: an agent is told nothing of it. */
      const writeEarly = () => {
        try {
          write();
        } catch {
          // Tried again at the end.
        }
      };
      const { view, look } = live;
      const server = serveStdio(() =>
        mcpServerOf({
          view,
          look,
          async turn(turn) {
            const seen = await live.turn(turn);
            // A client may end this process as soon as it has its answer.
            if (seen.end !== null) writeEarly();
            return seen;
          },
        }),
      );
      const gone = new AbortController();
      process.stdin.once('close', () => gone.abort()).once('end', () => gone.abort());
      const over = AbortSignal.any([signal, gone.signal]);
      if (!over.aborted) await once(over, 'abort');
      write();
      await server.close();
      return 0;
    } finally {
      opened.close();
    }
  });
}

function taskOf(tasks: Parameters<typeof shelfOf>[0], { task, split }: StdioOptions) {
  try {
    return shelfOf(tasks, split).find({ task });
  } catch (error) {
    if (error instanceof NoSuchTask) throw new ConfigError(`--task: ${error.message} in ${tasks.file}`);
    throw error;
  }
}

/** Tells the grade where no agent reads it. */
function writeGrade(graded: ReturnType<typeof gradedEpisode>, file: string | undefined): void {
  const { id: _, end, grade } = graded;
  if (file === undefined) {
    tell(process.stderr, `the episode ended (${end}) with a reward of ${grade.reward}`);
    return;
  }
  try {
    writeFileSync(file, `${JSON.stringify({ ...graded, id: undefined }, null, 2)}\n`);
  } catch (error) {
    throw diskFault(error, file) ?? error;
  }
}
