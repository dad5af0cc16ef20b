import { withLocked, withReplaced, withSentence, withTask, withWording } from '../../../mutations/changes.ts';
import { OF_QUERIES } from '../../../mutations/harmless.ts';
import { type Mutant, type Operator, operatorsOf } from '../../../mutations/operator.ts';
import { OF_ANY } from '../../../mutations/operators/index.ts';
import { UNSEEN_ORDERS } from '../../../mutations/operators/unseen.ts';
import {
  type AnySample,
  eachOf,
  expecting,
  keeping,
  rubricsOf,
  withMore,
  withPriceOf,
} from '../../../mutations/rubrics.ts';
import { SPELLINGS } from '../../../mutations/spellings.ts';
import { defineSuite } from '../../../mutations/suite.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { judgesOf } from '../building.ts';
import { family as shoppingbench } from '../family.ts';
import { orderWriter } from '../writers/offline-writer.ts';

const isJoint = ({ type }: Rubric) => type === 'same_shop' || type === 'budget_match';

const CONTRACT = operatorsOf('intent contract', {
  'a product too many or too few': (sample) => {
    const { targets } = sample;
    const first = targets[0]!;
    const one = sample.task.intent === 'multi_products_seller' ? 1 : 0;
    return [
      [],
      Array.from({ length: 5 }, () => first),
      ...(one === 1 ? [[first]] : []),
      ...(targets.length === 1 && sample.task.intent !== 'coupon_budget' ? [[first, first]] : []),
    ].map((other) => ({ input: { ...sample, targets: other }, what: `${other.length} products` }));
  },
  'a part of the promise left out': (sample) =>
    (['same_shop', 'budget_match', 'knowledge_match'] as const).flatMap((type) =>
      keeping(sample, (rubric) => rubric.type !== type, `no ${type}`),
    ),
  'a part of the promise twice': (sample) =>
    rubricsOf(sample)
      .filter((rubric) => isJoint(rubric) || rubric.type === 'knowledge_match')
      .map((rubric) => withMore(sample, rubric, rubric.type)),
  'a part nobody promised': (sample, { samples }) =>
    (['same_shop', 'budget_match', 'knowledge_match'] as const).flatMap((type) => {
      if (rubricsOf(sample).some((rubric) => rubric.type === type)) return [];
      const [other] = samples.flatMap(rubricsOf).filter((rubric) => rubric.type === type);
      return other === undefined ? [] : [withMore(sample, other, type)];
    }),
  'products of several shops': (sample) =>
    sample.targets.length > 1 &&
    rubricsOf(sample).some(
      (rubric) =>
        rubric.type === 'same_shop' ||
        (rubric.type === 'budget_match' && rubric.expected_value.voucher.issuer === 'shop'),
    )
      ? ['elsewhere', null].map((shopId) => ({
          input: { ...sample, targets: [{ ...sample.targets[0]!, shopId }, ...sample.targets.slice(1)] },
          what: String(shopId),
        }))
      : [],
  'another intent': (sample) =>
    ['products_finder', 'knowledge', 'multi_products_seller', 'coupon_budget']
      .filter((intent) => intent !== sample.task.intent)
      .map((intent) => withTask(sample, { intent }, intent)),
});

const FACTS = [
  ...operatorsOf('facts: more than a title', {
    'nothing asked of a product': (sample) =>
      sample.targets.flatMap((_, place) =>
        keeping(
          sample,
          (rubric) => isJoint(rubric) || rubric.type === 'entity_match' || (rubric.target ?? 0) !== place,
          `product ${place}`,
        ),
      ),
    'nothing asked of any product': (sample) =>
      keeping(sample, (rubric) => isJoint(rubric) || rubric.type === 'entity_match', 'all'),
    'nothing at all': (sample) => [
      withLocked(sample, { rubrics: [] }, 'none'),
      withLocked(sample, { rubrics: rubricsOf(sample).filter(isJoint) }, 'joint ones'),
    ],
  }),
  ...operatorsOf('facts: bounds', {
    'a bound every product keeps to': (sample, { draw }) =>
      sample.targets.flatMap((_, place) =>
        [
          { min: 0.01 },
          { max: 90_000_000 },
          { min: 0.5, max: 80_000_000 },
          { min: 0 },
          { max: 50_000_000 + draw(`most ${place}`, 9) },
        ].map((bounds) => withPriceOf(sample, bounds, sample.targets.length === 1 ? undefined : place)),
      ),
  }),
  ...operatorsOf('facts: voucher', {
    'an order within its budget': eachOf('budget_match', (rubric, sample) => {
      const total = sample.targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
      return [0, 1, 100, total, total * 9].map((more) =>
        expecting(sample, rubric, { ...rubric.expected_value, budget: total + more }, `${total + more}`),
      );
    }),
    'a cheaper order': eachOf('budget_match', (rubric, sample) => {
      const each = Math.floor(rubric.expected_value.budget / sample.targets.length);
      return [each, each - 1, 1].map((priceMinor) => ({
        input: { ...sample, targets: sample.targets.map((target) => ({ ...target, priceMinor })) },
        what: `${priceMinor} each`,
      }));
    }),
  }),
];

const shopRubrics = (sample: AnySample) =>
  rubricsOf(sample).filter(
    (rubric) =>
      rubric.type === 'same_shop' ||
      (rubric.type === 'budget_match' && rubric.expected_value.voucher.issuer === 'shop' && sample.targets.length > 1),
  );
const SHOP_WORDS = /\b(?:(?:the|one|a|from one|just one) )?(?:same|single|one)\s+(?:shop|store|seller|place)\b/gi;
const swapShops = (sample: AnySample, words: string): Mutant<QueryWording>[] => {
  if (shopRubrics(sample).length === 0) return [];
  const change = (text: string) => text.replace(SHOP_WORDS, words);
  const query = change(sample.wording.query);
  const surfaces = Object.fromEntries(Object.entries(sample.wording.surfaces).map(([id, text]) => [id, change(text)]));
  return query === sample.wording.query ? [] : [withWording(sample, { query, surfaces }, `${words}: ${query}`)];
};

const ONE_SHOP = operatorsOf('anchoring: one shop', {
  'nothing said of the shop': (sample) =>
    ['the internet', 'somewhere', 'good sources', 'wherever', 'the usual way'].flatMap((words) =>
      swapShops(sample, words),
    ),
  'any shops': (sample) =>
    ['several shops', 'different stores', 'any seller', 'various places', 'two shops'].flatMap((words) =>
      swapShops(sample, words),
    ),
  'the shop taken back': (sample) =>
    shopRubrics(sample).length === 0
      ? []
      : [
          'They need not come from one shop',
          "It doesn't have to be the same store",
          'The items do not all have to come from one seller',
          'One shop is not required',
          'I do not need everything from a single store',
          'It is not necessary to buy from one shop',
          'More than one shop is fine',
          'It can be more than one seller',
        ].flatMap((words) =>
          swapShops(sample, 'the internet').flatMap(({ input }) => {
            const query = `${input.wording.query} ${words}.`;
            const surfaces = { ...input.wording.surfaces, [shopRubrics(sample)[0]!.id]: words };
            return [{ input: { ...input, wording: { query, surfaces } }, what: words }];
          }),
        ),
});

const ANSWERS = Object.entries(SPELLINGS)
  .filter(([group]) => !group.startsWith('in ') && group !== 'unit abbreviations' && group !== 'units converted')
  .map(
    ([group, spellings]): Operator<QueryWording> => ({
      gate: 'leak: answer',
      name: `the answer in the query: ${group}`,
      plant: eachOf('knowledge_match', (rubric, sample) =>
        spellings.flatMap(({ spell }) => {
          const words = spell(rubric.expected_value.answer, 'answer');
          if (words === null) return [];
          const before = withReplaced(sample, sample.wording.query, `${words} it is. ${sample.wording.query}`, words);
          return [withSentence(sample, `I think it is ${words}.`), ...before];
        }),
      ),
    }),
  );

const ORDER_OPERATORS: readonly Operator<QueryWording>[] = [...CONTRACT, ...FACTS, ...ONE_SHOP, ...ANSWERS];

export const suite = defineSuite<QueryWording>({
  family: shoppingbench,
  gatesOn: (view) => judgesOf(view, 1).gates,
  writerOn: () => orderWriter,
  perIntent: 50,
  operators: [...OF_ANY, ...ORDER_OPERATORS],
  rewritings: OF_QUERIES,
  unseen: [UNSEEN_ORDERS],
});
