import type { DescribedStep } from '../../../pipeline/stage.ts';
import { type IntentContract, type IntentContracts, leastFactsOf } from '../../../shopping/intent.ts';
import { detailFieldOf, type Feature, type InfoSource } from '../../../shopping/kinds/index.ts';
import { titleNames } from '../../../stages/extract/fact-collector.ts';
import {
  type Candidate,
  type ExtractParts,
  MOST_FEATURES,
  type Shortfall,
  type TargetContext,
} from '../../../stages/extract/index.ts';
import { addNumbers, addRatingBound, narrowBounds } from './bounds.ts';
import { addDefiningConstraint, type ConstraintDependencies } from './defining-constraint.ts';

interface Dependencies extends ConstraintDependencies {
  contractsOf(intent: string): IntentContracts;
  readonly maxAnswers: number;
}

/** Returns the smallest contract of an intent: the least its tasks need. */
const smallest = ({ contractsOf }: Dependencies, intent: string) => contractsOf(intent).at(-1) as IntentContract;

/** The stage's name, with the codes and remedies for products that fall short of a task's needs. */
export const HIDDEN_NEEDS = {
  name: 'extract',
  rejections: {
    too_few_features: 'a product states fewer plausible, sayable facts than its task needs',
    too_few_implicit: 'fewer facts have a clue than the intent hides in clues',
    too_few_hidden: 'a hidden source has fewer facts to hold than the intent needs',
    no_rating_bound: 'no rating bound the target meets excludes another product',
    no_exclusion: 'no value of another product can be excluded that the target does not have',
    no_voucher: 'no human voucher is needed by the order and decides a verdict',
    several_prices: 'what a product costs depends on the variant, and a voucher needs one price',
    too_few_opinions: 'fewer than two different positive opinions are quotable from its reviews',
  },
  remedies: {
    too_few_features:
      'more detail fields per product; `npm run explain` lists what was kept and what was dropped, with the reason',
    too_few_implicit:
      'clues for values of your shop: `npm run build:lexicon -- --catalog <catalog>` writes a file to fill in for `--lexicon`',
    too_few_hidden:
      'details that titles do not show (`npm run explain` names those that they do): more of them per product, or a `--lexicon` file that says `asked: true` of those that texts do not speak of',
    no_rating_bound: 'ratings',
    no_exclusion: 'more products of the same kind',
    no_voucher: 'prices, and more products of the same kind',
    several_prices:
      'each variant as a product of its own: a row for each, with its SKU as the id of the mapping (docs/catalogs.md, "Each variant as a product of its own")',
    too_few_opinions: 'more reviews per product',
  },
} satisfies DescribedStep;

/**
 * Makes the parts of the extract stage for tasks of one target whose requirements are spread over query, persona and
 * clarification.
 */
export const hiddenNeeds = (dependencies: Dependencies): ExtractParts => ({
  beforehand: ({ task: { intent }, ...candidate }) => {
    const contract = smallest(dependencies, intent);
    const possible = possibleFacts(candidate, contract);
    const shortfall = shortfallOf(possible, contract, centralFacts(contract));
    if (shortfall === null) return null;
    const { dropped } = candidate.dependencies.judged(candidate.product);
    return { ...shortfall, detail: `at most ${shortfall.detail}`, evidence: { dropped } };
  },
  async ofTarget(context) {
    const { collected, task } = context;
    const contract = smallest(dependencies, task.intent);
    const { definingConstraint: central, leastImplicit } = contract;
    const unrated = central === 'rating' ? addRatingBound(context) : null;
    if (unrated !== null) return unrated;
    collected.addDetails();
    addNumbers(contract, context);
    narrowBounds(context, { maxAnswers: dependencies.maxAnswers, leastImplicit });
    if (central !== null && central !== 'rating') {
      // It takes long to find out, and leaves the other facts as they are.
      const possible = [...placeablesOf(collected.features, context), ...possibleExclusions(context, contract)];
      const missing =
        shortfallOf(possible, contract, centralFacts(contract)) ??
        (await addDefiningConstraint(central, context, dependencies));
      if (missing !== null) return missing;
    }
    const { entity, dropped } = collected;
    const features = collected.features.slice(0, MOST_FEATURES);
    const missing = shortfallOf(placeablesOf(features, context), contract);
    return missing && { ...missing, evidence: { entities: [entity], features, dropped } };
  },
  rejections: HIDDEN_NEEDS.rejections,
});

/** Requirements that vouchers and opinions add to a task. */
const CENTRAL: Readonly<Record<string, number>> = { voucher: 1, opinions: 2 };

const centralFacts = ({ definingConstraint }: IntentContract) => CENTRAL[definingConstraint ?? ''] ?? 0;

/** A requirement, by the places in a task where it may stand. */
interface Placeable extends Pick<Feature, 'field' | 'sources' | 'implicit'> {
  /** An exclusion: a task takes one of them, and states nothing else of its field. */
  readonly excludes: boolean;
  /** Hidden sources that could hold it if the product's title did not show it. */
  readonly shown: readonly HiddenSource[];
}

const HIDDEN_SOURCES = ['persona', 'clarification'] as const;
type HiddenSource = (typeof HIDDEN_SOURCES)[number];

const placeablesOf = (
  features: readonly Feature[],
  { product, dependencies: { fieldUse } }: Pick<TargetContext, 'product' | 'dependencies'>,
): Placeable[] =>
  features.map(({ type, field, value, sources, implicit }) => {
    const detail = type === 'attribute_match' ? detailFieldOf(field) : null;
    const use = detail === null || !titleNames(product, detail, String(value)) ? undefined : fieldUse(detail);
    const shown = HIDDEN_SOURCES.filter((source) => use?.[source] === true && !sources.includes(source));
    return { field, sources, implicit, excludes: type === 'negative_attribute', shown };
  });

/** One entry for each field whose values a task may exclude. */
const possibleExclusions = (
  { product: { details }, dependencies: { fieldUse } }: Omit<Candidate, 'task'>,
  { definingConstraint }: IntentContract,
): Placeable[] =>
  definingConstraint === 'exclusion'
    ? Object.keys(details)
        .filter((field) => fieldUse(field)?.negative)
        .map((field) => ({ field: `details.${field}`, sources: ['query'], implicit: false, excludes: true, shown: [] }))
    : [];

/** One entry for each requirement a product could give a task of the intent if nothing about its peers spoke against it. */
function possibleFacts(candidate: Omit<Candidate, 'task'>, contract: IntentContract): Placeable[] {
  const { product, dependencies } = candidate;
  const { answerSets, boundsWithClues, judged, fieldUse, sayable } = dependencies;
  const { definingConstraint, leastImplicit } = contract;
  const stated = Map.groupBy(judged(product).kept, ({ field }) => field);
  const found = possibleExclusions(candidate, contract);
  for (const [field, options] of stated) {
    const use = fieldUse(field);
    if (use === undefined) continue;
    const quantity = answerSets.quantities.of(field);
    const hides = quantity !== null || options.some(({ option }) => !titleNames(product, field, option));
    const sources: InfoSource[] = ['query'];
    const able = HIDDEN_SOURCES.filter((source) => use[source]);
    if (hides) sources.push(...able);
    const hasClue = () =>
      quantity === null
        ? options.some(({ option }) => sayable(field, option).implicit)
        : (boundsWithClues?.(quantity) ?? []).length > 0;
    const implicit = leastImplicit > 0 && hasClue();
    found.push({ field: `details.${field}`, sources, implicit, excludes: false, shown: hides ? [] : able });
  }
  const { averageRating, ratingCount, priceMinor } = product;
  const number = (field: string) =>
    found.push({ field, sources: ['query', 'clarification'], implicit: false, excludes: false, shown: [] });
  if (averageRating !== null) number('average_rating');
  if (ratingCount !== null && (averageRating === null || definingConstraint !== 'rating')) number('rating_number');
  if (priceMinor !== null && definingConstraint !== 'voucher') number('price');
  return found;
}

/** Says what is missing, where `more` facts are still to come that no hidden source can hold. */
function shortfallOf(given: readonly Placeable[], contract: IntentContract, more = 0): Shortfall | null {
  const { leastImplicit, leastHidden } = contract;
  const leastFacts = leastFactsOf(contract);
  const facts = given.filter(({ excludes }) => !excludes);
  const exclusions = given.filter(({ excludes }) => excludes);
  /** Facts that a task can have beside one exclusion or another. */
  const beside =
    exclusions.length === 0 ? [facts] : exclusions.map((one) => facts.filter(({ field }) => field !== one.field));
  const most = (able: (fact: Placeable) => boolean) => longest(beside.map((some) => some.filter(able)));
  const named = (features: readonly Placeable[]) =>
    [...new Set(features.map(({ field }) => field))].join(', ') || 'none';

  const all = most(() => true);
  const count = all.length + Math.min(1, exclusions.length) + more;
  if (count < leastFacts)
    return { code: 'too_few_features', detail: `${count} of ${leastFacts}: ${named([...exclusions, ...all])}` };
  const implicit = most((fact) => fact.implicit);
  if (implicit.length < leastImplicit) {
    return { code: 'too_few_implicit', detail: `${implicit.length} of ${leastImplicit}: ${named(implicit)}` };
  }
  for (const source of HIDDEN_SOURCES) {
    const able = most(({ sources }) => sources.includes(source));
    if (able.length >= leastHidden) continue;
    const shown = all.filter((fact) => fact.shown.includes(source));
    const why =
      shown.length === 0
        ? ''
        : `; the title shows ${named(shown)}, so that ${shown.length === 1 ? 'it hides' : 'they hide'} nowhere`;
    return {
      code: 'too_few_hidden',
      detail: `${able.length} of ${leastHidden} for the ${source}: ${named(able)}${why}`,
    };
  }
  return null;
}

const longest = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists.reduce((best, list) => (list.length > best.length ? list : best));
