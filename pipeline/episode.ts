import { z } from 'zod';
import type { Presentation } from './presentation.ts';
import type { World } from './world.ts';

/** Ways an episode can end, each with what it says. */
export const ENDS = {
  done: 'the agent recommended, or said that it is done',
  gave_up: 'the agent stopped without an answer',
  budget_steps: 'the agent used up its steps',
  budget_turns: 'the agent asked the shopper more often than the shopper takes',
  timeout: 'the agent took longer than an episode may',
  agent_error: 'the agent failed, or said what nobody can read',
  user_fault: 'the shopper did what the script does not allow',
  environment_error: 'a tool failed',
  infrastructure_error: 'what connects agent and environment failed',
} as const;

export const EpisodeEnd = z.enum(Object.keys(ENDS) as [keyof typeof ENDS, ...(keyof typeof ENDS)[]]);
export type EpisodeEnd = z.infer<typeof EpisodeEnd>;

/** Ends that say nothing of the agent: such episodes leave every denominator, and are counted beside every score. */
const NOT_THE_AGENTS: ReadonlySet<EpisodeEnd> = new Set(['environment_error', 'infrastructure_error']);
export const countsForAgent = (end: EpisodeEnd): boolean => !NOT_THE_AGENTS.has(end);

/** Most turns and questions an episode may take. */
export const Limits = z.strictObject({
  /** Turns of the agent. */
  steps: z.int().positive(),
  /** Questions to the shopper, the ones that are not answered any more among them. */
  questions: z.int().positive(),
});
export type Limits = z.infer<typeof Limits>;

/** A call of a tool as the agent put it; nothing in it is checked yet. */
export const ToolCall = z.strictObject({
  /** The agent's own name of the call, given back with its result. */
  id: z.string().optional(),
  tool: z.string(),
  arguments: z.unknown(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Event that happens to an episode from outside. In their order they are the episode: all else follows from them. */
export const EpisodeEvent = z.discriminatedUnion('type', [
  /** A turn of the agent: what it says, and the tools it calls. */
  z.strictObject({ type: z.literal('turn'), text: z.string().optional(), calls: z.array(ToolCall) }),
  /** A model's words for what the script lets the shopper say; null where it had none. They are gated when applied. */
  z.strictObject({ type: z.literal('worded'), text: z.string().nullable(), by: z.string() }),
  /** Output of a program that the agent ran. */
  z.strictObject({ type: z.literal('ran'), output: z.string(), error: z.string().nullable() }),
  /** An end that does not follow from the rest. */
  z.strictObject({ type: z.literal('end'), end: EpisodeEnd, detail: z.string() }),
]);
export type EpisodeEvent = z.infer<typeof EpisodeEvent>;

/** Description of a tool for an agent, as JSON Schemas. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  /** Calling it changes nothing. */
  readonly readOnly: boolean;
}

/** All that an agent may see when its episode begins. Nothing of it leads to what is hidden or to the answer. */
export interface AgentView {
  /** The id agents know the task by. */
  readonly id: string;
  /** Text that tells every agent of its place, whoever it is; null where the request says all. */
  readonly brief: string | null;
  /** First words of the shopper. */
  readonly instruction: string;
  readonly limits: Limits;
  /** In a fixed order. */
  readonly tools: readonly ToolDescription[];
}

/** One result of a call: an object for the agent, an error among them. */
export interface ToolResult {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Everything an agent sees after its turn. */
export interface Observation {
  /** One for each call that was carried out, in their order. */
  readonly results: readonly ToolResult[];
  /** A reminder of the rules; null where there is none. */
  readonly note: string | null;
  /** Set where the episode is over. */
  readonly end: EpisodeEnd | null;
}

/** A turn of the shopper as it was decided, before and after it was put into words. */
export interface ShopperTurn {
  readonly question: string;
  /**
   * `answer`: opens slots. `no_wish`: the question is about something that is not hidden. `unsure`: it is not understood. `too_long`, `exhausted`: it is not answered. Of a product
   * the agent names: `accept` it, `reject` it for what is wrong with it, `hold` it while something is still untold or to be chosen, or be
   * `tired` of judging one after the other.
   */
  readonly act: 'answer' | 'no_wish' | 'unsure' | 'too_long' | 'exhausted' | 'accept' | 'reject' | 'hold' | 'tired';
  readonly slots: readonly string[];
  /** Values it may and has to state. */
  readonly facts: readonly string[];
  readonly script: string;
  readonly text: string;
  readonly source: 'script' | 'model';
  /** Why a model's words were turned down; null where they passed or none were asked for. */
  readonly gate: string | null;
}

/** Input from outside that an episode waits for before the agent's turn is over. */
export type Awaited =
  | { readonly kind: 'wording'; readonly turn: Omit<ShopperTurn, 'text' | 'source' | 'gate'>; readonly tone: string }
  | { readonly kind: 'program'; readonly code: string };

/** Effects of a tool's call. */
export interface Outcome<Memory> {
  readonly result: Readonly<Record<string, unknown>>;
  /** A result that tells the agent what was wrong with its call. */
  readonly isError?: boolean;
  readonly memory?: Memory;
  readonly shows?: readonly string[];
  readonly end?: EpisodeEnd;
  readonly said?: ShopperTurn;
}

/** Part of an episode that a tool sees: never the answer. */
export interface Scene<Place = unknown, Staged = unknown, Memory = unknown> {
  readonly place: Place;
  readonly staged: Staged;
  readonly memory: Memory;
  readonly user: UserKind;
}

/** Source of the shopper's words: our script, the published rule over it, or the script in a model's words. */
export type UserKind = 'script' | 'published' | 'model';

/** A tool of a family. `run` is pure; what it cannot know itself it waits for. */
export interface Tool<Place = unknown, Staged = unknown, Memory = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly readOnly: boolean;
  run(args: unknown, scene: Scene<Place, Staged, Memory>): Outcome<Memory> | Awaited;
  /** Goes on with what it waited for. */
  resume?(
    args: unknown,
    scene: Scene<Place, Staged, Memory>,
    awaited: Awaited,
    came: Extract<EpisodeEvent, { type: 'worded' | 'ran' }>,
  ): Outcome<Memory>;
}

/** A picture that the shopper sends, as an agent that sees is shown it. */
export interface SentImage {
  /** Under which it stands in what the agent is told. */
  readonly link: string;
  readonly mimeType: 'image/png';
  /** In base64. */
  readonly data: string;
}

/** A task as the parts of an episode see it: each has the part that is its own. */
export interface EpisodeTask<Staged = unknown, Answer = unknown> {
  /** Of the sample; no agent sees it. */
  readonly id: string;
  readonly intent: string;
  /** Digest of the whole sample. */
  readonly digest: string;
  readonly agentId: string;
  /** Tells every agent of its place, in the conversation's language; left out where the request says all. */
  readonly brief?: string | undefined;
  readonly instruction: string;
  /** Facts that tools and the shopper tell where they are asked. */
  readonly staged: Staged;
  /** Answer that only the grader sees: targets, rubrics, proof. */
  readonly answer: Answer;
  /** Tighter limits than its family's, where its intent has them. */
  readonly limits?: Partial<Limits> | undefined;
}

export const RubricVerdict = z.strictObject({
  rubric: z.string(),
  source: z.string(),
  type: z.string(),
  /** Requirement that is checked, in words. */
  description: z.string(),
  verdict: z.enum(['yes', 'no', 'unknown']),
  /** Values that the recommended product states. */
  stated: z.array(z.string()).readonly(),
});
export type RubricVerdict = Readonly<z.infer<typeof RubricVerdict>>;

const Count = z.int().nonnegative();

/** Worth of a recommendation, and how the agent came to it, as far as it is decided. */
export const DecidedGrade = z.strictObject({
  success: z.boolean(),
  reward: z.number().min(0).max(1),
  /** Product ids, in the agent's order. */
  recommended: z.array(z.string()).readonly(),
  /** Of these, the ones that no tool ever showed the agent. */
  unretrieved: z.array(z.string()).readonly(),
  verdicts: z.array(RubricVerdict).readonly(),
  /** The paper's scores of this episode; null where one does not apply. */
  scores: z.record(z.string(), z.number().nullable()).readonly(),
  questions: z.strictObject({ asked: Count, answered: Count, needed: Count }),
});

export interface Grade extends Readonly<z.infer<typeof DecidedGrade>> {
  /** Requirements that code cannot decide. */
  readonly undecided: readonly Undecided[];
}

/** A requirement that a model may be asked about. */
export interface Undecided {
  readonly rubric: string;
  readonly field: string;
  readonly statement: string;
  readonly productId: string;
  readonly evidence: readonly string[];
}

/** Verdicts of a model on what code cannot decide, by rubric. */
export type OpinionVerdicts = ReadonlyMap<string, 'yes' | 'no' | 'unknown'>;

/** An episode that was played, as a grader sees it. */
export interface Played<Memory = unknown> {
  readonly memory: Memory;
  readonly end: EpisodeEnd;
  readonly retrieved: ReadonlySet<string>;
  readonly said: readonly ShopperTurn[];
  readonly steps: number;
  /** Names of the tools called, in order. */
  readonly called: readonly string[];
}

/** A figure of a table: what it is called, what it comes to and where it is defined. */
export interface Figure {
  readonly name: string;
  readonly value: number | null;
  readonly unit: 'share' | 'count';
  readonly defined: string;
}

/** A graded episode as sums are made of it. */
export interface GradedEpisode {
  readonly task: string;
  readonly intent: string;
  readonly trial: number;
  readonly end: EpisodeEnd;
  readonly steps: number;
  readonly called: readonly string[];
  readonly grade: Grade;
}

/** Way for an agent to get to products that it knows of beforehand. */
export interface Solution {
  readonly calls: readonly ToolCall[];
  readonly searches: readonly string[];
  readonly products: readonly string[];
  /** The calls that recommend them, where it takes more than naming them. */
  readonly finish?: readonly ToolCall[] | undefined;
}

/** Search of an agent that knows some of the requirements, and a test whether a product meets those. */
interface Sought {
  readonly calls: readonly ToolCall[];
  readonly searches: readonly string[];
  fits(id: string): boolean;
  /** All that it knows, in words. */
  readonly known: string;
}

/** Way for an agent to have the shopper judge product after product. */
interface Showing {
  /** Messages that ask about every field there are words for, as many at once as are answered. */
  readonly messages: readonly string[];
  show(id: string): ToolCall;
  /** Tells whether the shopper agreed, will not judge any more, or anything else. */
  heard(result: ToolResult): 'agreed' | 'tired' | 'other';
}

export interface TextPage {
  readonly observation: string;
  readonly hasSearchBar: boolean;
  /** Things that can be clicked, as they are written in an action. */
  readonly clickables: readonly string[];
  /** The page as a web site would send it. */
  readonly html: string;
}

/** The pages of an episode for clients that read texts and write actions such as `search[red shoes]`. */
export interface TextPages<Place = unknown, Staged = unknown, Memory = unknown> {
  /** The page that is open; `reward` is what was paid for the episode, once it is over. */
  page(
    scene: Pick<Scene<Place, Staged, Memory>, 'place' | 'staged' | 'memory'>,
    given: { readonly instruction: string; readonly reward: number | null },
  ): TextPage;
  /** The call an action stands for; null where it is none. */
  call(action: string): ToolCall | null;
  /** The score of a grade that such clients are paid. */
  readonly reward: string;
}

/** Words in which an agent that knows no family says what it wants to do. */
export interface Moves<Staged = unknown, Answer = unknown, Place = unknown> {
  search(text: string, page: number): ToolCall;
  /** The products a result shows; left out where nobody looks for any. */
  found?(result: ToolResult): readonly { readonly id: string; readonly title: string }[];
  view(ids: readonly string[]): ToolCall;
  /** Recommends, and ends the episode. */
  recommend(ids: readonly string[], why: string): readonly ToolCall[];
  /** Lists the calls that look up anything besides products, such as a profile. */
  lookUps(instruction: string): readonly ToolCall[];
  /** Asks the shopper; null where there is nobody to ask. */
  ask(question: string): ToolCall | null;
  /** Questions an agent may ask that knows every field there are words for. */
  readonly questions: readonly string[];
  /** Shows products to the shopper one by one; left out where nobody says whether one suits. */
  readonly showing?: Showing;
  /** Lists the calls that choose, as a text says, what is open of a product; left out where nothing is chosen. */
  choose?(viewed: ToolResult, text: string): readonly ToolCall[];
  /** Plans the moves of an agent that knows the answer; only the ceiling plays it. */
  solution(staged: Staged, answer: Answer): Solution;
  /** The same for what nearly answers, such as a rival of the product; null where the task knows nothing of the kind. */
  nearMiss?(staged: Staged, answer: Answer, place: Place): Solution | null;
  /** The search of an agent that knows the requirements of all sources but one; left out where nothing is hidden. */
  sought?(staged: Staged, answer: Answer, place: Place, without: 'persona' | 'clarification' | null): Sought;
}

/** An agent that goes by a fixed plan, whatever it sees: its calls, turn by turn. */
export interface FixedPlay<Staged = unknown, Answer = unknown> {
  readonly name: string;
  turns(staged: Staged, answer: Answer): readonly (readonly ToolCall[])[];
}

/** Module that picks which rules matter, whenever the shopper has said something new (Mix-ECom, section 4). */
export interface RuleFilter {
  /** Its prompts, by the names of the agent's prompts they go with. */
  readonly prompts: Readonly<Record<string, string>>;
  /** The tool that gives the rules, as lines that begin with an id, and the argument by which it gives some of them. */
  readonly tool: string;
  readonly ids: string;
  /** The tool that results with new words of the shopper come from. */
  readonly news: string;
}

/** The largest share of episodes that an agent may win: of all, or by intent where one gives more away than another. */
export type Floor = number | Readonly<Record<string, number>>;

/** The share an agent may win of episodes of so many an intent. */
export function floorOver(floor: Floor, episodes: ReadonlyMap<string, number>): number {
  if (typeof floor === 'number') return floor;
  let [most, all] = [0, 0];
  for (const [intent, count] of episodes) {
    most += count * (floor[intent] ?? 0);
    all += count;
  }
  return all === 0 ? 0 : most / all;
}

/** A family's part in episodes. Everything is pure but `open` and `images`. */
export interface EpisodeKind<
  W extends World = World,
  Place = unknown,
  Staged = unknown,
  Memory = unknown,
  Answer = unknown,
> {
  readonly limits: Limits;
  /** Number of a turn's calls that are carried out: one, or all. */
  readonly calls: 'one' | 'all';
  /** True if somebody can be asked. */
  readonly hasShopper: boolean;
  /** Opens what tools read of the world, once for all episodes. What `shared` gave is not read again. */
  open(world: W, source: EpisodeSource, shared?: unknown): Promise<Place>;
  /** Reads what else the first episode would wait for; threads can be sent it. */
  shared?(place: Place): unknown;
  read(record: unknown): Omit<EpisodeTask<Staged, Answer>, 'digest' | 'agentId'>;
  /** In a fixed order; with `program`, one that runs the agent's programs. */
  tools(options: { readonly program: boolean }): readonly Tool<Place, Staged, Memory>[];
  begin(staged: Staged): Memory;
  grade(played: Played<Memory>, answer: Answer, place: Place, opinions?: OpinionVerdicts): Grade;
  /** The figures its paper reports, of episodes that are read once and not kept: there may be a million. */
  figures(episodes: Iterable<GradedEpisode>): readonly Figure[];
  readonly moves: Moves<Staged, Answer, Place>;
  /** Pages by which clients of texts play it; left out where it has no pages. */
  readonly text?: TextPages<Place, Staged, Memory>;
  /** Agents it has to tell from one that solves its tasks, besides those that know no family. */
  readonly plays?: readonly FixedPlay<Staged, Answer>[];
  /** The pictures whose links stand in a text, as images; left out where nobody sends any. */
  images?(staged: Staged, text: string): Promise<readonly SentImage[]>;
  readonly presentation?: Presentation<Staged, Played<Memory>, Answer>;
  /** Tasks by split as the files of a tau2-bench domain; left out where they are no conversations over a database. */
  tau2?(
    splits: Readonly<Record<string, readonly EpisodeTask<Staged, Answer>[]>>,
    place: Place,
    domain: string,
  ): Readonly<Record<string, string>>;
  /** The most that agents which do not solve a task may succeed in. */
  readonly floors: Readonly<Record<string, Floor>>;
  /** Prompts of the reference agent, below `prompts/`. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Left out where no prompt has one. */
  readonly ruleFilter?: RuleFilter;
}

/** Source of the tasks of episodes, as far as a family's tools need to know it. */
export interface EpisodeSource {
  /** Manifest of their run; null where they are of none. */
  readonly manifest: Readonly<Record<string, unknown>> | null;
  samples(): Iterable<unknown>;
}
