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
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no JSON form`);
  // One text that grows, and no lists of entries: digests of samples are most of what is written so.
  let entries = '';
  for (const key of Object.keys(value).sort()) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (item === undefined) continue;
    entries += `${entries === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`;
  }
  return `{${entries}}`;
}
