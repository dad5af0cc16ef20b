import { beforeAll, describe, expect, test } from 'vitest';
import { LiveEpisodes } from '../../../cli/serve/live-episodes.ts';
import { controlApp } from '../../../cli/serve/server.ts';
import { TaskShelf } from '../../../cli/serve/task-shelf.ts';
import type { EpisodeWorld } from '../../../shopping/episode/index.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';
import { liveEpisodes, StoppedClock } from '../../fixtures/live-episodes.ts';
import { playableShoe, shopWorld } from '../../fixtures/shop-tasks.ts';

const TOKEN = 'a-token-of-a-test';
const ADDRESS = `http://control.test/t/${TOKEN}/webshop`;

let world: EpisodeWorld;
let other: PlayableRun;
beforeAll(async () => {
  ({ world } = await shopWorld());
  other = await playableRun('shoppingbench');
});

/** A server of five shoes, the first three of one turn, as a client reaches it that knows an address alone. */
function served(capacity = 10) {
  const tasks = [0, 1, 2].map((at) => playableShoe(at)).concat([3, 4].map((at) => playableShoe(at, 'multi_turn')));
  const clock = new StoppedClock();
  const episodes = new LiveEpisodes(world, { seed: 42, user: 'script', capacity, idleMs: 60_000, now: clock.now });
  const shelf = new TaskShelf({ test: tasks });
  const app = controlApp({ episodes, shelf, name: 'shop', tools: [], agentUrl: () => '' }, TOKEN);
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await app.fetch(
      new Request(`${ADDRESS}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      json: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
    };
  };
  const get = async (path: string) => (await send('GET', path)).json;
  const post = async (path: string, body: unknown = {}) => (await send('POST', path, body)).json;
  return { send, get, post, episodes, clock };
}

describe('the text environment over JSON', () => {
  test('shows what WebShop shows at first, with a search bar', async () => {
    const { get, post } = served();
    const number = await post('/create');
    expect(number).toBe(0);
    const [observation, nothing] = await post('/reset', { env_idx: number, session_id: 1 });
    expect(observation).toMatch(/^WebShop \[SEP\] Instruction: \[SEP\] Badminton shoes by Aldo.* \[SEP\] Search$/);
    expect(nothing).toBeNull();
    expect(await get(`/available_actions?env_idx=${number}`)).toEqual({ has_search_bar: true, clickables: ['search'] });
    expect(await get(`/instruction_text?env_idx=${number}`)).toMatch(/^Badminton shoes/);
  });

  test('is played to the full reward by search[...] and click[...] alone', async () => {
    const { get, post } = served();
    const number = await post('/create');
    await post('/reset', { env_idx: number, session_id: 1 });
    const act = (action: string) => post('/step', { env_idx: number, action });
    const results = await act('search[aldo badminton shoes model 1]');
    expect(results).toMatchObject({ reward: 0, done: false, info: null });
    expect(results.state).toMatch(
      /\[SEP\] Back to Search \[SEP\] Page 1 \(Total results: 24\) \[SEP\] Next > \[SEP\] S\d+ \[SEP\]/,
    );
    const item = await act('click[s1]');
    expect(item.state).toMatch(
      /\[SEP\] < Prev \[SEP\] Color \[SEP\] White \[SEP\] Blue \[SEP\] Black \[SEP\] Size \[SEP\] 40 \[SEP\] 41 \[SEP\] Aldo Badminton Shoes model 1 \[SEP\] Price: \$40 to \$42 \[SEP\]/,
    );
    const { clickables } = await get(`/available_actions?env_idx=${number}`);
    expect(clickables).toEqual(
      expect.arrayContaining(['back to search', '< prev', 'buy now', 'features', 'Blue', '40']),
    );
    expect((await act('click[attributes]')).state).toContain('Closure: Strap');
    await act('click[< prev]');
    await act('click[blue]');
    expect((await act('click[40]')).state).toContain('Price: $41 [SEP]');
    const end = await act('click[buy now]');
    expect(end).toMatchObject({ reward: 1, done: true });
    expect(end.state).toContain('Your score (min 0.0, max 1.0) [SEP] 1.0');
  });

  test('pays once, and the loose reward, as WebShop does', async () => {
    const { post } = served();
    const number = await post('/create');
    await post('/reset', { env_idx: number, session_id: 1 });
    const act = (action: string) => post('/step', { env_idx: number, action });
    await act('search[aldo badminton shoes model 1]');
    await act('click[S1]');
    expect((await act('click[Buy Now]')).reward).toBeCloseTo(4 / 6, 10);
    expect(await act('click[buy now]')).toMatchObject({ reward: 0, done: true });
  });

  test('changes nothing for what is no action, and counts it as a step', async () => {
    const { post, get } = served();
    const number = await post('/create');
    const before = await get(`/observation?env_idx=${number}`);
    for (const action of ['', 'hello', 'click[buy now]', 'click[nothing]', 'search[]', 'x'.repeat(5000)])
      expect(await post('/step', { env_idx: number, action })).toMatchObject({ state: before, reward: 0, done: false });
  });

  test('ends without a reward after the steps there are', async () => {
    const { post } = served();
    const number = await post('/create');
    const answers = [];
    for (let at = 0; at < 30; at++) answers.push(await post('/step', { env_idx: number, action: 'search[shoes]' }));
    expect(answers.map(({ done }) => done)).toEqual([...Array.from({ length: 29 }, () => false), true]);
    expect(answers.at(-1)).toMatchObject({ reward: 0 });
  });

  test('asks the shopper by ask[...], and shows the answer on the page', async () => {
    const { post } = served();
    const number = await post('/create');
    await post('/reset', { env_idx: number, session_id: 3 });
    const { state } = await post('/step', { env_idx: number, action: 'ask[What is your budget?]' });
    expect(state).toContain('[SEP] Shopper: I can pay at most $');
  });

  test('keeps environments apart, closes them, and says what is not there', async () => {
    const { send, post, get } = served();
    const [one, two] = [await post('/create'), await post('/create')];
    await post('/step', { env_idx: one, action: 'search[shoes]' });
    expect(await get(`/observation?env_idx=${two}`)).toMatch(/Search$/);
    expect(await get('/list_envs')).toEqual([0, 1]);
    expect(await post('/close', { env_idx: one })).toEqual({ closed: true });
    expect(await post('/close', { env_idx: one })).toEqual({ closed: false });
    for (const path of [`/observation?env_idx=${one}`, '/observation', '/observation?env_idx=nine'])
      expect(await send('GET', path)).toMatchObject({ status: 404 });
    expect(await send('POST', '/reset', { env_idx: two, session_id: 99 })).toMatchObject({ status: 404 });
    expect(await send('POST', '/step', { env_idx: two })).toMatchObject({ status: 400 });
  });

  test('begins again where an environment was closed for want of use', async () => {
    const { send, post, clock } = served();
    const number = await post('/create');
    clock.ms = 61_000;
    expect(await send('GET', `/observation?env_idx=${number}`)).toMatchObject({ status: 404 });
    expect((await post('/reset', { env_idx: number }))[0]).toMatch(/^WebShop/);
  });

  test('has no room for more than the capacity', async () => {
    const { send, post } = served(1);
    await post('/create');
    expect(await send('POST', '/create')).toMatchObject({ status: 503 });
  });
});

describe('the pages of the web site', () => {
  const OPTIONS = encodeURIComponent("{'Color': 'Blue', 'Size': '40'}");

  test('lead to the score by addresses alone', async () => {
    const { send, episodes } = served();
    const front = await send('GET', '/fixed_1');
    expect(front.text).toContain('<h4>Instruction:</h4>');
    expect(front.text).toContain('id="search_input"');
    const results = await send('GET', '/search_results/fixed_1/aldo%20shoes%20model%201/1');
    expect(results.text).toContain('<a class="product-link" href="#">S1</a>');
    const item = await send('GET', '/item_page/fixed_1/S1/aldo%20shoes%20model%201/1/%7B%7D');
    expect(item.text).toContain('<input type="radio" name="Color" value="Blue"><label>Blue</label>');
    expect(item.text).toContain('>Buy Now</button>');
    const below = await send('GET', '/item_sub_page/fixed_1/S1/aldo%20shoes%20model%201/1/Attributes/%7B%7D');
    expect(below.text).toContain('<p>Closure: Strap</p>');
    const chosen = await send('GET', `/item_page/fixed_1/S1/aldo%20shoes%20model%201/1/${OPTIONS}`);
    expect(chosen.text).toContain('<p>Price: $41</p>');
    const done = await send('GET', `/done/fixed_1/S1/${OPTIONS}`);
    expect(done.text).toContain('<h3 id="reward">Your score (min 0.0, max 1.0)<pre>1.0</pre></h3>');
    expect(episodes.list()[0]?.live.journal.flatMap((event) => (event.type === 'turn' ? [event.text] : []))).toEqual([
      'search[aldo shoes model 1]',
      'click[S1]',
      'click[Attributes]',
      'click[< prev]',
      'click[Blue]',
      'click[40]',
      'click[buy now]',
    ]);
  });

  test('turn over and back, and begin anew after the end', async () => {
    const { send } = served();
    await send('GET', '/fixed_0');
    const words = encodeURIComponent("['badminton', 'shoes']");
    expect((await send('GET', `/search_results/fixed_0/${words}/2`)).text).toContain(
      '<p>Page 2 (Total results: 24)</p>',
    );
    expect((await send('GET', `/search_results/fixed_0/${words}/1`)).text).toContain(
      '<p>Page 1 (Total results: 24)</p>',
    );
    const [, id = ''] =
      /product-link" href="#">(S\d+)</.exec((await send('GET', `/search_results/fixed_0/${words}/1`)).text) ?? [];
    expect((await send('GET', `/done/fixed_0/${id}/%7B%7D`)).text).toContain('Your score');
    expect((await send('GET', '/fixed_0')).text).toContain('id="search_input"');
  });

  test('give a session without a number a task by its name, and none to one that has not begun', async () => {
    const { send } = served();
    expect((await send('GET', '/anybody')).text).toBe((await send('GET', '/anybody')).text);
    expect(await send('GET', '/search_results/nobody/shoes/1')).toMatchObject({ status: 404 });
    expect(await send('GET', '/fixed_77')).toMatchObject({ status: 404 });
    expect(await send('GET', '/item_page/anybody/S1/shoes/1/nonsense')).toMatchObject({ status: 400 });
  });
});

test('tasks without pages are refused in a sentence', async () => {
  const app = controlApp({ ...liveEpisodes(other), name: 'orders', tools: [], agentUrl: () => '' }, TOKEN);
  const answer = await app.fetch(new Request(`${ADDRESS}/create`, { method: 'POST' }));
  expect([answer.status, await answer.json()]).toEqual([400, { detail: expect.stringContaining('no pages') }]);
});

test('nothing is had without the token', async () => {
  const app = controlApp({ ...liveEpisodes(other), name: 'orders', tools: [], agentUrl: () => '' }, TOKEN);
  expect((await app.fetch(new Request('http://control.test/webshop/create', { method: 'POST' }))).status).toBe(401);
});
