import type { Detail } from '../schemas/product.ts';
import { canonicalField } from './fields.ts';
import { distinctOptions, optionsIn } from './options.ts';
import { Recent } from './recent.ts';
import { newRecord } from './record.ts';
import { entriesIn, type Pair, Pairs } from './rows/pairs.ts';
import { cleanText } from './text/normalise.ts';
import { statedBrand } from './values.ts';

/** What a raw value says as text, before cleaning; null where it says nothing. */
function rawText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type StatedIn = Detail['raw'][number]['statedIn'];

/**
 * A raw pair; `whole` says that its text is one option of a list the seller made, even with a comma in it. The part of the
 * listing is named where it is not the attributes; each option of a SKU is whole.
 */
export type RawDetail = readonly [key: string, value: unknown, stated?: 'whole' | StatedIn];

function optionsOf(field: string, value: unknown, whole: boolean): string[] {
  if (typeof value === 'string') return whole ? [cleanText(value)] : optionsIn(field, cleanText(value));
  if (typeof value === 'number') return Number.isFinite(value) ? [String(value)] : [];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  return Array.isArray(value) ? value.flatMap((item) => optionsOf(field, item, true)) : [];
}

/**
 * A detail that many products state in the same words. They share it, so that what is worked out about it need be worked
 * out only once; nobody changes it.
 */
export class SharedDetail implements Detail {
  readonly options: string[];
  readonly raw: Detail['raw'];
  #workedOut: unknown = null;

  constructor({ options, raw }: Detail) {
    this.options = options;
    this.raw = raw;
  }

  /** What somebody has worked out about it; no part of the record. */
  get workedOut(): unknown {
    return this.#workedOut;
  }

  set workedOut(result: unknown) {
    this.#workedOut = result;
  }
}

const MOST_KEYS = 5_000;

const fields = new Recent<string, string>(MOST_KEYS);

/** The canonical field that a raw key means; empty for a key that cannot name one. */
function fieldFor(key: string): string {
  let field = fields.get(key);
  if (field === undefined) {
    field = canonicalField(cleanText(key));
    fields.set(key, field);
  }
  return field;
}

/** The detail that one pair states. */
function detailOf(field: string, [key, value, stated]: RawDetail, text: string): Detail {
  const options = optionsOf(field, value, stated === 'whole' || stated === 'sku');
  const all = field === 'Brand' ? options.filter((option) => statedBrand(option) !== null) : options;
  const statedIn = stated === undefined || stated === 'whole' ? {} : { statedIn: stated };
  return { options: distinctOptions(all), raw: [{ key, value: text, ...statedIn }] };
}

const joined = (one: Detail, other: Detail): Detail => ({
  options: distinctOptions([...one.options, ...other.options]),
  raw: [...one.raw, ...other.raw],
});

/** Details as they come together, each under its field. */
class GatheredDetails {
  readonly #fields: string[] = [];
  readonly #details: Detail[] = [];

  /** False where the field is there already. */
  add(field: string, detail: Detail): boolean {
    if (this.#fields.includes(field)) return false;
    this.#fields.push(field);
    this.#details.push(detail);
    return true;
  }

  addOrJoin(field: string, detail: Detail): void {
    if (this.add(field, detail)) return;
    const place = this.#fields.indexOf(field);
    this.#details[place] = joined(this.#details[place] as Detail, detail);
  }

  record(): Record<string, Detail> {
    const details = newRecord<Detail>();
    for (let place = 0; place < this.#fields.length; place++)
      details[this.#fields[place] as string] = this.#details[place] as Detail;
    return details;
  }
}

/**
 * Raw detail pairs as canonical fields: keys that mean the same field meet in it, and each detail keeps what it was read
 * from. An object ("Best Sellers Rank") is kept raw and states no options; "No Brand" states no brand.
 */
export function detailsFrom(pairs: Iterable<RawDetail>): Record<string, Detail> {
  const gathered = new GatheredDetails();
  const seen = new Set<string>();
  for (const pair of pairs) {
    const [key, value, stated] = pair;
    const text = rawText(value);
    const field = fieldFor(key);
    if (text === null || field === '') continue;
    // Every SKU of a product repeats what it shares with the others.
    const isWhole = stated === 'whole' || stated === 'sku';
    if (isWhole && seen.size === seen.add(`${key}\u0000${text}`).size) continue;
    gathered.addOrJoin(field, detailOf(field, pair, text));
  }
  return gathered.record();
}

/** What a pair means for every product that states it. */
class PairMeaning {
  readonly field: string;
  /** Null where the pair says nothing. */
  readonly detail: SharedDetail | null;

  constructor({ key, value }: Pair) {
    const text = rawText(value);
    this.field = fieldFor(key);
    this.detail =
      text === null || this.field === '' ? null : new SharedDetail(detailOf(this.field, [key, value], text));
  }
}

/** `detailsFrom` of the members of an object, or of none where there is no object. Products may share a detail. */
export function detailsIn(value: unknown): Record<string, Detail> {
  if (!(value instanceof Pairs)) return detailsFrom(entriesIn(value) ?? []);
  const gathered = new GatheredDetails();
  for (const pair of value.members) {
    if (!(pair.meaning instanceof PairMeaning)) pair.meaning = new PairMeaning(pair);
    const { field, detail } = pair.meaning as PairMeaning;
    if (pair.mayMove || (detail !== null && !gathered.add(field, detail))) return detailsFrom(value.entries());
  }
  return gathered.record();
}
