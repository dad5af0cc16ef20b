import { describe, expect, test } from 'vitest';
import { isOwn, PlayService } from '../../../cli/play/web-server.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../../fixtures/episode-leaks.ts';
import { PLAYED } from '../../fixtures/episodes.ts';
import { Playground } from '../../fixtures/playing.ts';

async function opened(family: (typeof PLAYED)[number]) {
  const ground = await Playground.of(family);
  const game = ground.game();
  const [task] = ground.run.tasks;
  if (task === undefined) throw new RangeError('no task');
  const service = new PlayService(game, task);
  const shown = () => JSON.parse(service.reply('GET', '/api/episode', '').body).id;
  const posted = (path: string, body: object) => service.reply('POST', path, JSON.stringify(body));
  const act = (act: object, episode = shown()) => posted('/api/act', { episode, act });
  const next = (episode = shown()) => posted('/api/next', { episode });
  return { ground, game, task, service, act, next, posted };
}

describe.each(PLAYED)('the page of %s', (family) => {
  test('no byte of page or replies tells what was not shown before the end, and all is told after it', async () => {
    const { ground, game, service, act, next } = await opened(family);
    const sample = ground.run.samples[0] as never;
    const written = 'zzz nothing';
    const ask = family === 'ecomagentbench' ? 'ask_user' : 'web_search';
    const bytes = [
      service.reply('GET', '/', ''),
      service.reply('GET', '/api/episode', ''),
      act({
        act: 'use',
        tool: family === 'ecomagentbench' ? 'search_products' : 'find_product',
        words: written,
        page: 0,
      }),
      act({ act: 'use', tool: ask, words: 'Do you like music?' }),
      act({ act: 'open', product: 'none' }),
      act({ act: 'nonsense' }),
      next(),
      service.reply('GET', '/api/outcome', ''),
    ].map(({ body }) => body);
    const known = { ...NOTHING_KNOWN, written: 'none' };
    for (const body of bytes.slice(1)) expect(leaksInBytes(body, sample, known)).toEqual([]);
    // The page itself is the same for every task.
    const other = await Playground.of(family);
    const otherGame = other.game();
    const [, second] = other.run.tasks;
    if (second !== undefined) expect(new PlayService(otherGame, second).reply('GET', '/', '').body).toBe(bytes[0]);
    const over = act({ act: 'give-up' }).body;
    for (const id of ground.solution().products) expect(over).toContain(JSON.stringify(id));
    game.folder.close();
    otherGame.folder.close();
  });

  test('an episode that is over takes no more acts, and the next task is another', async () => {
    const { game, task, act, next: goOn } = await opened(family);
    expect(act({ act: 'give-up' }).status).toBe(200);
    expect(act({ act: 'give-up' })).toMatchObject({ status: 409 });
    const next = goOn();
    expect(JSON.parse(next.body)).toMatchObject({ outcome: null, visits: [] });
    expect(JSON.parse(next.body).id).not.toBe(task.agentId);
    game.folder.close();
  });
});

test('a tab that shows an episode which is not on any more does nothing to the one that is', async () => {
  const { game, task, act, next } = await opened('ecomagentbench');
  const first = task.agentId;
  act({ act: 'give-up' }, first);
  expect(JSON.parse(next(first).body).id).not.toBe(first);
  for (const late of [act({ act: 'give-up' }, first), next(first)]) {
    expect(late).toMatchObject({ status: 409, body: expect.stringMatching(/Another tab has gone on/) });
  }
  expect(JSON.parse(act({ act: 'use', tool: 'get_user_profile' }).body)).toMatchObject({ outcome: null });
  game.folder.close();
});

test('an act that names no episode is turned down in a sentence', async () => {
  const { game, posted } = await opened('ecomagentbench');
  expect(posted('/api/act', { act: 'give-up' })).toMatchObject({
    status: 400,
    body: expect.stringMatching(/expected \{\\"episode\\", \\"act\\"\}/),
  });
  game.folder.close();
});

test.each([
  ['127.0.0.1:80', 80, true],
  ['127.0.0.1', 80, true],
  ['localhost', 80, true],
  ['localhost:8080', 8080, true],
  ['localhost', 8080, false],
  ['shop.example', 80, false],
])('a request to %s at port %d is the page’s own: %s', (host, port, expected) => {
  expect(isOwn({ method: 'GET', headers: { host } }, port)).toBe(expected);
  expect(isOwn({ method: 'GET', headers: { host, origin: `http://${host}` } }, port)).toBe(expected);
});

test('a product that is opened is asked about with every tool of its page, a step each', async () => {
  const { ground, game, act } = await opened('ecomagentbench');
  const [product = ''] = ground.solution().products;
  const { visits, products, stepsLeft } = JSON.parse(act({ act: 'open', product }).body);
  expect(visits.map(({ tool }: { tool: string }) => tool)).toEqual(['get_product_details', 'get_product_review_stats']);
  expect(products[0]).toMatchObject({ id: product, rating: {} });
  expect(stepsLeft).toBe(98);
  game.folder.close();
});
