const YES = new Set(['yes', 'true', 'y']);
const NO = new Set(['no', 'false', 'n']);

/**
 * Reads whether a value says that a product has what its field names, or that it has not; null for every other value.
 */
export function flagOf(value: string): boolean | null {
  const word = value.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
