import type { Catalog } from '../catalog/index.ts';
import { FIELD_POLICIES } from './language/field-policy.ts';
import { Quantities } from './quantities/index.ts';

/** How requirements may use one detail field. */
export interface DetailUse {
  readonly persona: boolean;
  readonly clarification: boolean;
  /** Its values may be excluded. */
  readonly negative: boolean;
  /** Used only for products that state few other facts. */
  readonly filler: boolean;
}

const OF_QUANTITY: DetailUse = { persona: true, clarification: true, negative: false, filler: false };

/** How a field of a catalog may be used: as the lexicon says, or as any quantity; undefined where nothing is asked of it. */
export function fieldUseIn(quantities: Quantities, field: string): DetailUse | undefined {
  const policy = FIELD_POLICIES.get(field);
  if (policy !== undefined) return policy;
  if ((quantities.of(field)?.asked.length ?? 0) === 0) return undefined;
  // An answer that names "USB 3.0 ports" says a number that is none of its bounds.
  return { ...OF_QUANTITY, clarification: !/\d/.test(field) };
}

/** Tells which fields of a catalog requirements can be about. */
export function asksIn(catalog: Catalog): (field: string) => boolean {
  const quantities = new Quantities(catalog);
  return (field) => fieldUseIn(quantities, field) !== undefined;
}
