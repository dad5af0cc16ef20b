import type { Finding, Span } from '../../../schemas/finding.ts';
import { detailFieldOf, type NumericRange, type Rubric } from '../../../shopping/kinds/index.ts';
import { findMentions, findRangeMentions } from '../../../text/mentions.ts';
import { minorUnitsOf } from '../../../text/money.ts';

/** A value a gate looks for in texts that must not hold it, as the detail of a finding names it. */
export interface SoughtValue {
  readonly rubricId: string;
  readonly name: string;
  /** Places where any spelling of the value stands in a text. */
  readonly find: (text: string) => Span[];
}

/** A text of a draft and its path there. */
export interface PlacedText {
  readonly path: string;
  readonly text: string;
}

const boundsName = ({ min, max }: NumericRange) =>
  [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`].filter(Boolean).join(', ');

/** Everything a rubric's expected value gives away: each option, each excluded value, numeric bounds, the noun phrase. */
export function soughtValuesOf(rubric: Rubric): SoughtValue[] {
  const { id: rubricId, info_source: source, type } = rubric;
  const field = detailFieldOf(rubric.field) ?? rubric.field;
  const from = `${field}, ${source}`;
  const asWords = (value: string): SoughtValue => ({
    rubricId,
    name: `"${value}" (${from})`,
    find: (text) => findMentions(text, value, field),
  });
  const asRange = (range: NumericRange, of: string): SoughtValue => ({
    rubricId,
    name: `${boundsName(range)} (${from})`,
    find: (text) => findRangeMentions(text, of, range),
  });
  switch (type) {
    case 'attribute_match':
    case 'negative_attribute':
      return [rubric.expected_value].flat().map(asWords);
    case 'numeric_range':
      return [asRange(rubric.expected_value, field)];
    case 'budget_match': {
      const { budget, voucher } = rubric.expected_value;
      return [asRange({ max: budget / minorUnitsOf(voucher.currency) }, 'budget')];
    }
    case 'entity_match':
      return [asWords(rubric.expected_value)];
    case 'review_opinion':
      return [asWords(rubric.expected_value.opinion)];
    case 'knowledge_match':
      return [asWords(rubric.expected_value.answer)];
    case 'sku_match':
      return Object.entries(rubric.expected_value).map(([of, value]) => ({
        rubricId,
        name: `"${value}" (${of}, ${source})`,
        find: (text) => findMentions(text, value, of),
      }));
    case 'service_match':
    case 'same_shop':
      return [];
  }
}

/** One finding for every sought value that stands in a text, with the words it stands in as evidence. */
export function findingsIn(code: string, texts: readonly PlacedText[], values: readonly SoughtValue[]): Finding[] {
  return texts.flatMap(({ path, text }) =>
    values.flatMap(({ rubricId, name, find }) => {
      const spans = find(text);
      return spans.length === 0 ? [] : [mentionFinding(code, { path, text }, rubricId, name, spans)];
    }),
  );
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
