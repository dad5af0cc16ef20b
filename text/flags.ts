/** Words for yes and no as exports of shops write them, whatever language the shop is in. */
const YES = new Set(['yes', 'true', 'y', 'ja', 'oui', 'sí', 'sì', 'sim', 'ya', 'да', 'evet', 'tak']);
const NO = new Set(['no', 'false', 'n', 'nein', 'non', 'não', 'nee', 'nej', 'tidak', 'нет', 'hayır', 'nie']);

/**
 * Reads whether a value says that a product has what its field names, or that it has not; null for every other value.
 */
export function flagOf(value: string): boolean | null {
  const word = value.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
