import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

export const LANGUAGES = ['German', 'Spanish', 'French', 'Indonesian', 'Chinese'] as const;
export type Language = (typeof LANGUAGES)[number];

const Words = z.strictObject({
  names: z.record(z.string(), z.array(z.string())),
  inflected: z.record(z.string(), z.array(z.string())),
  languages: z.record(z.string(), z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])),
});
const { names, inflected, languages } = Words.parse(
  parse(readFileSync(new URL('./other-names.yaml', import.meta.url), 'utf8')),
);

/** Other names of a value in English, by its lower-case form; some hold in one field only. */
export const OTHER_NAMES: ReadonlyMap<
  string,
  readonly { readonly name: string; readonly field?: string | undefined }[]
> = new Map(
  Object.entries(names).map(([value, others]) => [
    value,
    others.map((other) => {
      const [name = '', field] = other.split(' @ ');
      return { name, field };
    }),
  ]),
);

/** What a value is called in other languages, by its lower-case English form. */
export const FOREIGN = Object.fromEntries(
  LANGUAGES.map((language, at) => [
    language,
    new Map(
      Object.entries(languages).flatMap(([value, words]) => (words[at] === '' ? [] : [[value, words[at] as string]])),
    ),
  ]),
) as unknown as Readonly<Record<Language, ReadonlyMap<string, string>>>;

/** Other forms of a value, by its lower-case form. */
export const INFLECTED: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(inflected));
