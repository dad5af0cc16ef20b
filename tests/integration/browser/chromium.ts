import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The first of them is Chromium without windows, tool bars and menus: a page there takes a third of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const path = NAMES.map((name) => `/usr/bin/${name}`).find(existsSync);

/** Whether tests can start a Chromium of their own. */
export const chromiumInstalled: boolean = path !== undefined;
if (!chromiumInstalled) console.log('chromium is not installed: tests of the report in a browser are skipped');

/**
 * What a browser does besides that no test is about. The last two are pages for the address bar of each window, which take
 * as long as a small page of ours; the others are what Playwright turns off, whose list this one replaces.
 */
const NOT_NEEDED = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];
/** The sandbox needs rights that a container's root does not have. Painting by an imitated graphics card takes a fifth of the processor time. */
const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'],
  `--disable-features=${NOT_NEEDED.join(',')}`,
];

/** Milliseconds that a page is waited for: slow is not broken, hung is. */
const MOST_MS = 120_000;

/** A browser of a test's own, which sees our files only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(path === undefined ? {} : { executablePath: path }), args: ARGUMENTS, timeout: MOST_MS });

/** An empty page, which is waited for as long as a busy machine takes. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(MOST_MS);
  return page;
}

/** Closes all pages, of which each goes on working until then. */
export async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

/** A page of a test's own, with all that went wrong in it and all it asked for. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors, warnings and dialogs. */
  readonly troubles: string[];
  readonly requests: string[];
}

/** Opens a file of this machine and waits until it can be searched. */
export async function openReport(
  browser: Browser,
  file: string,
  { hash = '', ...context }: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenedPage> {
  const page = await openPage(browser, context);
  const troubles: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => troubles.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${pathToFileURL(file).href}${hash}`);
  await page.waitForSelector('body[data-ready]');
  return { page, troubles, requests };
}
