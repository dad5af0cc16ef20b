import { type Catalog, formIn } from '../../catalog/index.ts';
import { BASE_FIELDS, FIELDS, lexiconInForce, onLexicon } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { flagNameOf, isCoded, isUnasked, unitLacking } from '../language/field-name.ts';
import type { FieldKind, LearnedField } from '../learned/field-kinds.ts';
import { areSizes, asksAbout, fieldUsesOf, isTooLarge, learnedFields } from '../learned/field-uses.ts';
import { ShelfTalk } from '../learned/shelf-talk.ts';
import {
  catalogStatistics,
  type FieldStatistics,
  implausibleValue,
  isConstantEverywhere,
  languageInUse,
  statisticsInUse,
  type ValueInContext,
} from '../plausibility/index.ts';
import { comparableBounds, Quantities, type QuantityField, quantityFaultIn } from '../quantities/index.ts';

/** Layer that a decision comes from: the tables of the program, the catalog's own values, or a person's file. */
export type Origin = 'known' | 'learned' | 'yours';

/** One value of a field, most products first. */
interface ValueOverview {
  readonly value: string;
  readonly products: number;
  /** Why nothing is asked about it; null where it may be. */
  readonly against: string | null;
  /** Number of hints that can stand for it. */
  readonly clues: number;
}

/** Facts about a field of a catalog, with the uses tasks may make of it. */
export interface FieldOverview {
  readonly field: string;
  readonly kind: FieldKind;
  readonly kindFrom: Origin;
  /** Unit of a quantity. */
  readonly unit: string | null;
  /** The unit that its numbers may well be in, of those that state none and need one; null where nothing is missing. */
  readonly unitMissing: string | null;
  readonly products: number;
  /** The share of all products that state it, and the largest share of a category. */
  readonly share: number;
  readonly coverage: number;
  readonly values: number;
  readonly frequent: readonly ValueOverview[];
  /** Uses tasks may make of it; null where they do not ask about it. */
  readonly use: {
    /** A profile may hold it. */
    readonly hidden: boolean;
    /** A request may hint at it. */
    readonly hinted: boolean;
    readonly clarified: boolean;
    readonly excluded: boolean;
  } | null;
  readonly useFrom: Origin;
  /** Why nothing is asked about it, or why nothing hints at it; null where it may all. */
  readonly reason: string | null;
  /** Hardly any product states it. */
  readonly isRare: boolean;
  /** Of the products that state it, the share whose value a request can hint at. */
  readonly hinted: number;
  /** Of what they state, the share that tasks leave out for the texts of its shelf do not speak of it. */
  readonly unspoken: number;
}

export interface CatalogOverview {
  readonly products: number;
  readonly fields: readonly FieldOverview[];
}

/** Share of facts that are left out from which on that is told. */
export const MOSTLY_UNSPOKEN = 0.5;

/** Values of a field that are told of. */
const MOST_VALUES = 12;
const percent = (share: number) => `${share > 0 && share < 0.01 ? '<1' : Math.round(100 * share)} %`;

/** Lists what tasks may ask of a catalog, field by field, those that most products state first. */
export function overviewOf(catalog: Catalog): CatalogOverview {
  const quantities = new Quantities(catalog);
  const useOf = fieldUsesOf(catalog, quantities);
  const learned = learnedFields(catalog);
  const { statistics, stating } = statisticsInUse(catalog, (field) => useOf(field) !== undefined);
  remember(catalog, statistics);
  const talk = new ShelfTalk({
    ...{ catalog, stating },
    dimensionOf: (field) => quantities.of(field)?.dimension ?? null,
  });
  const said = lexiconInForce().fields;
  const fields = [...learned.values()].map((field): FieldOverview => {
    const quantity = quantities.of(field.field);
    const entry = FIELDS.get(field.field);
    const isSaid = said[field.field]?.kind !== undefined;
    const learnedKind = areSizes(field, quantities) ? 'choice' : field.kind;
    const kind = entry?.kind ?? (quantity === null ? learnedKind : 'quantity');
    const all = valuesOf(catalog, field);
    const frequent = all
      .slice(0, MOST_VALUES)
      .map((value) => ({ ...value, against: againstValue(catalog, field.field, value.value) }));
    const policy = useOf(field.field);
    // A field of which no value can be asked for is not asked about, whatever the tables say of it.
    const isBarred = policy !== undefined && areBarred(catalog, field.field, all);
    // Of one that says the same everywhere there is nothing to ask, in spite of whoever wants it.
    const [only, ...others] = all;
    const isIdle =
      only !== undefined &&
      others.length === 0 &&
      isConstantEverywhere(field.field, formIn(field.field, only.value), statistics);
    const use = isBarred || isIdle ? undefined : policy;
    const comparable = quantity !== null && comparableBounds(quantity).length > 0;
    const hintedAt = all.filter(({ clues }) => clues > 0).reduce((sum, { products }) => sum + products, 0);
    const hinted = quantity === null ? Math.min(1, hintedAt / Math.max(1, field.products)) : Number(comparable);
    return {
      field: field.field,
      kind,
      kindFrom: isSaid ? 'yours' : quantity !== null && entry?.quantity !== undefined ? 'known' : 'learned',
      unit: quantity?.unit ?? entry?.unit ?? null,
      unitMissing: unitMissingOf(field.field, quantity, frequent),
      products: field.products,
      share: field.products / Math.max(1, catalog.size),
      coverage: field.coverage,
      values: field.values,
      frequent,
      use:
        use === undefined
          ? null
          : { hidden: use.persona, hinted: hinted > 0, clarified: use.clarification, excluded: use.negative },
      useFrom:
        isSaid || said[field.field]?.ask !== undefined || said[field.field]?.asked !== undefined
          ? 'yours'
          : BASE_FIELDS.get(field.field)?.ask !== undefined || BASE_FIELDS.get(field.field)?.asked !== undefined
            ? 'known'
            : 'learned',
      reason:
        use === undefined
          ? whyNot(catalog, field, isIdle ? 'constant' : kind, isBarred ? (frequent[0]?.against ?? null) : null)
          : whyNotHinted(quantity !== null, hinted),
      isRare: field.isRare,
      hinted,
      unspoken: use === undefined ? 0 : talk.unspokenShare(field.field, use.filler),
    };
  });
  return {
    products: catalog.size,
    fields: fields.sort((a, b) => b.products - a.products || (a.field < b.field ? -1 : 1)),
  };
}

/** The unit that bare numbers of a field lack, where amounts of it are asked for with one alone, or its name is of a measure. */
function unitMissingOf(
  field: string,
  quantity: QuantityField | null,
  frequent: readonly ValueOverview[],
): string | null {
  const known = FIELDS.get(field)?.quantity;
  if (known !== undefined)
    return frequent.some(({ against }) => against?.startsWith('no_unit') === true) ? known.unit : null;
  return quantity?.unit === null ? unitLacking(field) : null;
}

function whyNot(catalog: Catalog, learned: LearnedField, kind: FieldKind, against: string | null): string {
  const { field, products, coverage, values, examples, isRare } = learned;
  if (isUnasked(field)) return lexiconInForce().fields[field]?.asked === false ? 'you say so' : 'nobody shops by it';
  if (against !== null) return withoutCode(against);
  if (isRare && kind !== 'quantity')
    return `stated by ${products} products, by ${percent(coverage)} of a category at most`;
  switch (kind) {
    case 'constant':
      return `nearly all say "${examples[0] ?? ''}"`;
    case 'name':
    case 'set':
    case 'choice':
      return isTooLarge(learned) ? 'too many values to choose from' : 'ever new values';
    case 'text':
      return 'sentences';
    case 'identifier':
      return 'told from product to product';
    case 'quantity':
      return isCoded(field)
        ? 'numbers that stand for words'
        : (quantityFaultIn(catalog, field) ?? 'an amount nobody asks for');
    case 'flag':
      return flagNameOf(field) === '' ? 'its name does not say what products have' : 'not asked about';
    default:
      return `${values} values, not asked about`;
  }
}

function whyNotHinted(isQuantity: boolean, hinted: number): string | null {
  if (hinted > 0) return null;
  return isQuantity ? 'no everyday thing measures as much' : 'no value has a clue';
}

/** A field of so many different values is not read whole where all they do is tell products apart. */
const MOST_READ = 20_000;
const isRead = ({ values, kind }: LearnedField) => (kind !== 'identifier' && kind !== 'text') || values <= MOST_READ;

function valuesOf(catalog: Catalog, learned: LearnedField): Omit<ValueOverview, 'against'>[] {
  if (!isRead(learned)) return [];
  const { field } = learned;
  const clued = new Map(
    Object.entries(FIELDS.get(field)?.values ?? {}).map(([value, { clues }]) => [
      formIn(field, value),
      clues?.length ?? 0,
    ]),
  );
  return catalog.valuesOf(field).map(({ norm, display, count }) => ({
    value: display,
    products: count,
    clues: clued.get(formIn(field, norm)) ?? 0,
  }));
}

/** The values of a field that nothing speaks against, or what does; most products first. */
export function judgedValuesOf(catalog: Catalog, field: string): ValueOverview[] {
  const learned = learnedFields(catalog).get(field);
  if (learned === undefined) return [];
  return valuesOf(catalog, learned).map((value) => ({ ...value, against: againstValue(catalog, field, value.value) }));
}

/** Facts about a catalog that its values are judged by, with the lexicon they were found out under. */
const contexts = new WeakMap<
  Catalog,
  { readonly under: unknown } & Required<Pick<ValueInContext, 'language' | 'hasNumberedSizes'>>
>();

function contextOf(catalog: Catalog) {
  const known = contexts.get(catalog);
  if (known?.under === lexiconInForce()) return known;
  return remember(
    catalog,
    catalogStatistics(catalog, (field) => asksAbout(catalog, field)),
  );
}

function remember(catalog: Catalog, statistics: FieldStatistics) {
  const hasNumberedSizes = Object.keys(statistics.numberedSizes).length > 0;
  const context = { under: lexiconInForce(), language: languageInUse(statistics), hasNumberedSizes };
  contexts.set(catalog, context);
  return context;
}

const valueAlone = (field: string, option: string) => ({ field, option, rawValue: option, productId: '', title: '' });

/** Tells whether a value passes the strictest judgement, and so any: what is known of a catalog allows more. */
const isPlausible = (field: string, option: string): boolean => implausibleValue(valueAlone(field, option)) === null;

/** Finds what speaks against a value wherever in a catalog it stands. */
function againstValue(catalog: Catalog, field: string, option: string): string | null {
  if (isPlausible(field, option)) return null;
  const { language, hasNumberedSizes } = contextOf(catalog);
  return implausibleValue({ ...valueAlone(field, option), language, hasNumberedSizes });
}

/** The whole catalog is read only where no value passes without it. */
const areBarred = (catalog: Catalog, field: string, values: readonly Pick<ValueOverview, 'value'>[]): boolean =>
  values.length > 0 &&
  !values.some(({ value }) => isPlausible(field, value)) &&
  values.every(({ value }) => againstValue(catalog, field, value) !== null);

/** Says what speaks against the most frequent value of a field where something does against each; null where nothing does. */
export function barredBy(catalog: Catalog, field: string): string | null {
  const learned = learnedFields(catalog).get(field);
  if (learned === undefined || !isRead(learned)) return null;
  // The first value of nearly every field passes, and no other has to be read.
  for (const { display } of catalog.listedValues(field)) if (isPlausible(field, display)) return null;
  const values = valuesOf(catalog, learned);
  const [first] = values;
  if (first === undefined || !areBarred(catalog, field, values)) return null;
  return withoutCode(againstValue(catalog, field, first.value) ?? '');
}

const withoutCode = (reason: string) => reason.replace(/^\w+: /, '');

/** Fields that were asked for, by catalog, with true for each that requirements can be about: some are asked for again and again. */
let asked = new WeakMap<Catalog, Map<string, boolean>>();
onLexicon(() => {
  asked = new WeakMap();
});

/** Tells whether a requirement can be about a detail field, and about at least one of its values. */
export function asksAboutValues(catalog: Catalog, field: string): boolean {
  const known = asked.get(catalog) ?? new Map<string, boolean>();
  asked.set(catalog, known);
  return foundOrMade(known, field, () => asksAbout(catalog, field) && barredBy(catalog, field) === null);
}
