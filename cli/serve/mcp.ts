import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import type { AgentView, Observation, SentImage, ToolDescription } from '../../pipeline/episode.ts';
import type { AgentTurn } from '../../shopping/episode/drive.ts';
import type { Look } from '../../shopping/episode/images.ts';
import { requestText } from '../../shopping/episode/request.ts';
import { MOST_BODY_BYTES } from './request-body.ts';

/** An episode as whoever brings its agent sees it: nothing of the answer can be had from it. */
export interface AgentSide {
  readonly view: AgentView;
  readonly look: Look;
  /** Carries a turn of the agent out, after those before it. */
  turn(turn: AgentTurn): Promise<Observation>;
}

export interface TokenEpisodes {
  withToken(token: string): AgentSide | undefined;
}

/** The name of the prompt that says what the shopper wants. */
const TASK_PROMPT = 'task';

/** An episode as an MCP server: its tools, and what the shopper says first as instructions and as its one prompt. */
export function mcpServerOf(episode: AgentSide): Server {
  const { limits, tools } = episode.view;
  const task = `${requestText(episode.view)}\n\nYou have at most ${limits.steps} tool calls.`;
  const server = new Server(
    { name: 'cartwright', title: 'An episode of a benchmark', version: packageVersion() },
    { capabilities: { tools: {}, prompts: {} }, instructions: task },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(toolOf) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const seen = await episode.turn({ calls: [{ tool: name, arguments: given }] });
    return resultOf(seen, await episode.look(seen));
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ name: TASK_PROMPT, title: 'The task', description: 'What the shopper wants.' }],
  }));
  server.setRequestHandler('prompts/get', async () => ({
    messages: [{ type: 'text' as const, text: task }, ...(await episode.look(task)).map(imageOf)].map((content) => ({
      role: 'user' as const,
      content,
    })),
  }));
  return server;
}

const toolOf = ({ name, description, input, output, readOnly }: ToolDescription) => ({
  name,
  description,
  inputSchema: { ...input, type: 'object' as const },
  // Both revisions take schemas of objects; a choice between several is none to the older one.
  ...(output.type === 'object' ? { outputSchema: { ...output, type: 'object' as const } } : {}),
  annotations: { readOnlyHint: readOnly },
});

const imageOf = ({ mimeType, data }: SentImage) => ({ type: 'image' as const, mimeType, data });

/** Renders the agent's observation after its turn as the result of the one call that the turn was. */
function resultOf({ results: [result], note, end }: Observation, images: readonly SentImage[]) {
  const said = (text: string) => ({ type: 'text' as const, text });
  return {
    content: [
      ...(result === undefined ? [] : [said(JSON.stringify(result.content))]),
      ...(note === null ? [] : [said(note)]),
      ...(end === null ? [] : [said(`The episode has ended: ${end}.`)]),
      ...images.map(imageOf),
    ],
    ...(result === undefined ? {} : { structuredContent: { ...result.content } }),
    isError: result?.isError ?? true,
  };
}

const EPISODE_PATH = '/e/:token/mcp';

/** Path where the agent of an episode finds it. */
export const mcpPath = (token: string): string => `/e/${token}/mcp`;

/** MCP over HTTP: each episode at an address of its own, for clients of both revisions of the protocol. */
export function mcpRoutes(episodes: TokenEpisodes): Hono {
  const tokenIn = (url: string | undefined) => /^\/e\/([^/]+)\/mcp$/.exec(new URL(url ?? 'http://none/').pathname)?.[1];
  // Episodes share it and nothing of each other: an episode announces no changes, so no stream to listen on stays open.
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const episode = episodes.withToken(tokenIn(requestInfo?.url) ?? '');
      if (episode === undefined) throw new Error('the episode was closed');
      return mcpServerOf(episode);
    },
    { maxRequestBodySize: MOST_BODY_BYTES },
  );
  return new Hono().all(EPISODE_PATH, async ({ req, json }): Promise<Response> => {
    if (episodes.withToken(req.param('token')) !== undefined) return await handler.fetch(req.raw);
    return json({ detail: 'there is no episode at this address; it may have been closed' }, 404);
  });
}
