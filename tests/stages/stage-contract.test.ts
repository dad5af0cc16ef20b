import { partition } from '../../families/ecomagentbench/partition/index.ts';
import { Wording } from '../../families/ecomagentbench/wording.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { Product } from '../../schemas/product.ts';
import { AnswerSets } from '../../shopping/answers/answer-set.ts';
import type { Attempt, Draft } from '../../shopping/draft.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import { Proof } from '../../shopping/proof.ts';
import { type FeaturedTask, LockedTask } from '../../shopping/task.ts';
import { defineGate } from '../../stages/gate.ts';
import { lock } from '../../stages/lock.ts';
import { rewriteUntilValid } from '../../stages/rewrite.ts';
import { type ValidDraft, validate } from '../../stages/validate.ts';
import { verbalise } from '../../stages/verbalise.ts';
import { extraction, extractionStage, TEN_FACTS } from '../fixtures/extraction.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { asksFor, leakInput, names } from '../fixtures/leak-inputs.ts';
import { details } from '../fixtures/stored-catalog.ts';
import { fiveOff, lockedTask, partitionedTask, plannedTask, proofOf } from '../fixtures/tasks.ts';
import { keepsTheStageContract } from './stage-contract.ts';

const tote = (values: Readonly<Record<string, string>>, product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Harbor Tote Bag',
  details: details(values),
  ...product,
});
const RIVAL = tote(
  { ...TEN_FACTS, Color: 'Blue', Shape: 'Square' },
  { averageRating: 3, ratingCount: 4, priceMinor: 9000 },
);
/** Good targets, one with too few facts, one without a noun; every third task names a product that is not there. */
const PRODUCTS = [
  tote(TEN_FACTS),
  RIVAL,
  tote({ Color: 'Red' }),
  { title: 'Zorvex QX-200' },
  tote({ ...TEN_FACTS, Theme: 'Ocean', Closure: 'Button' }),
];
const PLANNED = ['P0', 'P1', 'P2', 'P3', 'P4', 'P9'].map((id) => plannedTask({ id: `task-${id}`, targetIds: [id] }));

for (const definingConstraint of [null, 'rating', 'exclusion', 'voucher', 'opinions'] as const) {
  keepsTheStageContract({
    name: `extract (${definingConstraint ?? 'any'})`,
    make: () => extractionStage({ products: PRODUCTS, contract: { definingConstraint } }) as never,
    records: PLANNED,
  });
}

const feature = (field: string, value: string): Feature => ({
  type: 'attribute_match',
  field: `details.${field}`,
  value,
  sources: ['query', 'persona', 'clarification'],
  implicit: true,
  required: false,
});
const featured = (values: Readonly<Record<string, string>>, target: string): FeaturedTask => ({
  ...plannedTask({ id: `task-${target}`, targetIds: [target] }),
  entities: [{ phrase: 'tote bag', titleSpan: 'Tote Bag', plural: false }],
  broader: [],
  features: Object.entries(values).map(([field, value]) => feature(field, value)),
  dropped: [],
});

const partitionStage = () =>
  partition({
    answerSets: new AnswerSets(
      extraction({ products: [...PRODUCTS, tote({ ...TEN_FACTS, Theme: 'Ocean', Closure: 'Button' })] }).catalog,
    ),
    drawFor: ({ id }) => drawFor(42, id, 'partition'),
    contractsOf: () => [{ definingConstraint: null, leastImplicit: 2, leastQuery: 4, leastHidden: 2 }],
    explicit: () => true,
    maxAnswers: 1,
    requireNecessity: 'off',
  });

keepsTheStageContract({
  name: 'partition',
  make: () => partitionStage() as never,
  // Kept; ambiguous, for it has a twin; without a split, for it has three facts.
  records: [
    featured(TEN_FACTS, 'P0'),
    featured({ ...TEN_FACTS, Theme: 'Ocean', Closure: 'Button' }, 'P4'),
    featured({ Color: 'Red', Shape: 'Round', Theme: 'Space' }, 'P2'),
  ],
});

const place = (item: Feature, source: 'query' | 'persona') => ({
  feature: item,
  source,
  expression: source === 'query' ? ('explicit' as const) : null,
});
keepsTheStageContract({
  name: 'lock',
  make: () => lock({ productById: (id) => productWith({ id, currency: 'USD' }) }) as never,
  records: [
    partitionedTask([place(feature('Color', 'Red'), 'query'), place(feature('Shape', 'Round'), 'persona')]),
    partitionedTask(
      [
        {
          feature: {
            ...feature('budget', ''),
            type: 'budget_match',
            field: 'budget',
            value: { budget: 1900, voucher: fiveOff },
          },
          source: 'query',
          expression: 'explicit',
        },
      ],
      { id: 'other' },
    ),
    partitionedTask(
      [
        place({ ...feature('Color', 'Red'), target: 1 }, 'query'),
        place({ ...feature('shop', ''), type: 'same_shop', field: 'shop', value: 2 }, 'query'),
      ],
      {
        id: 'order',
        targetIds: ['P0', 'P1'],
        entities: ['tote bag', 'umbrella'].map((phrase) => ({ phrase, titleSpan: phrase, plural: false })),
        necessity: null,
      },
    ),
  ],
});

const { wording } = leakInput({ query: 'I need a red tote bag.' });
const task = lockedTask([asksFor('r1', 'query', 'Color', 'Red'), names('r2', 'tote bag')]);
const leaky = { ...task, id: 'leaky' };
const writing = () =>
  verbalise<Wording>(
    {
      name: 'scripted',
      model: null,
      write: async ({ task: { id }, earlier }) => ({ ...wording, query: `${id} ${earlier.length}` }),
    },
    Wording,
    { seed: 42, catalog: { productById: () => productWith() } },
  );
keepsTheStageContract({
  name: 'verbalise',
  make: () => writing() as never,
  records: [
    { task, earlier: [] },
    { task: leaky, earlier: [{ wording, findings: [] }] },
  ],
});

const proof = proofOf(task);
const leak = defineGate<Wording>({
  name: 'leak',
  codes: { hidden_in_query: 'a hidden value stands in the query' },
  check: ({ task: { id } }) =>
    id === 'leaky' ? [{ code: 'hidden_in_query', path: 'user_query', detail: 'says it' }] : [],
});
const checking = () =>
  validate({
    wording: Wording,
    proof: Proof,
    gates: [leak],
    prove: () => proof,
  });
keepsTheStageContract({
  name: 'validate',
  make: () => checking() as never,
  records: [
    { task, targets: [productWith()], wording, earlier: [] },
    { task: leaky, targets: [productWith()], wording, earlier: [] },
  ],
});

keepsTheStageContract({
  name: 'rewrite until valid',
  make: () =>
    rewriteUntilValid<LockedTask, Attempt<Wording>, Draft<Wording>, ValidDraft<Wording, Proof>>({
      input: LockedTask,
      write: writing(),
      check: checking(),
      attemptOf: (draft, findings) => ({ wording: draft.wording, findings: [...findings] }),
      attempts: 3,
      final: new Set(),
    }) as never,
  records: [task, leaky],
});
