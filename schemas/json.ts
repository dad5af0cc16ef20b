/** True for an object with names, which a list is not. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON value of a text; the text itself where it is none. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** The JSON value of a text; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
