import type { Detail } from '../schemas/product.ts';
import { canonicalField } from './fields.ts';
import { distinctOptions, optionsIn } from './options.ts';
import { cleanText } from './text/normalise.ts';
import { statedBrand } from './values.ts';

/** What a raw value says as text, before cleaning; null where it says nothing. */
function rawText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MOST_CACHED_KEYS = 20_000;
let fieldsOfKeys = new Map<string, string>();

/** The canonical field of a raw key; empty for a key that cannot name one. */
function fieldOf(key: string): string {
  let field = fieldsOfKeys.get(key);
  if (field === undefined) {
    field = canonicalField(cleanText(key));
    if (fieldsOfKeys.size >= MOST_CACHED_KEYS) fieldsOfKeys = new Map();
    fieldsOfKeys.set(key, field);
  }
  return field;
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
 * Raw detail pairs as canonical fields: keys that mean the same field meet in it, and each detail keeps what it was read
 * from. An object ("Best Sellers Rank") is kept raw and states no options; "No Brand" states no brand.
 */
export function detailsFrom(pairs: Iterable<RawDetail>): Record<string, Detail> {
  const gathered = new Map<string, { options: string[]; raw: Detail['raw'] }>();
  const seen = new Set<string>();
  for (const [key, value, stated] of pairs) {
    const whole = stated === 'whole' || stated === 'sku';
    const text = rawText(value);
    const field = fieldOf(key);
    if (text === null || field === '') continue;
    // Every SKU of a product repeats what it shares with the others.
    if (whole && seen.size === seen.add(`${key}\u0000${text}`).size) continue;
    let detail = gathered.get(field);
    if (detail === undefined) {
      detail = { options: [], raw: [] };
      gathered.set(field, detail);
    }
    detail.options.push(...optionsOf(field, value, whole));
    detail.raw.push({ key, value: text, ...(stated === undefined || stated === 'whole' ? {} : { statedIn: stated }) });
  }
  const details: Record<string, Detail> = {};
  for (const [field, { options, raw }] of gathered) {
    const stated = field === 'Brand' ? options.filter((option) => statedBrand(option) !== null) : options;
    details[field] = { options: distinctOptions(stated), raw };
  }
  return details;
}
