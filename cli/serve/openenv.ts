import type { Hono } from 'hono';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import { countsForAgent, type Observation } from '../../pipeline/episode.ts';
import type { AgentTurn } from '../../shopping/episode/drive.ts';
import { issueText } from '../../shopping/episode/issue-text.ts';
import { answering, type Served } from './control.ts';
import { CapacityReached, type LiveEpisode } from './live-episodes.ts';
import { NoSuchTask } from './task-shelf.ts';

/**
 * OpenEnv, as its package `openenv` 0.10 speaks it: JSON over one WebSocket, on which one episode at a time is reset and
 * stepped. It is for whoever trains agents: rewards come with the steps.
 */
const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('list_tools') }),
  z.object({ type: z.literal('call_tool'), tool_name: z.string(), arguments: z.unknown().default({}) }),
  z.object({ type: z.literal('message'), text: z.string() }),
]);

const Reset = z.looseObject({
  seed: z.int().nonnegative().nullish(),
  episode_id: z.string().max(255).nullish(),
  task_id: z.string().nullish(),
  split: z.string().nullish(),
  index: z.int().nonnegative().nullish(),
});

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reset'), data: Reset.default({}) }),
  z.object({ type: z.literal('step'), data: Action }),
  z.object({ type: z.literal('state') }),
  z.object({ type: z.literal('close') }),
]);
const TYPES: ReadonlySet<unknown> = new Set(['reset', 'step', 'state', 'close']);

type ErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'SESSION_ERROR';

const failure = (code: ErrorCode, message: string, more: object = {}) => ({
  type: 'error',
  data: { message, code, ...more },
});

/** Session of one socket: answers its messages. */
export class OpenEnvSession {
  readonly #served: Served;
  #live: LiveEpisode | null = null;
  /** The client's own name for the episode. */
  #name: string | null = null;

  constructor(served: Served) {
    this.#served = served;
  }

  /** The answer to a message; null for the last one. */
  async answer(text: string): Promise<object | null> {
    let given: unknown;
    try {
      given = JSON.parse(text);
    } catch (error) {
      return failure('INVALID_JSON', (error as Error).message);
    }
    const type = (given as { type?: unknown } | null)?.type;
    if (!TYPES.has(type)) return failure('UNKNOWN_TYPE', `unknown message type ${JSON.stringify(type ?? null)}`);
    const read = Message.safeParse(given);
    if (!read.success) return failure('VALIDATION_ERROR', issueText(read.error));
    const { data: message } = read;
    switch (message.type) {
      case 'reset':
        return await this.#reset(message.data);
      case 'step':
        return await this.#step(message.data);
      case 'state':
        return {
          type: 'state',
          data: { episode_id: this.#name ?? this.#live?.id ?? null, step_count: this.#live?.steps ?? 0 },
        };
      case 'close':
        return null;
    }
  }

  /** The client is there, though it says nothing: its episode counts as used. */
  alive(): void {
    if (this.#live !== null) this.#served.episodes.get(this.#live.id);
  }

  /** Frees the place of its episode. */
  close(): void {
    if (this.#live !== null) this.#served.episodes.close(this.#live.id);
    this.#live = null;
  }

  async #reset({ seed, episode_id: name, task_id: task, split, index }: z.output<typeof Reset>): Promise<object> {
    const { shelf, episodes } = this.#served;
    try {
      const { length } = shelf.in(split ?? shelf.splits[0]?.name ?? '');
      const wish = { task: task ?? undefined, split: split ?? undefined, index: index ?? (seed ?? 0) % length };
      const found = shelf.find(wish);
      // A reset that names no task leaves the episode that is on.
      this.close();
      this.#live = episodes.open(found.task, { seed: seed ?? undefined });
    } catch (error) {
      if (error instanceof NoSuchTask) return failure('EXECUTION_ERROR', error.message);
      if (!(error instanceof CapacityReached)) throw error;
      const more = { active_sessions: episodes.size, max_sessions: episodes.settings.capacity };
      return failure('CAPACITY_REACHED', error.message, { ...more, retry_after_seconds: error.retryAfterSeconds });
    }
    this.#name = name ?? null;
    const { id, ...view } = this.#live.view;
    return observation({ task_id: id, ...view, ...(await seenBy(this.#live, view.instruction)) });
  }

  async #step(action: z.output<typeof Action>): Promise<object> {
    const { tools } = this.#served;
    if (action.type === 'list_tools')
      return observation({
        tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: input })),
      });
    const live = this.#live === null ? undefined : this.#served.episodes.get(this.#live.id);
    if (live === undefined)
      return failure(
        'SESSION_ERROR',
        this.#live === null ? 'there is no episode yet; reset first' : 'the episode was closed; reset for another',
      );
    const turn: AgentTurn =
      action.type === 'message'
        ? { text: action.text, calls: [] }
        : { calls: [{ tool: action.tool_name, arguments: action.arguments }] };
    const wasOver = live.end !== null;
    const seen = await live.turn(turn);
    const shown = action.type === 'message' ? { note: seen.note } : calledObservation(action.tool_name, seen);
    return observation({ ...shown, ...(await seenBy(live, seen)) }, seen.end === null ? null : live, wasOver);
  }
}

/** The pictures that stand as links in what an agent is told; nothing where there are none. */
async function seenBy({ look }: LiveEpisode, told: unknown): Promise<object> {
  const images = await look(told);
  return images.length === 0
    ? {}
    : { images: images.map(({ link, mimeType, data }) => ({ link, mime_type: mimeType, data })) };
}

const calledObservation = (tool: string, { results: [result], note }: Observation) => ({
  tool_name: tool,
  result: result?.content ?? null,
  is_error: result?.isError ?? true,
  error: null,
  note,
});

/** An observation; of an episode that is over with its reward, unless that is paid or nothing of the agent's doing ended it. */
function observation(shown: object, over: LiveEpisode | null = null, isPaid = false): object {
  const end = over?.end?.end ?? null;
  const reward = over === null || end === null || isPaid || !countsForAgent(end) ? null : over.grade().reward;
  const metadata = end === null ? {} : { end };
  return { type: 'observation', data: { observation: { ...shown, metadata }, reward, done: end !== null, metadata } };
}

/** Time in ms between two checks whether somebody is still at a socket. */
const PING_EVERY_MS = 30_000;

/** Lets a socket play; its place is freed when it closes, or is found to be dead. */
export function playOnSocket(served: Served, socket: WebSocket, pingEveryMs = PING_EVERY_MS): void {
  const session = new OpenEnvSession(served);
  let isAlive = true;
  const pinging = setInterval(() => {
    if (!isAlive) socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingEveryMs);
  socket.on('pong', () => {
    isAlive = true;
    session.alive();
  });
  const answered = async (text: string) => {
    let answer: object | null;
    try {
      answer = await session.answer(text);
    } catch (error) {
      answer = failure('EXECUTION_ERROR', `this is a bug of the server: ${(error as Error).message}`);
    }
    if (answer === null) socket.close();
    else socket.send(JSON.stringify(answer));
  };
  // Answers come in the order of what was asked.
  let last = Promise.resolve();
  socket.on('message', (bytes) => {
    isAlive = true;
    const text = bytes.toString();
    last = last.then(() => answered(text));
  });
  socket.on('close', () => {
    clearInterval(pinging);
    session.close();
  });
  // What goes wrong with a socket closes it.
  socket.on('error', () => {});
}

const anything = { type: 'object', additionalProperties: true };

/** Routes a client may ask before it opens a socket. */
export const openEnvRoutes = ({ name }: Served): Hono =>
  answering()
    .get('/health', ({ json }) => json({ status: 'healthy' }))
    .get('/metadata', ({ json }) =>
      json({
        name,
        description: `Shopping tasks of the benchmark ${name}, with a scripted shopper; a reward comes at the end.`,
        version: packageVersion(),
      }),
    )
    .get('/schema', ({ json }) =>
      json({ action: z.toJSONSchema(Action, { io: 'input' }), observation: anything, state: anything }),
    );
