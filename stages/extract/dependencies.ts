import type { AnswerSets } from '../../catalog/answer-set.ts';
import type { PhraseUse } from '../../catalog/product-noun.ts';
import type { Catalog } from '../../catalog/store.ts';
import type { Draw } from '../../schemas/draw.ts';
import type { IntentContract } from '../../schemas/intent.ts';
import type { Product, Review } from '../../schemas/product.ts';
import type { DroppedFact, Feature, PlannedTask } from '../../schemas/task.ts';
import type { FactCollector } from './fact-collector.ts';

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

export type AnyPeer = (test: (row: number) => boolean) => boolean;

/** What the parts of the stage share about one task. */
export interface TargetContext {
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

/** Why a target cannot carry its intent. */
export interface Shortfall {
  readonly code: string;
  readonly detail: string;
}
