import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGE_ROOT = join(import.meta.dirname, '..');
/** Kept from one test run to the next; Node looks at the text of each module before it takes anything from here. */
const KEPT = join(PACKAGE_ROOT, 'out', '.compiled');
const FOLDERS = '{catalog,cli,families,lexicon,models,mutations,pipeline,schemas,service,shopping,stages,text}';
/** Most milliseconds for it; what is not compiled then is compiled where it is needed. */
const MOST_TIME = 120_000;
/** It runs a command as soon as it is loaded. */
const PROGRAM = join('cli', 'main.ts');

/**
 * Has Node keep what it compiles: each thread of tests and each process that they start loads a thousand modules, which
 * takes five seconds, and two where they were compiled before. A first test run compiles them here, and not once a thread.
 */
export default function setup(): void {
  const { NODE_COMPILE_CACHE: named } = process.env;
  if (named !== undefined) return;
  process.env.NODE_COMPILE_CACHE = KEPT;
  if (!existsSync(KEPT)) spawnSync(process.execPath, [import.meta.filename], { stdio: 'ignore', timeout: MOST_TIME });
}

async function loadEverything(): Promise<void> {
  for (const file of globSync(`${FOLDERS}/**/*.ts`, { cwd: PACKAGE_ROOT })) {
    // Those that threads begin with cannot be loaded by others.
    if (file !== PROGRAM) await import(pathToFileURL(join(PACKAGE_ROOT, file)).href).catch(() => {});
  }
  process.exit();
}

if (process.argv[1] === import.meta.filename) await loadEverything();
