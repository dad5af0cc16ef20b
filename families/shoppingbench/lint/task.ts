import type { z } from 'zod';
import { isRawObject } from '../../../catalog/rows/index.ts';
import type { Place, Problem } from '../../../pipeline/foreign-lint.ts';
import {
  type PublishedPrice,
  PublishedReward,
  PublishedShoppingbenchTask,
  type PublishedVoucher,
} from '../published-task.ts';

/** A value the scorer compares, under the key it compares it with. */
export interface ScoredValue {
  readonly from: 'sku' | 'attribute';
  readonly key: string;
  readonly value: string;
}

/** The prices that the scorer accepts; minor units, inclusive, null where there is no bound. */
export interface PriceBounds {
  readonly mode: keyof PublishedPrice;
  readonly low: number | null;
  readonly high: number | null;
}

export interface LintProduct {
  readonly id: string;
  readonly title: string;
  /** Empty for a knowledge task: its reward is a whole product, of which only title and keyword are scored. */
  readonly values: readonly ScoredValue[];
  readonly services: readonly string[];
  readonly bounds: readonly PriceBounds[];
}

/** A published task as the counters see it. */
export interface LintTask extends Place {
  readonly published: PublishedShoppingbenchTask;
  readonly query: string;
  /** The query without appended voucher rules. */
  readonly written: string;
  readonly products: readonly LintProduct[];
  readonly voucher: PublishedVoucher | null;
  /** The keyword a knowledge task's title must hold; null in every other task. */
  readonly keyword: string | null;
}

export const MINOR_UNITS = 100;
/** Published amounts are in major units of a currency with two decimals. */
export const minor = (major: number): number => Math.round(major * MINOR_UNITS);
export const majorText = (amount: number): string => String(amount / MINOR_UNITS);

/**
 * Beginning of the voucher's rules where the published benchmark appends them by code, the same sentences in every
 * task.
 */
const OPENING = 'My budget is only `';

/**
 * Finds the place where the appended rules begin, the line break before them included; the query's length where there
 * are none.
 */
function rulesStart(query: string): number {
  for (let at = query.indexOf(OPENING); at >= 0; at = query.indexOf(OPENING, at + 1)) {
    const written = query.slice(0, at).trimEnd().length;
    const lineBreak = query.slice(written, at).indexOf('\n');
    if (lineBreak >= 0) return written + lineBreak;
  }
  return query.length;
}

/**
 * The query as its writer wrote it. Appended rules are cut off: their numbers trace no value ("a cap of `100`" is not a
 * volume of 100), and their sentences make any two queries alike.
 */
export const writtenPart = (query: string): string => query.slice(0, rulesStart(query));

/** The appended rules, or null where the writer told them in their own words. */
export const appendedRules = (query: string): string | null => query.slice(rulesStart(query)) || null;

/** Tells whether a row is meant to be a ShoppingBench task, sound or not. */
export const looksLikeTask = (row: unknown): boolean =>
  isRawObject(row) && typeof row.query === 'string' && Object.hasOwn(row, 'reward');

/** A row as a task, or what was found in it and what was expected. */
export function readTask(row: unknown, { file, line }: Place): LintTask | Problem {
  const parsed = PublishedShoppingbenchTask.safeParse(row);
  if (!parsed.success) return { problem: problemIn(row, parsed.error) };
  const { query, reward, voucher, Knowledge_Attribute: keyword } = parsed.data;
  return {
    file,
    line,
    published: parsed.data,
    query,
    written: writtenPart(query),
    products: [reward].flat().map((product) => productOf(product, keyword !== undefined)),
    voucher: voucher ?? null,
    keyword: keyword === undefined ? null : String(keyword).trim(),
  };
}

function productOf({ product_id: id, title, ...scored }: PublishedReward, isDocument: boolean): LintProduct {
  const named = { id, title: [title].flat().join(' ') };
  if (isDocument) return { ...named, values: [], services: [], bounds: [] };
  const { sku_options: skus, attributes, service, price } = scored;
  const values: ScoredValue[] = [];
  for (const options of Array.isArray(skus) ? skus : [])
    for (const [key, value] of Object.entries(options)) values.push({ from: 'sku', key, value });
  for (const stated of attributes === undefined ? [] : [attributes].flat())
    for (const [key, options] of Object.entries(stated))
      for (const value of options) values.push({ from: 'attribute', key, value });
  return { ...named, values, services: service ?? [], bounds: Array.isArray(price) ? price.flatMap(boundsOf) : [] };
}

const boundsOf = (price: PublishedPrice): PriceBounds[] =>
  Object.entries(price).map(([mode, [low, high]]) => ({
    mode: mode as PriceBounds['mode'],
    // "less than" 20 and from 0 to 20 are one constraint.
    low: low === null || (low === 0 && mode === 'less than') ? null : minor(low),
    high: high === null ? null : minor(high),
  }));

/** Values that are expected under keys which take more than one text or number. */
const EXPECTED: Readonly<Record<string, string>> = {
  title: 'text or a list of texts, none of them empty',
  sku_options: 'a list of objects of texts',
  attributes: 'a list of objects of lists of texts',
  service: 'a list of texts',
  price: 'a list of objects such as {"between": [10, 20]}',
  Knowledge_Attribute: 'text or a number',
};

/** The first thing wrong with a row. Products are read one by one, since a list of them has as many shapes as they have. */
function problemIn(row: unknown, error: z.ZodError): string {
  if (!isRawObject(row)) return `found ${shown(row)}, expected an object`;
  const { reward } = row;
  if (!isRawObject(reward) && !(Array.isArray(reward) && reward.length > 0))
    return `"reward" is ${shown(reward)}, expected a product or a list of products`;
  for (const [at, product] of [reward].flat().entries()) {
    const parsed = PublishedReward.safeParse(product);
    if (!parsed.success) return issueIn(Array.isArray(reward) ? `reward.${at}` : 'reward', product, parsed.error);
  }
  return issueIn('', row, error);
}

function issueIn(place: string, value: unknown, { issues }: z.ZodError): string {
  const { path = [], message = 'a task' } = issues[0] ?? {};
  const known = EXPECTED[String(path[0])];
  const steps = known === undefined ? path : path.slice(0, 1);
  const found = steps.reduce<unknown>((held, key) => (held as Record<PropertyKey, unknown> | undefined)?.[key], value);
  const name = [place, ...steps.map(String)].filter((part) => part !== '').join('.');
  return `"${name}" is ${shown(found)}, expected ${known ?? message.replace(SCHEMA_WORDS, '')}`;
}

/** Words of a schema's message around what it expects. */
const SCHEMA_WORDS = /^(?:Invalid|Too) \w+: expected |, received .*$/g;
const MOST_SHOWN = 60;

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
}
