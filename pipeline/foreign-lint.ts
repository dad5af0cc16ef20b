import { dirname } from 'node:path';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { sum } from '../text/numbers.ts';

/** One kind of defect, or of a sign that is none by itself, and what it is counted over. */
export interface CounterHead {
  readonly code: string;
  /** Fact that holds for a task that has it: a sentence without its full stop. */
  readonly meaning: string;
  /** Things it is counted over, in the plural. */
  readonly unit: string;
  /** False for a sign of weakness that can have good reasons: it is counted, and is nobody's fault. */
  readonly isDefect: boolean;
}

const headOf =
  (isDefect: boolean) =>
  (code: string, meaning: string, unit: string): CounterHead => {
    return { code, meaning, unit, isDefect };
  };
/** The head of a counter of defects: its code, what holds for a task that has one, and what they are counted over. */
export const defect = headOf(true);
/** The head of a counter of signs of weakness that can have good reasons. */
export const sign = headOf(false);

/** Count of the things in a task that could have been at fault, and those that are, as people read them. */
export interface Count {
  readonly of: number;
  readonly found: readonly string[];
}

/** Counts one kind of defect over foreign tasks. */
export interface Counter<Task> extends CounterHead {
  /** Starts a count over any number of files, whose tasks are offered in order. */
  begin(): (task: Task) => Count;
}

/** The count of a task that has nothing to look at. */
export const NOTHING: Count = { of: 0, found: [] };

export const perTask = <Task>(head: CounterHead, look: (task: Task) => Count): Counter<Task> => ({
  ...head,
  begin: () => look,
});

/** A count under the code of its counter. */
export interface Looked extends Count {
  readonly code: string;
}

/** A number that says what tasks are like, which is no defect. */
export interface Figure {
  readonly name: string;
  readonly value: number;
}

export interface Figures<Task> {
  add(task: Task): void;
  rows(): readonly Figure[];
}

/**
 * Makes figures of numbers that every task has by their names, or lists of none or several; their sum where no measure is
 * given. One that no task has a number for is left out.
 */
export const figuresOf =
  <Task>(
    numbersOf: (task: Task) => Readonly<Record<string, number | readonly number[]>>,
    measures: Readonly<Record<string, (numbers: readonly number[]) => number>> = {},
  ) =>
  (): Figures<Task> => {
    const all = new Map<string, number[]>();
    return {
      add(task) {
        for (const [name, found] of Object.entries(numbersOf(task)))
          foundOrMade(all, name, (): number[] => []).push(...[found].flat());
      },
      rows: () =>
        [...all].flatMap(([name, numbers]) =>
          numbers.length === 0 ? [] : [{ name, value: (measures[name] ?? sum)(numbers) }],
        ),
    };
  };

/** File and line of a row. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Fault of a row that cannot be read as a task. */
export interface Problem {
  readonly problem: string;
}

interface LintedTask {
  /** Left out where the format has no ids. */
  readonly id?: string;
  /** The text that sets its query apart; null where none is published. */
  readonly text: string | null;
  readonly looked: readonly Looked[];
}

/** A format's counters at work: rows are added in order, file after file. */
export interface FormatLint {
  /** Adds a row and returns what was found in it; or what is wrong with it. */
  add(row: unknown, place: Place): LintedTask | Problem;
  /** Of one file, or of all together. */
  figures(file?: string): readonly Figure[];
}

/** A task as far as it can be told by the columns of any table. */
export interface PlainTask {
  readonly id: string;
  readonly intent: string;
  readonly query: string;
  readonly product: { readonly id?: string; readonly title?: string; readonly price?: number };
  /** Fields the query has to state, and those of the profile, which it must not, each with the values it asks for. */
  readonly requirements: readonly AskedField[];
  readonly profile: readonly AskedField[];
  readonly bounds: readonly { readonly field: string; readonly end: 'min' | 'max'; readonly value: number }[];
}
export type AskedField = readonly [field: string, values: readonly string[]];

/** The tasks of a published benchmark, as far as a lint has to know them. */
export interface BenchmarkFormat<W = unknown> {
  readonly name: string;
  /** Description of its rows, for the message that knows no format. */
  readonly rows: string;
  /** Tells whether a row is meant to be a task of this format, sound or not. */
  recognises(row: unknown): boolean;
  readonly counters: readonly CounterHead[];
  /** `world`: the one the tasks were made from, where it is at hand. */
  begin(world?: W): FormatLint;
  /** A row of this format that says what a plain task does; there where the format has a place for all of it. */
  readonly rowOf?: (task: PlainTask) => unknown;
}

interface FormatDefinition<Task extends Place, W> extends Omit<BenchmarkFormat<W>, 'begin' | 'counters'> {
  /** A row as a task, or what was found in it and what was expected. */
  read(row: unknown, place: Place): Task | Problem;
  idOf(task: Task): string | undefined;
  /** The text that sets its query apart; null where none is published. */
  textOf(task: Task): string | null;
  readonly counters: readonly Counter<Task>[];
  /** Defects that are counted otherwise, such as by gates: their heads, and the counting, with or without the world. */
  readonly further: {
    readonly heads: readonly CounterHead[];
    begin(world: W | null): (task: Task) => readonly Looked[];
  };
  figures(): Figures<Task>;
}

/** A format made of a reader, counters of its own and what else is counted of each task. */
export function defineFormat<Task extends Place, W>({
  read,
  idOf,
  textOf,
  counters,
  further,
  figures,
  ...format
}: FormatDefinition<Task, W>): BenchmarkFormat<W> {
  return {
    ...format,
    counters: [...counters.map(({ begin: _, ...head }) => head), ...further.heads],
    begin(world) {
      const looks = counters.map(({ code, begin }) => ({ code, look: begin() }));
      const lookFurther = further.begin(world ?? null);
      const byFile = new Map<string, Figures<Task>>();
      const all = figures();
      return {
        add(row, place) {
          const task = read(row, place);
          if ('problem' in task) return task;
          foundOrMade(byFile, place.file, figures).add(task);
          all.add(task);
          const looked = looks.map(({ code, look }) => ({ code, ...look(task) }));
          const id = idOf(task);
          const told = { text: textOf(task), looked: [...looked, ...lookFurther(task)] };
          return id === undefined ? told : { id, ...told };
        },
        figures: (file) => (file === undefined ? all : byFile.get(file))?.rows() ?? [],
      };
    },
  };
}

/** Remembers what lies beside tasks, by the folder of their file. */
export function besideTasks<T>(read: (folder: string) => T): (file: string) => T {
  const known = new Map<string, T>();
  return (file) => foundOrMade(known, dirname(file), () => read(dirname(file)));
}

const LONGEST_EXCERPT = 60;

/** A text short enough to stand in a line of examples. */
export const excerpt = (text: string): string =>
  text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text;

/** Tells the place of an earlier task, as a later one refers to it. */
export const asIn = (earlier: Place, file: string): string =>
  earlier.file === file ? `as in line ${earlier.line}` : `as in ${earlier.file}:${earlier.line}`;
