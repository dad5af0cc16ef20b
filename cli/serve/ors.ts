import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import { countsForAgent, type Observation, type SentImage } from '../../pipeline/episode.ts';
import { requestMessages, requestText } from '../../shopping/episode/request.ts';
import { answering, NoSuchEpisode, type Served } from './control.ts';
import type { LiveEpisode } from './live-episodes.ts';
import { BadRequest, bodyOf } from './request-body.ts';
import type { ShelvedTask } from './task-shelf.ts';

const Named = z.looseObject({ split: z.string() });
const Indexed = z.looseObject({ split: z.string(), index: z.int() });
const Range = z.looseObject({ split: z.string(), start: z.int().nullish(), stop: z.int().nullish() });
const TaskSpec = z.looseObject({ id: z.string() });
const Create = z.looseObject({
  task_spec: TaskSpec.nullish(),
  split: z.string().nullish(),
  index: z.int().nonnegative().nullish(),
});
const Call = z.looseObject({
  name: z.string(),
  input: z.unknown().default({}),
  task_id: z.string().max(255).nullish(),
});

/** A session of a client, named by us; its episode begins with `create`. */
interface Session {
  readonly live: LiveEpisode;
  /** Calls by id, with the places of their turns, for clients whose stream broke off: the journal has the answers. */
  readonly calls: Map<string, Promise<number | null>>;
}

const LONGEST_PIECE = 4096;

/** A space that a piece begins with, as an escape: clients strip it otherwise. JSON has spaces in its strings only. */
const unstripped = (piece: string) =>
  piece.replace(/^\s/u, (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** An answer as events; long JSON goes in pieces, as clients read lines of a limited length. */
function eventStream(id: string, data: string): Response {
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at < data.length; ) {
    let end = at + LONGEST_PIECE;
    // A pair of code units that are one character stays together.
    if (isHighSurrogate(data.charCodeAt(end - 1))) end++;
    pieces.push(unstripped(data.slice(at, end)));
    at = end;
  }
  const events = pieces.map((piece, at) => `event: ${at === pieces.length - 1 ? 'end' : 'chunk'}\ndata: ${piece}\n\n`);
  return new Response(`event: task_id\ndata: ${id}\n\n${events.join('')}`, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
  });
}

const OVER = JSON.stringify({ ok: false, error: 'the episode is over', reason: 'episode_finished' });

const text = (said: string) => ({ type: 'text', text: said, detail: null });
const image = ({ mimeType, data }: SentImage) => ({ type: 'image', data, mimeType, detail: null });
/** A task as clients hand it back to begin it; nothing of the answer is in it. */
const specOf = ({ task, split, index }: ShelvedTask) => ({ id: task.agentId, split, index });
/** The kinds of splits there are in the standard. */
const typeOf = (split: string) => (split === 'train' || split === 'test' ? split : 'validation');

/**
 * The Open Reward Standard, as its package `openreward` 0.1.167 speaks it: tasks by split and index, a session for each
 * episode, tools that answer by server-sent events, with reward and end. It is for whoever trains agents.
 */
export function orsRoutes(served: Served): Hono {
  const { episodes, shelf, name, tools } = served;
  const sessions = new Map<string, Session>();
  const sidOf = ({ req }: Context) => {
    const sid = req.header('x-session-id')?.trim();
    if (sid === undefined || sid === '') throw new BadRequest('the header X-Session-ID is missing');
    return sid;
  };
  const sessionOf = (context: Context): Session => {
    const sid = sidOf(context);
    const session = sessions.get(sid);
    if (session === undefined || episodes.get(session.live.id) === undefined)
      throw new NoSuchEpisode(`the session "${sid}" has no episode; create one, for it may have been closed`);
    return session;
  };
  /** Frees the place of a session's episode, where it has one. */
  const deleted = (context: Context) => {
    const sid = sidOf(context);
    const session = sessions.get(sid);
    if (session !== undefined) episodes.close(session.live.id);
    return context.json({ sid });
  };
  const listedTools = {
    tools: tools.map(({ name: tool, description, input }) => ({ name: tool, description, input_schema: input })),
    terminal_tool: null,
    supports_score_group: false,
    message_block_types: ['text', 'image'],
  };

  const routes = new Hono()
    .get('/tools', ({ json }) => json(listedTools))
    .get('/splits', ({ json }) => json(shelf.splits.map((split) => ({ ...split, type: typeOf(split.name) }))))
    .post('/tasks', async ({ req, json }) => {
      const { split } = await bodyOf(req.raw, Named);
      return json({ tasks: shelf.in(split).map(specOf), env_name: name });
    })
    .post('/num_tasks', async ({ req, json }) => {
      const { split } = await bodyOf(req.raw, Named);
      return json({ num_tasks: shelf.in(split).length });
    })
    .post('/task', async ({ req, json }) =>
      json({ task: specOf(shelf.find(await bodyOf(req.raw, Indexed))), env_name: name }),
    )
    .post('/task_range', async ({ req, json }) => {
      const { split, start, stop } = await bodyOf(req.raw, Range);
      const tasks = shelf.in(split).slice(start ?? 0, stop ?? undefined);
      return json({ tasks: tasks.map(specOf), env_name: name });
    })
    .get('/task_tools', (context) => {
      sessionOf(context);
      return context.json(listedTools);
    })
    .get('/prompt', async (context) => {
      const { view, look } = sessionOf(context).live;
      return context.json([text(requestText(view)), ...(await look(view.instruction)).map(image)]);
    })
    .get('/messages', async (context) => {
      const { view, look } = sessionOf(context).live;
      const messages = requestMessages(view).map(async ({ role, content }) => ({
        role,
        blocks: [text(content), ...(await look(content)).map(image)],
        detail: null,
      }));
      return context.json(await Promise.all(messages));
    })
    .post('/call', async (context) => {
      const { name: tool, input, task_id: id } = await bodyOf(context.req.raw, Call);
      const { live, calls } = sessionOf(context);
      const named = id ?? randomUUID();
      const known = calls.get(named);
      if (known === undefined && live.end !== null) return eventStream(named, OVER);
      if (known !== undefined) {
        const place = await known;
        const seen = place === null ? null : live.turns()[place]?.seen;
        return eventStream(
          named,
          seen == null ? OVER : JSON.stringify({ ok: true, output: await outputOf(seen, live) }),
        );
      }
      const turn = live.turnAt({ calls: [{ tool, arguments: input }] });
      calls.set(
        named,
        turn.then(({ place }) => place),
      );
      const { seen, place } = await turn;
      return eventStream(
        named,
        place === null ? OVER : JSON.stringify({ ok: true, output: await outputOf(seen, live) }),
      );
    });

  return answering()
    .get('/list_environments', ({ json }) => json([name]))
    .get('/version', ({ json }) => json({ version: packageVersion(), build_sha: null }))
    .post('/create_session', () => eventStream(randomUUID(), ''))
    .post('/delete_session', deleted)
    .post('/create', async (context) => {
      const sid = sidOf(context);
      const { task_spec: spec, split, index } = await bodyOf(context.req.raw, Create);
      const before = sessions.get(sid);
      // One that nobody used for too long is closed by being asked for.
      if (before !== undefined && episodes.get(before.live.id) !== undefined)
        throw new BadRequest(`the session "${sid}" has an episode already; delete it first`);
      const { task } = shelf.find({ task: spec?.id, split: split ?? undefined, index: index ?? undefined });
      const live = episodes.open(task);
      live.whenClosed(() => sessions.delete(sid));
      sessions.set(sid, { live, calls: new Map() });
      return context.json({ sid });
    })
    .post('/delete', deleted)
    .post('/ping', (context) => {
      sessionOf(context);
      return context.json({ status: 'ok' });
    })
    .route(`/${name}`, routes)
    .route('/', routes);
}

/** Renders the result of a call, with the reward once the episode is over by the agent's doing. */
async function outputOf(seen: Observation, live: LiveEpisode) {
  const {
    results: [result],
    note,
    end,
  } = seen;
  return {
    blocks: [
      ...(result === undefined ? [] : [text(JSON.stringify(result.content))]),
      ...(note === null ? [] : [text(note)]),
      ...(await live.look(seen)).map(image),
    ],
    metadata: { is_error: result?.isError ?? true, ...(end === null ? {} : { end }) },
    reward: end === null || !countsForAgent(end) ? null : live.grade().reward,
    finished: end !== null,
  };
}
