import type { Detail } from '../../schemas/product.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { cleanText } from '../../text/normalise.ts';
import { isRawObject } from '../rows/row.ts';
import { canonicalField } from './fields.ts';
import { distinctOptions, joinsPairs, listsOptions, materialsAmong, optionsIn, pairIn } from './options.ts';
import { statedBrand } from './values.ts';

/** The text of a raw value before cleaning; null where it says nothing. */
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
  const pair = pairIn(field, value);
  if (pair !== null) return [pair];
  if (typeof value === 'string') return whole ? [cleanText(value)] : optionsIn(field, cleanText(value));
  if (typeof value === 'number') return Number.isFinite(value) ? [String(value)] : [];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  return Array.isArray(value) ? value.flatMap((item) => optionsOf(field, item, true)) : [];
}

const MOST_KEYS = 5_000;

/** The canonical field that a raw key means; empty for a key that cannot name one. */
export const fieldFor = memoised(MOST_KEYS, (key) => canonicalField(cleanText(key)));

/** The detail that one pair states. */
function detailOf(field: string, [key, value, stated]: RawDetail, text: string): Detail {
  const options = optionsOf(field, value, stated === 'whole' || stated === 'sku');
  const all =
    field === 'Brand' ? options.filter((option) => statedBrand(option) !== null) : materialsAmong(field, options);
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

  addOrJoin(field: string, detail: Detail): void {
    const place = this.#fields.indexOf(field);
    if (place < 0) {
      this.#fields.push(field);
      this.#details.push(detail);
    } else this.#details[place] = joined(this.#details[place] as Detail, detail);
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

/** `detailsFrom` of the members of an object, or of none where there is no object. */
export const detailsIn = (value: unknown): Record<string, Detail> =>
  detailsFrom(isRawObject(value) ? Object.entries(value) : []);

/**
 * Makes the detail that `detailsFrom` would make of a pair if no other pair of the product meant the same field, which
 * is `fieldFor` its key; null where the pair says nothing.
 */
export function detailOfPair(field: string, key: string, value: unknown): Detail | null {
  const text = rawText(value);
  return text === null || field === '' ? null : detailOf(field, [key, value], text);
}

/** Tells whether a text is the one option of a field as it stands, if it is clean. */
export const statesOneOption = (field: string): boolean =>
  field !== '' && field !== 'Brand' && !listsOptions(field) && !joinsPairs(field);

/** Tells whether a text is one option of a field or a list of several, if it is clean. */
export const statesList = (field: string): boolean => field !== 'Brand' && listsOptions(field) && !joinsPairs(field);

/**
 * An empty record for keys that come in ever different sets and orders. It behaves like {}, but the engine does not
 * keep a hidden class for every set of keys it has ever held, which takes longer than all else about a small record.
 */
const newRecord = <Value>(): Record<string, Value> =>
  Object.setPrototypeOf(Object.create(null), Object.prototype) as Record<string, Value>;
