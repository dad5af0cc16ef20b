import type { QueryWording } from '../../schemas/draft.ts';
import { pickOne } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import { withLocked, withRubric, withTask } from '../changes.ts';
import type { CatalogOperator, Mutant, Operator, Sample } from '../operator.ts';

type AnySample = Sample<QueryWording>;
type AnyMutant = Mutant<QueryWording>;
const operators = (
  gate: string,
  list: Readonly<Record<string, Operator<QueryWording>['plant']>>,
): Operator<QueryWording>[] => Object.entries(list).map(([name, plant]) => ({ gate, name, plant }));

const rubricsOf = ({ task }: AnySample) => task.locked.rubrics;
const eachRubric = (sample: AnySample, plant: (rubric: Rubric) => readonly AnyMutant[]) =>
  rubricsOf(sample).flatMap(plant);
const without = (sample: AnySample, gone: Rubric) =>
  withLocked(sample, { rubrics: rubricsOf(sample).filter((rubric) => rubric !== gone) }, `without ${gone.id}`);
const nudge = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...value, 'x'];
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner], at) => [key, at === 0 ? nudge(inner) : inner]),
  );
};
const SOURCES = ['query', 'persona', 'clarification'] as const;

const LOCK = operators('lock', {
  'a value changed': (sample) =>
    eachRubric(sample, (rubric) => [
      withRubric(sample, rubric, { expected_value: nudge(rubric.expected_value) }, rubric.id),
    ]),
  'a source swapped': (sample) =>
    eachRubric(sample, (rubric) =>
      SOURCES.filter((source) => source !== rubric.info_source).map((source) =>
        withRubric(sample, rubric, { info_source: source }, `${rubric.id} to ${source}`),
      ),
    ),
  'a rubric left out': (sample) => eachRubric(sample, (rubric) => [without(sample, rubric)]),
  'a rubric twice': (sample) =>
    eachRubric(sample, (rubric) => [withLocked(sample, { rubrics: [...rubricsOf(sample), rubric] }, rubric.id)]),
  'a field, id or type changed': (sample) =>
    eachRubric(sample, (rubric) => [
      withRubric(sample, rubric, { field: `${rubric.field}s` }, 'field'),
      withRubric(sample, rubric, { id: 'r77' }, 'id'),
      withRubric(sample, rubric, { type: 'other' }, 'type'),
      withRubric(sample, rubric, { description: `${rubric.description}!` }, 'description'),
    ]),
  'rubrics in another order': (sample) => [withLocked(sample, { rubrics: rubricsOf(sample).toReversed() }, 'reversed')],
  'a clue listed or not': (sample) => {
    const { implicit_rubric_ids: ids } = sample.task.locked;
    return [
      withLocked(sample, { implicit_rubric_ids: [...ids, 'r1'] }, 'r1'),
      ...(ids.length > 0 ? [withLocked(sample, { implicit_rubric_ids: ids.slice(1) }, 'fewer')] : []),
    ];
  },
  'a voucher changed': (sample) => {
    const { voucher } = sample.task.locked;
    if (voucher === null) return [];
    const [step, ...rest] = voucher.steps;
    return [
      withLocked(sample, { voucher: null }, 'none'),
      withLocked(
        sample,
        { voucher: { ...voucher, steps: [{ ...step!, threshold: step!.threshold + 1 }, ...rest] } },
        'threshold',
      ),
      withLocked(
        sample,
        { voucher: { ...voucher, issuer: voucher.issuer === 'shop' ? 'platform' : 'shop' } },
        'issuer',
      ),
    ];
  },
  'another digest': (sample) => [
    withTask(sample, { lockDigest: sample.task.lockDigest.split('').reverse().join('') }, 'reversed'),
  ],
});

const REFERENCES = operators('references', {
  'a target of no catalog': (sample) => {
    const { targetIds } = sample.task;
    const others = (id: string) => [
      `${id}0`,
      id.slice(1),
      id.toLowerCase() === id ? `x${id}` : id.toLowerCase(),
      ` ${id}`,
      'B000000000',
      '',
    ];
    return targetIds.flatMap((id, at) =>
      others(id).map((other) => withTask(sample, { targetIds: targetIds.with(at, other) }, other)),
    );
  },
});

const optionsOf = (product: Product | undefined, field: string): string[] => {
  const { options } = product?.details[field] ?? { options: [] };
  return options.map((option) => option.toLowerCase());
};
const targetOf = (sample: AnySample, rubric: Rubric) => sample.targets[rubric.target ?? 0];
/** A value of the field that another sample's target states and this one does not, not even in part. */
function foreignValue(sample: AnySample, samples: readonly AnySample[], rubric: Rubric, field: string): string[] {
  const own = optionsOf(targetOf(sample, rubric), field).join(' ');
  return samples
    .flatMap(({ targets }) => targets.flatMap(({ details }) => details[field]?.options ?? []))
    .filter((value) => value.length > 3 && !own.includes(value.toLowerCase().slice(0, 4)));
}

const TARGET = operators('target', {
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
      return first === rubric.expected_value ||
        optionsOf(targetOf(sample, rubric), rubric.field.replace('details.', '')).includes(first.toLowerCase())
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

const FACTS = operators('facts: once', {
  'a rubric twice': (sample) =>
    eachRubric(sample, (rubric) => [
      withLocked(sample, { rubrics: [...rubricsOf(sample), { ...rubric, id: 'r77' }] }, rubric.id),
    ]),
  'a value under another field': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'attribute_match' && !/^\d+$/.test(String(rubric.expected_value))
        ? ['Theme', 'Special Feature', 'Style']
            .filter((field) => !rubricsOf(sample).some((other) => other.field.endsWith(field)))
            .map((field) =>
              withLocked(
                sample,
                { rubrics: [...rubricsOf(sample), { ...rubric, id: 'r77', field: `details.${field}` }] },
                `${rubric.expected_value} as ${field}`,
              ),
            )
        : [],
    ),
  'a value in other letters under another field': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'attribute_match' &&
      typeof rubric.expected_value === 'string' &&
      !/^\d+$/.test(rubric.expected_value)
        ? [
            rubric.expected_value.toUpperCase(),
            rubric.expected_value.replaceAll(' ', '-'),
            `${rubric.expected_value} (new)`,
          ].map((value) =>
            withLocked(
              sample,
              {
                rubrics: [
                  ...rubricsOf(sample),
                  { ...rubric, id: 'r77', field: 'details.Theme', expected_value: value },
                ],
              },
              value,
            ),
          )
        : [],
    ),
  'one field with two values': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'attribute_match'
        ? [
            withLocked(
              sample,
              { rubrics: [...rubricsOf(sample), { ...rubric, id: 'r77', expected_value: 'Zeppelin' }] },
              rubric.field,
            ),
          ]
        : [],
    ),
  'an exclusion twice': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'negative_attribute'
        ? [
            withLocked(
              sample,
              { rubrics: [...rubricsOf(sample), { ...rubric, id: 'r77', expected_value: ['Zeppelin'] }] },
              rubric.field,
            ),
          ]
        : [],
    ),
  'a value the phrase says': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'entity_match'
        ? [rubric.expected_value, rubric.expected_value.split(' ').at(-1) as string].map((value) =>
            withLocked(
              sample,
              {
                rubrics: [
                  ...rubricsOf(sample),
                  {
                    ...(rubric.target === undefined ? {} : { target: rubric.target }),
                    id: 'r77',
                    type: 'attribute_match',
                    field: 'details.Theme',
                    info_source: 'query',
                    description: 'x',
                    expected_value: value,
                  },
                ],
              },
              value,
            ),
          )
        : [],
    ),
});

/** Values as bad listings have them; none is from the tables that judge values. */
const NOISE =
  `not TPU)|(10th Generation|S21 S20 (Ultra|Plus)|Set of 4 (Alphabet|2019)|N\\A|N/A|n/a|None|null|undefined|Unknown|Does not apply|See description|As shown|as picture|TBD|-|--|?|***|Other|Default Title|B07XK2M9QZ|SKU-88213-BLK|MODEL:XJ-200-44A|Pink-Bluetooth Call|(1080P)8CH+4Camera+1TB|<b>Black</b>|Black&nbsp;|<br>|https://example.com/x|www.shop.example|Click here to see more colors|Please make sure this fits by entering your model number.|It is made of high quality material and will last for years to come.|Yes|No|yes, no|1/2/3/4|Black;;|,Red|;;|[object Object]|%s|{{color}}|0|-1|99999999|A1B2C3D4E5|XYZ123-45/67|Made with love for your family, enjoy!`.split(
    '|',
  );
/** The target with a noisy option under a field it states, and the rubric that scores it. */
const PLAUSIBLE = operators('facts: plausible', {
  'a value that is noise': (sample) =>
    eachRubric(sample, (rubric) => {
      if (rubric.type !== 'attribute_match' || !rubric.field.startsWith('details.')) return [];
      const field = rubric.field.replace('details.', '');
      const place = rubric.target ?? 0;
      const target = sample.targets[place] as Product;
      return NOISE.map((noise) => {
        const noisy: Product = {
          ...target,
          details: { ...target.details, [field]: { options: [noise], raw: [{ key: field, value: noise }] } },
        };
        const mutant = withRubric(sample, rubric, { expected_value: noise }, `${field}: ${noise}`);
        return { ...mutant, input: { ...mutant.input, targets: sample.targets.with(place, noisy) } };
      });
    }),
  'a value the target does not state': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'attribute_match'
        ? [withRubric(sample, rubric, { expected_value: 'Zeppelin' }, rubric.field)]
        : [],
    ),
});

const ENTITY = operators('anchoring: noun phrase', {
  'no noun phrase': (sample) =>
    eachRubric(sample, (rubric) => (rubric.type === 'entity_match' ? [without(sample, rubric)] : [])),
  'two noun phrases': (sample) =>
    eachRubric(sample, (rubric) =>
      rubric.type === 'entity_match'
        ? [withLocked(sample, { rubrics: [...rubricsOf(sample), { ...rubric, id: 'r77' }] }, rubric.id)]
        : [],
    ),
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
              .every((word) => rubric.title_span.toLowerCase().includes(word.replace(/s$/, ''))),
        );
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
            }),
          },
          what: 'Thing',
        },
      ];
    }),
});

export const LOCKS: readonly Operator<QueryWording>[] = [
  ...LOCK,
  ...REFERENCES,
  ...TARGET,
  ...FACTS,
  ...PLAUSIBLE,
  ...ENTITY,
];

const twin = (product: Product, at: number, changes: Partial<Product> = {}): Product => ({
  ...product,
  id: `TWIN${at}-${product.id}`,
  ...changes,
});
const scoredFields = (sample: AnySample) => rubricsOf(sample).map(({ field }) => field.replace('details.', ''));
const hasPriceRule = (sample: AnySample) =>
  rubricsOf(sample).some(({ type, field }) => type === 'budget_match' || field === 'price');

/** Reviews decide opinions, and a twin has none: such samples cannot be doubled by a product alone. */
const canDouble = (sample: AnySample) => sample.targets.length > 0;
const ONES = (sample: AnySample, make: (product: Product) => Product) =>
  canDouble(sample) ? sample.targets.slice(-1).map(make) : [];

/** Catalogs in which the answer set grows, or loses the target. */
export const CATALOGS: readonly CatalogOperator<QueryWording>[] = [
  {
    gate: 'answer set',
    name: 'a second product like the target',
    products: (sample) => ONES(sample, (product) => twin(product, 1)),
  },
  {
    gate: 'answer set',
    name: 'a second product that differs in what nobody scores',
    products: (sample) =>
      ONES(sample, (product) =>
        twin(product, 2, {
          ...(hasPriceRule(sample) ? {} : { priceMinor: (product.priceMinor ?? 100) + 500 }),
          brand: scoredFields(sample).includes('Brand') ? product.brand : 'Twinco',
          title: `Twin ${product.title}`,
          details: Object.fromEntries(
            Object.entries(product.details).map(([field, detail]) => [
              field,
              scoredFields(sample).includes(field) ||
              rubricsOf(sample).some(({ type }) => type === 'sku_match' || type === 'negative_attribute')
                ? detail
                : { ...detail, options: [...detail.options, 'Zeppelin'] },
            ]),
          ),
        }),
      ),
  },
  {
    gate: 'answer set',
    name: 'a second product with more options',
    products: (sample) =>
      ONES(sample, (product) =>
        twin(product, 3, {
          details: Object.fromEntries(
            Object.entries(product.details).map(([field, detail]) => [
              field,
              { ...detail, options: ['Zeppelin', ...detail.options] },
            ]),
          ),
        }),
      ),
  },
  {
    gate: 'answer set',
    name: 'a second product that is better rated',
    products: (sample) => ONES(sample, (product) => twin(product, 4, { averageRating: 5, ratingCount: 99_999 })),
  },
  {
    gate: 'answer set',
    name: 'a target that lost its details',
    products: (sample) =>
      rubricsOf(sample).some(({ type, target = 0 }) => type === 'attribute_match' && target === 0)
        ? sample.targets.slice(0, 1).map((product) => ({ ...product, details: {} }))
        : [],
  },
  {
    gate: 'answer set',
    name: 'a target of another name',
    products: (sample) => sample.targets.slice(0, 1).map((product) => ({ ...product, title: 'Zeppelin' })),
  },
];
