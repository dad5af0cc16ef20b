import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EpisodeTask, Grade } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import {
  agentsFor,
  NEAR_MISS,
  type ScriptedAgent,
  scriptedNamed,
  scriptedPlayer,
} from '../../shopping/episode/agents/scripted.ts';
import { chatOf } from '../../shopping/episode/chat.ts';
import { drive } from '../../shopping/episode/drive.ts';
import { BLIND, lookIn } from '../../shopping/episode/images.ts';
import {
  agentView,
  type EpisodeState,
  type EpisodeWorld,
  episode,
  gradeState,
  replay,
} from '../../shopping/episode/index.ts';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import { begun } from '../../shopping/episode/trial.ts';
import { SEED } from '../defaults.ts';
import { EPISODES, episodesIn } from '../eval/folder.ts';
import type { Exported, ExportInput } from './files.ts';

/** Choice of the episodes that become chats, and of the lines they are written in. */
export interface ChatOptions {
  /** Built-in agents that play them, parted by commas; the oracle, and the near miss where there is one. */
  readonly agent?: string | undefined;
  /** The folder of an evaluation, whose episodes are taken in their place. */
  readonly episodes?: string | undefined;
  /** A line for each episode, or for each turn of its agent. */
  readonly per?: string | undefined;
  /** Episodes that are worth less are left out. */
  readonly leastReward?: number | undefined;
  /** True where pictures are written as images. */
  readonly images?: boolean | undefined;
}

const TEST = 'test';

/** An episode that is over, with where it began. */
interface Ended {
  readonly agent: string;
  readonly task: EpisodeTask;
  readonly start: EpisodeState;
  readonly state: EpisodeState;
  readonly grade: Pick<Grade, 'reward' | 'success' | 'scores'>;
}

/**
 * Episodes as chats with tool calls, for supervised fine-tuning: a line for each episode or for each step, with its rewards.
 * They hold the way to the answers; a split that models are tested on is only taken where it is named.
 */
export async function chatFiles(
  { family, shelf, world, isNamed }: ExportInput,
  { agent, episodes, per = 'episode', leastReward = 0, images = false }: ChatOptions,
): Promise<Exported> {
  if (per !== 'episode' && per !== 'step') throw new ConfigError(`--per is "${per}", expected episode or step`);
  if (agent !== undefined && episodes !== undefined)
    throw new ConfigError('--agent has agents play and --episodes takes what was played; leave one of them out');
  const splits = shelf.splits.map(({ name }) => name).filter((name) => isNamed || name !== TEST);
  if (splits.length === 0)
    throw new ConfigError(
      'the run has the split test alone, and a model that was trained on it cannot be tested by it; build with --splits train=0.9,test=0.1, or name it with --split test',
    );
  const opened = await world();
  const agents = episodes === undefined ? agentsNamed(agent, opened) : [];
  const recorded = episodes === undefined ? null : recordedIn(episodes);
  if (recorded !== null) {
    const isPlayedIn = (names: readonly string[]) => {
      const digests = new Set(names.flatMap((name) => shelf.in(name).map(({ task }) => task.digest)));
      return Iterator.from(recorded).some((record) => digests.has(record.task_digest));
    };
    if (!isPlayedIn(splits)) {
      const isOfTest = shelf.splits.some(({ name }) => name === TEST && !splits.includes(name)) && isPlayedIn([TEST]);
      const remedy = isOfTest
        ? `they are of the split ${TEST}, which is taken only where it is named: --split ${TEST}`
        : 'name an evaluation of these tasks, or their split with --split';
      throw new ConfigError(
        `--episodes is "${episodes}", of whose episodes none is of a task of ${splits.join(' or ')}; ${remedy}`,
      );
    }
  }
  const files = splits.map((name) => {
    const tasks = shelf.in(name).map(({ task }) => task);
    const ended = recorded === null ? played(tasks, agents, opened) : replayedIn(tasks, recorded, opened);
    return [`${name}.jsonl`, linesOf(ended, { per, leastReward, images })] as const;
  });
  return { files: { ...Object.fromEntries(files), 'README.md': readme(family, splits[0] as string) } };
}

function agentsNamed(given: string | undefined, { kind }: EpisodeWorld): ScriptedAgent[] {
  const there = agentsFor(kind);
  if (given === undefined) return there.filter((agent) => agent.name === 'oracle' || agent === NEAR_MISS);
  return given.split(',').map((name) => {
    const agent = scriptedNamed(name.trim(), kind);
    if (agent === undefined || !there.some((one) => one.name === agent.name))
      throw new ConfigError(`--agent is "${name.trim()}", expected some of ${there.map((one) => one.name).join(', ')}`);
    return agent;
  });
}

/** Has agents play tasks, one after the other. */
async function* played(
  tasks: readonly EpisodeTask[],
  agents: readonly ScriptedAgent[],
  world: EpisodeWorld,
): AsyncGenerator<Ended> {
  for (const task of tasks)
    for (const agent of agents) {
      const start = episode(task, world, { seed: SEED, user: 'script' });
      const given = { view: agentView(start), kind: world.kind, task, place: world.place };
      const state = await drive(start, scriptedPlayer(agent, given));
      // An agent that has no way, such as to a rival where there is none, leaves nothing to learn from.
      if (state.steps > 0) yield { agent: agent.name, task, start, state, grade: gradeState(state, task) };
    }
}

function recordedIn(path: string): Iterable<EpisodeRecord> {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, EPISODES) : path;
  if (!existsSync(file))
    throw new ConfigError(`--episodes is "${path}", which holds no ${EPISODES}; name the folder of an evaluation`);
  return episodesIn(file);
}

/** Episodes that were played before, of tasks as they are now. */
async function* replayedIn(
  tasks: readonly EpisodeTask[],
  records: Iterable<EpisodeRecord>,
  world: EpisodeWorld,
): AsyncGenerator<Ended> {
  const byDigest = new Map(tasks.map((task) => [task.digest, task]));
  for (const record of records) {
    const task = byDigest.get(record.task_digest);
    if (task === undefined) continue;
    const start = begun(task, world, record);
    const state = replay(start, record.journal);
    if (state.steps > 0) yield { agent: record.agent, task, start, state, grade: record.grade };
  }
}

async function* linesOf(
  all: AsyncIterable<Ended>,
  {
    per,
    leastReward,
    images,
  }: { readonly per: 'episode' | 'step'; readonly leastReward: number; readonly images: boolean },
): AsyncGenerator<string> {
  for await (const { agent, task, start, state, grade } of all) {
    if (grade.reward < leastReward) continue;
    const { messages, tools, turns } = await chatOf(start, state.journal, images ? lookIn(start) : BLIND);
    const { reward, success, scores } = grade;
    const metadata = {
      ...{ task: task.agentId, intent: task.intent, agent, end: state.end?.end ?? null, steps: state.steps },
      ...{ reward, success, scores },
    };
    const lines =
      per === 'episode'
        ? [{ messages, tools, metadata }]
        : turns.map((length, at) => ({
            messages: messages.slice(0, length),
            tools,
            metadata: { ...metadata, step: at + 1 },
          }));
    for (const line of lines) yield `${JSON.stringify(line)}\n`;
  }
}

const readme = (family: string, split: string) => `# Chats of ${family}

Each line holds \`messages\` (user, assistant with \`tool_calls\`, tool), \`tools\` as JSON Schemas of functions, and \`metadata\`:
the task, who played, how it ended, \`reward\` and the \`scores\` it comes from. Of a line for a step the last message is what
the agent did there; it alone is to be learned from, for the lines of one episode share their beginnings.

    from datasets import load_dataset
    from trl import SFTTrainer

    chats = load_dataset("json", data_files="${split}.jsonl")["train"]
    right = chats.filter(lambda chat: chat["metadata"]["success"])     # the others do not win their task
    SFTTrainer(model="Qwen/Qwen3-8B", train_dataset=right.remove_columns("metadata")).train()

The lines lead to the answers of their tasks. Never test a model on tasks that it was trained on.
`;
