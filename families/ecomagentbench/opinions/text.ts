import { z } from 'zod';
import { readTable } from '../../../lexicon/tables.ts';
import { type Draw, pickOne } from '../../../schemas/draw.ts';

const Wordings = z.strictObject({ any: z.array(z.string()).min(1), numbered: z.array(z.string()).min(1) });
const WORDINGS = z
  .strictObject({ two: Wordings, one: Wordings })
  .parse(readTable(new URL('./wordings.yaml', import.meta.url)));

interface OpinionSentence {
  readonly text: string;
  /** The words of each opinion as they stand in the text, in the order the opinions were given. */
  readonly surfaces: readonly string[];
}

/** "one" or "ones" as the opinions speak of "it" or "they"; null where they speak only of parts. */
function oneOf(opinions: readonly string[]): 'one' | 'ones' | null {
  if (opinions.some((opinion) => /^they\b/.test(opinion))) return 'ones';
  return opinions.some((opinion) => /^it\b/.test(opinion)) ? 'one' : null;
}

/** Every sentence that asks for one or two opinions; the opinions stand in it word for word. */
export function opinionSentences(opinions: readonly string[]): string[] {
  const [first, second] = opinions;
  if (first === undefined || opinions.length > 2) throw new RangeError(`no wording for ${opinions.length} opinions`);
  const { any, numbered } = second === undefined ? WORDINGS.one : WORDINGS.two;
  const one = oneOf(opinions);
  return [...any, ...(one === null ? [] : numbered)].map((pattern) =>
    pattern.replace(/\{(first|second|one)\}/g, (_, name: string) => {
      if (name === 'one') return one as string;
      return name === 'first' ? first : (second as string);
    }),
  );
}

/** How a query asks for products that reviewers say something of, with the words that carry each opinion. */
export function opinionSentence(opinions: readonly string[], draw: Draw): OpinionSentence {
  return { text: pickOne(draw, 'opinion wording', opinionSentences(opinions)), surfaces: [...opinions] };
}
