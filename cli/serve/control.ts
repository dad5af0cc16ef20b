import { Hono } from 'hono';
import { z } from 'zod';
import { Limits, type ToolDescription } from '../../pipeline/episode.ts';
import { issueText } from '../../shopping/episode/issue-text.ts';
import { requestText } from '../../shopping/episode/request.ts';
import { gradeRecord } from '../../shopping/episode/trial.ts';
import { CapacityReached, type LiveEpisode, type LiveEpisodes } from './live-episodes.ts';
import { mcpPath } from './mcp.ts';
import { BadRequest, bodyOf } from './request-body.ts';
import { NoSuchTask, type TaskShelf } from './task-shelf.ts';

/** State that the adapters of a server share. */
export interface Served {
  readonly episodes: LiveEpisodes;
  readonly shelf: TaskShelf;
  /** Name of the environment, such as a family's. */
  readonly name: string;
  readonly tools: readonly ToolDescription[];
  /** Returns the address where agents reach their episodes. */
  readonly agentUrl: () => string;
}

const MOST_LISTED = 1000;

/** An application whose errors are answered by one sentence each, in the field `detail`. */
export function answering(app = new Hono()): Hono {
  return app
    .notFound(({ req, json }) => json({ detail: `there is no ${req.method} ${req.path}` }, 404))
    .onError((error, { json }) => {
      if (error instanceof CapacityReached) {
        const { message: detail, retryAfterSeconds } = error;
        const body = { code: 'CAPACITY_REACHED', detail, retry_after_seconds: retryAfterSeconds };
        return json(body, 503, { 'Retry-After': String(retryAfterSeconds) });
      }
      if (error instanceof NoSuchTask || error instanceof NoSuchEpisode) return json({ detail: error.message }, 404);
      if (error instanceof BadRequest) return json({ detail: error.message }, 400);
      return json({ detail: `this is a bug of the server: ${error.message}` }, 500);
    });
}

export class NoSuchEpisode extends Error {}

function episodeOf({ episodes }: Pick<Served, 'episodes'>, id: string): LiveEpisode {
  const episode = episodes.get(id);
  if (episode === undefined) throw new NoSuchEpisode(`there is no episode "${id}"; it may have been closed`);
  return episode;
}

const Begin = z.strictObject({
  task: z.string().optional(),
  split: z.string().optional(),
  index: z.int().nonnegative().optional(),
  seed: z.int().nonnegative().optional(),
  limits: Limits.partial().optional(),
});

const Page = z.object({
  split: z.string().optional(),
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().positive().max(MOST_LISTED).default(100),
});

/** The grade of an episode with its end, for those who may see it. */
export const gradedEpisode = (episode: LiveEpisode) => {
  const grade = gradeRecord(episode.grade());
  return { ...statusOf(episode), grade };
};

const statusOf = ({ id, task, steps, end }: LiveEpisode) => ({
  id,
  task: task.agentId,
  sample: task.id,
  intent: task.intent,
  steps,
  end: end?.end ?? null,
  detail: end?.detail ?? null,
});

/** Opens, lists, grades and closes episodes. It is for whoever runs agents, never for agents. */
export function controlRoutes(served: Served): Hono {
  const { episodes, shelf } = served;
  return answering()
    .get('/health', ({ json }) => json({ status: 'ok', episodes: episodes.size, capacity: episodes.settings.capacity }))
    .get('/tasks', ({ req, json }) => {
      const read = Page.safeParse(req.query());
      if (!read.success) throw new BadRequest(issueText(read.error));
      const { split, offset, limit } = read.data;
      const tasks = shelf.in(split ?? shelf.splits[0]?.name ?? '');
      const listed = tasks.slice(offset, offset + limit).map(({ split: name, index, task }) => ({
        task: task.agentId,
        split: name,
        index,
        prompt: requestText(task),
      }));
      return json({ tasks: listed, total: tasks.length });
    })
    .post('/episodes', async ({ req, json }) => {
      const { seed, limits, ...wish } = await bodyOf(req.raw, Begin);
      const { task } = shelf.find(wish);
      const episode = episodes.open(task, { seed, limits });
      const { id, limits: given } = episode.view;
      const images = await episode.look(episode.view.instruction);
      const url = `${served.agentUrl()}${mcpPath(episode.token)}`;
      const opened = { id: episode.id, task: id, prompt: requestText(episode.view), limits: given, mcp_url: url };
      return json({ ...opened, ...(images.length === 0 ? {} : { images }) }, 201);
    })
    .get('/episodes', ({ json }) =>
      json({
        episodes: episodes
          .list()
          .map(({ live, idleMs }) => ({ ...statusOf(live), idle_seconds: Math.round(idleMs / 1000) })),
      }),
    )
    .get('/episodes/:id', ({ req, json }) => {
      const episode = episodeOf(served, req.param('id'));
      return json({ ...statusOf(episode), journal: episode.journal });
    })
    .post('/episodes/:id/grade', ({ req, json }) => json(gradedEpisode(episodeOf(served, req.param('id')))))
    .delete('/episodes/:id', ({ req, json }) => {
      const { id } = episodeOf(served, req.param('id'));
      episodes.close(id);
      return json({ closed: id });
    });
}
