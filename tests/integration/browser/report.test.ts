import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readJudgements } from '../../../cli/adjudicate/judgements.ts';
import { overridesOf } from '../../../cli/adjudicate/overrides.ts';
import { report } from '../../../cli/report/write-report.ts';
import { textDigest } from '../../../text/digest.ts';
import { corrupted, type OpenRun } from '../../fixtures/corrupted-run.ts';
import { finishedOrders } from '../../fixtures/finished-orders.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';
import { chromiumInstalled, closePages, type OpenedPage, openBrowser, openPage, openReport } from './chromium.ts';

const HOSTILE = `</script><img src=x onerror="window.hit=1"><svg onload=window.hit=2>javascript:window.hit=3\u2028\u202egnol\u2069 &amp; end`;
/** As a person sees it: nothing is gone, and what cannot be seen is named. */
const SHOWN = `</script><img src=x onerror="window.hit=1"><svg onload=window.hit=2>javascript:window.hit=3U+2028U+202EgnolU+2069 &amp; end`;

describe.skipIf(!chromiumInstalled)('the report in a browser', () => {
  let browser: Browser;
  let sound: FinishedFixture;
  const reports: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    sound = finishedRun();
  });
  afterAll(() => browser?.close());
  afterEach(() => closePages(browser));

  async function fileOf(folder: string): Promise<string> {
    await report(folder, { write: (text) => reports.push(text), width: 100, colour: false });
    return join(folder, 'report.html');
  }
  const opened = async (options: Parameters<typeof openReport>[2] = {}, folder = sound.folder): Promise<OpenedPage> =>
    openReport(browser, await fileOf(folder), options);
  const openedWith = (change: (run: OpenRun) => void, hash: string) => opened({ hash }, corrupted(sound, change));

  const chosenId = ({ page }: OpenedPage) => page.locator('#entry h2').innerText();

  test('asks for nothing but itself and finds nothing to complain about', async () => {
    const { page, troubles, requests } = await opened({ hash: '#?' });
    await page.locator('.row').first().click();
    await page.waitForSelector('#entry h2');
    expect(requests).toEqual([expect.stringMatching(/^file:.*report\.html$/)]);
    expect(troubles).toEqual([]);
  });

  test('has the same look and counts for both families, and nothing that is wider than a telephone', async () => {
    for (const folder of [sound.folder, (await finishedOrders()).folder]) {
      for (const hash of ['', '#?', '#?status=accepted']) {
        const { page, troubles } = await opened({ hash, viewport: { width: 400, height: 800 } }, folder);
        if (hash !== '') await page.locator('.row').first().click();
        if (hash !== '') await page.waitForSelector('#entry h2');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
        expect(troubles).toEqual([]);
      }
    }
  });

  test('on a telephone it is said that the funnel goes on to the right, until it is scrolled or has room', async () => {
    const { page } = await opened({ viewport: { width: 400, height: 800 } });
    const hint = page.getByText('it goes on to the right');
    const box = page.locator('.scroll');
    await hint.waitFor({ state: 'visible' });
    expect(await box.getAttribute('data-more')).not.toBeNull();
    await box.evaluate((node) => node.scrollTo({ left: node.scrollWidth }));
    await page.waitForSelector('.scroll:not([data-more])');
    await page.setViewportSize({ width: 1360, height: 800 });
    await box.evaluate((node) => node.scrollTo({ left: 0 }));
    await hint.waitFor({ state: 'hidden' });
  });

  test('what the catalog states of a target stands beside the texts, on a telephone folded above them', async () => {
    const folder = corrupted(sound, () => {});
    await report(folder, { write: () => {}, width: 100, colour: false }, { catalog: sound.catalog });
    const place = async (width: number) => {
      const viewport = { width, height: 800 };
      const { page } = await openReport(browser, join(folder, 'report.html'), {
        hash: `#${sound.ids.coupon}`,
        viewport,
      });
      const aside = page.locator('#entry aside');
      await aside.waitFor();
      const [one, other] = await Promise.all([aside.boundingBox(), page.locator('.text.query').boundingBox()]);
      return { one, other, open: await aside.locator('details').evaluate((node) => node.hasAttribute('open')) };
    };
    const wide = await place(1360);
    expect(wide.open).toBe(true);
    expect(wide.one?.x).toBeGreaterThan((wide.other?.x ?? 0) + (wide.other?.width ?? 0));
    const narrow = await place(400);
    expect(narrow.open).toBe(false);
    expect((narrow.one?.y ?? 0) + (narrow.one?.height ?? 0)).toBeLessThanOrEqual(narrow.other?.y ?? 0);
  });

  test('markup, scripts and hidden characters of a catalog stay text, wherever they stand', async () => {
    const hostile = (run: OpenRun) => {
      const [sample] = run.accepted;
      sample.user_query = HOSTILE;
      sample.target_product.title = HOSTILE;
      sample.target_product.main_category = HOSTILE;
      sample.user_persona.lifestyle.hobbies = [HOSTILE];
      sample.clarification_script.clarification_slots[0].user_response = HOSTILE;
      Object.assign(sample.rubrics[0], { description: HOSTILE, field: `details.${HOSTILE}`, query_surface: HOSTILE });
      sample.proof.rubrics[0].target_states = [HOSTILE];
      Object.assign(run.rejected[0], { detail: HOSTILE, code: HOSTILE, category: HOSTILE });
      run.rejected[0].evidence = { dropped: [{ field: HOSTILE, value: HOSTILE, reason: HOSTILE }] };
    };
    const { page, troubles, requests } = await openedWith(hostile, '#?');
    expect(await page.locator('#list').innerText()).toContain(SHOWN.slice(0, 60));
    for (const id of [sound.ids.coupon, sound.ids.unfit]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, id);
      await page.waitForFunction((wanted) => document.querySelector('#entry h2')?.textContent === wanted, id);
      for (const details of await page.locator('#entry details').all())
        await details.evaluate((node) => node.setAttribute('open', ''));
      const text = await page.locator('#entry').evaluate((node) => node.textContent ?? '');
      expect(text.split(SHOWN).length, id).toBeGreaterThan(4);
    }
    const made = await page.evaluate(() => ({
      hit: (window as { hit?: number }).hit ?? null,
      images: document.querySelectorAll('img, iframe, object, svg[onload], [onerror], [onload]').length,
      links: [...document.querySelectorAll('a')].filter((link) => !link.getAttribute('href')?.startsWith('#')).length,
    }));
    expect(made).toEqual({ hit: null, images: 0, links: 0 });
    expect(requests).toHaveLength(1);
    expect(troubles).toEqual([]);
  });

  test('runs no script that is put into it, and reaches no network', async () => {
    const { page } = await opened();
    const broken = await page.evaluate(async () => {
      const violated: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violated.push(effectiveDirective),
      );
      const attempt = (what: () => unknown) => {
        try {
          what();
        } catch {
          violated.push('refused');
        }
      };
      attempt(() => {
        document.body.innerHTML = '<img src=x>';
      });
      attempt(() => {
        const script = document.createElement('script');
        script.textContent = 'window.hit = 1';
        document.body.append(script);
      });
      await fetch('https://example.com/').catch(() => {});
      // What is refused is told a moment later.
      for (let times = 0; times < 200 && !violated.includes('connect-src'); times++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return { violated, hit: (window as { hit?: number }).hit ?? null };
    });
    expect(broken.hit).toBeNull();
    expect(broken.violated).toContain('refused');
    expect(broken.violated).toContain('connect-src');
  });

  test('a link leads to its task, and one to a task that is not there says so', async () => {
    const one = await opened({ hash: `#${sound.ids.leaky}` });
    await one.page.waitForSelector('#entry h2');
    expect(await chosenId(one)).toBe(sound.ids.leaky);
    const none = await opened({ hash: '#nobody' });
    expect(await none.page.locator('#entry').innerText()).toMatch(/No accepted or rejected task .* called nobody/);
  });

  test('a task that was tried twice shows what a gate found, and what changed between', async () => {
    const { page } = await opened({ hash: `#${sound.ids.leaky}` });
    await page.waitForSelector('#entry h2');
    expect(await page.locator('mark.fault').allInnerTexts()).toEqual(['zipper', 'zipper', 'canvas']);
    expect(
      await page
        .locator('.text.persona ins')
        .first()
        .evaluate((node) => node.textContent),
    ).toContain('canvas');
    expect(await page.locator('.text.query mark.said').count()).toBeGreaterThan(0);
  });

  test('a click on a task opens it, though the list hears meanwhile that it was scrolled or resized', async () => {
    const { page } = await opened({ hash: '#?' });
    const box = await page.locator('.row').nth(1).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.evaluate(() => document.getElementById('list')?.dispatchEvent(new Event('scroll')));
    await page.mouse.up();
    await page.waitForFunction((id) => document.querySelector('#entry h2')?.textContent === id, sound.ids.review);
  });

  test('filters by what is searched, by verdict, intent and code', async () => {
    const { page } = await opened({ hash: '#?' });
    const found = () => page.locator('#count').innerText();
    expect(await found()).toBe('4 of 4');
    await page.fill('#q', 'ZIPPER night');
    expect(await found()).toBe('1 of 4');
    await page.fill('#q', '"night zipper"');
    expect(await found()).toBe('0 of 4');
    await page.click('#clear');
    await page.selectOption('#status', 'rejected');
    expect(await found()).toBe('2 of 4');
    await page.selectOption('#code', 'too_few_features');
    expect(await found()).toBe('1 of 4');
    await page.selectOption('#intent', 'review_driven');
    expect(await found()).toBe('0 of 4');
    expect(page.url()).toMatch(/#\?status=rejected&intent=review_driven&code=too_few_features$/);
  });

  test('a bar of the overview leads to the tasks it counts', async () => {
    const { page } = await opened();
    await page.click('svg a[href="#?code=hidden_in_query"]');
    // The address changes first, and what it says is done then.
    await page.getByText('1 of 4', { exact: true }).waitFor();
  });

  test('can be read with the keyboard alone', async () => {
    const { page } = await opened();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const shows = (id: string) =>
      page.waitForFunction((wanted) => document.querySelector('#entry h2')?.textContent === wanted, id);
    await press('b', 'j', 'j');
    await shows(sound.ids.review);
    await press('k');
    await shows(sound.ids.coupon);
    await press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('q');
    await page.keyboard.type('zipper');
    await press('Escape', '?');
    expect(await page.locator('#help').isVisible()).toBe(true);
    await press('Escape');
    expect(await page.locator('#help').isVisible()).toBe(false);
    await press('c', 'o');
    await page.waitForFunction(() => document.body.dataset.view === 'overview');
  });

  test('marks outlive the page and are saved as a file that builds take and no spreadsheet runs', async () => {
    const page = await openPage(browser, { acceptDownloads: true });
    const url = `file://${await fileOf(sound.folder)}#${sound.ids.leaky}`;
    await page.goto(url);
    await page.waitForSelector('footer.marks');
    await page.keyboard.press('w');
    await page.fill('#why', '=1+1, "fine"');
    await page.fill('#rater', 'Ann');
    await page.reload();
    await page.waitForSelector('footer.marks');
    expect(await page.inputValue('#why')).toBe('=1+1, "fine"');
    expect(await page.locator('.tick.wrong').count()).toBe(1);
    const waiting = page.waitForEvent('download');
    await page.click('#save');
    const chunks: Buffer[] = [];
    for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer);
    const saved = Buffer.concat(chunks);
    expect(saved.toString()).toMatch(/,"'=1\+1, ""fine""",Ann\r\n$/);
    const file = join(mkdtempSync(join(tmpdir(), 'saved-')), 'adjudications.csv');
    writeFileSync(file, saved);
    expect(overridesOf(readJudgements([file])).overrides).toEqual({
      [sound.ids.leaky]: {
        verdict: 'hidden_in_query',
        text: textDigest('A tote bag with a zipper, as dark as night.'),
        reason: '=1+1, "fine"',
        raters: ['Ann'],
      },
    });
  });
});
