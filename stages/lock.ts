import { defineStage, keep } from '../pipeline/stage.ts';
import type { NumericRange, Rubric } from '../shopping/kinds/index.ts';
import { detailFieldOf, isJudgedTogether } from '../shopping/kinds/satisfies.ts';
import { type Feature, type Locked, LockedTask, PartitionedTask, type PlacedFeature } from '../shopping/task.ts';
import { digestOf } from '../text/digest.ts';
import { formatMoney, minorUnitsOf } from '../text/money.ts';
import { ownValue } from '../text/own-value.ts';

export interface LockDependencies {
  /** ISO code of a target's currency; `target` is its place in the order. */
  currencyOf(task: PartitionedTask, target: number): string;
}

/** The digest that must not change once a writer has run. */
export const lockDigestOf = (locked: Locked): string => digestOf('lock', locked);

/**
 * Turns the placed features into typed rubrics and seals them. Ids run in the order query, persona, clarification,
 * what is judged of all targets together, noun phrases, as published; nothing written later may change what the digest covers.
 */
export const lock = ({ currencyOf }: LockDependencies) =>
  defineStage({
    name: 'lock',
    input: PartitionedTask,
    output: LockedTask,
    rejections: {},

    run(task) {
      const { placed, unused, candidatesTried: _tried, ...planned } = task;
      const joint = placed.filter(({ feature }) => isJudgedTogether(feature));
      const ordered = [...placed.filter((item) => !joint.includes(item)), ...joint];
      const rubrics = ordered.map((item, index) =>
        rubricOf(item, `r${index + 1}`, currencyOf(task, item.feature.target ?? 0)),
      );
      for (const [target, { phrase, titleSpan }] of task.entities.entries()) {
        rubrics.push({
          id: `r${rubrics.length + 1}`,
          type: 'entity_match',
          field: 'title',
          ...(task.entities.length > 1 ? { target } : {}),
          expected_value: phrase,
          info_source: 'query',
          description: `the title names it: "${phrase}"`,
          canonical_entity: phrase,
          title_span: titleSpan,
        });
      }
      const budget = joint.find(({ feature }) => feature.type === 'budget_match');
      const locked: Locked = {
        rubrics,
        implicit_rubric_ids: ordered.flatMap(({ expression }, index) =>
          expression === 'implicit' ? [`r${index + 1}`] : [],
        ),
        voucher: budget === undefined ? null : (budget.feature.value as { voucher: Locked['voucher'] }).voucher,
      };
      return keep({
        ...planned,
        locked,
        lockDigest: lockDigestOf(locked),
        extracted: [...placed.map(({ feature }) => feature), ...unused],
      });
    },
  });

function rubricOf({ feature, source }: PlacedFeature, id: string, currency: string): Rubric {
  const { type, field, value, target } = feature;
  return {
    id,
    type,
    field,
    ...(target === undefined ? {} : { target }),
    expected_value: value,
    info_source: source,
    description: describe(feature, currency),
  } as Rubric;
}

const quoted = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

const NUMBER_NAMES: Readonly<Record<string, string>> = {
  average_rating: 'average rating',
  rating_number: 'number of ratings',
  price: 'price',
};

/** What a feature requires, said by code so that a judge sees the field and the value, never a paraphrase. */
function describe({ type, field, value }: Feature, currency: string): string {
  const name = detailFieldOf(field) ?? ownValue(NUMBER_NAMES, field) ?? field;
  switch (type) {
    case 'attribute_match':
      return `${name} is ${quoted([value as string | string[]].flat())}`;
    case 'negative_attribute':
      return `${name} is none of ${quoted(value as string[])}`;
    case 'numeric_range': {
      const { min, max } = value as NumericRange;
      const say = (bound: number) =>
        field === 'price' ? formatMoney(Math.round(bound * minorUnitsOf(currency)), currency) : String(bound);
      if (min !== undefined && max !== undefined) return `${name} is from ${say(min)} to ${say(max)}`;
      return min !== undefined ? `${name} is at least ${say(min)}` : `${name} is at most ${say(max as number)}`;
    }
    case 'budget_match': {
      const { budget, voucher } = value as Extract<Rubric, { type: 'budget_match' }>['expected_value'];
      return `price after the voucher is at most ${formatMoney(budget, voucher.currency)}`;
    }
    case 'review_opinion':
      return `reviews say: ${(value as { opinion: string }).opinion}`;
    case 'sku_match': {
      const pairs = Object.entries(value as Record<string, string>).map(([key, option]) => `${key} "${option}"`);
      return `one SKU has ${pairs.join(' and ')}`;
    }
    case 'service_match':
      return `comes with the service "${value as string}"`;
    case 'knowledge_match':
      return `the title holds the answer "${(value as { answer: string }).answer}"`;
    case 'same_shop':
      return `one shop sells all ${value as number} products`;
  }
}
