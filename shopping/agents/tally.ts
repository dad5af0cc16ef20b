import type { AgentResult } from '../../pipeline/records.ts';
import type { Report, Violation } from '../../schemas/violation.ts';
import type { Agent } from './roster.ts';

/**
 * End of an agent's attempt at one sample: the number of products it could not tell apart any more, and how many of
 * them are right.
 */
interface Outcome {
  readonly left: number;
  readonly right: number;
}

/** Facts of a sample beside an agent's attempt at it. */
interface Told {
  /** True where the proof says that what the agent leaves out decides nothing there. */
  readonly mayWin?: boolean;
  /** Requirements that it learned where they should not stand, with the words that say them. */
  readonly overheard?: readonly string[];
  readonly report: Report;
}

interface Row {
  readonly agent: Agent;
  played: number;
  won: number;
  mayWin: number;
  guessing: number;
  /** Chances of agents that look at nothing, summed up. */
  chance: number;
}

/** Luck that happens less often than this is none. */
const LEAST_LUCK = 1e-4;

/** Counts the wins of agents, and reports those that must not be and the losses that must not be. */
export class AgentTally {
  readonly #rows = new Map<string, Row>();

  constructor(agents: readonly Agent[]) {
    for (const agent of agents)
      this.#rows.set(agent.name, { agent, played: 0, won: 0, mayWin: 0, guessing: 0, chance: 0 });
  }

  play(agent: Agent, { left, right }: Outcome, { mayWin = false, overheard = [], report }: Told): void {
    const row = this.#row(agent);
    const won = left > 0 && right === left;
    row.played += 1;
    row.won += Number(won);
    row.guessing += left === 0 ? 0 : right / left;
    row.mayWin += Number(agent.kind === 'oracle' || mayWin);
    if (agent.kind === 'oracle' && !won)
      report('oracle_loses', `an agent that reads and asks everything is left with ${left}, of which ${right} right`);
    if (agent.kind === 'withheld' && won && !mayWin)
      report(
        'agent_wins',
        `${agent.name} is left with nothing but right answers, and the proof says it is not${
          overheard.length === 0 ? '' : `; it learns ${overheard.join(' and ')}`
        }`,
      );
  }

  /** An agent that does not look at samples: `chance` is that of a hit. */
  playBlind(agent: Agent, isRight: boolean, chance: number): void {
    const row = this.#row(agent);
    row.played += 1;
    row.won += Number(isRight);
    row.guessing += Number(isRight);
    row.chance += chance;
  }

  /** Agents that win more often by looking at nothing than luck explains. */
  violations(where: string): Violation[] {
    return [...this.#rows.values()].flatMap(({ agent, won, chance, played }) =>
      agent.kind === 'blind' && won > mostByLuck(chance)
        ? [
            {
              where,
              code: 'agent_wins',
              detail: `${agent.name} looks at no sample and wins ${won} of ${played}, at most ${mostByLuck(chance)} can be luck`,
            },
          ]
        : [],
    );
  }

  /** The agents that played at all. */
  get results(): AgentResult[] {
    return [...this.#rows.values()]
      .filter(({ played }) => played > 0)
      .map(({ agent, played, won, mayWin, guessing, chance }) => ({
        agent: agent.name,
        played,
        won,
        may_win: agent.kind === 'blind' ? mostByLuck(chance) : mayWin,
        guessing,
      }));
  }

  #row(agent: Agent): Row {
    const row = this.#rows.get(agent.name);
    if (row === undefined) throw new RangeError(`${agent.name} is none of the agents of this run`);
    return row;
  }
}

/** The most hits that luck explains where so many are expected: more happen once in ten thousand runs (Poisson). */
export function mostByLuck(expected: number): number {
  if (expected === 0) return 0;
  // So many are as good as normally distributed, and the sum below cannot be begun.
  if (expected > 500) return Math.ceil(expected + 3.72 * Math.sqrt(expected));
  let hits = 0;
  let term = Math.exp(-expected);
  let more = 1 - term;
  while (more > LEAST_LUCK) {
    hits += 1;
    term *= expected / hits;
    more -= term;
  }
  return hits;
}
