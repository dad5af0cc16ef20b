let names: Intl.DisplayNames | undefined;

/** The English name of the country that a code of two capitals stands for: "Germany" of "DE"; null for any other text. */
export function countryOfCode(code: string): string | null {
  if (!/^\p{Lu}{2}$/u.test(code)) return null;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(code) ?? null;
}
