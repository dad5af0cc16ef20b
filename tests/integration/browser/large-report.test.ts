import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullRunOf } from '../../fixtures/built-run.ts';
import { slowdown } from '../../fixtures/spent.ts';
import { chromiumInstalled, openBrowser, openReport } from './chromium.ts';
import { writeLargeReport } from './large-report.ts';

const SAMPLES = 20_000;
const MOST_TO_OPEN_MS = 3000;
/** Milliseconds in which a report of two hundred samples opens where nothing else is done. */
const USUAL_SMALL_MS = 800;
const MOST_TO_FILTER_MS = 200;

/** Words that many, all or no tasks hold, and every choice that is made and taken back. */
const FILTERS = [
  ['q', 'watch'],
  ['q', 'a'],
  ['q', 'no such words'],
  ['q', ''],
  ['code', 'ambiguous_answer'],
  ['code', ''],
  ['intent', 'coupon_budget'],
  ['status', 'accepted'],
] as const;

/** Changes a control and waits until what it leads to is painted; milliseconds. */
const change = (page: Page, id: string, value: string): Promise<number> =>
  page.evaluate(
    async ([id, value]) => {
      const control = document.getElementById(id as string) as HTMLInputElement;
      const started = performance.now();
      control.value = value as string;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - started;
    },
    [id, value],
  );

describe.skipIf(!chromiumInstalled)(`the report of a run of ${SAMPLES} samples`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-report-'));
  const file = join(folder, 'large.html');
  let small: string;
  let browser: Browser;

  beforeAll(async () => {
    const run = join(await fullRunOf('ecomagentbench'), 'ecomagentbench');
    small = join(run, 'report.html');
    await writeLargeReport(run, SAMPLES, file);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Milliseconds until a report shows its first row. */
  async function timeToOpen(path: string): Promise<number> {
    const started = performance.now();
    const { page, troubles } = await openReport(browser, path, { hash: '#?' });
    await page.waitForSelector('.row');
    const time = Math.round(performance.now() - started);
    expect(troubles).toEqual([]);
    await page.close();
    return time;
  }

  test('opens in under three seconds, or as many times more as a report of two hundred takes beside it', async () => {
    const [times, beside]: [number[], number[]] = [[], []];
    // The best of three: the machine does other things besides.
    for (let run = 0; run < 3; run++) {
      beside.push(await timeToOpen(small));
      times.push(await timeToOpen(file));
    }
    const megabytes = Math.round(statSync(file).size / 1e6);
    console.log(
      `a page of ${SAMPLES} samples (${megabytes} MB) opens in ${times.join(', ')} ms, one of 200 in ${beside.join(', ')} ms`,
    );
    const busy = Math.max(1, Math.min(...beside) / USUAL_SMALL_MS);
    expect(Math.min(...times)).toBeLessThan(MOST_TO_OPEN_MS * busy);
  });

  test('filters in under 200 milliseconds, and makes no more rows than are seen', async () => {
    const { page } = await openReport(browser, file, { hash: '#?' });
    await page.waitForTimeout(500);
    const times: Record<string, number> = {};
    // The best of three: the machine does other things besides.
    for (let round = 0; round < 3; round++) {
      for (const [id, value] of FILTERS) {
        const name = `${id} "${value}"`;
        times[name] = Math.min(times[name] ?? Number.POSITIVE_INFINITY, Math.round(await change(page, id, value)));
      }
      await page.click('#clear');
    }
    console.log(`filters: ${JSON.stringify(times)} ms`);
    expect(Math.max(...Object.values(times))).toBeLessThan(MOST_TO_FILTER_MS * slowdown());
    const shown = await page.locator('.row').count();
    expect(shown).toBeGreaterThan(5);
    expect(shown).toBeLessThan(60);
  });

  test('reaches its last task', async () => {
    const { page } = await openReport(browser, file, { hash: '#?' });
    await page.focus('#list');
    await page.keyboard.press('End');
    await page.waitForSelector('#entry h2');
    const last = page.locator('.row[aria-selected="true"]');
    const size = await last.getAttribute('aria-setsize');
    expect(Number(size)).toBeGreaterThan(SAMPLES);
    expect(await last.getAttribute('aria-posinset')).toBe(size);
  });
});
