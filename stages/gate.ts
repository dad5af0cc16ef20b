import type { Finding } from '../schemas/finding.ts';
import type { Product } from '../schemas/product.ts';
import type { QueryWording } from '../shopping/draft.ts';
import type { LockedTask } from '../shopping/task.ts';

/** What every gate sees: the locked task, the text written for it and the products it is about. */
export interface GateInput<Words extends QueryWording = QueryWording> {
  readonly task: LockedTask;
  readonly wording: Words;
  readonly targets: readonly Product[];
}

/** Finds one kind of defect; no finding means the gate holds. Pure: same input, same findings in the same order. */
export type Gate<Words extends QueryWording = QueryWording> = (input: GateInput<Words>) => Finding[];
