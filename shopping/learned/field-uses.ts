import type { Catalog, IndexedCatalog } from '../../catalog/index.ts';
import { FIELDS, type FieldEntry, lexiconInForce } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { UNIT_OF } from '../../text/units.ts';
import { flagNameOf, flagSortOf, holdsSizes, isCoded, isUnasked, unitLacking } from '../language/field-name.ts';
import { FIELD_POLICIES } from '../language/field-policy.ts';
import { Quantities } from '../quantities/index.ts';
import { CLOSED_CHANCE, type FieldKind, type LearnedField } from './field-kinds.ts';
import { fieldsOf } from './stored-fields.ts';

/** Uses a requirement may make of one detail field. */
export interface FieldUse {
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly negative: boolean;
  /** Used only for products that state few other facts. */
  readonly filler: boolean;
}

/** Uses that may be made of a field, by the kind of its values. */
const USE_OF_KIND: Readonly<Partial<Record<FieldKind, FieldUse>>> = {
  choice: { persona: true, clarification: true, negative: true, filler: false },
  set: { persona: true, clarification: true, negative: true, filler: false },
  // A clarification would have to ask for the very thing.
  flag: { persona: true, clarification: false, negative: false, filler: false },
};

/** Of a field that only the query speaks of. */
const IN_QUERY: FieldUse = { persona: false, clarification: false, negative: false, filler: false };
const OF_QUANTITY: FieldUse = { persona: true, clarification: true, negative: false, filler: false };

const learned = new WeakMap<IndexedCatalog, ReadonlyMap<string, LearnedField>>();

/** Learns the facts about a catalog's fields from its own values, once. */
export function learnedFields(catalog: IndexedCatalog): ReadonlyMap<string, LearnedField> {
  return foundOrMade(learned, catalog, () => new Map(fieldsOf(catalog).map((field) => [field.field, field])));
}

/**
 * Finds the uses that requirements may make of a catalog's fields: as the lexicon says of those it has words for, and
 * of all others as their values show. Undefined for a field that nothing may be asked about.
 */
export function fieldUsesOf(
  catalog: Catalog,
  quantities = new Quantities(catalog),
): (field: string) => FieldUse | undefined {
  return (field) => {
    const entry = FIELDS.get(field);
    if (isUnasked(field)) return undefined;
    const known = FIELD_POLICIES.get(field);
    if (known !== undefined && entry?.kind === undefined) return known;
    const kind = entry?.kind ?? kindInUse(learnedFields(catalog).get(field), quantities);
    return asSaid(useByKind(field, quantities, kind), entry);
  };
}

/** Nobody chooses from so many values of which a product has several: they are what it is made of, or all it fits. */
const MOST_OF_SET = 1000;

/** Nor from so many measures: "Length 31 mm", "10.6 x 9.5 mm". Models have numbers too, "RTX 4060 Ti", and sizes of tires. */
const MOST_MEASURES = 100;
const MEASURED_SHARE = 0.9;

type Sized = Pick<LearnedField, 'kind' | 'values' | 'shares' | 'examples'>;

/** Tells whether values are measures: nearly all have a number in them, and most of the examples a unit. */
function areMeasures({ shares, examples }: Sized): boolean {
  const measured = examples.filter((value) => value.split(' ').some((word) => UNIT_OF.has(word)));
  return shares.digits >= MEASURED_SHARE && measured.length * 2 > examples.length;
}

/** Tells whether the values of a choice or a set are too many to choose from. */
export const isTooLarge = (learned: Sized): boolean => {
  const { kind, values } = learned;
  if (kind === 'set' && values > MOST_OF_SET) return true;
  return (kind === 'set' || kind === 'choice') && values > MOST_MEASURES && areMeasures(learned);
};

/** Tells whether numbers that a field states are names of sizes, from which one is chosen. */
export const areSizes = ({ field, kind, shares }: LearnedField, quantities: Quantities): boolean =>
  kind === 'quantity' && holdsSizes(field) && shares.closed >= CLOSED_CHANCE && quantities.of(field) === null;

/** The kind of a field by which it may be asked about: rare ones are not, nor those whose values are ever new or too many. */
function kindInUse(learned: LearnedField | undefined, quantities: Quantities): FieldKind | undefined {
  if (learned === undefined || learned.isRare) return undefined;
  if (areSizes(learned, quantities)) return 'choice';
  const isOpen = learned.kind === 'set' && learned.shares.closed < CLOSED_CHANCE;
  return isOpen || isTooLarge(learned) ? 'name' : learned.kind;
}

function useByKind(field: string, quantities: Quantities, kind: FieldKind | undefined): FieldUse | undefined {
  // An answer that names "USB 3.0 ports" says a number that is none of its bounds.
  const quantity = quantities.of(field);
  // A number of what nobody knows, or of how much of a quality a thing has: no wine has a dry of 93.
  const isOfNothing = isCoded(field) || unitLacking(field) !== null || flagSortOf(field) === 'quality';
  if (quantity?.unit === null && isOfNothing) return undefined;
  if ((quantity?.asked.length ?? 0) > 0) return { ...OF_QUANTITY, clarification: !/\d/.test(field) };
  if (kind === 'flag' && flagNameOf(field) === '') return undefined;
  return kind === undefined ? undefined : USE_OF_KIND[kind];
}

/** A use that was learned, with what a lexicon says of it; what is to be asked about, the query may always say. */
function asSaid(learned: FieldUse | undefined, entry: FieldEntry | undefined): FieldUse | undefined {
  if (entry?.ask === undefined) return entry?.asked === true ? (learned ?? IN_QUERY) : learned;
  const { ask } = entry;
  const use = learned ?? IN_QUERY;
  return {
    persona: ask.persona ?? use.persona,
    clarification: ask.clarification ?? use.clarification,
    negative: ask.exclude ?? use.negative,
    filler: ask.filler ?? use.filler,
  };
}

/** By catalog, and by the lexicon they were found out under. */
const uses = new WeakMap<Catalog, { readonly under: unknown; of(field: string): FieldUse | undefined }>();

/** Tells whether a requirement can be about a detail field of a catalog. */
export function asksAbout(catalog: Catalog, field: string): boolean {
  let known = uses.get(catalog);
  if (known?.under !== lexiconInForce()) {
    known = { under: lexiconInForce(), of: fieldUsesOf(catalog) };
    uses.set(catalog, known);
  }
  return known.of(field) !== undefined;
}
