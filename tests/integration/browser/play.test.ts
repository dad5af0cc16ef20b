import { cpSync, mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { play } from '../../../cli/play/play.ts';
import { startServer } from '../../../cli/play/web-server.ts';
import type { ToolCall } from '../../../pipeline/episode.ts';
import type { ToolFace } from '../../../pipeline/presentation.ts';
import type { LockedSupport } from '../../../service/task.ts';
import { EVERY_FAMILY, smallRunOf } from '../../fixtures/built-run.ts';
import { knownIn, leaksInBytes, NOTHING_KNOWN } from '../../fixtures/episode-leaks.ts';
import { PLAYED, type PlayableRun } from '../../fixtures/episodes.ts';
import { Playground } from '../../fixtures/playing.ts';
import { playOf } from '../../fixtures/served-run.ts';
import { chromiumInstalled, closePages, openBrowser, openPage } from './chromium.ts';

/** The tool that shows a picture. */
const PICTURE = 'get_image_info';

const servers: Server[] = [];
const closers: (() => void)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const close of closers.splice(0)) close();
});

async function served(family: string, chosen: (run: PlayableRun) => number | Promise<number> = () => 0) {
  const run = await smallRunOf(family);
  const folder = mkdtempSync(join(tmpdir(), 'played-'));
  cpSync(run.folder, folder, { recursive: true });
  const ground = new Playground({ ...run, folder });
  const game = ground.game();
  closers.push(() => game.folder.close());
  const at = await chosen(ground.run);
  const task = ground.run.tasks[at];
  if (task === undefined) throw new RangeError('no task');
  const { server, address } = await startServer(game, task, 0);
  servers.push(server);
  return { ground, address, at };
}

test('only its own page may ask the server: not another host, not another site, not a form', async () => {
  const { address } = await served('ecomagentbench');
  const status = async (path: string, init: RequestInit) => (await fetch(`${address}${path}`, init)).status;
  const body = JSON.stringify({ act: 'give-up' });
  expect(await status('', {})).toBe(200);
  expect(await status('api/episode', { headers: { origin: 'http://elsewhere.example' } })).toBe(403);
  expect(await status('api/act', { method: 'POST', body })).toBe(403);
  expect(
    await status('api/act', {
      method: 'POST',
      body: 'x'.repeat(70_000),
      headers: { 'content-type': 'application/json' },
    }),
  ).toBe(413);
});

test('a port that is in use is said in one sentence', async () => {
  const taken = createServer();
  servers.push(taken);
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const { run } = await Playground.of('ecomagentbench');
  const output = { write: () => {}, width: 80, colour: false };
  const options = { web: true, port: String(port), catalog: run.catalog };
  await expect(play(`${run.folder}/accepted.jsonl`, options, { output })).rejects.toThrow(
    `port ${port} is in use; give another --port, or leave it out for a free one`,
  );
});

describe.skipIf(!chromiumInstalled)('playing in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    // Some of them are built, which no test has the time for.
    for (const family of EVERY_FAMILY) await smallRunOf(family);
  }, 600_000);
  afterAll(() => browser?.close());
  afterEach(() => closePages(browser));

  /** A page with all that went wrong in it and every byte it received. */
  async function opened(address: string, width = 1280) {
    const page = await openPage(browser, { viewport: { width, height: 800 } });
    const troubles: string[] = [];
    const received: Promise<string>[] = [];
    const requests: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    page.on('response', (response) => received.push(response.text().catch(() => '')));
    await page.goto(address);
    await page.waitForSelector('body[data-ready]');
    return { page, troubles, received, requests };
  }

  async function search(page: Page, words: string) {
    await page.keyboard.press('/');
    await page.fill('#q', words);
    await page.keyboard.press('Enter');
    await page.waitForFunction((wanted) => document.querySelector('#view h2')?.textContent === wanted, words);
  }

  async function choose(page: Page, id: string) {
    await page.locator(`.product[data-id="${id}"] button.choose`).click();
    await page.locator(`.product[data-id="${id}"] button[aria-pressed="true"]`).waitFor();
  }

  async function recommend(page: Page) {
    await page.click('#to-answer');
    await page.click('#answer');
    await page.waitForSelector('.won, .lost');
  }

  test.each(PLAYED)('%s is won by whoever recommends what is right, and nothing outside is asked', async (family) => {
    const { ground, address } = await served(family);
    const { products, searches } = ground.solution();
    const { page, troubles, requests } = await opened(address);
    for (const [at, id] of products.entries()) {
      await search(page, searches[at] ?? '');
      await choose(page, id);
    }
    await recommend(page);
    expect(await page.locator('.won').count()).toBe(1);
    expect(await page.locator('.requirements .verdict.bad').count()).toBe(0);
    expect(ground.records()).toMatchObject([{ agent: 'human', end: 'done', grade: { success: true } }]);
    expect(requests.every((url) => url.startsWith(address))).toBe(true);
    expect(troubles).toEqual([]);
    await page.click('#next');
    await page.waitForSelector('#q');
    expect(await page.locator('#left').innerText()).toMatch(/steps left/);
  });

  test.each(PLAYED)('%s is lost by a wrong product, and no byte before told the right one', async (family) => {
    const { ground, address } = await served(family);
    const { products } = ground.solution();
    const { page, received } = await opened(address, 400);
    await search(page, family === 'ecomagentbench' ? 'umbrella' : 'kettle');
    const before = await Promise.all(received.slice(1));
    const cards = page.locator('.product');
    const ids = await cards.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-id') ?? ''));
    const wrong = ids.find((id) => !products.includes(id)) ?? '';
    const known = { ...NOTHING_KNOWN, retrieved: new Set(ids) };
    for (const bytes of before) expect(leaksInBytes(bytes, ground.run.samples[0], known)).toEqual([]);
    await choose(page, wrong);
    await recommend(page);
    expect(await page.locator('.lost').count()).toBe(1);
    expect(await page.locator('.right').count()).toBe(products.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  });

  /** Makes a call as a person does: in the talk, in the box, by a button, on a product, or in the form of the tool. */
  async function done(page: Page, { tool, arguments: given }: ToolCall, faces: readonly ToolFace[]) {
    const args = given as Record<string, unknown>;
    const face = faces.find((one) => one.tool === tool);
    const words = String(args[face?.words ?? ''] ?? '');
    if (face?.place === 'search') {
      const { argument, first } = face.page ?? { argument: '', first: 1 };
      if (Number(args[argument] ?? first) === first) await search(page, words);
      else await page.click('.pages button:has-text("next page")');
    } else if (face?.place === 'chat') {
      await page.fill('#question', words);
      await page.press('#question', 'Enter');
    } else if (face?.place === 'product')
      await page.click(`.product[data-id="${args[face.products?.argument ?? '']}"] a.title`);
    else if (face !== undefined && face.words !== undefined) {
      await page.fill(`#shopper input[aria-label="${face.label}"]`, words);
      await page.press(`#shopper input[aria-label="${face.label}"]`, 'Enter');
    } else if (face !== undefined) await page.click(`#shopper button:has-text("${face.label}")`);
    else await filledIn(page, tool, args);
  }

  async function filledIn(page: Page, tool: string, args: Readonly<Record<string, unknown>>) {
    const form = page.locator(`section[data-tool="${tool}"] form`);
    for (const [name, value] of Object.entries(args)) {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      const field = form.locator(`[name="${name}"]`);
      if ((await field.evaluate((node) => node.tagName)) === 'SELECT') await field.selectOption(text);
      else await field.fill(text);
    }
    await form.locator('button').click();
  }

  /** Calls of a task that find nothing. */
  const missingIn = (sample: unknown) =>
    ((sample as { locked?: Pick<LockedSupport, 'calls'> }).locked?.calls ?? []).filter(
      ({ finds }) => finds === 'nothing',
    );

  /**
   * The place of the shortest task of those in which a person does the most kinds of things: what each place of the page is
   * for, forms, looks at a picture, and looks for what there is not.
   */
  async function shortestOf(run: PlayableRun): Promise<number> {
    const faces = run.world.kind.presentation?.faces ?? [];
    const plays = await Promise.all(
      run.tasks.map(async (_, at) => {
        const { calls } = await playOf('oracle', run, at);
        const kinds = calls.map(({ tool }) =>
          tool === PICTURE ? PICTURE : (faces.find((face) => face.tool === tool)?.place ?? 'form'),
        );
        return { at, steps: calls.length, kinds: new Set([...kinds, missingIn(run.samples[at]).length > 0]).size };
      }),
    );
    const most = Math.max(...plays.map(({ kinds }) => kinds));
    const widest = plays.filter(({ kinds }) => kinds === most);
    return widest.reduce((shortest, play) => (play.steps < shortest.steps ? play : shortest)).at;
  }

  const made: readonly string[] = PLAYED;
  test.each(EVERY_FAMILY.filter((family) => !made.includes(family)))(
    '%s is won by whoever does what is right, and no byte before the end told more than an agent is told',
    async (family) => {
      const { ground, address, at } = await served(family, shortestOf);
      const { calls, state } = await playOf('oracle', ground.run, at);
      const { page, troubles, received, requests } = await opened(address);
      const { faces } = await (await fetch(`${address}api/episode`)).json();
      const stepsLeft = () => page.locator('#left').innerText();
      const missing = missingIn(ground.run.samples[at]);
      const before: string[] = [];
      for (const call of calls) {
        before.splice(0, before.length, ...(await Promise.all(received.slice(1))));
        const left = await stepsLeft();
        await done(page, call, faces);
        await page
          .waitForFunction((text) => document.querySelector('#left')?.textContent !== text, left)
          .catch(() => {
            throw new Error(JSON.stringify(call));
          });
        // Whoever looks for what there is not is told so.
        const findsNothing = missing.some(
          ({ name, arguments: given }) => name === call.tool && isDeepStrictEqual(given, call.arguments),
        );
        expect(await page.locator('#notice:visible').count()).toBe(findsNothing ? 1 : 0);
      }
      await page.waitForSelector('.won');
      expect(await page.locator('.requirements .verdict.bad').count()).toBe(0);
      expect(ground.records()).toMatchObject([{ agent: 'human', end: 'done', grade: { success: true } }]);
      const known = knownIn(state, calls);
      for (const bytes of before) expect(leaksInBytes(bytes, ground.run.samples[at], known)).toEqual([]);
      expect(requests.every((url) => url.startsWith(address))).toBe(true);
      expect(troubles).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    },
  );

  test('whoever cannot be asked is offered no talk', async () => {
    const { address } = await served('shopsimulator', ({ tasks }) =>
      tasks.findIndex(({ intent }) => intent === 'single_turn'),
    );
    const { page } = await opened(address, 400);
    expect(await page.locator('#question').count()).toBe(0);
    expect(await page.locator('#shopper').innerText()).not.toMatch(/ask the shopper/i);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  });

  test('the way back leads to what was seen, by keys alone, and costs no step', async () => {
    const { address } = await served('ecomagentbench');
    const { page } = await opened(address);
    await search(page, 'bag');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.page');
    const left = await page.locator('#left').innerText();
    await page.goBack();
    await page.waitForSelector('.products');
    await page.goForward();
    await page.waitForSelector('.page');
    await page.keyboard.press('c');
    await page.waitForSelector('.doing [aria-pressed="true"]');
    expect(await page.locator('#left').innerText()).toBe(left);
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.activeElement?.id === 'question');
    await page.keyboard.type('Which color should it be?');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.said.me');
    await page.reload();
    await page.waitForSelector('.page');
    expect(await page.locator('.said.me').innerText()).toBe('Which color should it be?');
  });

  test('whoever goes on by keys before the address has changed stays on the product they went to', async () => {
    const { address } = await served('ecomagentbench');
    const { page } = await opened(address);
    await search(page, 'bag');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return [at?.className, at?.closest<HTMLElement>('[data-id]')?.dataset.id];
      });
    const before = await focused();
    expect(before[0]).toBe('title');
    await page.evaluate(() => dispatchEvent(new HashChangeEvent('hashchange')));
    expect(await focused()).toEqual(before);
    await page.keyboard.press('c');
    expect(await focused()).toEqual(before);
  });

  test('Escape leads back to the beginning, and never away from the page', async () => {
    const { address } = await served('shoppingbench');
    const { page } = await opened(address);
    await search(page, 'mug');
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      for (let times = 4; times > 0; times--)
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
    });
    await page.waitForFunction(() => location.hash === '');
    expect(await page.locator('body[data-ready]').count()).toBe(1);
    await page.waitForURL(address);
    for (let times = 4; times > 0; times--) await page.keyboard.press('Escape');
    expect(page.url()).toBe(address);
  });

  test('markup that a person types, as that of a catalog, stays text', async () => {
    const { address } = await served('ecomagentbench');
    const { page, troubles } = await opened(address);
    const hostile = '<img src=x onerror="window.hit=1"><b>x</b>';
    await page.fill('#question', hostile);
    await page.click('.ask button');
    await page.waitForSelector('.said.me');
    expect(await page.locator('.said.me').innerText()).toBe(hostile);
    expect(await page.evaluate(() => [document.images.length, 'hit' in window])).toEqual([0, false]);
    expect(troubles).toEqual([]);
  });
});
