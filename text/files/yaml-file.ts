import type { Document, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { Complaints, ConfigError } from '../../schemas/errors.ts';
import { nearestOf } from '../edit-distance.ts';
import { yaml } from './yaml.ts';

type Path = readonly PropertyKey[];

/** A YAML file that a person wrote: plain data, and the line of everything in it. */
export class YamlFile {
  readonly path: string;
  readonly document: Document;
  readonly #lines = new (yaml().LineCounter)();

  /** A ConfigError names the line that is no YAML. */
  constructor(path: string, text: string) {
    this.path = path;
    this.document = yaml().parseDocument(text, { lineCounter: this.#lines });
    const [error] = this.document.errors;
    if (error !== undefined) {
      const { at, says } = syntaxFault(error, text);
      throw new ConfigError(`${this.placeAt(at)}: not YAML: ${says}`);
    }
    this.#expectPlain();
  }

  /** Refuses what is no plain data: aliases that lead nowhere, and keys that are no names, which would be called by others. */
  #expectPlain(): void {
    const { isAlias, isMap, isNode, isScalar, visit } = yaml();
    visit(this.document, {
      Alias: (_, alias): undefined => {
        if (alias.resolve(this.document) !== undefined) return;
        throw new ConfigError(
          `${this.placeAt(alias.range?.[0] ?? 0)}: not YAML: *${alias.source} leads nowhere; expected &${alias.source} before it, or the text in quotes`,
        );
      },
      Pair: (_, { key }): undefined => {
        const named = isAlias(key) ? key.resolve(this.document) : key;
        if (named === undefined || (isScalar(named) && named.value !== null)) return;
        const found = isScalar(named) ? named.source || 'empty' : isMap(named) ? 'keys and values' : 'a list';
        const remedy = isScalar(named) && named.source ? `, such as "${named.source}" in quotes` : '';
        throw new ConfigError(
          `${this.placeAt((isNode(key) && key.range?.[0]) || 0)}: found a key that is ${found}, expected a name${remedy}`,
        );
      },
    });
  }

  /** All that stands in it; a ConfigError where too much of it is said by aliases. */
  plain(): unknown {
    try {
      return this.document.toJS() as unknown;
    } catch (cause) {
      throw new ConfigError(`${this.path}: not YAML: ${(cause as Error).message}; mend the file`, { cause });
    }
  }

  /** Its content by a schema; a ConfigError names the lines that are against it. `what` names the whole, `more` ends each sentence. */
  read<T>(schema: z.ZodType<T>, what: string, more = ''): T {
    const value = this.plain();
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const complaints = new Complaints();
    for (const { path, says } of faultsIn(parsed.error, schema, value)) {
      const name = path.length === 0 ? what : `"${path.map(String).join('.')}"`;
      complaints.add(`${this.placeOf(path)}: ${name} ${says}${more}`);
    }
    complaints.refuse();
    throw parsed.error;
  }

  has(path: Path): boolean {
    return this.document.hasIn(path);
  }

  /** The file and the line of the longest part of a path that it has, such as "shop.yaml:7". */
  placeOf(path: Path): string {
    const { isMap, isNode, isScalar } = yaml();
    let line = 1;
    let at: unknown = this.document.contents;
    for (const key of path) {
      const pair = isMap(at)
        ? at.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
        : null;
      const node = pair?.key ?? (at as { items?: readonly unknown[] } | null)?.items?.[Number(key)];
      if (!isNode(node) || node.range == null) break;
      line = this.#lineAt(node.range[0]);
      at = pair === null || pair === undefined ? node : pair.value;
    }
    return `${this.path}:${line}`;
  }

  /** The file and the line of an offset in its text. */
  placeAt(offset: number): string {
    return `${this.path}:${this.#lineAt(offset)}`;
  }

  #lineAt(offset: number): number {
    return this.#lines.linePos(offset).line;
  }
}

/** Says what is wrong with the YAML itself, and where that begins. */
function syntaxFault({ code, message, pos: [at] }: YAMLParseError, text: string): { at: number; says: string } {
  const [found = ''] = message.split(/:? at line \d+|\n/, 1);
  const unclosed = /end with an? ([\]}])$/.exec(found)?.[1];
  if (unclosed !== undefined) {
    const sign = unclosed === ']' ? '[' : '{';
    return {
      at: lastOpen(text.slice(0, at), sign, unclosed),
      says: `the ${sign} of this line is not closed; close it with ${unclosed}`,
    };
  }
  const quote = /^Missing closing (["'])/.exec(found)?.[1];
  if (quote !== undefined)
    return { at: lastQuote(text.slice(0, at), quote), says: `the ${quote} of this line is not closed` };
  switch (code) {
    case 'TAB_AS_INDENT':
      return { at, says: 'the line begins with a tab; indent it with spaces' };
    case 'DUPLICATE_KEY':
      return { at, says: 'its key stands twice; keep one of the two' };
    case 'BAD_SCALAR_START':
      return { at, says: `a text cannot begin with ${text[at]}; put it in quotes` };
    case 'BLOCK_AS_IMPLICIT_KEY': {
      const deeper = lineBehind(text, at);
      return deeper === null
        ? { at, says: 'two keys stand in one line; put a text with a colon in quotes' }
        : {
            at: deeper,
            says: 'the line is indented further than the one before it, which has a value already; indent both alike',
          };
    }
    case 'MULTIPLE_DOCS':
      return { at, says: 'a second document begins here; keep one' };
    default:
      return { at, says: `${found}; mend that line` };
  }
}

/**
 * The place of the line behind that of a place, where it is a key that is indented further; null where it is none. The text of a
 * line and such a key below it are read as one key of two lines.
 */
function lineBehind(text: string, at: number): number | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const [line = '', next = ''] = text.slice(start).split('\n', 2);
  const [before, behind] = [line, next].map((one) => one.length - one.trimStart().length) as [number, number];
  return /^\s+\S+:(?:\s|$)/.test(next) && behind > before ? start + line.length + 1 + behind : null;
}

/** The place of the last sign that none closes. */
function lastOpen(text: string, sign: string, closing: string): number {
  let closed = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === closing) closed++;
    else if (text[at] === sign && closed-- === 0) return at;
  }
  return 0;
}

/** The place of the last quote that is none in a text: `''` and `\"` are. */
function lastQuote(text: string, quote: string): number {
  const inText = quote === '"' ? /\\./gs : /''/g;
  return Math.max(0, text.replace(inText, '..').lastIndexOf(quote));
}

/** A complaint of a schema about data: its place, and a sentence without its subject, such as "is missing, expected a text". */
export interface Fault {
  readonly path: Path;
  readonly says: string;
}

/** All that a schema found wrong with a value: names that are not known come first, for one may be that of what is missing. */
export function faultsIn({ issues }: z.ZodError, schema: z.core.$ZodType, value: unknown): Fault[] {
  const found = issues.map(deepest);
  const unknown = found.filter(isUnknownKey);
  // What lacks a key has one that nobody knows in its place, which says more.
  const others = found.filter((issue) => !isUnknownKey(issue) && (issue.path.length > 0 || unknown.length === 0));
  const faults = [...unknown, ...others].flatMap((issue) => faultsOf(issue, schema, value));
  // Of one value the first thing is told.
  return [...new Map(faults.toReversed().map((fault) => [fault.path.join('\n'), fault])).values()].toReversed();
}

function faultsOf(issue: Issue, schema: z.core.$ZodType, value: unknown): Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      says: unknownKey(key, keysAt(schema, issue.path), keysIn(value, issue.path)),
    }));
  if (issue.code === 'invalid_key') {
    const key = issue.path.at(-1);
    return [{ path: issue.path.slice(0, -1), says: `has the key ${JSON.stringify(key)}, expected a name` }];
  }
  const at = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value);
  const expected = expectationOf(issue);
  const missing = issue.path.length === 0 ? 'empty' : 'missing';
  return [{ path: issue.path, says: `is ${at == null ? missing : shown(at)}, ${expected}` }];
}

type Issue = z.core.$ZodIssue;

const MOST_SHOWN = 60;

function shown(value: unknown): string {
  let text: string;
  try {
    // An expression is shown as it is written: \d.
    text = (JSON.stringify(value) ?? String(value)).replaceAll('\\\\', '\\');
  } catch {
    return 'something that holds itself';
  }
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 1).toWellFormed()}…`;
}

const OF_TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys and values below it',
  record: 'keys and values below it',
};

/** The expectation of a schema; those that say it themselves are believed. */
function expectationOf(issue: Issue): string {
  const { message } = issue;
  if (!/^(?:Invalid|Too) /.test(message)) return message;
  if (issue.code === 'invalid_type') return `expected ${OF_TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value')
    return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
  return message.replace(/^(?:Invalid input|Invalid \w+|Too \w+): /, '');
}

/** Tells whether an issue is that the value itself is of another type than any that may stand there. */
const isOfOtherType = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    (issue.code === 'invalid_union' && issue.errors.every((branch) => branch.some(isOfOtherType))));

const isUnknownKey = ({ code }: Issue) => code === 'unrecognized_keys';

/** The most telling issue: inside a union, of the branch that knows most of the keys. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const unknownIn = (branch: readonly Issue[]) =>
    branch.reduce((count, one) => count + (one.code === 'unrecognized_keys' ? one.keys.length : 0), 0);
  const [closest] = issue.errors
    .filter((branch) => branch.length > 0 && !branch.some(isOfOtherType))
    .toSorted((a, b) => unknownIn(a) - unknownIn(b) || a.length - b.length);
  const first = closest?.find(isUnknownKey) ?? closest?.[0];
  return first === undefined ? issue : { ...deepest(first), path: [...issue.path, ...deepest(first).path] };
}

/** The schemas that may stand at a path of another one. */
function schemasAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schemasAt(schema.def.innerType, path);
  if (schema instanceof z.ZodPipe) return schemasAt(schema.def.in, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => schemasAt(option, path));
  const [key, ...rest] = path;
  if (key === undefined) return [schema];
  if (schema instanceof z.ZodArray) return schemasAt(schema.element, rest);
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType, rest);
  const inner = schema instanceof z.ZodObject ? (schema.shape as Record<PropertyKey, z.core.$ZodType>)[key] : undefined;
  return inner === undefined ? [] : schemasAt(inner, rest);
}

/** The keys that may stand at a path. */
const keysAt = (schema: z.core.$ZodType, path: Path): string[] => {
  const objects = schemasAt(schema, path).filter((one) => one instanceof z.ZodObject);
  return [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))];
};

/** The keys that stand at a path of a value. */
function keysIn(value: unknown, path: Path): string[] {
  const at = path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
  return typeof at === 'object' && at !== null ? Object.keys(at) : [];
}

function unknownKey(unknown: string, known: readonly string[], beside: readonly string[]): string {
  // One of several forms has it, and the keys beside it are of another.
  if (known.includes(unknown)) {
    const others = beside.filter((key) => key !== unknown && known.includes(key)).map((key) => `"${key}"`);
    return `cannot stand ${others.length === 0 ? 'here' : `beside ${others.join(' and ')}`}; leave it out`;
  }
  const nearest = nearestOf(unknown, known);
  if (known.length === 0) return 'is not known; leave it out';
  if (nearest === null) return `is not known, expected one of ${known.toSorted().join(', ')}`;
  const others = known.filter((key) => key !== nearest).toSorted();
  return `is not known; the nearest is "${nearest}"${others.length === 0 ? '' : `, the others are ${others.join(', ')}`}`;
}
