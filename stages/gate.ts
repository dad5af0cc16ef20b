import type { Finding } from '../schemas/finding.ts';
import type { Product } from '../schemas/product.ts';
import type { QueryWording } from '../shopping/draft.ts';
import type { Rubric } from '../shopping/kinds/index.ts';
import type { LockedTask } from '../shopping/task.ts';

/** Input of every gate: the locked task, the text written for it and the products it is about. */
export interface GateInput<Words extends QueryWording = QueryWording> {
  readonly task: LockedTask;
  readonly wording: Words;
  readonly targets: readonly Product[];
}

/** A part of a task that somebody else's benchmark may not publish, or that only a catalog shows. */
export type TaskPart =
  | 'query'
  | 'surfaces'
  | 'noun phrase'
  | 'target title'
  | 'target id'
  | 'target product'
  | 'profile'
  | 'whole script';

/** Count of the things a gate looks at in a task, for the share of them it finds at fault in foreign tasks. */
export interface Scope<Words extends QueryWording = QueryWording> {
  /** The things it looks at, in the plural. */
  readonly unit: string;
  /** The parts of a task that have to be published for the gate to judge it. */
  readonly reads: readonly TaskPart[];
  of(input: GateInput<Words>): number;
}

/** For a gate that looks at requirements: how many there are, or how many from these sources. */
export const requirements =
  (...sources: readonly Rubric['info_source'][]): Scope['of'] =>
  ({ task: { locked } }) =>
    sources.length === 0
      ? locked.rubrics.length
      : locked.rubrics.filter(({ info_source: source }) => sources.includes(source)).length;

export const wholeTask: Scope['of'] = () => 1;

/** A gate under its name, with every code it may find and the fact each states. */
export interface DescribedGate {
  /** The name a sample's proof lists it by. */
  readonly name: string;
  readonly codes: Readonly<Record<string, string>>;
  /** True where no other wording can mend what it finds: such a task is rejected at once. */
  readonly final: boolean;
}

/**
 * Finds one kind of defect; no finding means the gate holds. Pure: same input, same findings in the same order. `Given`
 * is what it has to be told beside the draft: nothing, or one object of its family's context.
 */
export interface Gate<Words extends QueryWording = QueryWording, Given extends readonly unknown[] = []>
  extends DescribedGate {
  readonly check: (input: GateInput<Words>, ...given: Given) => Finding[];
  /** Present where it can judge tasks of the family's published format, whoever made them. */
  readonly scope?: Scope<Words>;
}

type GateDefinition<Words extends QueryWording, Given extends readonly unknown[]> = Omit<
  Gate<Words, Given>,
  'final'
> & { readonly final?: boolean };

export const defineGate = <Words extends QueryWording = QueryWording, Given extends readonly unknown[] = []>(
  gate: GateDefinition<Words, Given>,
): Gate<Words, Given> => ({ final: false, ...gate });

/** Facts that a gate has to be told beside a draft. */
export type GivenTo<G> = G extends { check(input: never, given: infer Given): unknown } ? Given : never;
