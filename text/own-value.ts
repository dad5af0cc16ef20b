/**
 * Returns what a record itself holds under a key; what every object inherits ("constructor", "toString") is nothing of
 * its own.
 */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
