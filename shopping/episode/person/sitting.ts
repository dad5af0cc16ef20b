import type { AgentView, EpisodeEvent, EpisodeTask } from '../../../pipeline/episode.ts';
import type { Presentation, SentPicture } from '../../../pipeline/presentation.ts';
import { agentView, apply, type EpisodeState, replayed } from '../core.ts';
import { type Act, type Counter, counterOf, turnsOf } from './acts.ts';
import { Notebook, PLAIN, type Visit } from './notebook.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** Result of an act: what it showed; a sentence where it was not carried out. */
type Acted = { readonly visits: readonly Visit[] } | { readonly refused: string };

/** A person in an episode, who is shown views and observations alone; only `outcome` looks at the answer. */
export class Sitting {
  readonly view: AgentView;
  readonly presentation: Presentation;
  readonly counter: Counter;
  readonly notebook: Notebook;
  readonly #task: EpisodeTask;
  readonly #onEvent: (event: EpisodeEvent) => void;
  #state: EpisodeState;
  #outcome: Outcome | null = null;

  /** Goes on after a journal, which is empty at first; `onEvent` is told of each event before it counts. */
  constructor(
    start: EpisodeState,
    task: EpisodeTask,
    journal: readonly EpisodeEvent[],
    onEvent: (event: EpisodeEvent) => void,
  ) {
    this.view = agentView(start);
    this.presentation = start.setting.kind.presentation ?? PLAIN;
    const { presentation, view } = this;
    const { faces, unseen, idle, known } = presentation;
    const nowhere = [...unseen, ...(idle?.(task.staged) ?? [])];
    this.counter = counterOf(view.tools, { faces, unseen: nowhere }, known?.(view.instruction));
    this.notebook = new Notebook(this.presentation);
    this.#task = task;
    this.#onEvent = onEvent;
    this.#state = start;
    for (const { event, state, observation } of replayed(start, journal)) {
      this.#state = state;
      this.notebook.note(event, observation);
    }
  }

  get state(): EpisodeState {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#state.end !== null;
  }

  get stepsLeft(): number {
    return this.view.limits.steps - this.#state.steps;
  }

  /** The pictures whose links the shopper has told so far. */
  get pictures(): readonly SentPicture[] {
    const said = this.notebook.visits.flatMap(({ shown }) => (shown.kind === 'reply' ? [shown.text] : []));
    const told = [this.view.instruction, ...said].join('\n');
    return this.presentation.pictures?.(this.#task.staged).filter(({ link }) => told.includes(link)) ?? [];
  }

  /** Does what a person wants done. */
  act(act: Act): Acted {
    if (this.isOver) return { refused: 'The episode is over.' };
    const before = this.notebook.visits.length;
    if (act.act === 'give-up') {
      this.#send({ type: 'end', end: 'gave_up', detail: 'the person gave up' });
      return { visits: [] };
    }
    const turns = turnsOf(act, this.counter);
    if (turns === null) return { refused: `There is no tool to ${act.act} a product with.` };
    for (const calls of turns) {
      if (this.isOver) break;
      this.#send({ type: 'turn', calls });
      // What follows asks about the same thing, and would be refused too.
      if (this.notebook.visits.at(-1)?.shown.kind === 'refused') break;
    }
    return { visits: this.notebook.visits.slice(before) };
  }

  /** Outcome of the episode; null while it goes on. */
  get outcome(): Outcome | null {
    if (!this.isOver) return null;
    this.#outcome ??= outcomeOf(this.#state, this.#task, this.notebook, this.presentation);
    return this.#outcome;
  }

  #send(event: EpisodeEvent): void {
    this.#onEvent(event);
    let step = apply(this.#state, event);
    if (step.observation === null) {
      // A tool that waits for a model or a program: people play without either.
      const end: EpisodeEvent = { type: 'end', end: 'environment_error', detail: 'a tool waits for what is not there' };
      this.#onEvent(end);
      step = apply(step.state, end);
    }
    this.#state = step.state;
    this.notebook.note(event, step.observation);
  }
}
