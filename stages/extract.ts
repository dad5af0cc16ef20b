import { type AnswerSets, markShared } from '../catalog/answer-set.ts';
import { minorUnitsOf } from '../catalog/money.ts';
import { type PhraseUse, productNounOf } from '../catalog/product-noun.ts';
import type { Catalog } from '../catalog/store.ts';
import { findMentions, sharesFact } from '../catalog/text/mentions.ts';
import { containsWords, normaliseValue } from '../catalog/text/normalise.ts';
import { defineStage, keep, reject } from '../pipeline/stage.ts';
import { chance, type Draw, pick, shuffled } from '../schemas/draw.ts';
import type { IntentContract } from '../schemas/intent.ts';
import type { Product, Review } from '../schemas/product.ts';
import type { InfoSource } from '../schemas/rubric.ts';
import { type DroppedFact, type Entity, type Feature, FeaturedTask, PlannedTask } from '../schemas/task.ts';

/** How a family may use one detail field. */
export interface FieldUse {
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly negative: boolean;
  /** Used only for products that state few other facts. */
  readonly filler: boolean;
}

export interface ExtractDependencies {
  readonly catalog: Catalog;
  readonly answerSets: AnswerSets;
  /** The product of an id, null when the catalog does not hold it. */
  productOf(productId: string): Product | null;
  phraseUse(phrase: string): PhraseUse;
  drawFor(task: PlannedTask): Draw;
  contractOf(intent: string): IntentContract;
  fieldUse(field: string): FieldUse | undefined;
  /** Whether the query can say the value outright, and whether a clue can stand for it. */
  sayable(field: string, value: string): { explicit: boolean; implicit: boolean };
  excludable(field: string): boolean;
  judgeDetails(product: Product): {
    readonly kept: readonly { field: string; option: string }[];
    readonly dropped: readonly DroppedFact[];
  };
  planVoucher(input: {
    priceMinor: number;
    currency: string;
    rivals: readonly number[];
    draw: Draw;
  }): { voucher: VoucherPlan['voucher']; budget: number } | { rejected: string };
  proposeOpinions(
    reviews: readonly Review[],
    product: Product,
    draw: Draw,
    statesFact: (text: string) => boolean,
    options: { readonly plural: boolean },
  ): { opinion: string; evidence: { review_id: string; quote: string }[] }[];
}

type VoucherPlan = Extract<Feature['value'], { budget: number }>;

/** Fewest facts a task can be made of: 4 for the query, 2 for each hidden source (the published minimum). */
const LEAST_FEATURES = 8;
const MOST_FEATURES = 24;
/** Below this many facts a target's numbers and brand are all used. */
const SCARCE_FEATURES = 11;
const RATING_COUNT_STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const PRICE_STEPS = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000];

/**
 * Collects the checkable facts of a task's target: plausible, stated once, sayable, and those its intent is named for.
 * A task whose target cannot carry its intent is rejected here, before anything is placed.
 */
export const extract = (dependencies: ExtractDependencies) =>
  defineStage({
    name: 'extract',
    input: PlannedTask,
    output: FeaturedTask,
    rejections: {
      unknown_product: 'a target of the task is not in the catalog',
      no_product_noun: 'the title holds no product noun phrase to name the target by',
      too_few_features: `fewer than ${LEAST_FEATURES} plausible, sayable facts are stated`,
      too_few_implicit: 'fewer facts have a clue than the intent hides in clues',
      too_few_hidden: 'a hidden source has fewer than two facts to hold',
      no_rating_bound: 'no rating bound the target meets excludes another product',
      no_exclusion: 'no value of another product can be excluded that the target does not have',
      no_voucher: 'no human voucher is needed by the target and decides a verdict',
      too_few_opinions: 'fewer than two different positive opinions are quotable from its reviews',
    },

    async *run(tasks) {
      for await (const task of tasks) yield extractOne(task, dependencies);
    },
  });

function extractOne(task: PlannedTask, dependencies: ExtractDependencies) {
  const { catalog, answerSets } = dependencies;
  const [targetId = ''] = task.targetIds;
  const row = catalog.rowOf(targetId);
  const product = dependencies.productOf(targetId);
  if (row === null || product === null) return reject(task, 'unknown_product', `"${targetId}" is not in the catalog`);

  const noun = productNounOf(product, dependencies.phraseUse);
  if (noun === null) return reject(task, 'no_product_noun', `found none in "${product.title}"`);
  const entity: Entity = { phrase: normaliseSpaces(noun.span), titleSpan: noun.span, plural: noun.plural };

  const draw = dependencies.drawFor(task);
  const needs = dependencies.contractOf(task.intent);
  const rivals = answerSets.holding(entity.phrase);
  const collected = new FactCollector(dependencies, product, entity, draw);
  const anyPeer = (test: (row: number) => boolean) =>
    rivals.some(test) || catalog.shelfRows(catalog.shelfOf(row).id).some(test);
  const context: CentreContext = { collected, product, row, rivals, anyPeer, draw, dependencies };
  const centre = addCentre(needs, context);
  if (centre !== null) return reject(task, centre.code, centre.detail, { evidence: { dropped: collected.dropped } });
  collected.addDetails();
  addNumbers(needs, context);

  const features = collected.features.slice(0, MOST_FEATURES);
  const shortfall = shortfallOf(features, needs);
  if (shortfall !== null) {
    return reject(task, shortfall.code, shortfall.detail, {
      evidence: { entity, features, dropped: collected.dropped },
    });
  }
  return keep({ ...task, entity, features, dropped: collected.dropped });
}

const normaliseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();

function shortfallOf(
  features: readonly Feature[],
  { leastImplicit }: IntentContract,
): { code: string; detail: string } | null {
  if (features.length < LEAST_FEATURES) {
    return {
      code: 'too_few_features',
      detail: `${features.length} of ${LEAST_FEATURES}: ${features.map(({ field }) => field).join(', ') || 'none'}`,
    };
  }
  const implicit = features.filter((feature) => feature.implicit);
  if (implicit.length < leastImplicit) {
    return {
      code: 'too_few_implicit',
      detail: `${implicit.length} of ${leastImplicit}: ${implicit.map(({ field }) => field).join(', ') || 'none'}`,
    };
  }
  for (const source of ['persona', 'clarification'] as const) {
    const able = features.filter(({ sources }) => sources.includes(source));
    if (able.length < 2)
      return {
        code: 'too_few_hidden',
        detail: `${able.length} of 2 for the ${source}: ${able.map(({ field }) => field).join(', ') || 'none'}`,
      };
  }
  return null;
}

type AnyPeer = (test: (row: number) => boolean) => boolean;

interface CentreContext {
  readonly collected: FactCollector;
  readonly product: Product;
  readonly row: number;
  /** Products whose titles hold the same noun phrase, the target among them. */
  readonly rivals: Uint32Array;
  /** Whether one of those, or of the products of its shelf, passes the test: a bound must exclude one. */
  readonly anyPeer: AnyPeer;
  readonly draw: Draw;
  readonly dependencies: ExtractDependencies;
}

/** Adds the feature the intent is named for; says why where the target has none. */
function addCentre(needs: IntentContract, context: CentreContext): { code: string; detail: string } | null {
  switch (needs.centre) {
    case null:
      return null;
    case 'rating':
      return addRatingBound(context);
    case 'exclusion':
      return addExclusion(context);
    case 'voucher':
      return addVoucher(context);
    case 'opinions':
      return addOpinions(context);
  }
}

function addRatingBound({ collected, product, anyPeer, draw, dependencies: { catalog } }: CentreContext) {
  const bounds = [ratingBound(product, anyPeer, catalog), ratingCountBound(product, anyPeer, catalog)].filter(
    (bound) => bound !== null,
  );
  const drawn = pick(draw, 'rating bound', bounds);
  if (drawn === undefined) {
    return {
      code: 'no_rating_bound',
      detail: `rating ${product.averageRating ?? 'not stated'}, ${product.ratingCount ?? 'no'} ratings; no product of its shelf falls short of it`,
    };
  }
  collected.add({ ...drawn, required: true });
  return null;
}

/** The half star below the target's rating, where a product of the category falls short of it. */
function ratingBound(product: Product, anyPeer: AnyPeer, catalog: Catalog): Feature | null {
  if (product.averageRating === null) return null;
  // Five stars on average is a matter of few ratings, not of quality.
  const min = Math.min(4.5, Math.floor(product.averageRating * 2) / 2);
  if (min < 3) return null;
  const excludes = anyPeer((peer) => (catalog.averageRating(peer) ?? 0) < min);
  return excludes ? numericFeature('average_rating', { min }) : null;
}

function ratingCountBound(product: Product, anyPeer: AnyPeer, catalog: Catalog): Feature | null {
  const count = product.ratingCount;
  if (count === null) return null;
  const min = RATING_COUNT_STEPS.findLast((step) => step <= count);
  if (min === undefined || !anyPeer((peer) => (catalog.ratingCount(peer) ?? 0) < min)) return null;
  return numericFeature('rating_number', { min });
}

function priceBound(product: Product, anyPeer: AnyPeer, catalog: Catalog): Feature | null {
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null) return null;
  const price = priceMinor / minorUnitsOf(currency);
  const scale = price > 5000 ? 10 ** Math.floor(Math.log10(price) - 2) : 1;
  const max = (PRICE_STEPS.find((step) => step * scale >= price) ?? Math.ceil(price / (500 * scale)) * 500) * scale;
  const excludes = anyPeer((peer) => (catalog.priceMinor(peer) ?? 0) > max * minorUnitsOf(currency));
  return excludes ? numericFeature('price', { max }) : null;
}

const numericFeature = (field: string, value: { min: number } | { max: number }): Feature => ({
  type: 'numeric_range',
  field,
  value,
  sources: ['query', 'clarification'],
  implicit: false,
  required: false,
});

/**
 * Bounds on rating, rating count and price, each only where it excludes a product of the category. Where details are
 * plenty they are drawn like the published pipeline's; a target with few facts gets all it can have.
 */
function addNumbers(
  needs: IntentContract,
  { collected, product, anyPeer, draw, dependencies: { catalog } }: CentreContext,
): void {
  const scarce = collected.features.length < SCARCE_FEATURES;
  const use = (field: string, probability: number) => scarce || chance(draw, `use ${field}`, probability);
  const bounds: (Feature | null)[] = [];
  if (needs.centre !== 'rating') {
    if (use('average_rating', 0.5)) bounds.push(ratingBound(product, anyPeer, catalog));
    if (use('rating_number', 0.4)) bounds.push(ratingCountBound(product, anyPeer, catalog));
  }
  // A budget already says what may be spent, and amounts of different currencies do not compare.
  const oneCurrency = !anyPeer((peer) => ![null, product.currency].includes(catalog.currency(peer)));
  if (needs.centre !== 'voucher' && oneCurrency && use('price', 0.5))
    bounds.push(priceBound(product, anyPeer, catalog));
  for (const bound of bounds) if (bound !== null) collected.add(bound);
}

/** Chooses excluded values among those the target's closest rivals have and it has not. */
function addExclusion({ collected, product, row, rivals, draw, dependencies }: CentreContext) {
  const own = new Map(
    Object.entries(product.details).map(([field, { options }]) => [field, new Set(options.map(normaliseValue))]),
  );
  const close = closestRivals(product, row, rivals, dependencies);
  const found: Feature[] = [];
  for (const field of shuffled(draw, 'exclusion fields', [...own.keys()].filter(dependencies.excludable))) {
    const values = new Map<string, { display: string; count: number }>();
    for (const rival of close) {
      for (const option of dependencies
        .judgeDetails(rival)
        .kept.filter((kept) => kept.field === field)
        .map((kept) => kept.option)) {
        const norm = normaliseValue(option);
        if (own.get(field)?.has(norm) || namesValue(product, field, option)) continue;
        const seen = values.get(norm);
        values.set(norm, { display: seen?.display ?? option, count: (seen?.count ?? 0) + 1 });
      }
    }
    const ordered = [...values.entries()].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
    const excluded = ordered.slice(0, chance(draw, `two of ${field}`, 0.5) ? 2 : 1).map(([, { display }]) => display);
    if (excluded.length > 0) {
      found.push({
        type: 'negative_attribute',
        field: `details.${field}`,
        value: excluded,
        sources: ['query', 'persona'],
        implicit: false,
        required: found.length === 0,
      });
    }
    if (found.length === 4) break;
  }
  if (found.length === 0) {
    return {
      code: 'no_exclusion',
      detail: `${close.length} rivals share the noun phrase; none has another value of ${[...own.keys()].filter(dependencies.excludable).join(', ') || 'any field'}`,
    };
  }
  for (const feature of found) collected.addExclusion(feature);
  return null;
}

/** True when the target's title or one of its own options for the field names the value: a shopper would take it for one. */
const namesValue = ({ title, details }: Product, field: string, value: string) =>
  [title, ...(details[field]?.options ?? [])].some((text) => findMentions(text, value, field).length > 0);

/** Up to 24 products of the same noun phrase, those that share most details with the target first. */
function closestRivals(
  product: Product,
  row: number,
  rivals: Uint32Array,
  { catalog, answerSets }: ExtractDependencies,
): Product[] {
  const shared = new Map<number, number>();
  for (const [field, { options }] of Object.entries(product.details)) {
    for (const option of options) {
      markShared(rivals, answerSets.stating(field, option), (place) => {
        const rival = rivals[place] as number;
        if (rival !== row) shared.set(rival, (shared.get(rival) ?? 0) + 1);
      });
    }
  }
  return [...shared.entries()]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, 24)
    .map(([rival]) => catalog.productByRow(rival));
}

function addVoucher({ collected, product, row, rivals, draw, dependencies }: CentreContext) {
  const { catalog } = dependencies;
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null) return { code: 'no_voucher', detail: 'the target has no price' };
  const prices: number[] = [];
  for (const rival of rivals) {
    const price = catalog.priceMinor(rival);
    if (rival !== row && price !== null && catalog.currency(rival) === currency) prices.push(price);
  }
  const plan = dependencies.planVoucher({ priceMinor, currency, rivals: prices, draw });
  if ('rejected' in plan) return { code: 'no_voucher', detail: plan.rejected };
  collected.add({
    type: 'budget_match',
    field: 'budget',
    value: { budget: plan.budget, voucher: plan.voucher },
    sources: ['query'],
    implicit: false,
    required: true,
  });
  return null;
}

function addOpinions({ collected, product, row, draw, dependencies }: CentreContext) {
  const reviews = dependencies.catalog.reviewsOf(row);
  const facts = Object.entries(product.details).flatMap(([field, { options }]) =>
    dependencies.fieldUse(field) === undefined ? [] : options.map((option) => ({ field, option })),
  );
  const statesFact = (text: string) => facts.some(({ field, option }) => findMentions(text, option, field).length > 0);
  const opinions = dependencies.proposeOpinions(reviews, product, draw, statesFact, {
    plural: collected.entity.plural,
  });
  if (opinions.length < 2)
    return { code: 'too_few_opinions', detail: `${opinions.length} of 2 in ${reviews.length} reviews` };
  for (const { opinion, evidence } of opinions.slice(0, 2)) {
    collected.add({
      type: 'review_opinion',
      field: 'review',
      value: { opinion, evidence },
      sources: ['query'],
      implicit: false,
      required: true,
    });
  }
  return null;
}

/** Gathers facts, each once: a fact that repeats another, or that the noun phrase already states, is dropped with a reason. */
class FactCollector {
  readonly features: Feature[] = [];
  readonly dropped: DroppedFact[] = [];
  readonly #excludedFields = new Set<string>();
  readonly #dependencies: ExtractDependencies;
  readonly #product: Product;
  readonly entity: Entity;
  readonly #draw: Draw;

  constructor(dependencies: ExtractDependencies, product: Product, entity: Entity, draw: Draw) {
    this.#dependencies = dependencies;
    this.#product = product;
    this.entity = entity;
    this.#draw = draw;
  }

  add(feature: Feature): void {
    this.features.push(feature);
  }

  addExclusion(feature: Feature): void {
    this.#excludedFields.add(feature.field);
    this.features.push(feature);
  }

  addDetails(): void {
    const { kept, dropped } = this.#dependencies.judgeDetails(this.#product);
    this.dropped.push(...dropped);
    const fields = [...new Set(kept.map(({ field }) => field))].sort();
    const fillers: [string, FieldUse][] = [];
    for (const field of shuffled(this.#draw, 'fields', fields)) {
      const use = this.#dependencies.fieldUse(field);
      if (use === undefined) continue;
      // A brand nearly names the product; the published pipeline keeps one in five.
      if (use.filler || (field === 'Brand' && !chance(this.#draw, 'use Brand', 0.3))) fillers.push([field, use]);
      else this.#addAttribute(field, this.#optionsOf(field, kept), use);
    }
    for (const [field, use] of fillers) {
      if (this.features.length < SCARCE_FEATURES) this.#addAttribute(field, this.#optionsOf(field, kept), use);
    }
  }

  #optionsOf(field: string, kept: readonly { field: string; option: string }[]): string[] {
    return shuffled(
      this.#draw,
      `options of ${field}`,
      kept.filter((fact) => fact.field === field).map(({ option }) => option),
    );
  }

  #addAttribute(field: string, options: readonly string[], use: FieldUse): void {
    for (const option of options) {
      const reason = this.#reasonAgainst(field, option);
      if (reason !== null) {
        this.dropped.push({ field, value: option, reason });
        continue;
      }
      const { explicit, implicit } = this.#dependencies.sayable(field, option);
      const inTitle = findMentions(this.#product.title, option, field).length > 0;
      const sources: InfoSource[] = [];
      if (explicit || implicit) sources.push('query');
      if (use.persona && !inTitle) sources.push('persona');
      if (use.clarification && !inTitle) sources.push('clarification');
      if (sources.length === 0) {
        this.dropped.push({
          field,
          value: option,
          reason: 'unsayable: the query has no words for it and the title gives it away',
        });
        continue;
      }
      // Explicit words missing: the query may only carry it as a clue, which `implicit` already says.
      this.features.push({
        type: 'attribute_match',
        field: `details.${field}`,
        value: option,
        sources,
        implicit,
        required: false,
      });
      return;
    }
  }

  #reasonAgainst(field: string, value: string): string | null {
    if (this.#excludedFields.has(`details.${field}`))
      return `duplicate_fact: the task already excludes values of ${field}`;
    if (findMentions(this.entity.phrase, value, field).length > 0 || containsWords(this.entity.phrase, value)) {
      return `duplicate_fact: the noun phrase "${this.entity.phrase}" already says it`;
    }
    for (const feature of this.features) {
      if (feature.type !== 'attribute_match' || typeof feature.value !== 'string') continue;
      const other = feature.field.replace(/^details\./, '');
      if (sharesFact({ field, value }, { field: other, value: feature.value }))
        return `duplicate_fact: ${other} "${feature.value}" says the same`;
    }
    return null;
  }
}
