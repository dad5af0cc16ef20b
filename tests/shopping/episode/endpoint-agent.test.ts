import { expect, test } from 'vitest';
import { AgentEndpoint } from '../../../shopping/episode/agents/endpoint-client.ts';
import { EndpointPlayer } from '../../../shopping/episode/agents/endpoint-player.ts';
import { drive } from '../../../shopping/episode/drive.ts';
import { BLIND } from '../../../shopping/episode/images.ts';
import { agentView } from '../../../shopping/episode/index.ts';
import { begin, playableRun } from '../../fixtures/episodes.ts';
import { firstOf } from '../../fixtures/live-episodes.ts';
import { completion, type ScriptedAnswer, scriptedFetch } from '../../fixtures/scripted-fetch.ts';

const run = await playableRun('ecomagentbench');
const start = begin(firstOf(run), run.world);

const message = (changes: object, more: object = {}) =>
  completion(null, { choices: [{ message: { role: 'assistant', content: null, ...changes } }], ...more });
const calling = (call: object) => message({ tool_calls: [call] });
const SILENT = { body: completion('I do not know.') };

async function playedBy(answers: readonly ScriptedAnswer[], timeoutMs?: number) {
  const { fetch, sent } = scriptedFetch(...answers);
  const { signal } = new AbortController();
  const address = { baseUrl: 'http://agent.test/v1', apiKey: null, requestsPerMinute: null, signal };
  const settings = { endpoint: new AgentEndpoint(address, fetch), model: 'm', session: 's' };
  const player = new EndpointPlayer(settings, agentView(start), BLIND);
  const state = await drive(start, player, { timeoutMs });
  return { state, player, messages: sent.at(-1)?.body.messages as readonly object[] };
}

const SEARCH = { id: 'c', type: 'function', function: { name: 'search_products', arguments: '{"query":"bag"}' } };

test.each([
  ['as text', SEARCH, 'c'],
  ['as an object', { ...SEARCH, function: { ...SEARCH.function, arguments: { query: 'bag' } } }, 'c'],
  ['under no id', { type: 'function', function: SEARCH.function }, 'call_1_1'],
  ['of no type', { id: 'c', function: SEARCH.function }, 'c'],
  ['with null for its type', { ...SEARCH, type: null }, 'c'],
])('a call is carried out, and its result goes back under its id, where it is written %s', async (_, call, id) => {
  const { state, messages } = await playedBy([{ body: calling(call) }, SILENT]);
  expect(state.called).toEqual(['search_products']);
  expect(messages.slice(-4)).toMatchObject([
    { role: 'assistant', tool_calls: [{ ...SEARCH, id }] },
    { role: 'tool', tool_call_id: id, content: expect.stringContaining('products') },
    { role: 'assistant' },
    { role: 'user' },
  ]);
});

test('words in parts are the words of the turn', async () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'reasoning', text: null },
    { type: 'text', text: 'The blue ' },
    { type: 'text', text: 'one.' },
  ];
  const { state } = await playedBy([{ body: message({ content }) }]);
  expect([state.end?.end, state.journal[0]]).toEqual(['gave_up', { type: 'turn', text: 'The blue one.', calls: [] }]);
});

test('tokens that are not told in full are unknown, and no error of the agent', async () => {
  const { state, player } = await playedBy([{ body: completion('Yes.', { usage: { total_tokens: 3 } }) }]);
  expect(state.end?.end).toBe('gave_up');
  expect(player.spent()).toMatchObject({ model_calls: 2, input_tokens: null, output_tokens: null });
});

test.each([
  [{ choices: [] }, '"choices": Too small: expected array to have >=1 items'],
  [{ choices: [{ message: null }] }, '"choices.0.message": Invalid input: expected object, received null'],
  [
    calling({ id: 'c', function: { arguments: '{}' } }),
    '"choices.0.message.tool_calls.0.function.name": Invalid input: expected string, received undefined',
  ],
])('what is no chat completion is told with its place: %j', async (body, place) => {
  const { state } = await playedBy([{ body }]);
  expect(state.end).toEqual({ end: 'agent_error', detail: `the endpoint sent no chat completion: ${place}` });
});

test('time that runs out while an endpoint is away is no time that the agent took', async () => {
  const { state } = await playedBy([{ status: 503, body: 'busy' }], 20);
  expect(state.end).toEqual({
    end: 'infrastructure_error',
    detail: 'no answer within 20 ms: http://agent.test/v1 does not answer, asked once: 503 busy',
  });
});
