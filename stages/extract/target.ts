import type { Draw } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import type { DroppedFact, Entity } from '../../shopping/task.ts';
import type { TargetDependencies } from './dependencies.ts';
import type { FactCollector } from './fact-collector.ts';

/** Tells whether any product that a request might mean as well passes a test, by its row. */
export type AnyPeer = (test: (row: number) => boolean) => boolean;

/** Data that the parts of the stage share about one target of a task. */
export interface TargetContext {
  readonly task: PlannedTask;
  readonly collected: FactCollector;
  /** Wider kinds of product that the target is named by, which no fact of it depends on. */
  readonly broader: Entity[];
  readonly product: Product;
  readonly row: number;
  /** Products whose titles hold the same noun phrase, the target among them. */
  readonly rivals: Uint32Array;
  /** Tells whether one of those, or of the products of its shelf, passes the test: a bound must exclude one. */
  readonly anyPeer: AnyPeer;
  readonly draw: Draw;
  readonly dependencies: TargetDependencies;
}

/** A target of a task, before its noun phrase is looked for. */
export interface Candidate {
  readonly task: PlannedTask;
  readonly product: Product;
  readonly dependencies: TargetDependencies;
}

/** Why a target cannot carry its intent. */
export interface Shortfall {
  readonly code: string;
  readonly detail: string;
  readonly evidence?: { readonly dropped: readonly DroppedFact[] };
}

/** Requirements that a family puts to the targets of a task. */
export interface ExtractParts {
  /** Finds the shortfall a target is bound to have by its own record, which is quicker than to look at its rivals. */
  readonly beforehand?: (candidate: Candidate) => Shortfall | null;
  /** Adds features of one target; a shortfall rejects the task. */
  ofTarget(context: TargetContext): Shortfall | null | Promise<Shortfall | null>;
  readonly together?: (contexts: readonly TargetContext[], draw: Draw) => Feature[] | Shortfall;
  /** Finds what is still missing once everything is collected. */
  shortfallOf(features: readonly Feature[], task: PlannedTask, targets: readonly TargetContext[]): Shortfall | null;
  /** Every code of the above and the fact it states. */
  readonly rejections: Readonly<Record<string, string>>;
}
