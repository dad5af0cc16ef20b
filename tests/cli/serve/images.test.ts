import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { mcpPath } from '../../../cli/serve/mcp.ts';
import { OpenEnvSession } from '../../../cli/serve/openenv.ts';
import { agentApp, controlApp } from '../../../cli/serve/server.ts';
import type { EpisodeTask, ToolCall } from '../../../pipeline/episode.ts';
import { openPainter, pictureLink, pictureText } from '../../../service/pictures/index.ts';
import { playBy } from '../../fixtures/episodes.ts';
import { liveEpisodes } from '../../fixtures/live-episodes.ts';
import { chunksOf, pngOf } from '../../fixtures/png-chunks.ts';
import { SUPPORT_NAMES, type SupportRun, supportRun } from '../../fixtures/support-episodes.ts';

const TOKEN = 'a-token-of-a-test';
const ORIGIN = 'http://127.0.0.1:8420';

/** What a wire brought of one episode: texts in their order, and the images that came with them, in base64. */
interface Received {
  readonly texts: string[];
  readonly images: string[];
}

/** Plays calls over a wire. */
type PlayOver = (run: SupportRun, task: EpisodeTask, calls: readonly ToolCall[]) => Promise<Received>;

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}
const ofBlocks = (blocks: readonly Block[]): Received => ({
  texts: blocks.flatMap(({ text }) => text ?? []),
  images: blocks.flatMap(({ type, mimeType, data }) =>
    type === 'image' && mimeType === 'image/png' ? (data ?? []) : [],
  ),
});

const overMcp =
  (mode: 'legacy' | 'auto'): PlayOver =>
  async (run, task, calls) => {
    const fixture = liveEpisodes(run);
    const live = fixture.episodes.open(task);
    const app = agentApp(fixture, '127.0.0.1');
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const fetch = async (url: unknown, init?: RequestInit) => {
      const request = new Request(url as URL, init);
      request.headers.set('host', new URL(ORIGIN).host);
      return await app.fetch(request);
    };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${ORIGIN}${mcpPath(live.token)}`), { fetch }));
    const { messages } = await client.getPrompt({ name: 'task' });
    const blocks: Block[] = messages.map(({ content }) => content as Block);
    for (const { tool, arguments: given } of calls) {
      const { content } = await client.callTool({ name: tool, arguments: given as Record<string, unknown> });
      blocks.push(...(content as Block[]));
    }
    return ofBlocks(blocks);
  };

const overOpenEnv: PlayOver = async (run, task, calls) => {
  const served = { ...liveEpisodes(run), tools: [], name: run.family, agentUrl: () => '' };
  const session = new OpenEnvSession(served);
  const say = async (message: unknown) =>
    ((await session.answer(JSON.stringify(message))) as { data: { observation: Record<string, unknown> } }).data
      .observation;
  const seen = [await say({ type: 'reset', data: { task_id: task.agentId } })];
  for (const { tool, arguments: given } of calls)
    seen.push(await say({ type: 'step', data: { type: 'call_tool', tool_name: tool, arguments: given } }));
  return {
    texts: seen.map(({ images: _, ...told }) => JSON.stringify(told)),
    images: seen.flatMap(({ images = [] }) =>
      (images as { mime_type: string; data: string }[]).flatMap(({ mime_type, data }) =>
        mime_type === 'image/png' ? data : [],
      ),
    ),
  };
};

const headers = { 'x-api-key': TOKEN, 'x-session-id': 'mine', authorization: `Bearer ${TOKEN}` };
const controlOf = (run: SupportRun) => {
  const app = controlApp({ ...liveEpisodes(run), name: run.family, tools: [], agentUrl: () => '' }, TOKEN);
  return async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<string> => {
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return await (await app.fetch(new Request(`http://control.test${path}`, request))).text();
  };
};

const dataOf = (events: string): string =>
  events
    .split('\n\n')
    .filter((event) => /^event: (chunk|end)\n/.test(event))
    .map((event) => (event.split('\n')[1] ?? '').replace(/^data:/, '').trimStart())
    .join('');

const overOrs: PlayOver = async (run, task, calls) => {
  const ask = controlOf(run);
  await ask('POST', '/create', { task_spec: { id: task.agentId } });
  const blocks: Block[] = JSON.parse(await ask('GET', '/prompt'));
  expect(
    (JSON.parse(await ask('GET', '/messages')) as { blocks: Block[] }[]).flatMap(
      (message) => ofBlocks(message.blocks).images,
    ),
  ).toEqual(ofBlocks(blocks).images);
  for (const { tool: name, arguments: input } of calls)
    blocks.push(...JSON.parse(dataOf(await ask('POST', '/call', { name, input }))).output.blocks);
  return ofBlocks(blocks);
};

const WIRES: readonly (readonly [string, PlayOver])[] = [
  ['MCP of 2025', overMcp('legacy')],
  ['MCP of 2026', overMcp('auto')],
  ['OpenEnv', overOpenEnv],
  ['the Open Reward Standard', overOrs],
];

const canDraw = (await openPainter()) !== null;

/** Tasks whose customers send pictures: drawn ones with their first message and later ones, and such as are described. */
const runs = new Map(
  SUPPORT_NAMES.map((name) => {
    const isDrawn = (at: (place: number) => boolean) => (locked: SupportRun['locked'][number]) =>
      locked.intents.some(({ picture }, place) => picture !== null && !picture.described && at(place));
    const isDescribed = ({ intents }: SupportRun['locked'][number]) =>
      intents.some(({ picture }) => picture?.described === true);
    const wanted =
      name === 'mixecom' ? [isDescribed] : [isDrawn((place) => place === 0), isDrawn((place) => place > 0)];
    return [name, wanted.map((fits) => supportRun(name, { tasks: 2, fits }))] as const;
  }),
);

describe.each(SUPPORT_NAMES)('pictures of %s', (name) => {
  test.skipIf(!canDraw).each(WIRES)(
    'come as images over %s, with the words that tell their links, and hold nothing but their pixels',
    async (_, over) => {
      for (const run of runs.get(name) ?? [])
        for (const [at, task] of run.tasks.entries()) {
          const sent = run.locked[at]?.intents.flatMap(({ picture }) => picture ?? []) ?? [];
          const { journal } = await playBy('oracle', task, run.world);
          const calls = journal.flatMap((event) => (event.type === 'turn' ? event.calls : []));
          const { texts, images } = await over(run, task, calls);
          const told = texts.join('\n');
          const drawn = sent.filter((picture) => !picture.described && told.includes(pictureLink(picture)));
          expect(new Set(images).size).toBe(drawn.length);
          for (const image of images) {
            const bytes = pngOf(image);
            expect(new Set(chunksOf(bytes))).toEqual(new Set(['IHDR', 'IDAT', 'IEND']));
            expect(chunksOf(bytes).at(-1)).toBe('IEND');
          }
          // What it shows is told by the tool alone.
          const looked = calls.some(({ tool }) => tool === 'get_image_info');
          for (const picture of sent)
            if (!looked) expect(told).not.toContain(JSON.stringify(pictureText(picture, 'en')).slice(1, -1));
        }
    },
  );

  test('agents that cannot see are told by get_image_info what they show, once the customer has sent them', async () => {
    for (const run of runs.get(name) ?? [])
      for (const [at, task] of run.tasks.entries()) {
        const ask = controlOf(run);
        await ask('POST', '/create', { task_spec: { id: task.agentId } });
        const [first, ...later] = run.locked[at]?.intents ?? [];
        const told = async (link: string) => {
          const input =
            name === 'ecombench'
              ? { summarized_query: 'x', needed_query: 'x', history_messages: link }
              : { pictures: link };
          return JSON.parse(dataOf(await ask('POST', '/call', { name: 'get_image_info', input }))).output;
        };
        if (first?.picture != null) {
          const { blocks } = await told(pictureLink(first.picture));
          expect(JSON.parse(blocks[0].text).pictures).toEqual([
            { link: pictureLink(first.picture), description: pictureText(first.picture, 'en') },
          ]);
        }
        for (const { picture } of later)
          if (picture !== null && first?.picture?.id !== picture.id) {
            const { blocks, metadata } = await told(pictureLink(picture));
            expect(metadata.is_error).toBe(true);
            expect(blocks.filter(({ type }: Block) => type === 'image')).toEqual([]);
          }
      }
  });
});

test('whoever opens an episode is given the pictures of its request, and NeMo Gym, whose results are texts, none', async () => {
  const [run] = runs.get('ecombench') ?? [];
  const task = run?.tasks[0] as EpisodeTask;
  const ask = controlOf(run as SupportRun);
  const opened = JSON.parse(await ask('POST', '/episodes', { task: task.agentId }));
  expect(opened.images ?? []).toHaveLength(canDraw ? 1 : 0);
  const link = /https:\S+\.png/.exec(task.instruction)?.[0] ?? '';
  await ask('POST', '/nemo/seed_session', { verifier_metadata: { task: task.agentId } });
  expect(await ask('POST', '/nemo/get_image_info', { history_messages: link })).not.toMatch(/base64|iVBOR/);
});
