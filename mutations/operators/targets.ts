import { formIn } from '../../catalog/index.ts';
import { pickOne } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { withRubric } from '../changes.ts';
import { type Operator, operatorsOf } from '../operator.ts';
import { type AnySample, eachRubric, rubricsOf, withMore, withoutRubric } from '../rubrics.ts';

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
function missedAmounts(sample: AnySample, rubric: Rubric & { type: 'numeric_range' }) {
  const { min, max, unit } = rubric.expected_value;
  const [low, high] = [min ?? (max as number) / 4, max ?? (min as number) * 4];
  return [{ min: high * 20 }, { max: low / 20 }, { min: high * 30, max: high * 40 }].map((range) =>
    withRubric(
      sample,
      rubric,
      { expected_value: { ...range, ...(unit === undefined ? {} : { unit }) } },
      JSON.stringify(range),
    ),
  );
}

const TARGET = operatorsOf('target', {
  'a value the target does not have': (sample, { samples, draw }) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'attribute_match') return [];
      const others = foreignValue(sample, samples, rubric, rubric.field.replace('details.', ''));
      return others.length === 0
        ? []
        : [withRubric(sample, rubric, { expected_value: pickOne(draw, rubric.id, others) }, rubric.field)];
    }),
  'a value more than the target has': (sample, { samples, draw }) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'attribute_match') return [];
      const others = foreignValue(sample, samples, rubric, rubric.field.replace('details.', ''));
      return others.length === 0
        ? []
        : [
            withRubric(
              sample,
              rubric,
              { expected_value: [...[rubric.expected_value].flat(), pickOne(draw, rubric.id, others)] },
              rubric.field,
            ),
          ];
    }),
  'a part of a value': (sample) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'attribute_match' || typeof rubric.expected_value !== 'string') return [];
      const [first = ''] = rubric.expected_value.split(' ');
      return states(targetOf(sample, rubric), rubric.field.replace('details.', ''), first)
        ? []
        : [withRubric(sample, rubric, { expected_value: first }, first)];
    }),
  'an exclusion the target breaks': (sample) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'negative_attribute' && rubric.type !== 'attribute_match') return [];
      const field = rubric.field.replace('details.', '');
      const [option] = targetOf(sample, rubric)?.details[field]?.options ?? [];
      return option === undefined
        ? []
        : [
            withRubric(
              sample,
              rubric,
              {
                type: 'negative_attribute',
                expected_value: [...(rubric.type === 'negative_attribute' ? rubric.expected_value : []), option],
              },
              option,
            ),
          ];
    }),
  'a bound the target misses': (sample) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'numeric_range') return [];
      const target = targetOf(sample, rubric);
      if (rubric.field.startsWith('details.')) return missedAmounts(sample, rubric);
      const value =
        rubric.field === 'price'
          ? (target?.priceMinor ?? 0) / 100
          : rubric.field === 'average_rating'
            ? (target?.averageRating ?? 0)
            : (target?.ratingCount ?? 0);
      return [
        { min: value + 0.01 },
        { max: value - 0.01 },
        { min: value * 2 + 1 },
        { min: value - 2, max: value - 1 },
      ].map((range) => withRubric(sample, rubric, { expected_value: range }, JSON.stringify(range)));
    }),
  'a phrase the title has not': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'entity_match'
        ? [
            withRubric(sample, rubric, { expected_value: 'Zeppelin' }, 'Zeppelin'),
            withRubric(sample, rubric, { expected_value: `${rubric.expected_value} Zeppelin` }, 'Zeppelin behind'),
          ]
        : [],
    ),
  'a budget too small': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'budget_match'
        ? [1, 100, Math.floor(rubric.expected_value.budget / 10)].map((budget) =>
            withRubric(sample, rubric, { expected_value: { ...rubric.expected_value, budget } }, String(budget)),
          )
        : [],
    ),
  'a SKU the target does not have': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'sku_match'
        ? Object.keys(rubric.expected_value).map((field) =>
            withRubric(sample, rubric, { expected_value: { ...rubric.expected_value, [field]: 'zeppelin' } }, field),
          )
        : [],
    ),
  'a service the target does not have': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'service_match'
        ? ['official', 'freeShipping', 'COD', 'flashsale']
            .filter((service) => !targetOf(sample, rubric)?.services.includes(service))
            .map((service) => withRubric(sample, rubric, { expected_value: service }, service))
        : [],
    ),
  'an answer the title has not': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'knowledge_match'
        ? [withRubric(sample, rubric, { expected_value: { ...rubric.expected_value, answer: 'Zeppelin' } }, 'Zeppelin')]
        : [],
    ),
  'an opinion of another product': (sample, { samples, draw }) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'review_opinion') return [];
      const others = samples
        .filter((other) => other !== sample)
        .flatMap(rubricsOf)
        .filter(({ type }) => type === 'review_opinion');
      return others.length === 0
        ? []
        : [withRubric(sample, rubric, { expected_value: pickOne(draw, rubric.id, others).expected_value }, 'opinion')];
    }),
  'another product in its place': (sample, { samples, draw }) => {
    const others = samples.filter(
      ({ targets }) =>
        targets.length === sample.targets.length &&
        targets.every((target, at) => target.category.at(-1) !== sample.targets[at]?.category.at(-1)),
    );
    return others.length === 0
      ? []
      : [{ input: { ...sample, targets: pickOne(draw, 'target', others).targets }, what: 'another target' }];
  },
  'a rubric about a product that is not there': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'same_shop' || rubric.type === 'budget_match'
        ? []
        : [withRubric(sample, rubric, { target: 7 }, rubric.id)],
    ),
});

const ENTITY = operatorsOf('anchoring: noun phrase', {
  'no noun phrase': (sample) =>
    eachRubric(sample, (rubric) => (rubric.type === 'entity_match' ? [withoutRubric(sample, rubric)] : [])),
  'two noun phrases': (sample) =>
    eachRubric(sample, (rubric) => (rubric.type === 'entity_match' ? [withMore(sample, rubric, rubric.id)] : [])),
  'a span that is not in the title': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'entity_match'
        ? [
            `${rubric.title_span}x`,
            rubric.title_span.toUpperCase() === rubric.title_span ? 'x' : rubric.title_span.toUpperCase(),
            `new ${rubric.title_span}`,
            `${rubric.title_span} zeppelin`,
          ]
            .filter((span) => !targetOf(sample, rubric)?.title.includes(span))
            .map((title_span) => withRubric(sample, rubric, { title_span }, title_span))
        : [],
    ),
  'a word more than the title has': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'entity_match'
        ? ['zeppelin', 'premium', 'set']
            .filter((word) => !rubric.title_span.toLowerCase().includes(word))
            .map((word) => withRubric(sample, rubric, { canonical_entity: `${word} ${rubric.canonical_entity}` }, word))
        : [],
    ),
  'a phrase of another product': (sample, { samples, draw }) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'entity_match') return [];
      const others = samples
        .flatMap(rubricsOf)
        .filter((other) => other.type === 'entity_match')
        .filter(
          ({ canonical_entity }) =>
            !canonical_entity
              .toLowerCase()
              .split(' ')
              .every((word) => rubric.title_span.toLowerCase().includes(word.replace(/(?:ie|ve)?s$/, ''))),
        );
      // In a catalog of one kind all phrases are the same.
      if (others.length === 0) return [];
      return [
        withRubric(
          sample,
          rubric,
          { canonical_entity: pickOne(draw, rubric.id, others).canonical_entity },
          'another phrase',
        ),
      ];
    }),
  'a title without it': (sample) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'entity_match') return [];
      const place = rubric.target ?? 0;
      const target = sample.targets[place] as Product;
      return [
        {
          input: {
            ...sample,
            targets: sample.targets.with(place, {
              ...target,
              title: target.title.replaceAll(rubric.title_span, 'Thing'),
              // A span may be of several categories of the path.
              category: target.category.join(SEPARATOR).replaceAll(rubric.title_span, 'Thing').split(SEPARATOR),
            }),
          },
          what: 'Thing',
        },
      ];
    }),
});

export const TARGETS: readonly Operator<QueryWording>[] = [...TARGET, ...ENTITY];
