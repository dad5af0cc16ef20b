import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';
import { normaliseText } from '../../text/normalise.ts';

/** A value of a field and the phrases that say it, in comparison form. */
export interface KnownValue {
  readonly field: string;
  readonly value: string;
  readonly phrases: readonly string[];
  /** True where texts beside the names of products are read for it. */
  readonly isInTexts: boolean;
  /** True where a word that always stands before the same one is of a name with it: "Black Hawk". */
  readonly mayBeNames: boolean;
}

const Field = z.strictObject({
  in: z.enum(['names', 'texts']),
  /** True where a word that always stands before the same one is of a name with it. */
  named: z.boolean().default(false),
  /** True where the words may stand behind "for". */
  for: z.boolean().default(false),
  /** False where a value says nothing by its own name. */
  alone: z.boolean().default(true),
  values: commaList,
});

const Beside = z.strictObject({
  before: commaList,
  parts: commaList,
  denied: commaList,
  nothing: commaList,
  joining: commaList,
  introducing: commaList,
  rest: commaList,
});

const tables = () => readWords('said-in-texts.yaml') as Record<string, unknown>;

/** Words beside a value that say it is not said of the product itself, phrases that say nothing, and words between items of a list. */
export const wordsBeside = () => Beside.parse(tables().beside);

/** The values that texts of products say in words which mean nothing else. */
export function knownValues(): KnownValue[] {
  const { beside: _, ...fields } = tables();
  return Object.entries(z.record(z.string(), Field).parse(fields)).flatMap(([field, entry]) => {
    return entry.values.map((written) => {
      const [value = '', said = ''] = written.split(' = ');
      const own = entry.alone ? [value] : [];
      const phrases = [...own, ...said.split('|')].map(normaliseText).filter((phrase) => phrase !== '');
      const all = entry.for ? phrases.flatMap((phrase) => [phrase, `for ${phrase}`]) : phrases;
      return { field, value, phrases: [...new Set(all)], isInTexts: entry.in === 'texts', mayBeNames: entry.named };
    });
  });
}
