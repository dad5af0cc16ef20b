import type { EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { Sitting } from '../../shopping/episode/person/index.ts';
import { NearestIds } from '../nearest.ts';
import type { PersonFolder } from './person-folder.ts';

/** One person at the tasks of a run or a split. */
export class Game {
  readonly person: string;
  readonly tasks: readonly EpisodeTask[];
  readonly folder: PersonFolder;
  readonly #file: string;

  constructor(person: string, file: string, tasks: readonly EpisodeTask[], folder: PersonFolder) {
    this.person = person;
    this.#file = file;
    this.tasks = tasks;
    this.folder = folder;
  }

  /** The task of an id, the one agents know it by among them; a ConfigError names the nearest where there is none. */
  taskNamed(id: string): EpisodeTask {
    const task = this.tasks.find((one) => one.id === id || one.agentId === id);
    if (task === undefined) {
      const nearest = new NearestIds(id);
      for (const one of this.tasks) nearest.add(one.id);
      throw new ConfigError(`--task is "${id}", and ${this.#file} has no such task; ${nearest.hint}`);
    }
    const progress = this.folder.progress(task);
    if (progress.kind === 'played')
      throw new ConfigError(
        `${task.id} was played by ${this.person} already, and ${progress.record.grade.success ? 'won' : 'lost'}; name another task, or yourself differently with --as`,
      );
    return task;
  }

  /** The task to be played next: one left unfinished, or else one not begun; null where everything was played. */
  get next(): EpisodeTask | null {
    const left = (kind: 'unfinished' | 'new') => this.tasks.find((task) => this.folder.progress(task).kind === kind);
    return left('unfinished') ?? left('new') ?? null;
  }

  get left(): number {
    return this.tasks.filter((task) => this.folder.progress(task).kind !== 'played').length;
  }

  /** Sits down to a task; whatever happens is kept at once, and the end is graded and written. */
  sit(task: EpisodeTask): Sitting {
    const { start, journal } = this.folder.resume(task);
    const sitting = new Sitting(start, task, journal, (event) => this.folder.note(task, event));
    this.settle(task, sitting);
    return sitting;
  }

  /** Writes an episode among the played ones if it is over. */
  settle(task: EpisodeTask, sitting: Sitting): void {
    if (sitting.isOver) this.folder.finish(task, sitting.state);
  }
}
