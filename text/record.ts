/**
 * An empty record for keys that come in ever different sets and orders. It behaves like {}, but the engine does not
 * keep a hidden class for every set of keys it has ever held, which takes longer than all else about a small record.
 */
export const newRecord = <Value>(): Record<string, Value> =>
  Object.setPrototypeOf(Object.create(null), Object.prototype) as Record<string, Value>;
