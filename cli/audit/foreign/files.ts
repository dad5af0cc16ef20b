import { existsSync, realpathSync } from 'node:fs';
import type { Catalog } from '../../../catalog/index.ts';
import type { RawRow } from '../../../catalog/rows/index.ts';
import { BENCHMARK_FORMATS } from '../../../families/lint-formats.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { BenchmarkFormat, CounterHead, Figure, FormatLint } from '../../../shopping/lint-format.ts';
import { DuplicateQueries, NEAR_DUPLICATE } from './duplicates.ts';
import { recognised } from './recognise.ts';
import { type FileCount, Tally } from './tally.ts';

/** What was found in one file. `read` is `linted` and the unreadable lines together. */
export interface LintedFile {
  readonly file: string;
  readonly format: string;
  readonly read: number;
  readonly linted: number;
  /** Tasks with at least one defect. */
  readonly defective: number;
  readonly unreadable: readonly { readonly line: number; readonly problem: string }[];
  readonly figures: readonly Figure[];
  readonly counts: readonly FileCount[];
}

/** What was found of one code in all files, and what it means. */
export interface TotalCount extends CounterHead {
  readonly of: number;
  readonly found: number;
  readonly tasks: number;
}

export interface Lint {
  readonly total: {
    readonly read: number;
    readonly linted: number;
    readonly defective: number;
    readonly unreadable: number;
    readonly figures: readonly Figure[];
    /** In the order of the formats' own lists. */
    readonly counts: readonly TotalCount[];
  };
  readonly files: readonly LintedFile[];
}

/** Counts the defects of published tasks, file after file; formats are told by the rows. */
export async function lintFiles(
  paths: readonly string[],
  {
    catalog,
    formats = BENCHMARK_FORMATS,
  }: { catalog?: Catalog | undefined; formats?: readonly BenchmarkFormat[] | undefined } = {},
): Promise<Lint> {
  refuseRepeated(paths);
  const lints = new Map<BenchmarkFormat, FormatLint>();
  const duplicates = new DuplicateQueries();
  const files: LintedFile[] = [];
  for (const path of paths) {
    const { format, rows } = await recognised(path, formats);
    const lint = lints.get(format) ?? format.begin(catalog);
    lints.set(format, lint);
    files.push(await lintFile(path, rows, format, lint, duplicates));
  }
  const heads = [...[...lints.keys()].flatMap(({ counters }) => counters), NEAR_DUPLICATE].filter(
    ({ code }, at, all) => all.findIndex((other) => other.code === code) === at,
  );
  return {
    total: {
      read: sum(files, ({ read }) => read),
      linted: sum(files, ({ linted }) => linted),
      defective: sum(files, ({ defective }) => defective),
      unreadable: sum(files, ({ unreadable }) => unreadable.length),
      figures: [...lints.values()].flatMap((lint) => lint.figures()),
      counts: heads.map((head) => totalOf(head, files)),
    },
    files,
  };
}

/** A file given twice would repeat itself, target for target. */
function refuseRepeated(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    if (!existsSync(path))
      throw new ConfigError(`${path} is missing, expected a file of published tasks; check the path`);
    const real = realpathSync(path);
    const other = seen.get(real);
    if (other !== undefined) throw new ConfigError(`${path} is given twice, first as ${other}; give every file once`);
    seen.set(real, path);
  }
}

async function lintFile(
  file: string,
  rows: AsyncIterable<RawRow>,
  format: BenchmarkFormat,
  lint: FormatLint,
  duplicates: DuplicateQueries,
): Promise<LintedFile> {
  const tally = new Tally([...format.counters, NEAR_DUPLICATE]);
  const unreadable: { line: number; problem: string }[] = [];
  let read = 0;
  let linted = 0;
  for await (const row of rows) {
    read++;
    const { line } = row;
    const task = 'broken' in row ? { problem: row.broken } : lint.add(row.value, { file, line });
    if ('problem' in task) {
      unreadable.push({ line, problem: task.problem });
      continue;
    }
    linted++;
    const { id, text, looked } = task;
    tally.add({ line, id }, text === null ? looked : [...looked, duplicates.look(text, { file, line })]);
  }
  const { defective, counts } = tally;
  return { file, format: format.name, read, linted, defective, unreadable, figures: lint.figures(file), counts };
}

function totalOf({ code, meaning, unit, isDefect }: CounterHead, files: readonly LintedFile[]): TotalCount {
  const counts = files.flatMap((file) => file.counts.filter((count) => count.code === code));
  return {
    code,
    meaning,
    unit,
    isDefect,
    of: sum(counts, ({ of }) => of),
    found: sum(counts, ({ found }) => found),
    tasks: sum(counts, ({ tasks }) => tasks.length),
  };
}

const sum = <T>(things: readonly T[], number: (thing: T) => number) =>
  things.reduce((all, thing) => all + number(thing), 0);
