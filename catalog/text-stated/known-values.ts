import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';
import { normaliseText } from '../../text/normalise.ts';

/** A value of a field and the phrases that say it, in comparison form. */
export interface KnownValue {
  readonly field: string;
  readonly value: string;
  readonly phrases: readonly string[];
  /** True where names of products are read for it. */
  readonly isInNames: boolean;
  /** Those of the phrases that texts beside the names of products are read for. */
  readonly inTexts: readonly string[];
  /** Words right behind which alone texts say it by its other phrases: "made of". */
  readonly behind: readonly string[];
  /** True where a word that always stands before the same one is of a name with it: "Black Hawk". */
  readonly mayBeNames: boolean;
  /** True where a product has one value of the field: texts that say several say none. */
  readonly isSingle: boolean;
  /** True where categories are read for it as names are. */
  readonly isInCategories: boolean;
}

const Field = z.strictObject({
  /** `behind`: in texts behind some words, and nowhere else. */
  in: z.enum(['names', 'texts', 'behind']),
  /** True where a word that always stands before the same one is of a name with it. */
  named: z.boolean().default(false),
  /** True where the words may stand behind "for". */
  for: z.boolean().default(false),
  /** True where texts that say several values say none: one thing comes from one country. */
  single: z.boolean().default(false),
  /** False where a category says it of goods of all sorts: what stands under outdoor recreation is not for outdoors. */
  categories: z.boolean().default(true),
  /** False where a value says nothing by its own name. */
  alone: z.boolean().default(true),
  values: commaList,
  /** Further words for values, which texts are read for whatever they are read for otherwise. */
  texts: commaList.default([]),
  /** Words right behind which texts say values: "made of". */
  behind: commaList.default([]),
  /** Goods that have no such thing, in the singular: names of them say none of their kind by a value before it. */
  not_of: commaList.default([]),
});

const Beside = z.strictObject({
  before: commaList,
  parts: commaList,
  denied: commaList,
  nothing: commaList,
  joining: commaList,
  choosing: commaList,
  told: commaList,
  introducing: commaList,
  rest: commaList,
  beyond: commaList,
  verbs: commaList,
  degrees: commaList,
  pronouns: commaList,
  behind_parts: commaList,
  counted_parts: commaList,
  no_parts: commaList,
  conjunctions: commaList,
  determiners: commaList,
  pointing: commaList,
  looks: commaList,
  doubted: commaList,
  conditions: commaList,
  unsaid: commaList,
  other_things: commaList,
  contents: commaList,
  qualities: commaList,
  going_on: commaList,
});

const tables = () => readWords('said-in-texts.yaml') as Record<string, unknown>;

/** Words beside a value that say it is not said of the product itself, phrases that say nothing, and words between items of a list. */
export const wordsBeside = () => Beside.parse(tables().beside);

function fieldsSaid() {
  const { beside: _, ...fields } = tables();
  return Object.entries(z.record(z.string(), Field).parse(fields));
}

/** Goods of which names say nothing by a value of a field, by the field: a silk hand soap is of no material. */
export const goodsWithout = (): ReadonlyMap<string, readonly string[]> =>
  new Map(fieldsSaid().flatMap(([field, { not_of }]) => (not_of.length === 0 ? [] : [[field, not_of] as const])));

/** The values that texts of products say in words which mean nothing else. */
export function knownValues(): KnownValue[] {
  return fieldsSaid().flatMap(([field, entry]) => {
    const words = entry.values.map((written) => wordsOf(written, entry.alone));
    const inTexts = entry.texts.map((written) => wordsOf(written, false));
    const values = [...new Set([...words, ...inTexts].map(({ value }) => value))];
    return values.map((value) => {
      const of = (some: readonly { value: string; phrases: string[] }[]) =>
        some.flatMap((one) => (one.value === value ? one.phrases : []));
      const named = of(words);
      const all = entry.for ? named.flatMap((phrase) => [phrase, `for ${phrase}`]) : named;
      const phrases = [...new Set([...all, ...of(inTexts)])];
      const { behind, named: mayBeNames, single: isSingle, categories: isInCategories } = entry;
      const isInNames = entry.in !== 'behind';
      return {
        field,
        value,
        phrases,
        isInNames,
        inTexts: entry.in === 'texts' ? phrases : of(inTexts),
        behind,
        mayBeNames,
        isSingle,
        isInCategories,
      };
    });
  });
}

/** A value and the words for it, "Gray = grey|slate", among them its own name where it says something `alone`. */
function wordsOf(written: string, alone: boolean): { value: string; phrases: string[] } {
  const [value = '', said = ''] = written.split(' = ');
  const phrases = [...(alone ? [value] : []), ...said.split('|')].map(normaliseText);
  return { value, phrases: phrases.filter((phrase) => phrase !== '') };
}
