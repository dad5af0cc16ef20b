import { englishWords } from '../lexicon/index.ts';

let names: Intl.DisplayNames | undefined;

/** Codes that stand for no country: of unions, of nothing, of countries that are no more. */
const NO_COUNTRIES = new Set(englishWords('regions: no countries'));
/** Countries that products are said to be from by another name than the one of the code. */
const CALLED: ReadonlyMap<string, string> = new Map(
  englishWords('regions: called').map((text) => text.split(' = ') as [code: string, name: string]),
);

let countries: ReadonlySet<string> | undefined;

function countryNames(): ReadonlySet<string> {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return new Set(letters.flatMap((one) => letters.flatMap((other) => countryOfCode(one + other) ?? [])));
}

/** Tells whether a text is the English name of a country as it is written. */
export function isCountry(text: string): boolean {
  countries ??= countryNames();
  return countries.has(text);
}

/** The English name of the country that a code of two capitals stands for: "Germany" of "DE"; null for any other text. */
export function countryOfCode(code: string): string | null {
  if (!/^\p{Lu}{2}$/u.test(code) || NO_COUNTRIES.has(code)) return null;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return CALLED.get(code) ?? names.of(code) ?? null;
}
