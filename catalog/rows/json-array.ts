import type { Duplex } from 'node:stream';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { streamObject } from 'stream-json/streamers/stream-object.js';
import { ConfigError } from '../../schemas/errors.ts';
import { BrokenStream } from './bytes.ts';
import { isRawObject, type RawRow, type RowBatches } from './row.ts';
import { through } from './through.ts';

/** The parser drops what it made of a piece when it finds an error in it, so a piece is kept small. */
const PIECE_BYTES = 2 * 1024;

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) yield chunk.subarray(start, start + PIECE_BYTES);
  }
}

const [QUOTE, BACKSLASH] = [34, 92];
/** The bytes that open and close what holds rows. */
const LIST = [91, 93] as const;
const OBJECT = [123, 125] as const;

/** The bytes of a list or object that begins at an offset, up to where it is closed; what follows is read and dropped. */
async function* partFrom(
  chunks: AsyncIterable<Buffer>,
  from: number,
  [opens, closes]: readonly [number, number],
): AsyncGenerator<Buffer, void, void> {
  let [skip, depth, isText, isEscaped] = [from, 0, false, false];
  for await (const chunk of chunks) {
    const start = Math.min(skip, chunk.length);
    skip -= start;
    let at = start;
    for (; at < chunk.length && depth !== CLOSED; at++) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (isText && byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isText = !isText;
      else if (!isText && byte === opens) depth++;
      else if (!isText && byte === closes && --depth === 0) depth = CLOSED;
    }
    if (at > start) yield chunk.subarray(start, at);
  }
}

const CLOSED = -1;

/** The elements of one JSON array, which may begin inside an object; an element's line is its position, from 1. */
export async function* jsonArray(chunks: AsyncIterable<Buffer>, from = 0): RowBatches {
  const parser: Duplex = streamArray.withParserAsStream();
  let [position, hasEnded] = [0, false];
  const onEnd = () => {
    hasEnded = true;
  };
  try {
    for await (const batch of through<{ key: number; value: unknown }>(
      parser,
      piecesOf(from === 0 ? chunks : partFrom(chunks, from, LIST)),
      onEnd,
    )) {
      position = (batch.at(-1) as { key: number }).key + 1;
      yield batch.map(({ key, value }): RawRow => ({ line: key + 1, value, text: null }));
    }
  } catch (error) {
    yield [{ ...brokenAt(position, 'array', 'element', error), ...(hasEnded ? { isCut: true } : {}) }];
  }
}

/** The last row of what breaks off behind some of its parts. */
function brokenAt(position: number, whole: string, part: string, error: unknown): RawRow {
  if (error instanceof ConfigError) throw error;
  const reason = error instanceof BrokenStream ? error.message : `is not JSON: ${(error as Error).message}`;
  const broken = `${reason}; the ${whole} was read up to its ${part} ${position}`;
  return { line: position + 1, broken, text: '', last: true };
}

/** A member of an object as a row, with its name as an id where it has none. */
function rowNamed(name: string, value: unknown): unknown {
  if (!isRawObject(value) || Object.hasOwn(value, 'id')) return value;
  return { id: name, ...value };
}

/** The members of one JSON object, by whose names they go: {"A1": {…}, "A2": {…}}; a member's line is its position, from 1. */
export async function* jsonObject(chunks: AsyncIterable<Buffer>, from: number): RowBatches {
  const parser: Duplex = streamObject.withParserAsStream();
  let [position, hasEnded] = [0, false];
  const onEnd = () => {
    hasEnded = true;
  };
  try {
    for await (const batch of through<{ key: string; value: unknown }>(
      parser,
      piecesOf(partFrom(chunks, from, OBJECT)),
      onEnd,
    )) {
      const before = position;
      position += batch.length;
      yield batch.map(
        ({ key, value }, at): RawRow => ({ line: before + at + 1, value: rowNamed(key, value), text: null }),
      );
    }
  } catch (error) {
    yield [{ ...brokenAt(position, 'object', 'member', error), ...(hasEnded ? { isCut: true } : {}) }];
  }
}

const DEEPEST = 6;
const LEAST_PRODUCTS = 2;

/** A list in a text of JSON: where it begins and ends, and the objects in it. */
interface List {
  readonly from: number;
  to: number;
  objects: number;
}

/**
 * The place in the beginning of a JSON object where the list begins that takes up most of it: that of {"total": 90,
 * "products": [{…}, {…}]}. Null where no list of several objects does.
 */
export function listIn(head: string): number | null {
  const lists: List[] = [];
  const open: { readonly isObject: boolean; readonly list: List | null }[] = [];
  for (const { 0: token, index } of head.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    const around = open.at(-1)?.list;
    if (token === '{') {
      if (around != null) around.objects++;
      open.push({ isObject: true, list: null });
    } else if (token === '[') {
      const isOfObject = open.length <= DEEPEST && open.every(({ isObject }) => isObject);
      const list = isOfObject ? { from: index, to: head.length, objects: 0 } : null;
      if (list !== null) lists.push(list);
      open.push({ isObject: false, list });
    } else if (token === '}' || token === ']') {
      const closed = open.pop()?.list;
      if (closed != null) closed.to = index;
    }
  }
  const largest = lists
    .filter(({ objects }) => objects >= LEAST_PRODUCTS)
    .sort((a, b) => b.to - b.from - (a.to - a.from))[0];
  return largest === undefined || largest.to - largest.from < head.length / 2 ? null : largest.from;
}

/** An object in a text of JSON: where it begins and ends, its members, and those that are objects, by what these are made of. */
interface Keyed {
  readonly from: number;
  to: number;
  members: number;
  objects: number;
  readonly names: Map<string, number>;
}

/** Members, at least, and share of them that are objects of which all have a member in common, from which on they are rows. */
const LEAST_MEMBERS = 10;
const MOSTLY_OBJECTS = 0.9;

/**
 * The place in the beginning of a JSON object where the object begins that takes up most of it and whose members are alike,
 * each under a name of its own: that of {"total": 90, "products": {"A1": {…}, "A2": {…}}}. Null where none is.
 */
export function objectIn(head: string): number | null {
  const found: Keyed[] = [];
  const open: (Keyed | null)[] = [];
  for (const { 0: token, index } of head.matchAll(/"(?:[^"\\]|\\.)*"(?<name>\s*:)?|[{}[\]]/gs)) {
    const around = open.at(-1);
    if (token === '{') {
      if (around != null) around.objects++;
      const isOfObject = open.length <= DEEPEST && open.every((one) => one !== null);
      const one = isOfObject ? { from: index, to: head.length, members: 0, objects: 0, names: new Map() } : null;
      if (one !== null) found.push(one);
      open.push(one);
    } else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') {
      const closed = open.pop();
      if (closed != null) closed.to = index;
    } else if (around != null && /:$/.test(token)) {
      around.members++;
      const over = open.at(-2);
      const name = token.slice(0, token.lastIndexOf('"'));
      if (over != null) over.names.set(name, (over.names.get(name) ?? 0) + 1);
    }
  }
  const areAlike = ({ members, objects, names }: Keyed) =>
    objects >= LEAST_MEMBERS &&
    objects >= members * MOSTLY_OBJECTS &&
    Math.max(...names.values()) >= objects * MOSTLY_OBJECTS;
  const largest = found.filter(areAlike).sort((a, b) => b.to - b.from - (a.to - a.from))[0];
  return largest === undefined || largest.to - largest.from < head.length / 2 ? null : largest.from;
}
