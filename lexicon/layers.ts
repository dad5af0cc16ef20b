const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists that a layer adds to; every other list of a layer stands in the place of the one below. */
const ADDED_TO: ReadonlySet<string> = new Set(['aliases', 'spellings', 'near', 'also', 'parents']);

/**
 * Lays one layer over another: objects part by part, anything else as the upper layer has it. A null takes away what
 * stands below.
 */
export const layered = (below: unknown, above: unknown): unknown => over(below, above, '', null);

/**
 * The same of two layers that will lie over a third, which is told: a null stays, for it takes away what stands there too,
 * and what is said over it is all there is.
 */
export const layeredTogether = (below: unknown, above: unknown, under: unknown): unknown =>
  over(below, above, '', { under });

function over(below: unknown, above: unknown, key: string, third: { readonly under: unknown } | null): unknown {
  if (Array.isArray(below) && Array.isArray(above) && ADDED_TO.has(key)) return [...new Set([...below, ...above])];
  if (!isObject(above)) return above;
  const under = third !== null && isObject(third.under) ? third.under : {};
  const none = below === null ? Object.fromEntries(Object.keys(under).map((name) => [name, null])) : {};
  const parts: Record<string, unknown> = isObject(below) ? { ...below } : none;
  for (const [name, value] of Object.entries(above)) {
    const known = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const part = over(known, value, name, third && { under: Object.hasOwn(under, name) ? under[name] : undefined });
    if (part === null && third === null) delete parts[name];
    else parts[name] = part;
  }
  return parts;
}
