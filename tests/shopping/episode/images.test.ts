import { expect, test } from 'vitest';
import { bodyOf, FIRST_DIALECT } from '../../../models/chat-completion.ts';
import { openPainter, pictureLink } from '../../../service/pictures/index.ts';
import { AgentEndpoint } from '../../../shopping/episode/agents/endpoint-client.ts';
import { EndpointPlayer } from '../../../shopping/episode/agents/endpoint-player.ts';
import { ModelAgent } from '../../../shopping/episode/agents/model-agent.ts';
import { ModulePlayer } from '../../../shopping/episode/agents/module-agent.ts';
import { chatOf } from '../../../shopping/episode/chat.ts';
import { drive } from '../../../shopping/episode/drive.ts';
import { BLIND, lookIn } from '../../../shopping/episode/images.ts';
import { agentView } from '../../../shopping/episode/index.ts';
import { begin, playBy } from '../../fixtures/episodes.ts';
import { completion, scriptedFetch } from '../../fixtures/scripted-fetch.ts';
import { scriptedModels } from '../../fixtures/scripted-models.ts';
import { supportRun } from '../../fixtures/support-episodes.ts';
import { requestOf } from '../../models/requests.ts';

const run = supportRun('ecombench', {
  tasks: 1,
  fits: ({ intents: [first] }) => first?.picture != null && !first.picture.described,
});
const [task] = run.tasks as [(typeof run.tasks)[number]];
const sent = run.locked[0]?.intents[0]?.picture;
const link = sent == null ? '' : pictureLink(sent);
const start = begin(task, run.world);
const canDraw = (await openPainter()) !== null;
const PNG = 'data:image/png;base64,iVBOR';

test.skipIf(!canDraw)('a picture is looked at where its link is told, and nowhere else', async () => {
  const look = lookIn(start);
  expect(await look(task.instruction)).toMatchObject([{ link, mimeType: 'image/png' }]);
  expect(await look({ results: [{ content: { text: link } }] })).toHaveLength(1);
  expect(await look('https://pictures.example/p0000000000.png')).toEqual([]);
});

test.skipIf(!canDraw)(
  'chats hold pictures in parts of messages where they are asked for, and links alone otherwise',
  async () => {
    const { journal } = await playBy('oracle', task, run.world);
    const isPart = (content: unknown) => Array.isArray(content);
    const [blind, seeing] = [await chatOf(start, journal), await chatOf(start, journal, lookIn(start))];
    expect(blind.messages.some(({ content }) => isPart(content))).toBe(false);
    const [system, request, picture] = seeing.messages;
    expect([system?.role, request?.role, picture?.role]).toEqual(['system', 'user', 'user']);
    expect(picture?.content).toEqual([
      { type: 'text', text: link },
      { type: 'image_url', image_url: { url: expect.stringContaining(PNG) } },
    ]);
    // Each turn still ends with what the agent did.
    for (const length of seeing.turns) expect(seeing.messages[length - 1]?.role).toBe('assistant');
  },
);

test.skipIf(!canDraw)('an endpoint is sent pictures where its model can see', async () => {
  const { signal } = new AbortController();
  for (const look of [lookIn(start), BLIND]) {
    const { fetch, sent: bodies } = scriptedFetch({ body: completion('I do not know.') });
    const address = { baseUrl: 'http://model.test/v1', apiKey: null, requestsPerMinute: null, signal };
    const settings = { endpoint: new AgentEndpoint(address, fetch), model: 'm', session: 's' };
    await drive(start, new EndpointPlayer(settings, agentView(start), look));
    const urls = bodies[0]?.body.messages.flatMap(({ content }: { content: unknown }) =>
      Array.isArray(content) ? content.flatMap(({ image_url: image }) => image?.url ?? []) : [],
    );
    expect(urls).toEqual(look === BLIND ? [] : [expect.stringContaining(PNG)]);
  }
});

test.skipIf(!canDraw).each([true, false])(
  'the reference agent is asked with pictures where that is wanted: %s',
  async (images) => {
    const { models, requests } = scriptedModels(() => ({ thought: 'so', tool: 'read_policy', arguments: '{}' }));
    const settings = { model: 'm', temperature: 1, maxOutputTokens: 100, tries: 1 } as never;
    const prices = { costOf: () => null } as never;
    const agent = new ModelAgent({
      models,
      settings,
      prompt: 'ecombench/react/agent.md',
      prices,
      images,
      filter: null,
    });
    const limited = { ...agentView(start), limits: { steps: 2, questions: 2 } };
    await drive(
      begin({ ...task, limits: limited.limits }, run.world),
      agent.player(limited, lookIn(start), { task: 't', trial: 1 }),
    );
    const [asked] = requests;
    expect(asked?.messages.flatMap((message) => message.images ?? [])).toHaveLength(images ? 1 : 0);
    expect(requests[1]?.messages.flatMap((message) => message.images ?? [])).toHaveLength(images ? 1 : 0);
    const plain = new ModelAgent({
      ...{ models, settings, prompt: 'ecombench/react/agent.md', prices, images: false, filter: null },
    });
    expect(agent.digest === plain.digest).toBe(!images);
  },
);

test.skipIf(!canDraw)('a module looks at what it wants to', async () => {
  let seen = 0;
  const play = async ({
    look,
    task: { instruction },
  }: Parameters<ConstructorParameters<typeof ModulePlayer>[0]>[0]) => {
    seen = (await look(instruction)).length;
  };
  await drive(start, new ModulePlayer(play, agentView(start), lookIn(start)));
  expect(seen).toBe(1);
});

test('a message with pictures is sent in parts, and one without as a text', () => {
  const url = `${PNG}w0K`;
  const request = requestOf({
    messages: [
      { role: 'system', content: 'Look.' },
      { role: 'user', content: 'What is it?', images: [url] },
    ],
  });
  const parts = (text: string) => [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ];
  expect(bodyOf(request, FIRST_DIALECT).messages).toEqual([
    { role: 'system', content: 'Look.' },
    { role: 'user', content: parts('What is it?') },
  ]);
  expect(bodyOf(request, { ...FIRST_DIALECT, system: 'joined' }).messages).toEqual([
    { role: 'user', content: parts('Look.\n\nWhat is it?') },
  ]);
});
