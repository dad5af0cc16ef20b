// `npm run bench -- [part ...]`: measures what the project promises and prints it beside the promise. Ends with 0 where no
// aim was missed, with 1 where one was, with 2 where it was called wrongly, with 70 where something could not be measured.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { colourWanted } from '../../cli/terminal/colour.ts';
import { escapeForTerminal } from '../../cli/terminal/escape.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { BuiltCatalogs } from './built-catalogs.ts';
import { machineLine } from './machine.ts';
import { type BenchOptions, benchOptionsOf, HELP, type PartName } from './options.ts';
import { say, type Workspace } from './part.ts';
import { allMet, type Report } from './report.ts';
import { type Circumstances, keepResults, LEAST_RUNS_KEPT } from './results.ts';
import { reportTable } from './table.ts';

const MISSED = 1;
const USER_ERROR = 2;
const NOT_MEASURED = 70;

type Part = (options: BenchOptions, workspace: Workspace, catalogs: BuiltCatalogs) => Promise<Report>;

/** Loaded when they are measured: what is wrong with a command is said at once. */
const MEASURES: Readonly<Record<PartName, () => Promise<Part>>> = {
  ingest: async () => (await import('./ingest/figures.ts')).ingest,
  build: async () => (await import('./build/figures.ts')).build,
  resume: async () => (await import('./resume.ts')).resume,
  search: async () => (await import('./search/figures.ts')).search,
  serve: async () => (await import('./serve/figures.ts')).serve,
  models: async () => (await import('./models/figures.ts')).models,
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEFAULT_COLUMNS = 80;

/** Measures, prints the table and keeps it; whether no aim was missed. */
async function measure(options: BenchOptions): Promise<boolean> {
  const date = new Date().toISOString().slice(0, 10);
  const before = machineLine();
  const folder = join(ROOT, 'out', 'bench');
  const workspace = { catalogs: join(folder, 'catalogs'), scratch: join(folder, 'scratch') };
  // What a start that was interrupted left.
  rmSync(workspace.scratch, { recursive: true, force: true });
  mkdirSync(workspace.scratch, { recursive: true });
  const reports: Report[] = [];
  try {
    const catalogs = new BuiltCatalogs(workspace);
    for (const part of options.parts) {
      const measurePart = await MEASURES[part]();
      reports.push(await measurePart(options, workspace, catalogs));
    }
  } finally {
    rmSync(workspace.scratch, { recursive: true, force: true });
    // Also where a later part broke off: what was measured took its time.
    if (reports.length > 0) show(reports, { date, machine: before, runs: options.runs });
  }
  return allMet(reports);
}

function show(reports: readonly Report[], circumstances: Circumstances): void {
  const { date, machine, runs } = circumstances;
  const { stdout } = process;
  const table = reportTable(reports, {
    width: stdout.columns || DEFAULT_COLUMNS,
    colour: colourWanted(stdout, process.env),
  });
  stdout.write(`${date}\nbefore: ${machine}\nafter:  ${machineLine()}\n${table}\n`);
  if (runs >= LEAST_RUNS_KEPT) {
    keepResults(reports, circumstances);
    say('tools/bench/RESULTS.md is written; npm run docs takes it over into docs/scale.md');
  } else say(`tools/bench/RESULTS.md stays as it is: it keeps figures of --runs ${LEAST_RUNS_KEPT} or more`);
}

async function run(all: readonly string[]): Promise<number> {
  const [command, ...words] = all;
  if (all.includes('--help')) process.stdout.write(`${HELP}\n`);
  else if (command === 'catalog') {
    const { makeCatalog } = await import('./made-catalogs.ts');
    await makeCatalog(words);
  } else if (!(await measure(benchOptionsOf(all)))) return MISSED;
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUserError = error instanceof ConfigError;
  const text = error instanceof Error && !isUserError ? (error.stack ?? error.message) : (error as Error).message;
  process.stderr.write(`${text.split('\n').map(escapeForTerminal).join('\n')}\n`);
  process.exitCode = isUserError ? USER_ERROR : NOT_MEASURED;
}
