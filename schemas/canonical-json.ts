/**
 * JSON with object keys in code-unit order and no white space, so that equal values have equal bytes. Undefined
 * properties are left out; undefined, functions and non-finite numbers anywhere else are a TypeError.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
    return JSON.stringify(value);
  }
  // One text that grows, and no lists of entries: digests of samples are most of what is written so.
  let entries = '';
  if (Array.isArray(value)) {
    for (const item of value) entries += `${entries === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${entries}]`;
  }
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no JSON form`);
  for (const key of inOrder(Object.keys(value))) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (item === undefined) continue;
    entries += `${entries === '' ? '' : ','}${nameOf(key)}:${canonicalJson(item)}`;
  }
  return `{${entries}}`;
}

/** Longer lists are sorted faster by the engine. */
const MOST_INSERTED = 24;

/** Puts keys in code-unit order; records have a handful each, for which insertion takes half the time. */
function inOrder(keys: string[]): string[] {
  if (keys.length > MOST_INSERTED) return keys.sort();
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] as string;
    let to = at;
    for (; to > 0 && (keys[to - 1] as string) > key; to--) keys[to] = keys[to - 1] as string;
    keys[to] = key;
  }
  return keys;
}

const MOST_NAMES = 4096;
/** Keys as JSON writes them: records share a few hundred. */
const names = new Map<string, string>();

function nameOf(key: string): string {
  let name = names.get(key);
  if (name === undefined) {
    name = JSON.stringify(key);
    if (names.size < MOST_NAMES) names.set(key, name);
  }
  return name;
}
