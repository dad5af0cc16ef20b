import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const path = PATHS.find(existsSync);

/** Whether tests can start a Chromium of their own. */
export const chromiumInstalled: boolean = path !== undefined;
if (!chromiumInstalled) console.log('chromium is not installed: tests of the report in a browser are skipped');

/** The sandbox needs rights that a container's root does not have. Painting by an imitated graphics card takes a fifth of the processor time. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];

/** A browser of a test's own, which sees our files only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(path === undefined ? {} : { executablePath: path }), args: ARGUMENTS });

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
  const page = await browser.newPage(context);
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
