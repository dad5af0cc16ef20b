import { basename, dirname, join } from 'node:path';
import { EVALUATIONS } from '../../pipeline/folder/layout.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { openEpisodes } from '../../shopping/episode/index.ts';
import { formatCount } from '../../text/numbers.ts';
import { addSummary } from '../eval/summary-text.ts';
import { openTasks, type PlayedTasks } from '../eval/tasks.ts';
import { withInterrupt } from '../interrupt.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { Game } from './game.ts';
import { PersonFolder, personNamed } from './person-folder.ts';
import { reportRatings } from './ratings.ts';
import { playInTerminal } from './terminal.ts';
import { servePage } from './web-server.ts';

export interface PlayOptions {
  readonly task?: string | undefined;
  readonly as?: string | undefined;
  readonly split?: string | undefined;
  readonly catalog?: string | undefined;
  readonly list?: boolean | undefined;
  /** A file for what people think of the tasks; true where it is only to be shown. */
  readonly ratings?: string | true | undefined;
  readonly web?: boolean | undefined;
  readonly port?: string | undefined;
}

const DONE = 0;
const HUMAN = 'human';
const MOST_PORTS = 65_535;

/** The port of the page; 0 for any that is free. */
function portOf({ port, web }: PlayOptions): number {
  if (port === undefined) return 0;
  if (web !== true) throw new ConfigError('--port is for the page; add --web, or leave it out');
  const number = Number(port);
  if (/^\d+$/.test(port) && number >= 1 && number <= MOST_PORTS) return number;
  throw new ConfigError(`--port is "${port}", expected a number from 1 to ${MOST_PORTS}`);
}

/** Folder of a person's episodes: the one eval writes those of an agent of that name to. */
const folderOf = ({ run, file }: PlayedTasks, person: string) =>
  join(run?.path ?? join('out', 'eval', basename(file, '.jsonl')), EVALUATIONS, person);

/** Has a person play one task, in the terminal or on a local page. */
export async function play(
  path: string,
  options: PlayOptions,
  { output = standardOutput(), input = process.stdin }: { output?: Output; input?: NodeJS.ReadableStream } = {},
): Promise<number> {
  const person = personNamed(options.as ?? HUMAN);
  const port = portOf(options);
  return withInterrupt(async (signal) => {
    const opened = openTasks('play', path, { catalog: options.catalog, split: options.split });
    const { family, world: catalog, source, tasks, file } = opened;
    try {
      if (options.ratings !== undefined) {
        reportRatings(dirname(folderOf(opened, person)), options.ratings, output);
        return DONE;
      }
      const world = await openEpisodes(family, catalog, source);
      const origin = { family: family.name, file, catalog: catalog.path, tasks };
      const folder = new PersonFolder(folderOf(opened, person), person, world, origin);
      try {
        const game = new Game(person, file, tasks, folder);
        if (options.list === true) {
          output.write(`${listOf(game, output)}\n`);
          return DONE;
        }
        const task = options.task === undefined ? game.next : game.taskNamed(options.task);
        if (task === null) {
          output.write(`${listOf(game, output)}\n`);
          return DONE;
        }
        if (options.web === true) return await servePage(game, task, { port, output, signal });
        return await playInTerminal(game, task, { output, input, signal });
      } finally {
        folder.close();
      }
    } finally {
      catalog.close();
    }
  });
}

/**
 * Lists how far a person has come with each task, and sums it up. What is still to be played goes by the id agents know,
 * which says nothing of the task.
 */
export function listOf({ tasks, folder, person, left }: Game, output: Output): string {
  const page = new Page(output);
  const rows = tasks.map((task): Cell[] => {
    const progress = folder.progress(task);
    if (progress.kind !== 'played')
      return [
        { text: task.agentId },
        { text: progress.kind === 'new' ? '–' : 'unfinished' },
        { text: '' },
        { text: '' },
      ];
    const { grade, steps } = progress.record;
    return [
      { text: task.id },
      { text: grade.success ? 'won' : 'lost', style: grade.success ? 'green' : 'red' },
      { text: formatCount(steps) },
      { text: formatCount(grade.questions.asked) },
    ];
  });
  page.table(['task', person, 'steps', 'questions'], rows);
  page.gap();
  if (left < tasks.length) addSummary(page, folder.summary);
  page.gap();
  page.line(
    left === 0
      ? `${person} has played all ${formatCount(tasks.length)} tasks: ${folder.path}`
      : `${person} has played ${formatCount(tasks.length - left)} of ${formatCount(tasks.length)} tasks: ${folder.path}`,
  );
  return page.text;
}
