import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LiveEpisode } from '../../../cli/serve/live-episodes.ts';
import { mcpPath } from '../../../cli/serve/mcp.ts';
import { agentApp } from '../../../cli/serve/server.ts';
import type { ToolResult } from '../../../pipeline/episode.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../../fixtures/episode-leaks.ts';
import { PLAYED, type PlayableRun, playableRun, playBy } from '../../fixtures/episodes.ts';
import { firstOf, type LiveFixture, liveEpisodes, playOverWire } from '../../fixtures/live-episodes.ts';

const ORIGIN = 'http://127.0.0.1:8420';
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const LISTEN_HEADERS = {
  ...{ host: '127.0.0.1:8420', 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  ...{ 'mcp-protocol-version': REVISION, 'mcp-method': 'subscriptions/listen' },
};

interface Connected {
  readonly client: Client;
  /** All that came back, byte for byte. */
  readonly received: string[];
}

/** A client of an episode that speaks the older or the newer revision, without a socket. */
async function connected(fixture: LiveFixture, { token }: LiveEpisode, mode: 'legacy' | 'auto'): Promise<Connected> {
  const app = agentApp(fixture, '127.0.0.1');
  const received: string[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${ORIGIN}${mcpPath(token)}`), {
    fetch: async (url, init) => {
      const request = new Request(url, init as RequestInit);
      request.headers.set('host', new URL(ORIGIN).host);
      const response = await app.fetch(request);
      const text = await response.clone().text();
      received.push(text, JSON.stringify([...response.headers]));
      return response;
    },
  });
  await client.connect(transport);
  return { client, received };
}

const callOf =
  (client: Client) =>
  async (tool: string, args: unknown): Promise<{ result: ToolResult; isOver: boolean }> => {
    const {
      content,
      structuredContent = {},
      isError = false,
    } = await client.callTool({
      name: tool,
      arguments: args as Record<string, unknown>,
    });
    const isOver = JSON.stringify(content).includes('The episode has ended');
    return { result: { tool, isError, content: structuredContent as Record<string, unknown> }, isOver };
  };

describe.each(PLAYED)('%s', (family) => {
  let run: PlayableRun;
  beforeAll(async () => {
    run = await playableRun(family);
  });

  describe.each(['legacy', 'auto'] as const)('over MCP, negotiated as %s', (mode) => {
    test('a client is told the tools in the order of the episode, and what the shopper wants', async () => {
      const fixture = liveEpisodes(run);
      const live = fixture.episodes.open(firstOf(run));
      const { client } = await connected(fixture, live, mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(live.view.tools.map(({ name }) => name));
      expect(client.getInstructions()).toContain(live.view.instruction);
      expect(JSON.stringify(await client.getPrompt({ name: 'task' }))).toContain(
        JSON.stringify(live.view.instruction).slice(1, -1),
      );
    });

    test.each(['oracle', 'first-hit'])(
      '%s leaves the journal and the grade it leaves without a wire',
      async (agent) => {
        const fixture = liveEpisodes(run);
        for (const task of run.tasks) {
          const alone = await playBy(agent, task, run.world);
          const live = fixture.episodes.open(task);
          const { client } = await connected(fixture, live, mode);
          await playOverWire(agent, { view: live.view, kind: run.world.kind, task }, callOf(client));
          const calls = alone.journal.flatMap((event) => (event.type === 'turn' ? event.calls : []));
          expect(live.journal.flatMap((event) => (event.type === 'turn' ? event.calls : []))).toEqual(calls);
          const { success, reward } = run.world.kind.grade(
            { ...alone, end: alone.end?.end ?? 'done' },
            task.answer,
            run.world.place,
          );
          expect(live.grade()).toMatchObject({ success, reward });
        }
      },
    );

    test('no byte that a client receives tells what its agent was not shown', async () => {
      const fixture = liveEpisodes(run);
      for (const [at, task] of run.tasks.entries()) {
        const live = fixture.episodes.open(task);
        const { client, received } = await connected(fixture, live, mode);
        await client.listTools();
        await client.getPrompt({ name: 'task' });
        await callOf(client)('nothing_such', {});
        await callOf(client)(live.view.tools[0]?.name ?? '', { wrong: true });
        expect(received.flatMap((bytes) => leaksInBytes(bytes, run.samples[at], NOTHING_KNOWN))).toEqual([]);
      }
    });
  });

  test('an unknown tool and bad arguments are results that say so', async () => {
    const fixture = liveEpisodes(run);
    const live = fixture.episodes.open(firstOf(run));
    const { client } = await connected(fixture, live, 'auto');
    const unknown = await callOf(client)('nothing_such', {});
    expect(unknown).toMatchObject({ isOver: false, result: { isError: true } });
    expect(JSON.stringify(unknown.result.content)).toContain('there is no tool \\"nothing_such\\"');
    const [first] = live.view.tools;
    expect(await callOf(client)(first?.name ?? '', {})).toMatchObject({ isOver: false, result: { isError: true } });
  });

  test('after the end every call says that the episode is over', async () => {
    const fixture = liveEpisodes(run);
    const live = fixture.episodes.open(firstOf(run));
    live.finish('gave_up', 'test');
    const { client } = await connected(fixture, live, 'auto');
    const { content, isError } = await client.callTool({ name: live.view.tools[0]?.name ?? '', arguments: {} });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('the episode is over')]);
  });
});

describe('an episode', () => {
  test('has nothing to listen for, so that no client holds streams which another one lacks', async () => {
    const run = await playableRun('ecomagentbench');
    const fixture = liveEpisodes(run);
    const app = agentApp(fixture, '127.0.0.1');
    const { token } = fixture.episodes.open(firstOf(run));
    const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    for (let id = 1; id <= 1100; id++) {
      const params = { notifications: { ...all, resourceSubscriptions: ['a:b'] }, _meta: META };
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params });
      const request = new Request(`${ORIGIN}${mcpPath(token)}`, { method: 'POST', headers: LISTEN_HEADERS, body });
      // The text comes to its end at once: the stream is over.
      expect(await (await app.fetch(request)).text()).toContain('"notifications":{}');
    }
  });

  test('deep arguments are told in a sentence, and the journal can be read', async () => {
    const run = await playableRun('ecomagentbench');
    const fixture = liveEpisodes(run);
    const live = fixture.episodes.open(firstOf(run));
    const { client } = await connected(fixture, live, 'auto');
    let deep: unknown = 1;
    for (let level = 0; level < 1000; level++) deep = [deep];
    const { result } = await callOf(client)('search_products', { query: deep });
    expect(result).toMatchObject({ isError: true, content: { error: expect.stringMatching(/64 levels deep/) } });
    expect(JSON.stringify(live.journal).length).toBeLessThan(300);
  });
});

describe('the address of an episode', () => {
  let run: PlayableRun;
  beforeAll(async () => {
    run = await playableRun('ecomagentbench');
  });
  const asked = (fixture: LiveFixture, path: string, headers: Record<string, string> = {}) =>
    agentApp(fixture, '127.0.0.1').fetch(
      new Request(`${ORIGIN}${path}`, { method: 'POST', body: '{}', headers: { host: '127.0.0.1:8420', ...headers } }),
    );

  test.each(['guess', '', '../e', '%00', 'a'.repeat(5000)])('opens nothing for "%.10s"', async (token) => {
    const fixture = liveEpisodes(run);
    fixture.episodes.open(firstOf(run));
    expect((await asked(fixture, mcpPath(token))).status).toBe(404);
  });

  test('opens nothing once its episode is closed', async () => {
    const fixture = liveEpisodes(run);
    const { id, token } = fixture.episodes.open(firstOf(run));
    fixture.episodes.close(id);
    expect((await asked(fixture, mcpPath(token))).status).toBe(404);
  });

  test.each(['/episodes', '/tasks', '/splits', '/'])(
    'control is not to be had from the agents’ listener: %s',
    async (path) => {
      expect((await asked(liveEpisodes(run), path)).status).toBe(404);
    },
  );

  test('is reached by the name the server is known by', async () => {
    const fixture = liveEpisodes(run);
    const { token } = fixture.episodes.open(firstOf(run));
    const app = agentApp(fixture, '127.0.0.1', 'https://shop.example.org');
    const headers = { host: 'shop.example.org', 'content-type': 'application/json' };
    const request = new Request(`${ORIGIN}${mcpPath(token)}`, { method: 'POST', body: '{}', headers });
    expect((await app.fetch(request)).status).not.toBe(403);
  });

  test('a page that calls this machine by another name is turned away', async () => {
    const fixture = liveEpisodes(run);
    const { token } = fixture.episodes.open(firstOf(run));
    expect((await asked(fixture, mcpPath(token), { host: 'evil.example.org' })).status).toBe(403);
    expect((await asked(fixture, mcpPath(token), { origin: 'https://evil.example.org' })).status).toBe(403);
  });
});
