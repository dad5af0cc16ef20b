const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists that a layer adds to; every other list of a layer stands in the place of the one below. */
const ADDED_TO: ReadonlySet<string> = new Set(['aliases', 'spellings', 'near', 'also', 'parents']);

/**
 * What is said with what another layer says over it: objects part by part, anything else as the upper layer has it. A null
 * takes away what stands below.
 */
export const layered = (below: unknown, above: unknown): unknown => over(below, above, '', false);

/** The same of two layers that will lie over a third: a null stays, for it takes away what stands there too. */
export const layeredTogether = (below: unknown, above: unknown): unknown => over(below, above, '', true);

function over(below: unknown, above: unknown, key: string, nullStays: boolean): unknown {
  if (Array.isArray(below) && Array.isArray(above) && ADDED_TO.has(key)) return [...new Set([...below, ...above])];
  if (!isObject(above)) return above;
  const parts: Record<string, unknown> = isObject(below) ? { ...below } : {};
  for (const [name, value] of Object.entries(above)) {
    const part = over(Object.hasOwn(parts, name) ? parts[name] : undefined, value, name, nullStays);
    if (part === null && !nullStays) delete parts[name];
    else parts[name] = part;
  }
  return parts;
}
