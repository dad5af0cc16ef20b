import type { Detail } from '../schemas/product.ts';
import { canonicalField } from './fields.ts';
import { distinctOptions, optionsIn } from './options.ts';
import { Recent } from './recent.ts';
import { newRecord } from './record.ts';
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
const MOST_DETAILS_OF_KEY = 1_000;
/** Lookups after which a memory is given up that was of use less often than not. */
const TRIAL = 8 * MOST_DETAILS_OF_KEY;

/** What a raw key means, and what its texts have been read as: catalogs state the same few values over and over. */
class Key {
  /** The canonical field; empty for a key that cannot name one. */
  readonly field: string;
  /** Null for a key whose values hardly come again, such as model numbers. */
  #details: Recent<string, Detail> | null = new Recent(MOST_DETAILS_OF_KEY);
  #asked = 0;
  #known = 0;

  constructor(raw: string) {
    this.field = canonicalField(cleanText(raw));
  }

  /** The detail of this key and a plain text. */
  detailOf(pair: RawDetail, text: string): Detail {
    if (this.#details === null) return detailOf(this.field, pair, text);
    this.#asked++;
    let detail = this.#details.get(text);
    if (detail !== undefined) {
      this.#known++;
      return detail;
    }
    detail = new SharedDetail(detailOf(this.field, pair, text));
    this.#details.set(text, detail);
    if (this.#asked > TRIAL && this.#known * 2 < this.#asked) this.#details = null;
    return detail;
  }
}

const keys = new Recent<string, Key>(MOST_KEYS);

function keyFor(raw: string): Key {
  let key = keys.get(raw);
  if (key === undefined) {
    key = new Key(raw);
    keys.set(raw, key);
  }
  return key;
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

/**
 * Raw detail pairs as canonical fields: keys that mean the same field meet in it, and each detail keeps what it was read
 * from. An object ("Best Sellers Rank") is kept raw and states no options; "No Brand" states no brand. Products that state
 * the same may share a detail.
 */
export function detailsFrom(pairs: Iterable<RawDetail>): Record<string, Detail> {
  const fields: string[] = [];
  const gathered: Detail[] = [];
  let seen: Set<string> | null = null;
  for (const pair of pairs) {
    const [raw, value, stated] = pair;
    const text = rawText(value);
    const key = keyFor(raw);
    const { field } = key;
    if (text === null || field === '') continue;
    // Every SKU of a product repeats what it shares with the others.
    if (stated === 'whole' || stated === 'sku') {
      seen ??= new Set();
      if (seen.size === seen.add(`${raw}\u0000${text}`).size) continue;
    }
    const isPlain = stated === undefined && typeof value === 'string';
    const detail = isPlain ? key.detailOf(pair, text) : detailOf(field, pair, text);
    const place = fields.indexOf(field);
    if (place >= 0) gathered[place] = joined(gathered[place] as Detail, detail);
    else {
      fields.push(field);
      gathered.push(detail);
    }
  }
  const details = newRecord<Detail>();
  for (let place = 0; place < fields.length; place++) details[fields[place] as string] = gathered[place] as Detail;
  return details;
}
