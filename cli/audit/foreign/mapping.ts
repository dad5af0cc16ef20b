import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { isRawObject } from '../../../catalog/rows/index.ts';
import {
  type BenchmarkFormat,
  type CounterHead,
  excerpt,
  type Looked,
  type PlainTask,
} from '../../../pipeline/foreign-lint.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { TracedText } from '../../../shopping/language/traced-text.ts';
import { YamlFile } from '../../../text/files/yaml-file.ts';

/** A column, or a dotted path in nested rows. */
const COLUMN = 'expected the name of a column';
const Column = z.string(COLUMN).min(1, COLUMN);
/** Columns of requirements: a column with an object or a list, or columns by the field each is about. */
const Requirements = z.union(
  [Column, z.strictObject({ columns: z.record(Column, z.string().min(1)) })],
  'expected the name of a column, or {columns: {column: field}}',
);

const TaskMapping = z.strictObject(
  {
    id: Column.optional(),
    query: Column,
    intent: Column.optional(),
    product_id: Column.optional(),
    title: Column.optional(),
    price: Column.optional(),
    /** Requirements the query has to state. */
    requirements: Requirements,
    /** Requirements the query must not state: they are to be found in a profile. */
    profile: Requirements.optional(),
    price_at_most: Column.optional(),
    price_at_least: Column.optional(),
    rating_at_least: Column.optional(),
    ratings_at_least: Column.optional(),
  },
  'expected at least "query" and "requirements", each a column',
);
type TaskMapping = z.infer<typeof TaskMapping>;

/** Reads a mapping of task rows; a ConfigError says what is wrong with it. */
export function readTaskMapping(path: string): TaskMapping {
  if (!existsSync(path)) throw new ConfigError(`--mapping is ${path}, which does not exist; expected a YAML file`);
  return new YamlFile(path, readFileSync(path, 'utf8')).read(TaskMapping, 'the mapping');
}

function cell(row: Readonly<Record<string, unknown>>, column: string | undefined): unknown {
  if (column === undefined) return undefined;
  if (Object.hasOwn(row, column)) return row[column];
  return column
    .split('.')
    .reduce<unknown>((value, key) => (isRawObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), row);
}

const textsIn = (value: unknown): string[] =>
  [value].flat().flatMap((item) => {
    const text = typeof item === 'string' ? item.trim() : typeof item === 'number' ? String(item) : '';
    return text === '' ? [] : [text];
  });

/** Field and values of every requirement; items of a list are about the field their column is called. */
function pairsIn(row: Readonly<Record<string, unknown>>, where: z.infer<typeof Requirements> | undefined) {
  if (where === undefined) return [];
  if (typeof where !== 'string')
    return Object.entries(where.columns).map(([column, field]) => [field, textsIn(cell(row, column))] as const);
  const value = cell(row, where);
  if (isRawObject(value)) return Object.entries(value).map(([field, values]) => [field, textsIn(values)] as const);
  const field = where.split('.').at(-1) as string;
  return textsIn(value).map((text) => [field, [text]] as const);
}

/** Reads a row's task from its columns. */
function plainTask(
  row: Readonly<Record<string, unknown>>,
  mapping: TaskMapping,
  query: string,
  line: number,
): PlainTask {
  const bound = (field: string, end: 'min' | 'max', column: string | undefined) => {
    const value = Number(cell(row, column) ?? Number.NaN);
    return Number.isFinite(value) ? [{ field, end, value }] : [];
  };
  const [price] = textsIn(cell(row, mapping.price)).map(Number).filter(Number.isFinite);
  const [productId] = textsIn(cell(row, mapping.product_id));
  const [title] = textsIn(cell(row, mapping.title));
  return {
    id: textsIn(cell(row, mapping.id))[0] ?? `line ${line}`,
    intent: textsIn(cell(row, mapping.intent))[0] ?? '',
    query,
    product: {
      ...(productId === undefined ? {} : { id: productId }),
      ...(title === undefined ? {} : { title }),
      ...(price === undefined ? {} : { price }),
    },
    requirements: pairsIn(row, mapping.requirements),
    profile: pairsIn(row, mapping.profile),
    bounds: [
      ...bound('price', 'max', mapping.price_at_most),
      ...bound('price', 'min', mapping.price_at_least),
      ...bound('average_rating', 'min', mapping.rating_at_least),
      ...bound('rating_number', 'min', mapping.ratings_at_least),
    ],
  };
}

/** Some benchmarks ask for values by clues: a value without a trace may be one. */
const VALUE_UNTRACED: CounterHead = {
  code: 'value_untraced',
  meaning: 'no word of a required value stands in the query, in any form',
  unit: 'values',
  isDefect: false,
};

const isUntraced = ({ code }: { readonly code: string }) => code === VALUE_UNTRACED.code;

/** Counts required values of which the query says nothing. */
function untracedIn({ query, requirements }: PlainTask): Looked {
  const text = new TracedText(query);
  const values = requirements.flatMap(([key, list]) => list.map((value) => ({ key, value })));
  const untraced = values.filter((value) => !text.traces(value));
  return {
    code: VALUE_UNTRACED.code,
    of: values.length,
    found: untraced.map(({ key, value }) => `${key} = ${excerpt(value)}`),
  };
}

type HostFormat = BenchmarkFormat & { readonly rowOf: NonNullable<BenchmarkFormat['rowOf']> };

export const takesPlainTasks = (format: BenchmarkFormat): format is HostFormat => format.rowOf !== undefined;

/** Rows of any shape as a format of their own, by a mapping of their columns: each is linted as a row of `host`. */
export function mappedFormat(mapping: TaskMapping, host: HostFormat): BenchmarkFormat {
  return {
    name: 'mapped',
    rows: `objects with "${mapping.query}", which the mapping says is the query`,
    recognises: (row) => isRawObject(row) && cell(row, mapping.query) !== undefined,
    counters: [...host.counters.filter((head) => !isUntraced(head)), VALUE_UNTRACED],
    begin(world) {
      const lint = host.begin(world);
      return {
        add(row, place) {
          if (!isRawObject(row)) return { problem: `found ${JSON.stringify(row).slice(0, 60)}, expected an object` };
          const query = cell(row, mapping.query);
          if (typeof query !== 'string' || query.trim() === '')
            return { problem: `"${mapping.query}" is ${JSON.stringify(query) ?? 'missing'}, expected the query` };
          const { requirements } = mapping;
          if (typeof requirements === 'string' && cell(row, requirements) === undefined)
            return { problem: `"${requirements}" is missing, expected the requirements` };
          const plain = plainTask(row, mapping, query, place.line);
          const task = lint.add(host.rowOf(plain), place);
          if ('problem' in task) return task;
          return { ...task, looked: [...task.looked.filter((count) => !isUntraced(count)), untracedIn(plain)] };
        },
        figures: (file) => lint.figures(file),
      };
    },
  };
}
