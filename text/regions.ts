import { englishWords } from '../lexicon/index.ts';

let names: Intl.DisplayNames | undefined;

/** Codes that stand for no country: of unions, of nothing, of countries that are no more. */
const NO_COUNTRIES = new Set(englishWords('regions: no countries'));
/** Countries that products are said to be from by another name than the one of the code. */
const CALLED: ReadonlyMap<string, string> = new Map(
  englishWords('regions: called').map((text) => text.split(' = ') as [code: string, name: string]),
);

let countries: ReadonlySet<string> | undefined;

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const CODES = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));

const countryNames = (): ReadonlySet<string> => new Set(CODES.flatMap((code) => countryOfCode(code) ?? []));

const byLanguage = new Map<string, ReadonlyMap<string, string>>();

/** The English name of a country by the one that a language has for it, in any letters: "Germany" of "alemania"; undefined for any other text. */
export function countryCalled(name: string, language: string): string | undefined {
  let called = byLanguage.get(language);
  if (called === undefined) {
    const own = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    called = new Map(
      CODES.flatMap((code) => {
        const english = countryOfCode(code);
        return english === null ? [] : [[(own.of(code) ?? english).toLocaleLowerCase(language), english] as const];
      }),
    );
    byLanguage.set(language, called);
  }
  return called.get(name.toLocaleLowerCase(language));
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
