import { z } from 'zod';
import { isRawObject } from '../../../catalog/rows/index.ts';
import type { AskedField, Place, PlainTask, Problem } from '../../../pipeline/foreign-lint.ts';
import { InfoSource, NumericRange } from '../../../shopping/kinds/index.ts';

const Text = z.string();
const Amount = z.union([z.number(), z.string()]);
const Strings = z.union([Text.transform((text) => [text]), z.array(Text)]);

const RawRubric = z.looseObject({
  id: Text,
  type: Text,
  field: Text,
  expected_value: z.unknown(),
  info_source: InfoSource,
  description: Text.nullish(),
  query_surface: Text.nullish(),
  canonical_entity: Text.nullish(),
  title_span: Text.nullish(),
});
type RawRubric = z.infer<typeof RawRubric>;

const RawSlot = z.looseObject({
  slot_id: Text,
  linked_rubric_ids: z.array(Text),
  trigger_keywords: z.array(Text),
  user_response: Text,
  hidden_info: Text.nullish(),
});

const RawTarget = z.looseObject({
  product_id: Text.nullish(),
  title: Text.nullish(),
  store: Text.nullish(),
  main_category: Text.nullish(),
  categories: z.array(Text).nullish(),
  price: z.number().nullish(),
  average_rating: z.number().nullish(),
  rating_number: z.number().nullish(),
  details: z.record(Text, z.unknown()).nullish(),
});

/** The keys a published sample must have to be looked at; others are used where they are there. */
const RawSample = z.looseObject({
  id: Text,
  intent_category: Text,
  user_query: Text.nullable(),
  user_persona: z.looseObject({
    product_requirements: z.record(Text, z.union([Text, z.array(Text)])),
    demographics: z.record(Text, z.unknown()).nullish(),
    lifestyle: z.record(Text, z.unknown()).nullish(),
    shopping_habits: z.record(Text, z.unknown()).nullish(),
  }),
  clarification_script: z.looseObject({ clarification_slots: z.array(RawSlot), default_response: Text.nullish() }),
  target_product: RawTarget,
  rubrics: z.array(RawRubric),
  implicit_rubric_ids: z.array(Text),
  voucher: z.record(Text, z.unknown()).nullish(),
});

/** A requirement of a published sample, whatever form its expected value was written in. */
export interface LintRubric {
  readonly id: string;
  readonly type: string;
  /** Without `details.`. */
  readonly field: string;
  readonly source: InfoSource;
  /** Words that are asked for, or excluded; empty for bounds and budgets. */
  readonly values: readonly string[];
  /** Of a bound; null for everything else. */
  readonly range: NumericRange | null;
  readonly surface: string | null;
  readonly entity: { readonly phrase: string; readonly span: string } | null;
}

export interface LintSlot {
  readonly id: string;
  readonly rubricIds: readonly string[];
  readonly keywords: readonly string[];
  readonly answer: string;
  /** Null where it is not published. */
  readonly hides: string | null;
}

/** A published sample as counters and gates see it. */
export interface LintSample extends Place {
  readonly id: string;
  readonly intent: string;
  /** Null where it is not published. */
  readonly query: string | null;
  readonly requirements: Readonly<Record<string, string | readonly string[]>>;
  /** The whole profile; null where nothing but its requirements is published. */
  readonly profile: Readonly<Record<string, unknown>> | null;
  readonly slots: readonly LintSlot[];
  /** Null where it is not published. */
  readonly defaultAnswer: string | null;
  readonly target: z.infer<typeof RawTarget>;
  readonly rubrics: readonly LintRubric[];
  readonly implicitIds: readonly string[];
  readonly voucher: Readonly<Record<string, unknown>> | null;
  /** True of samples of ours: what they promise was locked, and may be less than the paper's size. */
  readonly isLocked: boolean;
}

/** Tells whether a row is meant to be an EComAgentBench sample, sound or not. */
export const looksLikeSample = (row: unknown): boolean =>
  isRawObject(row) && Object.hasOwn(row, 'user_query') && Object.hasOwn(row, 'rubrics');

/** A row as a sample, or what was found in it and what was expected. */
export function readSample(row: unknown, { file, line }: Place): LintSample | Problem {
  const parsed = RawSample.safeParse(row);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `"${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'is malformed'}` };
  }
  const { user_persona: persona, clarification_script: script, ...sample } = parsed.data;
  const { demographics, lifestyle, shopping_habits } = persona;
  const isWhole = [demographics, lifestyle, shopping_habits].some((part) => part !== null && part !== undefined);
  return {
    file,
    line,
    id: sample.id,
    intent: sample.intent_category,
    query: sample.user_query,
    requirements: persona.product_requirements,
    profile: isWhole ? persona : null,
    slots: script.clarification_slots.map(
      ({ slot_id, linked_rubric_ids, trigger_keywords, user_response, hidden_info }) => ({
        id: slot_id,
        rubricIds: linked_rubric_ids,
        keywords: trigger_keywords,
        answer: user_response,
        hides: hidden_info ?? null,
      }),
    ),
    defaultAnswer: script.default_response ?? null,
    target: sample.target_product,
    rubrics: sample.rubrics.map(rubricOf),
    implicitIds: sample.implicit_rubric_ids,
    voucher: sample.voucher ?? null,
    isLocked: isRawObject(sample.lock),
  };
}

const fieldNameOf = ({ field }: Pick<RawRubric, 'field'>) => field.replace(/^details\./, '');

function rubricOf(rubric: RawRubric): LintRubric {
  const { id, type, info_source: source, query_surface, canonical_entity, title_span } = rubric;
  const field = fieldNameOf(rubric);
  return {
    id,
    type,
    field,
    source,
    values: valuesOf(rubric),
    range: type === 'numeric_range' ? rangeOf(field, rubric.expected_value) : null,
    surface: query_surface ?? null,
    entity:
      canonical_entity === null || canonical_entity === undefined
        ? null
        : { phrase: canonical_entity, span: title_span ?? canonical_entity },
  };
}

function valuesOf({ type, expected_value: expected }: RawRubric): readonly string[] {
  if (type === 'numeric_range' || type === 'budget_match') return [];
  const opinion = z.looseObject({ opinion: Text }).safeParse(expected);
  if (opinion.success) return [opinion.data.opinion];
  const words = Strings.safeParse(expected);
  return words.success ? words.data : [];
}

const number = (value: z.infer<typeof Amount>) => Number(value);
const Bounds = z.looseObject({ min: Amount.nullish(), max: Amount.nullish() });
const Compared = z.looseObject({ value: Amount, op: Text });

/** A bound in any of its published forms: a number alone is the most of a price and the least of anything else. */
function rangeOf(field: string, expected: unknown): NumericRange | null {
  const single = Amount.safeParse(expected);
  if (single.success) return field === 'price' ? { max: number(single.data) } : { min: number(single.data) };
  const pair = z.tuple([Amount, Amount]).safeParse(expected);
  if (pair.success) return { min: number(pair.data[0]), max: number(pair.data[1]) };
  const compared = Compared.safeParse(expected);
  if (compared.success)
    return compared.data.op.includes('<') ? { max: number(compared.data.value) } : { min: number(compared.data.value) };
  // Our own form of a quantity, as it is.
  const own = NumericRange.safeParse(expected);
  if (own.success) return own.data;
  const { min, max } = Bounds.safeParse(expected).data ?? {};
  if (min === null || min === undefined) return max === null || max === undefined ? null : { max: number(max) };
  return max === null || max === undefined ? { min: number(min) } : { min: number(min), max: number(max) };
}

/** Tells whether the query and what it has to say are published: of some samples only hidden parts are known. */
export const showsQuery = ({ rubrics }: LintSample): boolean => rubrics.some(({ source }) => source === 'query');

/** A row of the published format that says what a task of another shape does. */
export function rowOf({ id, intent, query, product, requirements, profile, bounds }: PlainTask): unknown {
  const attributes = (fields: readonly AskedField[], info_source: InfoSource) =>
    fields.flatMap(([field, values]) =>
      values.length === 0
        ? []
        : [
            {
              type: 'attribute_match',
              field: `details.${field}`,
              expected_value: values.length === 1 ? values[0] : values,
              info_source,
            },
          ],
    );
  const rubrics = [
    ...attributes(requirements, 'query'),
    ...attributes(profile, 'persona'),
    ...bounds.map(({ field, end, value }) => ({
      type: 'numeric_range',
      field,
      expected_value: { [end]: value },
      info_source: 'query',
    })),
  ];
  return {
    id,
    intent_category: intent,
    user_query: query,
    user_persona: { product_requirements: Object.fromEntries(profile.map(([field, values]) => [field, [...values]])) },
    clarification_script: { clarification_slots: [] },
    target_product: { product_id: product.id, title: product.title, price: product.price },
    rubrics: rubrics.map((rubric, at) => ({ id: `r${at + 1}`, ...rubric })),
    implicit_rubric_ids: [],
  };
}
