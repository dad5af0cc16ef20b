import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Catalog, IndexedCatalog } from '../../catalog/index.ts';
import { FIELDS, lexiconInForce } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { reachedModules } from '../../text/files/source-imports.ts';
import { LEAST_SHARE, type QuantityField, QuantityTally } from '../quantities/quantity-field.ts';
import { LearnedField, learnFields } from './field-kinds.ts';

const Stored = z.object({
  /** Digest of the code and tables that it was learned by. */
  by: z.string(),
  fields: z.array(LearnedField),
  /** Fields that are quantities, and the names of those that are none; a field that a lexicon spoke of is in neither. */
  quantities: z.array(
    z.object({
      field: z.string(),
      dimension: z.string(),
      unit: z.string().nullable(),
      asked: z.array(z.enum(['least', 'most', 'between', 'nominal'])),
      sizes: z.array(z.number()),
    }),
  ),
  others: z.array(z.string()),
});

/** Facts learned of a catalog when it was built, kept in it. */
interface StoredFields {
  readonly fields: readonly LearnedField[];
  /** Null for a field that is no quantity; undefined where nothing was kept of it. */
  quantityOf(field: string): QuantityField | null | undefined;
}

/** Learns what a catalog's own values tell. */
class Learner {
  readonly #fields = new Map<string, LearnedField>();
  readonly #amounts = new Map<string, QuantityField | null>();

  /** Learns some fields, all values of which are there. */
  learn(catalog: IndexedCatalog, fields: readonly string[]): void {
    for (const learned of learnFields(heard(catalog, this.#amounts), fields)) this.#fields.set(learned.field, learned);
  }

  /** Learns all other fields as well; returns the text to be kept in the catalog. Equal values give the same text on any machine. */
  text(catalog: IndexedCatalog): string {
    const names = [...catalog.fieldNames()].sort();
    this.learn(
      catalog,
      names.filter((field) => !this.#fields.has(field)),
    );
    const said = lexiconInForce().fields;
    const fields = names.map((field) => this.#fields.get(field) as LearnedField);
    const plain = fields.filter(({ field }) => said[field] === undefined);
    const read = plain.map(({ field, shares }) => ({
      field,
      quantity: holdsDigits(field, shares) ? (this.#amounts.get(field) ?? null) : null,
    }));
    const quantities = read.flatMap(({ quantity }) => quantity ?? []);
    const others = read.flatMap(({ field, quantity }) => (quantity === null ? [field] : []));
    return JSON.stringify({ by: learnedBy(), fields, quantities, others } satisfies Readonly<
      Record<keyof z.infer<typeof Stored>, unknown>
    >);
  }
}

/** Learns of a catalog while it is built; or, where nothing is learned ahead, all of one that is there. */
export function learning() {
  const learner = new Learner();
  return {
    learnAhead: (catalog: IndexedCatalog, fields: readonly string[]): void => learner.learn(catalog, fields),
    learn: (catalog: IndexedCatalog): string => learner.text(catalog),
  };
}

/** A catalog whose fields are learned as quantities as well while their values are read, which takes longer than all else. */
const heard = (catalog: IndexedCatalog, quantities: Map<string, QuantityField | null>): IndexedCatalog => ({
  size: catalog.size,
  mainCategories: () => catalog.mainCategories(),
  shelves: () => catalog.shelves(),
  numericColumns: () => catalog.numericColumns(),
  fieldNames: () => catalog.fieldNames(),
  *statedValues(field) {
    const tally = QuantityTally.of(field);
    for (const value of catalog.statedValues(field)) {
      tally?.add(value.norm, value.rows);
      yield value;
    }
    quantities.set(field, tally?.quantity() ?? null);
  },
});

/** Tells whether a field may be a quantity: one that hardly holds a digit is none. */
const holdsDigits = (field: string, { digits }: LearnedField['shares']): boolean =>
  digits >= LEAST_SHARE || FIELDS.get(field)?.quantity !== undefined;

const kept = new WeakMap<object, StoredFields | null>();

/**
 * Reads the facts a catalog keeps of what was learned of it; null where it keeps none, or those that other code
 * learned.
 */
export function storedFields(catalog: Partial<Pick<Catalog, 'learned'>>): StoredFields | null {
  return foundOrMade(kept, catalog, () => read(catalog.learned ?? null));
}

function read(text: string | null): StoredFields | null {
  if (text === null) return null;
  const parsed = Stored.safeParse(JSON.parse(text));
  if (!parsed.success || parsed.data.by !== learnedBy()) return null;
  const { fields, quantities, others } = parsed.data;
  const byField = new Map<string, QuantityField | null>([
    ...quantities.map((quantity) => [quantity.field, quantity] as const),
    ...others.map((field) => [field, null] as const),
  ]);
  return {
    fields,
    quantityOf: (field) => (lexiconInForce().fields[field] === undefined ? byField.get(field) : undefined),
  };
}

/** The kinds of a catalog's fields: those it keeps, or else learned anew. */
export const fieldsOf = (catalog: IndexedCatalog & Partial<Pick<Catalog, 'learned'>>): readonly LearnedField[] =>
  storedFields(catalog)?.fields ?? learnFields(catalog);

const ROOT = join(import.meta.dirname, '../..');
const LEARNING = ['shopping/learned/field-kinds.ts', 'shopping/quantities/quantity-field.ts'];
const TABLES = 'lexicon/en/fields';
const WORDS = 'lexicon/en/words.yaml';

let by: string | undefined;

/** Digest of the code and tables that decide what is learned. */
function learnedBy(): string {
  if (by === undefined) {
    const modules = reachedModules(ROOT, LEARNING);
    const tables = readdirSync(join(ROOT, TABLES)).map((name) => join(TABLES, name));
    const folders = readdirSync(join(ROOT, 'lexicon')).map((code) => join('lexicon', code, 'amount-words.yaml'));
    const around = folders.filter((file) => existsSync(join(ROOT, file)));
    const sources = [...modules, ...tables, ...around, WORDS]
      .sort()
      .map((file) => readFileSync(join(ROOT, file), 'utf8'));
    by = hash('sha256', JSON.stringify(sources), 'hex').slice(0, 16);
  }
  return by;
}
