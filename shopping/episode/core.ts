import type {
  AgentView,
  Awaited,
  EpisodeEnd,
  EpisodeEvent,
  EpisodeKind,
  EpisodeTask,
  Grade,
  Limits,
  Observation,
  OpinionVerdicts,
  Outcome,
  Played,
  ShopperTurn,
  Tool,
  ToolCall,
  ToolResult,
  UserKind,
} from '../../pipeline/episode.ts';
import type { World } from '../../pipeline/world.ts';
import { nestsDeeper } from '../../text/nesting.ts';
import { issueText } from './issue-text.ts';
import { describeTools } from './tool.ts';

/** Settings that decide an episode besides its task and its world. */
interface EpisodeSettings {
  readonly seed: number;
  readonly user: UserKind;
  /** The paper's limits where left out. */
  readonly limits?: Partial<Limits> | undefined;
  /** True where the agent may run programs. */
  readonly program?: boolean;
}

/** The place that tools read, and a family's kind of episode: the same for all episodes of a world. */
export interface EpisodeWorld<Place = unknown> {
  readonly kind: EpisodeKind<World, Place>;
  readonly place: Place;
  /** Of the world: equal ones answer alike. */
  readonly digest: string;
}

/** Parts of an episode that stay the same from its first event to its last. */
interface Setting {
  readonly kind: EpisodeKind;
  readonly place: unknown;
  readonly staged: unknown;
  readonly brief: string | null;
  readonly instruction: string;
  readonly agentId: string;
  readonly seed: number;
  readonly user: UserKind;
  readonly limits: Limits;
  readonly tools: ReadonlyMap<string, Tool>;
}

/** A call that waits for something from outside, and what is still to be done of its turn. */
interface Pending {
  readonly awaited: Awaited;
  readonly call: ToolCall;
  readonly args: unknown;
  readonly rest: readonly ToolCall[];
  readonly results: readonly ToolResult[];
  readonly note: string | null;
}

/** An episode at one moment, never changed: `apply` gives the next. Its journal alone brings it back (`replay`). */
export interface EpisodeState {
  readonly setting: Setting;
  readonly journal: readonly EpisodeEvent[];
  /** The agent's turns so far. */
  readonly steps: number;
  readonly memory: unknown;
  readonly retrieved: ReadonlySet<string>;
  readonly called: readonly string[];
  readonly said: readonly ShopperTurn[];
  /** True where the agent was reminded in its last turn that it has to call a tool. */
  readonly reminded: boolean;
  /** Input that has to come from outside before the agent's turn is over; null where it is the agent's turn. */
  readonly awaits: Awaited | null;
  readonly pending: Pending | null;
  readonly end: { readonly end: EpisodeEnd; readonly detail: string } | null;
}

/** Result of an event: the next state, and what the agent sees; null while something else has to come first. */
interface Step {
  readonly state: EpisodeState;
  readonly observation: Observation | null;
}

export const ONE_CALL = 'Only the first of your tool calls was carried out: call one tool in each step.';
/** More calls of one turn than any plan needs: a turn is a step, however many calls it has. */
const MOST_CALLS = 128;
export const TOO_MANY_CALLS = `Only the first ${MOST_CALLS} of your tool calls were carried out: that is the most in one step.`;
/** Deeper arguments are for no tool, and whatever writes a journal would have to follow them down. */
const DEEPEST_ARGUMENTS = 64;
/** Text that stands in a journal for arguments that nest deeper. */
const TOO_DEEP = `(arguments nested more than ${DEEPEST_ARGUMENTS} levels deep)`;
export const CALL_A_TOOL = 'You have to call a tool in each step. Without one the episode ends.';
const OVER = 'the episode is over';

/** Begins an episode. The answer is not asked for: nothing that is played can see it. */
export function episode(
  task: Pick<EpisodeTask, 'staged' | 'brief' | 'instruction' | 'agentId' | 'limits'>,
  { kind, place }: Pick<EpisodeWorld, 'kind' | 'place'>,
  { seed, user, limits: named, program = false }: EpisodeSettings,
): EpisodeState {
  const { staged, brief = null, instruction, agentId } = task;
  const limits = tighter({ ...kind.limits, ...named }, task.limits);
  const tools = new Map(kind.tools({ program }).map((tool) => [tool.name, tool]));
  return {
    setting: { kind, place, staged, brief, instruction, agentId, seed, user, limits, tools },
    journal: [],
    steps: 0,
    memory: kind.begin(staged),
    retrieved: new Set(),
    called: [],
    said: [],
    reminded: false,
    awaits: null,
    pending: null,
    end: null,
  };
}

const tighter = ({ steps, questions }: Limits, own: Partial<Limits> = {}): Limits => ({
  steps: Math.min(steps, own.steps ?? steps),
  questions: Math.min(questions, own.questions ?? questions),
});

/** All that the agent of an episode may see when it begins. */
export const agentView = ({ setting: { agentId, brief, instruction, limits, tools } }: EpisodeState): AgentView => ({
  id: agentId,
  brief,
  instruction,
  limits,
  tools: describeTools([...tools.values()]),
});

/** The next state of an episode, and what its agent sees. Equal states and events give equal results. */
export function apply(state: EpisodeState, given: EpisodeEvent): Step {
  if (state.end !== null) return { state, observation: observed([], OVER, state.end.end) };
  const event = given.type === 'turn' ? writable(given) : given;
  const noted: EpisodeState = { ...state, journal: [...state.journal, event] };
  switch (event.type) {
    case 'end':
      return ended(noted, { results: [], note: null }, event.end, event.detail);
    case 'turn':
      if (state.pending !== null) return wrongMoment(noted, 'a turn while the one before is not over');
      return turn(noted, event.calls);
    case 'worded':
    case 'ran':
      if (state.pending === null) return wrongMoment(noted, `"${event.type}" that nobody waits for`);
      return resumed(noted, state.pending, event);
  }
}

/** Plays a journal again from the start of its episode. */
export function replay(start: EpisodeState, journal: readonly EpisodeEvent[]): EpisodeState {
  let state = start;
  for (const event of journal) state = apply(state, event).state;
  return state;
}

/** Plays a journal again, with what the agent saw after each event. */
export function* replayed(
  start: EpisodeState,
  journal: readonly EpisodeEvent[],
): Generator<Step & { event: EpisodeEvent }> {
  let state = start;
  for (const event of journal) {
    const step = apply(state, event);
    state = step.state;
    yield { ...step, event };
  }
}

/** A turn of the agent, and what it saw in the end: nothing yet where it waits for a shopper's words or a program. */
export interface SeenTurn {
  readonly turn: Extract<EpisodeEvent, { type: 'turn' }>;
  readonly seen: Observation | null;
}

/** The turns of a journal with what the agent saw after each. */
export function seenTurns(start: EpisodeState, journal: readonly EpisodeEvent[]): SeenTurn[] {
  const turns: SeenTurn[] = [];
  for (const { event, observation } of replayed(start, journal)) {
    const last = turns.at(-1);
    if (event.type === 'turn') turns.push({ turn: event, seen: observation });
    else if (observation !== null && last?.seen === null) turns[turns.length - 1] = { ...last, seen: observation };
  }
  return turns;
}

/** Record of how an episode that is over was played, for a grader; null while it goes on. */
export function played(state: EpisodeState): Played | null {
  if (state.end === null) return null;
  const { memory, retrieved, said, steps, called, end } = state;
  return { memory, retrieved, said, steps, called, end: end.end };
}

/** Grades an episode that is over; `opinions` are a model's verdicts. The only place where an episode meets its answer. */
export function gradeState(
  state: EpisodeState,
  { answer }: Pick<EpisodeTask, 'answer'>,
  opinions?: OpinionVerdicts,
): Grade {
  const { kind, place } = state.setting;
  const end = played(state);
  if (end === null) throw new RangeError('an episode that is not over cannot be graded');
  return kind.grade(end, answer, place, opinions);
}

const observed = (results: readonly ToolResult[], note: string | null, end: EpisodeEnd | null): Observation => ({
  results,
  note,
  end,
});

function ended(
  state: EpisodeState,
  { results, note }: Pick<Observation, 'results' | 'note'>,
  end: EpisodeEnd,
  detail: string,
): Step {
  return {
    state: { ...state, end: { end, detail }, awaits: null, pending: null },
    observation: observed(results, note, end),
  };
}

/** A turn as it can be written down: arguments that nest without end are not kept. */
function writable(turn: Extract<EpisodeEvent, { type: 'turn' }>): EpisodeEvent {
  const isTooDeep = ({ arguments: args }: ToolCall) => nestsDeeper(args, DEEPEST_ARGUMENTS);
  if (!turn.calls.some(isTooDeep)) return turn;
  return { ...turn, calls: turn.calls.map((call) => (isTooDeep(call) ? { ...call, arguments: TOO_DEEP } : call)) };
}

/** Ends an episode whose driver sent an event that does not fit: the driver's fault, never the agent's. */
const wrongMoment = (state: EpisodeState, what: string): Step =>
  ended(state, { results: [], note: null }, 'infrastructure_error', `the driver sent ${what}`);

function turn(state: EpisodeState, calls: readonly ToolCall[]): Step {
  const { kind } = state.setting;
  const begun = { ...state, steps: state.steps + 1 };
  if (calls.length === 0) {
    if (state.reminded)
      return ended(begun, { results: [], note: null }, 'gave_up', 'two turns in a row without a tool call');
    return closed({ ...begun, reminded: true }, [], CALL_A_TOOL);
  }
  const most = kind.calls === 'one' ? 1 : MOST_CALLS;
  const note = calls.length <= most ? null : kind.calls === 'one' ? ONE_CALL : TOO_MANY_CALLS;
  return carriedOut({ ...begun, reminded: false }, calls.slice(0, most), [], note);
}

/** Ends a turn; the episode too, where it was the last one. */
function closed(state: EpisodeState, results: readonly ToolResult[], note: string | null): Step {
  const { steps, questions } = state.setting.limits;
  if (state.said.length >= questions)
    return ended(state, { results, note }, 'budget_turns', `${state.said.length} questions to the shopper`);
  if (state.steps >= steps) return ended(state, { results, note }, 'budget_steps', `${state.steps} steps`);
  return { state: { ...state, awaits: null, pending: null }, observation: observed(results, note, null) };
}

function carriedOut(
  start: EpisodeState,
  calls: readonly ToolCall[],
  earlier: readonly ToolResult[],
  note: string | null,
): Step {
  const results = [...earlier];
  // Names the calls of this turn as they are carried out; no state has it before the turn ends or waits.
  const called = [...start.called];
  let state: EpisodeState = { ...start, called };
  for (const [at, call] of calls.entries()) {
    const { tool: name, id } = call;
    called.push(name);
    const refused = (content: string) => results.push({ id, tool: name, isError: true, content: { error: content } });
    const tool = state.setting.tools.get(name);
    if (tool === undefined) {
      refused(`there is no tool "${name}"; there are ${[...state.setting.tools.keys()].join(', ')}`);
      continue;
    }
    if (call.arguments === TOO_DEEP) {
      refused(
        `${name}: its arguments nest more than ${DEEPEST_ARGUMENTS} levels deep; expected an object of plain values`,
      );
      continue;
    }
    const args = tool.input.safeParse(call.arguments ?? {});
    if (!args.success) {
      refused(`${name}: ${issueText(args.error, Object.keys(tool.input.shape))}`);
      continue;
    }
    const made = guarded(() => tool.run(args.data, sceneOf(state)));
    if ('fault' in made) return ended(state, { results, note }, 'environment_error', `${name}: ${made.fault}`);
    if ('kind' in made.value) {
      const pending = { awaited: made.value, call, args: args.data, rest: calls.slice(at + 1), results, note };
      return { state: { ...state, awaits: made.value, pending }, observation: null };
    }
    state = after(state, made.value);
    results.push(resultOf(call, made.value));
    const { end } = made.value;
    if (end !== undefined) return ended(state, { results, note }, end, `${name} was called`);
  }
  return closed(state, results, note);
}

function resumed(
  state: EpisodeState,
  { awaited, call, args, rest, results, note }: Pending,
  event: Extract<EpisodeEvent, { type: 'worded' | 'ran' }>,
): Step {
  const isWanted = awaited.kind === (event.type === 'worded' ? 'wording' : 'program');
  const tool = state.setting.tools.get(call.tool);
  if (!isWanted || tool?.resume === undefined) return wrongMoment(state, `"${event.type}" for a ${awaited.kind}`);
  const made = guarded(() => tool.resume?.(args, sceneOf(state), awaited, event) as Outcome<unknown>);
  if ('fault' in made) return ended(state, { results, note }, 'environment_error', `${call.tool}: ${made.fault}`);
  const next = after({ ...state, awaits: null, pending: null }, made.value);
  const all = [...results, resultOf(call, made.value)];
  if (made.value.end !== undefined)
    return ended(next, { results: all, note }, made.value.end, `${call.tool} was called`);
  return carriedOut(next, rest, all, note);
}

const sceneOf = ({ setting: { place, staged, user }, memory }: EpisodeState) => ({ place, staged, memory, user });

function after(state: EpisodeState, { memory = state.memory, shows = [], said }: Outcome<unknown>): EpisodeState {
  const isNew = shows.some((id) => !state.retrieved.has(id));
  return {
    ...state,
    memory,
    retrieved: isNew ? new Set([...state.retrieved, ...shows]) : state.retrieved,
    said: said === undefined ? state.said : [...state.said, said],
  };
}

const resultOf = ({ id, tool }: ToolCall, { result, isError = false }: Outcome<unknown>): ToolResult => ({
  id,
  tool,
  isError,
  content: result,
});

/** A tool that throws is our fault and nothing the agent should read of. */
function guarded<T>(run: () => T): { readonly value: T } | { readonly fault: string } {
  try {
    return { value: run() };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
