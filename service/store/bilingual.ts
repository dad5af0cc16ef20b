import { z } from 'zod';
import type { Language } from './schema.ts';

/** A text in English and Chinese, as tables write it: `Fruit|水果`. A text without a bar is the same in both. */
export const Bilingual = z.union([z.string().min(1), z.number().transform(String)]);
export type Bilingual = string;

/** The text in a language, with the values of its `{names}`. */
export function inLanguage(
  text: Bilingual,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const [english = '', chinese = english] = text.split('|');
  return (language === 'en' ? english : chinese).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
