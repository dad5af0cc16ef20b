import type { AgentView, Observation, ToolCall } from '../../../pipeline/episode.ts';
import type { AgentTurn, Player } from '../drive.ts';
import type { Look } from '../images.ts';

/** Episode as an agent's module is handed it: the task, and a way to call tools. */
export interface ModuleEpisode {
  readonly task: AgentView;
  /** Carries out calls of one turn, and resolves with what the agent sees. Rejects once the episode is over. */
  turn(calls: readonly ToolCall[], text?: string): Promise<Observation>;
  /** One call: resolves with its result. */
  call(tool: string, args?: object): Promise<Readonly<Record<string, unknown>>>;
  /** The pictures whose links stand in what the agent was told: the instruction, an observation, a result. */
  readonly look: Look;
}

export type ModuleAgent = (episode: ModuleEpisode) => Promise<unknown>;

/** Ends a module's function that goes on after its episode is over. */
class EpisodeOver extends Error {}

/** An agent that is a function: it runs on while the episode waits for its calls. Calls it makes at once are a turn each. */
export class ModulePlayer implements Player {
  #wants = Promise.withResolvers<AgentTurn | null>();
  #sees: PromiseWithResolvers<Observation> | null = null;
  /** The turn that was asked for last; whatever comes next waits for it. */
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(play: ModuleAgent, view: AgentView, look: Look) {
    const turn = (calls: readonly ToolCall[], text?: string): Promise<Observation> => {
      const seen = this.#last.then(() => this.#turn({ calls, text }));
      this.#last = seen.catch(() => {});
      return seen;
    };
    const episode: ModuleEpisode = {
      task: view,
      turn,
      look,
      async call(tool, args = {}) {
        const { results } = await turn([{ tool, arguments: args }]);
        return results[0]?.content ?? {};
      },
    };
    Promise.resolve()
      .then(() => play(episode))
      .then(
        // It may have made calls that it does not wait for.
        () => this.#whenSeen(() => this.#wants.resolve(null)),
        (error) => {
          this.#isOver = true;
          return this.#whenSeen(() =>
            error instanceof EpisodeOver ? this.#wants.resolve(null) : this.#wants.reject(error),
          );
        },
      );
    // Whoever waits for it next hears of it.
    this.#wants.promise.catch(() => {});
  }

  next(seen: Observation | null): Promise<AgentTurn | null> {
    if (seen !== null) this.#renew(() => this.#sees?.resolve(seen));
    return this.#wants.promise;
  }

  over(seen: Observation): void {
    this.#isOver = true;
    this.#renew(() => this.#sees?.resolve(seen));
  }

  #turn(turn: AgentTurn): Promise<Observation> {
    if (this.#isOver) throw new EpisodeOver('the episode is over');
    this.#sees = Promise.withResolvers<Observation>();
    this.#wants.resolve(turn);
    return this.#sees.promise;
  }

  async #whenSeen(act: () => void): Promise<void> {
    for (let last: Promise<unknown> | null = null; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
    act();
  }

  #renew(pass: () => void): void {
    this.#wants = Promise.withResolvers();
    this.#wants.promise.catch(() => {});
    pass();
  }
}
