import type { Finding, Span } from '../../../schemas/finding.ts';
import { givenAwayBy, type Rubric } from '../../../shopping/kinds/index.ts';
import { boundSaid } from '../../../shopping/language/quantity-words.ts';
import { tellingNames } from '../../../shopping/language/telling-names.ts';
import { findRangeMentions, mentionsOf } from '../../../text/mentions.ts';
import { type PreparedText, preparedText } from '../../../text/prepare.ts';
import type { Bounds } from '../../../text/range-mentions.ts';

/** A value a gate looks for in texts that must not hold it, as the detail of a finding names it. */
interface SoughtValue {
  readonly rubricId: string;
  readonly name: string;
  /** Places where any spelling of the value stands in a text; `prepared` is that text, where it is read for others as well. */
  readonly find: (text: string, prepared?: PreparedText) => Span[];
}

/** A text of a draft and its path there. */
export interface PlacedText {
  readonly path: string;
  readonly text: string;
}

function boundsName(range: Bounds): string {
  const { min, max, unit } = range;
  if (unit !== undefined) return boundSaid(range);
  return [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`].filter(Boolean).join(', ');
}

/** Everything a rubric's expected value gives away: each option, each excluded value, numeric bounds, the noun phrase. */
export const soughtValuesOf = (rubric: Rubric): SoughtValue[] =>
  givenAwayBy(rubric).map((given) => {
    const from = `(${given.field}, ${rubric.info_source})`;
    if ('range' in given)
      return {
        rubricId: rubric.id,
        name: `${boundsName(given.range)} ${from}`,
        find: (text, prepared = preparedText(text)) => findRangeMentions(prepared, given.field, given.range),
      };
    const mentions = mentionsOf(given.value, given.field);
    return {
      rubricId: rubric.id,
      name: `"${given.value}" ${from}`,
      find: (text, prepared = preparedText(text)) => [
        ...mentions(prepared),
        ...tellingNames(text, given.field, given.value),
      ],
    };
  });

/** One finding for every sought value that stands in a text, with the words it stands in as evidence. */
export function findingsIn(code: string, texts: readonly PlacedText[], values: readonly SoughtValue[]): Finding[] {
  return texts.flatMap(({ path, text }) => {
    const prepared = preparedText(text);
    return values.flatMap(({ rubricId, name, find }) => {
      const spans = find(text, prepared);
      return spans.length === 0 ? [] : [mentionFinding(code, { path, text }, rubricId, name, spans)];
    });
  });
}

export function mentionFinding(
  code: string,
  { path, text }: PlacedText,
  rubricId: string,
  name: string,
  spans: Span[],
): Finding {
  const words = [...new Set(spans.map(({ start, end }) => `"${text.slice(start, end)}"`))].join(', ');
  return { code, path, rubricId, spans, detail: `${name} stands in it as ${words}` };
}

/** Every string below a part of a draft, with its path; keys are taken in the order they are written. */
export function textsIn(part: unknown, path: string): PlacedText[] {
  if (typeof part === 'string') return [{ path, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}
