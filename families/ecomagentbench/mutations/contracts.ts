import { withLocked, withRubric } from '../../../mutations/changes.ts';
import { type Mutant, type Operator, operatorsOf, type Sample } from '../../../mutations/operator.ts';
import { keeping, ofType, rubricsOf, withMore, withPriceOf } from '../../../mutations/rubrics.ts';
import { pickOne } from '../../../schemas/draw.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';

const GATE = 'intent contract';
const isOf =
  (intent: string, plant: Operator['plant']): Operator['plant'] =>
  (sample, around) =>
    sample.task.intent === intent ? plant(sample, around) : [];

/** Clues of intents that are never smaller than the paper's, written out here once more; others have at least one. */
const LEAST_CLUES: Readonly<Record<string, number>> = {
  knowledge_reasoning: 3,
  feature_combination: 3,
  use_case_scenario: 3,
};

/** Query requirements besides the noun phrase, of the same intents. */
const LEAST_QUERY: Readonly<Record<string, number>> = {
  knowledge_reasoning: 4,
  feature_combination: 5,
  use_case_scenario: 4,
};

export const CONTRACTS: readonly Operator[] = operatorsOf(GATE, {
  'too few clues': (sample) => {
    const { implicit_rubric_ids: ids } = sample.task.locked;
    const least = LEAST_CLUES[sample.task.intent] ?? 1;
    return Array.from({ length: least }, (_, count) =>
      withLocked(sample, { implicit_rubric_ids: ids.slice(0, count) }, `${count} clues`),
    );
  },
  // Where one is enough, one that is listed twice is one.
  'one clue listed twice': (sample) => {
    const { implicit_rubric_ids: ids } = sample.task.locked;
    const least = LEAST_CLUES[sample.task.intent] ?? 1;
    return ids[0] === undefined || least === 1
      ? []
      : [withLocked(sample, { implicit_rubric_ids: Array.from({ length: least }, () => ids[0] as string) }, 'doubled')];
  },
  'a hidden requirement listed as a clue': (sample) =>
    rubricsOf(sample)
      .filter(({ info_source, type }) => info_source !== 'query' || type === 'entity_match')
      .map(({ id }) =>
        withLocked(sample, { implicit_rubric_ids: [...sample.task.locked.implicit_rubric_ids, id] }, id),
      ),
  'a source with too little': (sample) =>
    (['persona', 'clarification'] as const).flatMap((source) => {
      const own = rubricsOf(sample).filter(({ info_source }) => info_source === source);
      return [
        ...keeping(sample, ({ info_source }) => info_source !== source, `no ${source}`),
        ...(own.length === 2 && sample.task.intent in LEAST_CLUES
          ? keeping(sample, (rubric) => rubric !== own[0], `one ${source}`)
          : []),
      ];
    }),
  'too little in the query': (sample) => {
    const own = rubricsOf(sample).filter(({ info_source, type }) => info_source === 'query' && type !== 'entity_match');
    const implicit = new Set(sample.task.locked.implicit_rubric_ids);
    return keeping(sample, (rubric) => !own.includes(rubric) || implicit.has(rubric.id), 'clues alone').filter(
      () => implicit.size < (LEAST_QUERY[sample.task.intent] ?? 2),
    );
  },
  'no rating': isOf('rating_quality', (sample) => keeping(sample, ({ field }) => !/rating/.test(field), 'no rating')),
  'no exclusion': isOf('negative_constraint', (sample) =>
    keeping(sample, ({ type }) => type !== 'negative_attribute', 'no exclusion'),
  ),
  'an exclusion of what nobody sells': isOf('negative_constraint', (sample) =>
    ofType(sample, 'negative_attribute').flatMap((rubric) =>
      ['Zeppelin', 'Neon Octarine'].flatMap((value) => [
        withRubric(sample, rubric, { expected_value: [value] }, value),
        withRubric(sample, rubric, { expected_value: [...rubric.expected_value, value] }, `more: ${value}`),
      ]),
    ),
  ),
  'no voucher': isOf('coupon_budget', (sample) => keeping(sample, ({ type }) => type !== 'budget_match', 'no budget')),
  'two vouchers': isOf('coupon_budget', (sample) =>
    ofType(sample, 'budget_match').map((rubric) => withMore(sample, rubric, 'two')),
  ),
  'a voucher nobody needs': isOf('coupon_budget', (sample) =>
    ofType(sample, 'budget_match').flatMap((rubric) => {
      const price = sample.targets[0]?.priceMinor ?? 0;
      return [price, price + 1, price * 2].map((budget) =>
        withRubric(sample, rubric, { expected_value: { ...rubric.expected_value, budget } }, String(budget)),
      );
    }),
  ),
  'a price beside the budget': isOf('coupon_budget', (sample) =>
    [{ min: 1 }, { max: 500 }, { min: 2, max: 900 }].map((bounds) => withPriceOf(sample, bounds)),
  ),
  'one opinion, none or three': isOf('review_driven', (sample) => {
    const opinions = ofType(sample, 'review_opinion');
    return [
      ...keeping(sample, ({ type }) => type !== 'review_opinion', 'none'),
      ...opinions.flatMap((gone) => keeping(sample, (rubric) => rubric !== gone, 'one')),
      ...opinions.map((rubric) => withMore(sample, rubric, 'three')),
    ];
  }),
});

/** Words in which a language speaks of opinions. */
export interface OpinionWords {
  readonly complaints: readonly string[];
  /** Words put behind a quote, and in the place of its first. */
  readonly foreign: string;
  /** The quote with its words in another order. */
  readonly reordered: (quote: string) => string;
  /** Opinions of too few words, and words that make any too long. */
  readonly tooShort: readonly string[];
  readonly tooLong: string;
  /** Tells whether an opinion has a word of a quote, or a form of one. */
  readonly shares: (opinion: string, quotes: string) => boolean;
}

const ENGLISH: OpinionWords = {
  complaints: [
    'the strap broke after a week',
    'it stopped working',
    'the color fades quickly',
    'it is not worth the money',
    'the zipper gets stuck all the time',
    'it smells of chemicals',
    'the battery dies too fast',
    'the instructions are useless',
    'it leaks',
    'nothing fits properly',
  ],
  foreign: 'Zeppelin',
  reordered: (quote) => quote.split(' ').toReversed().join(' '),
  tooShort: ['great', 'works well'],
  tooLong: ' and it is so for all the people in the world',
  shares: (opinion, quotes) =>
    opinion.split(' ').some((word) => word.length > 3 && quotes.includes(word.toLowerCase().slice(0, 4))),
};
const opinions =
  (
    plant: (
      sample: Sample,
      rubric: Rubric & { type: 'review_opinion' },
      around: Parameters<Operator['plant']>[1],
    ) => readonly Mutant[],
  ): Operator['plant'] =>
  (sample, around) =>
    ofType(sample, 'review_opinion').flatMap((rubric) => plant(sample, rubric, around));
const told = (sample: Sample, rubric: Rubric & { type: 'review_opinion' }, changes: object, what: string) =>
  withRubric(sample, rubric, { expected_value: { ...rubric.expected_value, ...changes } }, what);
const quoteWith = (rubric: Rubric & { type: 'review_opinion' }, change: (quote: string) => string) => ({
  evidence: rubric.expected_value.evidence.map((evidence) => ({ ...evidence, quote: change(evidence.quote) })),
});

/** Operators of opinions and their quotes, in the words of a language. */
export const evidenceIn = (words: OpinionWords): Operator[] =>
  operatorsOf('opinion evidence', {
    'no quote': opinions((sample, rubric) => [told(sample, rubric, { evidence: [] }, 'none')]),
    'a quote no review holds': opinions((sample, rubric) => [
      told(
        sample,
        rubric,
        quoteWith(rubric, (quote) => `${quote} ${words.foreign}`),
        'longer',
      ),
      ...(rubric.expected_value.evidence.some(({ quote }) => quote !== quote.toUpperCase())
        ? [
            told(
              sample,
              rubric,
              quoteWith(rubric, (quote) => quote.toUpperCase()),
              'upper',
            ),
          ]
        : []),
      told(
        sample,
        rubric,
        quoteWith(rubric, (quote) => quote.replace(/[^\P{L}\p{Script=Han}]+|\p{Script=Han}/u, words.foreign)),
        'a word',
      ),
      told(sample, rubric, quoteWith(rubric, words.reordered), 'reversed'),
    ]),
    'a quote of another product': opinions((sample, rubric, { samples, draw }) => {
      const others = samples
        .filter((other) => other !== sample)
        .flatMap((other) => ofType(other, 'review_opinion'))
        .filter(
          (other) =>
            !other.expected_value.evidence.some(({ review_id }) =>
              rubric.expected_value.evidence.some((own) => own.review_id === review_id),
            ),
        );
      return others.length === 0
        ? []
        : [told(sample, rubric, { evidence: pickOne(draw, rubric.id, others).expected_value.evidence }, 'foreign')];
    }),
    'a review that is not there': opinions((sample, rubric) => [
      told(
        sample,
        rubric,
        { evidence: rubric.expected_value.evidence.map((quote) => ({ ...quote, review_id: 'nobody' })) },
        'nobody',
      ),
    ]),
    'a complaint as a wish': opinions((sample, rubric) =>
      words.complaints.map((opinion) => told(sample, rubric, { opinion }, opinion)),
    ),
    'an opinion the quote says nothing of': opinions((sample, rubric, { samples, draw }) => {
      const quotes = rubric.expected_value.evidence.map(({ quote }) => quote.toLowerCase()).join(' ');
      const others = samples
        .flatMap((other) => ofType(other, 'review_opinion'))
        .map(({ expected_value }) => expected_value.opinion)
        .filter((opinion) => !words.shares(opinion, quotes));
      return others.length === 0
        ? []
        : [told(sample, rubric, { opinion: pickOne(draw, rubric.id, others) }, 'other opinion')];
    }),
    'an opinion too short or long': opinions((sample, rubric) =>
      [...words.tooShort, rubric.expected_value.opinion + words.tooLong].map((opinion) =>
        told(sample, rubric, { opinion }, opinion),
      ),
    ),
    'one opinion twice': opinions((sample, rubric) =>
      ofType(sample, 'review_opinion')
        .filter((other) => other !== rubric)
        .map((other) => withRubric(sample, rubric, { expected_value: other.expected_value }, 'twice')),
    ),
  });

export const INTENTS: readonly Operator[] = [...CONTRACTS, ...evidenceIn(ENGLISH)];
