import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import { isRawObject } from '../../../catalog/rows/index.ts';
import { ECOMAGENTBENCH_FORMAT } from '../../../families/ecomagentbench/lint/format.ts';
import { excerpt } from '../../../families/shoppingbench/lint/counter.ts';
import { TracedText } from '../../../families/shoppingbench/lint/traces.ts';
import { issueOf } from '../../../pipeline/run-files.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { BenchmarkFormat, CounterHead, FormatLint, Looked, Place } from '../../../shopping/lint-format.ts';

/** A column, or a dotted path in nested rows. */
const Column = z.string().min(1);
/** Where requirements stand: a column with an object or a list, or columns by the field each is about. */
const Requirements = z.union([Column, z.strictObject({ columns: z.record(Column, z.string().min(1)) })]);

const TaskMapping = z.strictObject({
  id: Column.optional(),
  query: Column,
  intent: Column.optional(),
  product_id: Column.optional(),
  title: Column.optional(),
  price: Column.optional(),
  /** What the query has to say. */
  requirements: Requirements,
  /** What it must not say: it is to be found in a profile. */
  profile: Requirements.optional(),
  price_at_most: Column.optional(),
  price_at_least: Column.optional(),
  rating_at_least: Column.optional(),
  ratings_at_least: Column.optional(),
});
type TaskMapping = z.infer<typeof TaskMapping>;

/** Reads a mapping of task rows; a ConfigError says what is wrong with it. */
export function readTaskMapping(path: string): TaskMapping {
  if (!existsSync(path)) throw new ConfigError(`--mapping is ${path}, which does not exist; expected a YAML file`);
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path} is not YAML: ${(error as Error).message.split('\n')[0]}; mend that line`);
  }
  const parsed = TaskMapping.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    `${path}: ${issueOf(parsed.error)}; expected at least "query" and "requirements", each a column`,
  );
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

/** A row as a sample in EComAgentBench's format, which has a place for all that can be mapped. */
function sampleFrom(row: Readonly<Record<string, unknown>>, mapping: TaskMapping, line: number): unknown {
  const query = cell(row, mapping.query);
  const attribute = (info_source: string) =>
    function attributeOf([field, values]: readonly [string, readonly string[]]) {
      const expected_value = values.length === 1 ? values[0] : values;
      return values.length === 0
        ? []
        : [{ type: 'attribute_match', field: `details.${field}`, expected_value, info_source }];
    };
  const bound = (field: string, end: 'min' | 'max', column: string | undefined) => {
    const value = Number(cell(row, column) ?? Number.NaN);
    if (!Number.isFinite(value)) return [];
    return [{ type: 'numeric_range', field, expected_value: { [end]: value }, info_source: 'query' }];
  };
  const profile = pairsIn(row, mapping.profile);
  const rubrics = [
    ...pairsIn(row, mapping.requirements).flatMap(attribute('query')),
    ...profile.flatMap(attribute('persona')),
    ...bound('price', 'max', mapping.price_at_most),
    ...bound('price', 'min', mapping.price_at_least),
    ...bound('average_rating', 'min', mapping.rating_at_least),
    ...bound('rating_number', 'min', mapping.ratings_at_least),
  ];
  const [price] = textsIn(cell(row, mapping.price)).map(Number).filter(Number.isFinite);
  const [productId] = textsIn(cell(row, mapping.product_id));
  const [title] = textsIn(cell(row, mapping.title));
  return {
    id: textsIn(cell(row, mapping.id))[0] ?? `line ${line}`,
    intent_category: textsIn(cell(row, mapping.intent))[0] ?? '',
    user_query: typeof query === 'string' && query.trim() !== '' ? query : null,
    user_persona: { product_requirements: Object.fromEntries(profile.map(([field, values]) => [field, [...values]])) },
    clarification_script: { clarification_slots: [] },
    target_product: { product_id: productId, title, price },
    rubrics: rubrics.map((rubric, at) => ({ id: `r${at + 1}`, ...rubric })),
    implicit_rubric_ids: [],
  };
}

/** Some benchmarks ask for values by clues: a value without a trace may be one. */
const VALUE_UNTRACED: CounterHead = {
  code: 'value_untraced',
  meaning: 'no word of a required value stands in the query, in any form',
  unit: 'values',
  isDefect: false,
};

class MappedLint implements FormatLint {
  readonly #mapping: TaskMapping;
  readonly #lint: FormatLint;

  constructor(mapping: TaskMapping, catalog: Catalog | undefined) {
    this.#mapping = mapping;
    this.#lint = ECOMAGENTBENCH_FORMAT.begin(catalog);
  }

  add(row: unknown, place: Place) {
    if (!isRawObject(row)) return { problem: `found ${JSON.stringify(row).slice(0, 60)}, expected an object` };
    const query = cell(row, this.#mapping.query);
    if (typeof query !== 'string' || query.trim() === '')
      return { problem: `"${this.#mapping.query}" is ${JSON.stringify(query) ?? 'missing'}, expected the query` };
    const task = this.#lint.add(sampleFrom(row, this.#mapping, place.line), place);
    if ('problem' in task) return task;
    const text = new TracedText(query);
    const values = pairsIn(row, this.#mapping.requirements).flatMap(([key, list]) =>
      list.map((value) => ({ key, value })),
    );
    const found = values.filter((value) => !text.traces(value)).map(({ key, value }) => `${key} = ${excerpt(value)}`);
    const untraced: Looked = { code: VALUE_UNTRACED.code, of: values.length, found };
    return { ...task, looked: [...task.looked.filter(({ code }) => code !== VALUE_UNTRACED.code), untraced] };
  }

  figures(file?: string) {
    return this.#lint.figures(file);
  }
}

/** Rows of any shape as a format of their own, by a mapping of their columns. */
export const mappedFormat = (mapping: TaskMapping): BenchmarkFormat => ({
  name: 'mapped',
  rows: `objects with "${mapping.query}"`,
  recognises: (row) => isRawObject(row) && cell(row, mapping.query) !== undefined,
  counters: [...ECOMAGENTBENCH_FORMAT.counters.filter(({ code }) => code !== VALUE_UNTRACED.code), VALUE_UNTRACED],
  begin: (catalog) => new MappedLint(mapping, catalog),
});
