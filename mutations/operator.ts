import type { Draw } from '../schemas/draw.ts';
import type { Product } from '../schemas/product.ts';
import type { CatalogView } from '../shopping/catalog-view.ts';
import type { QueryWording, ScriptedWording } from '../shopping/draft.ts';
import type { GateInput } from '../stages/gate.ts';

/** A good draft: every gate passed it. */
export type Sample<Words extends QueryWording = ScriptedWording> = GateInput<Words>;

/** A sample with a defect, and in a few words which one. */
export interface Mutant<Words extends QueryWording = ScriptedWording> {
  readonly input: GateInput<Words>;
  readonly what: string;
}

/** Things that operators look up; none of it is code of a gate. */
export interface Surroundings<Words extends QueryWording = ScriptedWording> {
  readonly draw: Draw;
  readonly view: CatalogView;
  /** Every sample of the family and catalog. */
  readonly samples: readonly Sample<Words>[];
}

/**
 * Plants one kind of defect. It decides without the gate's own code what to plant and whether the result carries the
 * defect; what does not is not returned.
 */
export interface Operator<Words extends QueryWording = ScriptedWording> {
  /** The gate that has to find it, by the name it has in its family's list. */
  readonly gate: string;
  readonly name: string;
  plant(sample: Sample<Words>, around: Surroundings<Words>): Iterable<Mutant<Words>>;
}

/** Plants defects by changing the catalog: products to put in, and others in the place of those of their ids. */
export interface CatalogOperator<Words extends QueryWording = ScriptedWording> {
  readonly gate: string;
  readonly name: string;
  /** The products that make one sample defective; none where they cannot. */
  products(sample: Sample<Words>, around: Surroundings<Words>): readonly Product[];
}

/** Operators of one gate, by name. */
export const operatorsOf = <Words extends QueryWording>(
  gate: string,
  plants: Readonly<Record<string, Operator<Words>['plant']>>,
): Operator<Words>[] => Object.entries(plants).map(([name, plant]) => ({ gate, name, plant }));
