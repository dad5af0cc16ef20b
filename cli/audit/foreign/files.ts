import { existsSync, realpathSync } from 'node:fs';
import { type Container, containerOf, isRawObject, type RawRow, readRows } from '../../../catalog/rows/index.ts';
import { everyFamily } from '../../../families/index.ts';
import type {
  BenchmarkFormat,
  CounterHead,
  Figure,
  FormatLint,
  Looked,
  Place,
} from '../../../pipeline/foreign-lint.ts';
import type { World } from '../../../pipeline/world.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { NearDuplicates } from '../../../stages/admission.ts';

/** A task that has a defect, and what is at fault in it. */
export interface TaskWithDefect {
  readonly line: number;
  /** Id of the task, where the format has ids. */
  readonly id?: string;
  readonly found: readonly string[];
}

/** Number of times one code was found in one file. */
interface FileCount {
  readonly code: string;
  /** Number of things that were looked at, of which `found` are at fault. */
  readonly of: number;
  readonly found: number;
  readonly tasks: readonly TaskWithDefect[];
}

/** Counts what the counters found in the tasks of one file. */
class Tally {
  readonly #defects: ReadonlySet<string>;
  readonly #counts: ReadonlyMap<string, { of: number; found: number; tasks: TaskWithDefect[] }>;
  readonly #defective = new Set<number>();

  constructor(heads: readonly CounterHead[]) {
    this.#defects = new Set(heads.filter(({ isDefect }) => isDefect).map(({ code }) => code));
    this.#counts = new Map(heads.map(({ code }) => [code, { of: 0, found: 0, tasks: [] }]));
  }

  add({ line, id }: { line: number; id: string | undefined }, looked: readonly Looked[]): void {
    for (const { code, of, found } of looked) {
      const count = this.#counts.get(code)!;
      count.of += of;
      count.found += found.length;
      if (found.length === 0) continue;
      count.tasks.push({ line, ...(id === undefined ? {} : { id }), found });
      if (this.#defects.has(code)) this.#defective.add(line);
    }
  }

  /** Tasks with at least one defect. */
  get defective(): number {
    return this.#defective.size;
  }

  get counts(): FileCount[] {
    return [...this.#counts].map(([code, count]) => ({ code, ...count }));
  }
}

/** The one counter every format has: it needs a query and nothing else. */
const NEAR_DUPLICATE: CounterHead = {
  code: 'near_duplicate',
  meaning: 'the query nearly repeats that of an earlier task',
  unit: 'queries',
  isDefect: true,
};

/** Compares every query with all before it, over any number of files, by the gate our own samples pass. */
class DuplicateQueries {
  readonly #seen = new NearDuplicates();

  look(query: string, { file, line }: Place): Looked {
    // Targets are counted by each format's own counters.
    const findings = this.#seen.findings({ id: `${file}:${line}`, claims: [], query });
    return { code: NEAR_DUPLICATE.code, of: 1, found: findings.map(({ detail }) => detail) };
  }
}

/** Rows looked at before a file is refused: a broken line or two at its head make no other format of it. */
const MOST_UNRECOGNISED = 100;
const MOST_KEYS = 12;
const MOST_SHOWN = 60;

/** A file's format, by the first row that any of them recognises, and all of its rows; a ConfigError says what else it holds. */
async function recognised(
  path: string,
  formats: readonly BenchmarkFormat[],
): Promise<{ format: BenchmarkFormat; rows: AsyncIterable<RawRow> }> {
  const rows = rowsOf(path, await containerOf(path));
  const head: RawRow[] = [];
  // Step by step, since leaving a loop over the rows would close their file.
  while (head.length < MOST_UNRECOGNISED) {
    const { value: row, done } = await rows.next();
    if (done === true) break;
    head.push(row);
    const format = 'broken' in row ? undefined : formats.find((known) => known.recognises(row.value));
    if (format !== undefined) return { format, rows: chained(head, rows) };
  }
  await rows.return();
  const known = formats.map((format) => `${format.name} (${format.rows})`).join(', ');
  const [only] = formats;
  const expected =
    formats.length === 1 && only !== undefined
      ? only.rows
      : `tasks of a benchmark that is known: ${known}; of any other say what its columns are with --mapping <file.yaml>`;
  throw new ConfigError(`${path} holds ${contentOf(head)}, expected ${expected}`);
}

async function* rowsOf(path: string, container: Container): AsyncGenerator<RawRow, void> {
  for await (const batch of readRows({ path, name: path }, container).batches) yield* batch;
}

async function* chained(head: readonly RawRow[], rest: AsyncIterable<RawRow>): AsyncGenerator<RawRow, void> {
  yield* head;
  yield* rest;
}

/** Describes the content of a file without tasks by its first row that can be read, or else by its first row. */
function contentOf(head: readonly RawRow[]): string {
  const row = head.find((candidate) => !('broken' in candidate)) ?? head[0];
  if (row === undefined) return 'no rows';
  if ('broken' in row) return `no row that can be read (line ${row.line} ${row.broken})`;
  if (!isRawObject(row.value)) return `rows such as ${JSON.stringify(row.value).slice(0, MOST_SHOWN)}`;
  const keys = Object.keys(row.value).slice(0, MOST_KEYS);
  return `objects with the keys ${keys.map((key) => `"${key}"`).join(', ')}`;
}

/** Findings in one file. `read` is `linted` and the unreadable lines together. */
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

/** Findings of one code in all files, with its meaning. */
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

/** The formats of the families there are; of two that recognise a row the first is taken. */
export const knownFormats = (): readonly BenchmarkFormat[] => everyFamily().flatMap((family) => family.lint ?? []);

interface LintFilesOptions {
  readonly formats?: readonly BenchmarkFormat[];
  /** The world that tasks of a format were made from, where it is at hand. */
  worldOf?(format: BenchmarkFormat): World | undefined;
}

/** Counts the defects of published tasks, file after file; formats are told by the rows. */
export async function lintFiles(
  paths: readonly string[],
  { formats = knownFormats(), worldOf }: LintFilesOptions = {},
): Promise<Lint> {
  refuseRepeated(paths);
  const lints = new Map<BenchmarkFormat, FormatLint>();
  const duplicates = new DuplicateQueries();
  const files: LintedFile[] = [];
  for (const path of paths) {
    const { format, rows } = await recognised(path, formats);
    const lint = lints.get(format) ?? format.begin(worldOf?.(format));
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
