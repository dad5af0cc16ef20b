import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';
import { singularOf } from './noun-words.ts';

/** Departments of nouns that name a thing where a title ends with them, in the singular; read when a product needs them. */
let names: ReadonlyMap<string, string> | undefined;

const readNames = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(z.record(z.string(), commaList).parse(readWords('one-word-names.yaml'))).flatMap(
      ([department, nouns]) => nouns.map((noun) => [singularOf(noun), department] as const),
    ),
  );

/** The department of a noun, in the singular or as it is written, that names a thing by itself; undefined where none does. */
export function departmentOfName(noun: string): string | undefined {
  names ??= readNames();
  return names.get(singularOf(noun)) ?? names.get(noun);
}
