import type { RawObject } from '../rows/row.ts';

/** Levels of a row below which lists are left as they are. */
const DEEPEST_LIST = 4;

/** Keys that GraphQL puts around the members of lists: {"edges": [{"node": {…}}]}, {"nodes": [{…}]}. */
const AROUND: readonly string[] = ['edges', 'node', 'nodes'];
/** Keys that stand beside these: where one goes on, and how many there are. */
const BESIDE: ReadonlySet<string> = new Set(['cursor', 'pageInfo', 'collectionInfo', 'totalCount', '__typename']);

const isAlone = (object: object, key: string) => Object.keys(object).every((one) => one === key || BESIDE.has(one));

/** The members of a list, or the one, that such a key is around alone; undefined where none is. */
function membersIn(object: RawObject): unknown {
  const { edges, node, nodes } = object;
  if (typeof node === 'object' && node !== null && isAlone(object, 'node')) return node;
  if (Array.isArray(edges) && isAlone(object, 'edges')) return edges;
  return Array.isArray(nodes) && isAlone(object, 'nodes') ? nodes : undefined;
}

/** A value without the edges and nodes around members of lists; what has none is the same value. */
function lookedThrough(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const members = value.map((one) => lookedThrough(one, depth - 1));
    return members.some((one, at) => one !== value[at]) ? members : value;
  }
  const members = membersIn(value as RawObject);
  if (members !== undefined) return lookedThrough(members, depth);
  const entries = Object.entries(value);
  const read = entries.map(([key, one]): [string, unknown] => [key, lookedThrough(one, depth - 1)]);
  return read.some(([, one], at) => one !== entries[at]?.[1]) ? Object.fromEntries(read) : value;
}

/** A row without the edges and nodes that GraphQL puts around the members of lists: {"edges": [{"node": {…}}]} is [{…}]. */
export function withoutEdges(row: RawObject): RawObject {
  const read = lookedThrough(row, DEEPEST_LIST);
  return Array.isArray(read) ? row : (read as RawObject);
}

/** Tells whether a path names edges or nodes itself, so that rows are meant as they stand. */
export const namesEdges = (path: string): boolean => path.split('.').some((member) => AROUND.includes(member));

/** Tells whether some of a value stands under a key that GraphQL puts around members. */
export function hasEdges(value: unknown, depth = DEEPEST_LIST): boolean {
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, one]) => (one !== null && AROUND.includes(key)) || hasEdges(one, Array.isArray(value) ? depth : depth - 1),
  );
}
