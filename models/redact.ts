/** Shorter "keys" are stand-ins such as EMPTY or ollama, which may well be words of a reply. */
const SHORTEST_KEY = 12;

/** The text with every key in it taken out: an endpoint may quote the key it refuses. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key.length >= SHORTEST_KEY)
    .reduce((cleaned, key) => cleaned.replaceAll(key, '[key removed]'), text);
}
