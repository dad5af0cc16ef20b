// `node tools/docs/screenshot.ts <run folder> <task id>`: takes docs/images/report.png, with an installed Chromium.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { ConfigError } from '../../schemas/errors.ts';

const PICTURE = join(import.meta.dirname, '..', '..', 'docs', 'images', 'report.png');
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const WINDOW = { width: 1240, height: 640 };

async function take(report: string, task: string, executablePath: string): Promise<void> {
  // Letters smoothed in gray take half the space of coloured ones.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-lcd-text'] });
  try {
    const page = await browser.newPage({ viewport: WINDOW, colorScheme: 'light' });
    await page.goto(`${pathToFileURL(report).href}#${encodeURIComponent(task)}`);
    await page.waitForSelector('#entry h2');
    mkdirSync(dirname(PICTURE), { recursive: true });
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}

try {
  const [folder, task] = process.argv.slice(2);
  if (folder === undefined || task === undefined) throw new ConfigError('name a run folder and one of its tasks');
  const report = resolve(folder, 'report.html');
  const browser = PATHS.find(existsSync);
  if (!existsSync(report)) throw new ConfigError(`${report} is not there; npm run report -- ${folder} writes it`);
  if (browser === undefined) throw new ConfigError(`none of ${PATHS.join(', ')} is there; install Chromium`);
  await take(report, task, browser);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
