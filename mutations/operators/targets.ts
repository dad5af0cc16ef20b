import { formIn } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { withRubric } from '../changes.ts';
import { type Operator, operatorsOf } from '../operator.ts';
import {
  type AnySample,
  eachOf,
  eachRubric,
  expecting,
  ofType,
  withMore,
  withOneOf,
  withoutRubric,
} from '../rubrics.ts';

/** Text between the categories of a path, where a span is of several. */
const SEPARATOR = ' > ';

const optionsOf = (product: Product | undefined, field: string): readonly string[] =>
  product?.details[field]?.options ?? [];

/** Tells whether a product states a value of a field, in whatever spelling: "straight" of a "straight fit". */
const states = (product: Product | undefined, field: string, value: string): boolean =>
  optionsOf(product, field).some((option) => formIn(field, option) === formIn(field, value));

const targetOf = (sample: AnySample, rubric: Rubric) => sample.targets[rubric.target ?? 0];
/** A value of the field that another sample's target states and this one does not, not even in part. */
function foreignValue(sample: AnySample, samples: readonly AnySample[], rubric: Rubric, field: string): string[] {
  const target = targetOf(sample, rubric);
  const own = optionsOf(target, field).join(' ').toLowerCase();
  return samples
    .flatMap(({ targets }) => targets.flatMap(({ details }) => details[field]?.options ?? []))
    .filter((value) => value.length > 3 && !own.includes(value.toLowerCase().slice(0, 4)))
    .filter((value) => !states(target, field, value));
}

/** Bounds on a quantity that are out of the target's reach: far above what it meets, and far below. */
function missedAmounts({ min, max, unit }: AmountRange) {
  const [low, high] = [min ?? (max as number) / 4, max ?? (min as number) * 4];
  const of = unit === undefined ? {} : { unit };
  return [{ min: high * 20 }, { max: low / 20 }, { min: high * 30, max: high * 40 }].map((range) => ({
    range,
    told: { ...range, ...of },
  }));
}
type AmountRange = (Rubric & { type: 'numeric_range' })['expected_value'];

const fieldOf = ({ field }: Rubric) => field.replace('details.', '');

const TARGET = operatorsOf('target', {
  'a value the target does not have': eachOf('attribute_match', (rubric, sample, { samples, draw }) =>
    withOneOf(foreignValue(sample, samples, rubric, fieldOf(rubric)), draw, rubric.id, (value) =>
      expecting(sample, rubric, value, rubric.field),
    ),
  ),
  'a value more than the target has': eachOf('attribute_match', (rubric, sample, { samples, draw }) =>
    withOneOf(foreignValue(sample, samples, rubric, fieldOf(rubric)), draw, rubric.id, (value) =>
      expecting(sample, rubric, [...[rubric.expected_value].flat(), value], rubric.field),
    ),
  ),
  'a part of a value': eachOf('attribute_match', (rubric, sample) => {
    if (typeof rubric.expected_value !== 'string') return [];
    const [first = ''] = rubric.expected_value.split(' ');
    return states(targetOf(sample, rubric), fieldOf(rubric), first) ? [] : [expecting(sample, rubric, first)];
  }),
  'an exclusion the target breaks': (sample) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'negative_attribute' && rubric.type !== 'attribute_match') return [];
      const excluded = rubric.type === 'negative_attribute' ? rubric.expected_value : [];
      return optionsOf(targetOf(sample, rubric), fieldOf(rubric))
        .slice(0, 1)
        .map((option) => {
          const changes = { type: 'negative_attribute', expected_value: [...excluded, option] };
          return withRubric(sample, rubric, changes, option);
        });
    }),
  'a bound the target misses': eachOf('numeric_range', (rubric, sample) => {
    const target = targetOf(sample, rubric);
    if (rubric.field.startsWith('details.'))
      return missedAmounts(rubric.expected_value).map(({ range, told }) =>
        expecting(sample, rubric, told, JSON.stringify(range)),
      );
    const stated = { price: (target?.priceMinor ?? 0) / 100, average_rating: target?.averageRating ?? 0 };
    const value = stated[rubric.field as keyof typeof stated] ?? target?.ratingCount ?? 0;
    return [
      { min: value + 0.01 },
      { max: value - 0.01 },
      { min: value * 2 + 1 },
      { min: value - 2, max: value - 1 },
    ].map((range) => expecting(sample, rubric, range, JSON.stringify(range)));
  }),
  'a phrase the title has not': eachOf('entity_match', (rubric, sample) => [
    expecting(sample, rubric, 'Zeppelin'),
    expecting(sample, rubric, `${rubric.expected_value} Zeppelin`, 'Zeppelin behind'),
  ]),
  'a budget too small': eachOf('budget_match', (rubric, sample) =>
    [1, 100, Math.floor(rubric.expected_value.budget / 10)].map((budget) =>
      expecting(sample, rubric, { ...rubric.expected_value, budget }, String(budget)),
    ),
  ),
  'a SKU the target does not have': eachOf('sku_match', (rubric, sample) =>
    Object.keys(rubric.expected_value).map((field) =>
      expecting(sample, rubric, { ...rubric.expected_value, [field]: 'zeppelin' }, field),
    ),
  ),
  'a service the target does not have': eachOf('service_match', (rubric, sample) =>
    ['official', 'freeShipping', 'COD', 'flashsale']
      .filter((service) => !targetOf(sample, rubric)?.services.includes(service))
      .map((service) => expecting(sample, rubric, service)),
  ),
  'an answer the title has not': eachOf('knowledge_match', (rubric, sample) => [
    expecting(sample, rubric, { ...rubric.expected_value, answer: 'Zeppelin' }, 'Zeppelin'),
  ]),
  'an opinion of another product': eachOf('review_opinion', (rubric, sample, { samples, draw }) =>
    withOneOf(
      samples.filter((other) => other !== sample).flatMap((other) => ofType(other, 'review_opinion')),
      draw,
      rubric.id,
      ({ expected_value }) => expecting(sample, rubric, expected_value, 'opinion'),
    ),
  ),
  'another product in its place': (sample, { samples, draw }) => {
    const others = samples.filter(
      ({ targets }) =>
        targets.length === sample.targets.length &&
        targets.every((target, at) => target.category.at(-1) !== sample.targets[at]?.category.at(-1)),
    );
    return withOneOf(others, draw, 'target', ({ targets }) => ({
      input: { ...sample, targets },
      what: 'another target',
    }));
  },
  'a rubric about a product that is not there': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'same_shop' || rubric.type === 'budget_match'
        ? []
        : [withRubric(sample, rubric, { target: 7 }, rubric.id)],
    ),
});

const ENTITY = operatorsOf('anchoring: noun phrase', {
  'no noun phrase': eachOf('entity_match', (rubric, sample) => [withoutRubric(sample, rubric)]),
  'two noun phrases': eachOf('entity_match', (rubric, sample) => [withMore(sample, rubric, rubric.id)]),
  'a span that is not in the title': eachOf('entity_match', (rubric, sample) => {
    const { title_span: span } = rubric;
    const upper = span.toUpperCase() === span ? 'x' : span.toUpperCase();
    return [`${span}x`, upper, `new ${span}`, `${span} zeppelin`]
      .filter((other) => !targetOf(sample, rubric)?.title.includes(other))
      .map((title_span) => withRubric(sample, rubric, { title_span }, title_span));
  }),
  'a word more than the title has': eachOf('entity_match', (rubric, sample) =>
    ['zeppelin', 'premium', 'set']
      .filter((word) => !rubric.title_span.toLowerCase().includes(word))
      .map((word) => withRubric(sample, rubric, { canonical_entity: `${word} ${rubric.canonical_entity}` }, word)),
  ),
  'a phrase of another product': eachOf('entity_match', (rubric, sample, { samples, draw }) => {
    const span = rubric.title_span.toLowerCase();
    const isWithin = (word: string) => span.includes(word.replace(/(?:ie|ve)?s$/, ''));
    const others = samples
      .flatMap((other) => ofType(other, 'entity_match'))
      .filter(({ canonical_entity }) => !canonical_entity.toLowerCase().split(' ').every(isWithin));
    // In a catalog of one kind all phrases are the same.
    return withOneOf(others, draw, rubric.id, ({ canonical_entity }) =>
      withRubric(sample, rubric, { canonical_entity }, 'another phrase'),
    );
  }),
  'a title without it': eachOf('entity_match', (rubric, sample) => {
    const place = rubric.target ?? 0;
    const target = sample.targets[place] as Product;
    const without = (text: string) => text.replaceAll(rubric.title_span, 'Thing');
    // A span may be of several categories of the path.
    const category = without(target.category.join(SEPARATOR)).split(SEPARATOR);
    const targets = sample.targets.with(place, { ...target, title: without(target.title), category });
    return [{ input: { ...sample, targets }, what: 'Thing' }];
  }),
});

export const TARGETS: readonly Operator<QueryWording>[] = [...TARGET, ...ENTITY];
