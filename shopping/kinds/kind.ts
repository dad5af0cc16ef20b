import { z } from 'zod';
import type { Priced } from '../../catalog/index.ts';
import type { Bits } from '../../catalog/inverted-index/index.ts';
import type { Product, Review } from '../../schemas/product.ts';
import type { Bounds } from '../../text/range-mentions.ts';
import { InfoSource } from '../info-source.ts';

/** `unknown` is its own answer, never a pass and never a failure. */
export type Verdict = 'yes' | 'no' | 'unknown';

export const verdict = (holds: boolean): Verdict => (holds ? 'yes' : 'no');

/** Keys that every rubric has besides its type and value; in the order they are published in. */
const common = {
  id: z.string().regex(/^r\d+$/),
  /** `details.<canonical field>` or a top-level name: title, price, average_rating, rating_number, budget, review, skus, services, shop, knowledge. */
  field: z.string().min(1),
  info_source: InfoSource,
  /**
   * Place of the product it is about among the task's targets; absent where the task has one target, and where the
   * targets are judged together (same_shop, budget_match).
   */
  target: z.int().nonnegative().optional(),
  /** Statement of what is checked, in words made by code. */
  description: z.string().min(1),
  /** The words of the query that carry the requirement; set by the writer, outside the lock. */
  query_surface: z.string().min(1).optional(),
};

/** The part of a rubric that decides; wording and source play no role. */
export interface Asked<Type extends string, Value> {
  readonly type: Type;
  readonly field: string;
  readonly expected_value: Value;
}

/** A checkable fact about a target, and how it may be used: a rubric of a type before it is locked. */
interface FeatureOf<Type extends string, Value> {
  type: Type;
  field: string;
  target?: number | undefined;
  value: Value;
  sources: InfoSource[];
  implicit: boolean;
  required: boolean;
}

/** A product as far as the conditions on a whole order look at it. */
export type OrderItem = Pick<Product, 'shopId' | 'currency'> & Priced;

/** The catalog's index of the products that a noun phrase names. A place is a product's position among them. */
export interface PhraseIndex {
  /** Number of products that hold the phrase. */
  readonly length: number;
  /** Places of the products that state a value for a detail field, whatever its spelling; none where it is null. */
  stating(field: string | null, value: string): Bits;
  /** Places of the products whose title holds another text as well. */
  titled(text: string): Bits;
  /** Places of the products that another noun phrase names as well. */
  named(phrase: string): Bits;
  /** Places of the products that have a number within bounds; `field` as rubrics name it. */
  within(field: string, bounds: Bounds): Bits;
  /** Places of the products with a price in the currency, in minor units, that passes. */
  priced(currency: string, passes: (priceMinor: number) => boolean): Bits;
  /** Places of the products that come with a service. */
  serviced(service: string): Bits;
  /** Those of the places whose product passes. */
  passing(places: Bits, passes: (product: Product) => boolean): Bits;
}

/** A value of a detail field that a rubric scores. */
export interface Fact {
  readonly field: string;
  readonly value: string;
}

/** One thing a text has to say to ask for a requirement; gates look for it in the words that carry the rubric. */
export type Said =
  /** A value of a field, wanted or turned away. */
  | (Fact & { readonly by: 'value'; readonly excluded: boolean })
  /** Name the product is called by, in the singular or plural. */
  | { readonly by: 'phrase'; readonly text: string }
  /** A number of the field and which bound it is. */
  | { readonly by: 'range'; readonly field: string; readonly range: Bounds }
  /** A sentence; `exact`: word for word. */
  | { readonly by: 'sentence'; readonly text: string; readonly exact: boolean }
  /** That a service is wanted; `text` is the catalog's name of it. */
  | { readonly by: 'service'; readonly text: string }
  /** The most that is paid, in major units. */
  | { readonly by: 'budget'; readonly max: number }
  /** That all products come from one shop. */
  | { readonly by: 'one shop' };

/** Words or a number of a field that give a requirement away to whoever reads them. */
export type GivenAway = Fact | { readonly field: string; readonly range: Bounds };

/** Facts a feature is locked with. */
export interface Lock {
  readonly id: string;
  readonly info_source: InfoSource;
  /** ISO code that a bound on the price is said in. */
  readonly currency: string;
}

/** All that the shared steps ask of a rubric type; `A` is what a rubric of it asks. */
export interface RubricKind<A extends Asked<string, unknown>> {
  readonly type: A['type'];
  /** Tells whether one product satisfies it; `reviews` are the product's own. */
  satisfies(product: Product, asked: A, reviews: readonly Review[]): Verdict;
  /**
   * Tells whether a product says nothing of it, so that nobody can tell whether it would satisfy it; `satisfies` says no.
   * Absent where every product says something.
   */
  leavesOpen?(product: Product, asked: A): boolean;
  /** Tells whether an order satisfies it. Absent where each product is judged by itself. */
  satisfiesTogether?(products: readonly OrderItem[], asked: A): Verdict;
  /** The products of a phrase that satisfy it, from the index. Absent where code cannot decide it of one product. */
  places?(index: PhraseIndex, asked: A): Bits;
  /** Values a product itself states about it, as the catalog has them. */
  states(product: Product, asked: A): string[];
  /** States the requirement, in words made by code so that a judge sees the field and the value, never a paraphrase. */
  describe(asked: A, currency: string): string;
  /** Lists what a text has to say to ask for it. */
  said(asked: A): readonly Said[];
  /** Words and numbers that texts that hide it must not hold, where those are not what is said of it. */
  givenAway?(asked: A): readonly GivenAway[];
  /** Its name in lists of facts; the field's name where absent. */
  readonly name?: string;
  /** States the requirement as briefly as lists of facts say it beside the name. */
  brief(asked: A): string;
}

interface Definition<Type extends string, Value extends z.ZodType> extends RubricKind<Asked<Type, z.output<Value>>> {
  readonly type: Type;
  readonly value: Value;
}

/** A rubric type: the schemas of its rubrics and features, made of its value's, and what is known of it. */
export function defineKind<const Type extends string, Value extends z.ZodType>(definition: Definition<Type, Value>) {
  const { type, value } = definition;
  type Own = FeatureOf<Type, z.output<Value>>;
  const askedBy = ({ field, value: expected_value }: Own) => ({ type, field, expected_value });
  return {
    ...definition,
    rubric: z.strictObject({ ...common, type: z.literal(type), expected_value: value }),
    feature: z.strictObject({
      type: z.literal(type),
      field: common.field,
      /** Place of the target it is about; absent where the task has one, and for what is said of all of them together. */
      target: common.target,
      value,
      /** Sources it may be assigned to. */
      sources: z.array(InfoSource).min(1),
      /** True when a clue can stand for it in the query. */
      implicit: z.boolean(),
      /** True when the intent's contract needs it in the task. */
      required: z.boolean(),
      /** Silence of the target's shelf about it: such a thing is asked where nothing else makes the task. */
      silence: z.int().positive().optional(),
      /** Told of what the titles of the shelf leave out: other things come first. */
      untitled: z.literal(true).optional(),
      /** Told of what English has no words for, so that texts quote it: other things come first. */
      quoted: z.literal(true).optional(),
    }),
    askedBy,
    /** The rubric of a feature; its keys stand in the order they are published in. */
    lockedOf: (feature: Own, { id, info_source, currency }: Lock) => ({
      id,
      type,
      field: feature.field,
      ...(feature.target === undefined ? {} : { target: feature.target }),
      expected_value: feature.value,
      info_source,
      description: definition.describe(askedBy(feature), currency),
    }),
  };
}
