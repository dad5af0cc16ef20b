import type { Catalog } from '../../catalog/index.ts';
import { FIELDS } from '../../lexicon/index.ts';
import { flagNameOf } from '../language/field-name.ts';
import { FIELD_POLICIES } from '../language/field-policy.ts';
import { Quantities } from '../quantities/index.ts';
import { type FieldKind, type LearnedField, learnFields, type StatedFields } from './field-kinds.ts';

/** How a requirement may use one detail field. */
export interface FieldUse {
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly negative: boolean;
  /** Used only for products that state few other facts. */
  readonly filler: boolean;
}

/** What may be made of a field by what its values are. */
const USE_OF_KIND: Readonly<Partial<Record<FieldKind, FieldUse>>> = {
  choice: { persona: true, clarification: true, negative: true, filler: false },
  set: { persona: true, clarification: true, negative: true, filler: false },
  // A clarification would have to ask for the very thing.
  flag: { persona: true, clarification: false, negative: false, filler: false },
};

const OF_QUANTITY: FieldUse = { persona: true, clarification: true, negative: false, filler: false };

const learned = new WeakMap<StatedFields, ReadonlyMap<string, LearnedField>>();

/** What a catalog's own values tell of its fields, learned once. */
export function learnedFields(catalog: StatedFields): ReadonlyMap<string, LearnedField> {
  let fields = learned.get(catalog);
  if (fields === undefined) {
    fields = new Map(learnFields(catalog).map((field) => [field.field, field]));
    learned.set(catalog, fields);
  }
  return fields;
}

/**
 * How requirements may use the fields of a catalog: as the lexicon says of those it has words for, and of all others as
 * their values show. Undefined for a field that nothing may be asked about.
 */
export function fieldUsesOf(
  catalog: Catalog,
  quantities = new Quantities(catalog),
): (field: string) => FieldUse | undefined {
  return (field) => {
    const known = FIELD_POLICIES.get(field);
    if (known !== undefined) return known;
    if (FIELDS.get(field)?.asked === false) return undefined;
    // An answer that names "USB 3.0 ports" says a number that is none of its bounds.
    if ((quantities.of(field)?.asked.length ?? 0) > 0) return { ...OF_QUANTITY, clarification: !/\d/.test(field) };
    const kind = learnedFields(catalog).get(field)?.kind;
    if (kind === 'flag' && flagNameOf(field) === '') return undefined;
    return kind === undefined ? undefined : USE_OF_KIND[kind];
  };
}

const uses = new WeakMap<Catalog, (field: string) => FieldUse | undefined>();

/** Whether a requirement can be about a detail field of a catalog. */
export function asksAbout(catalog: Catalog, field: string): boolean {
  let useOf = uses.get(catalog);
  if (useOf === undefined) {
    useOf = fieldUsesOf(catalog);
    uses.set(catalog, useOf);
  }
  return useOf(field) !== undefined;
}
