import type { Detail, Product } from '../../schemas/product.ts';

/**
 * A detail as the store keeps it, which is a third of it where one pair states it, as nearly always: the value, if that is
 * the one option and the key is the field; else key and value, and the options if they are not just the value.
 */
type StoredDetail = StatedByPair | Detail;
type StatedByPair = string | readonly [key: string, value: string, options?: Detail['options']];

const isByPair = (stored: StoredDetail): stored is StatedByPair => typeof stored === 'string' || Array.isArray(stored);

function storedDetail(field: string, detail: Detail): StoredDetail {
  const { options, raw } = detail;
  const [pair] = raw;
  // Nothing but a record can stand under this name when it is read again.
  if (pair === undefined || raw.length > 1 || pair.statedIn !== undefined || field === '__proto__') return detail;
  const { key, value } = pair;
  if (options.length !== 1 || options[0] !== value) return [key, value, options];
  return key === field ? value : [key, value];
}

function detailOf(field: string, stored: StatedByPair): Detail {
  if (typeof stored === 'string') return { options: [stored], raw: [{ key: field, value: stored }] };
  const [key, value, options = [value]] = stored;
  return { options, raw: [{ key, value }] };
}

/** One member of the details of a product as the store keeps it. */
export const detailJson = (field: string, detail: Detail): string =>
  `${JSON.stringify(field)}:${JSON.stringify(storedDetail(field, detail))}`;

/** The parts of `detailJson` before and after a value that is the one option and stands in JSON as it is. */
export const aroundOption = (field: string, key: string): [before: string, after: string] =>
  key === field ? [`${JSON.stringify(field)}:"`, '"'] : [`${JSON.stringify(field)}:[${JSON.stringify(key)},"`, '"]'];

/** The part of `detailJson` before a value whose options are not just the value; behind it come AFTER_VALUE, the options and a bracket. */
export const beforeValue = (field: string, key: string): string => `${JSON.stringify(field)}:[${JSON.stringify(key)},"`;
export const AFTER_VALUE = '",';

/** Columns that few products have: the JSON of any other leaves them out. */
type Rare = [
  skuOptions: Product['skuOptions'],
  services: Product['services'],
  shopId: string | null,
  soldCount: number | null,
];

/** A product as the store keeps it: its values without their names, which would be a quarter of it. */
type StoredProduct = [
  id: string,
  title: string,
  brand: string | null,
  store: string | null,
  mainCategory: string,
  category: Product['category'],
  priceMinor: number | null,
  currency: string | null,
  averageRating: number | null,
  ratingCount: number | null,
  features: Product['features'],
  description: Product['description'],
  details: Record<string, StoredDetail>,
  line: number,
  file: string,
  rare?: Rare,
];

/** A product as the store keeps it. */
export function productJson(product: Product): string {
  const details = Object.fromEntries(
    Object.entries(product.details).map(([field, detail]) => [field, storedDetail(field, detail)]),
  ) as Record<string, StoredDetail>;
  const { id, title, brand, store, mainCategory, category, priceMinor, currency, averageRating, ratingCount } = product;
  const { features, description, origin, skuOptions, services, shopId, soldCount } = product;
  const isRare = skuOptions.length + services.length > 0 || shopId !== null || soldCount !== null;
  const rare: [Rare?] = isRare ? [[skuOptions, services, shopId, soldCount]] : [];
  const stored: StoredProduct = [
    ...([id, title, brand, store, mainCategory, category, priceMinor, currency, averageRating, ratingCount] as const),
    ...([features, description, details, origin.line, origin.file, ...rare] as const),
  ];
  return JSON.stringify(stored);
}

/** The product that the store keeps so. */
export function productOf(json: string): Product {
  const stored = JSON.parse(json) as StoredProduct;
  const [id, title, brand, store, mainCategory, category, priceMinor, currency, averageRating, ...rest] = stored;
  const [ratingCount, features, description, details, line, file, rare] = rest;
  for (const field in details) {
    const detail = details[field] as StoredDetail;
    if (isByPair(detail)) details[field] = detailOf(field, detail);
  }
  const [skuOptions, services, shopId, soldCount] = rare ?? [[], [], null, null];
  return {
    ...{ id, title, brand, store, shopId, mainCategory, category, priceMinor, currency, averageRating, ratingCount },
    ...{ features, description, details: details as Product['details'], skuOptions, services, soldCount },
    origin: { file, line },
  };
}

/** The title of a product that the store keeps so, without reading the rest; null where the JSON breaks off before its end. */
export function titleOf(json: string): string | null {
  const start = endOfString(json, 2) + 2;
  const end = endOfString(json, start + 1);
  return start < 2 || end < start ? null : (JSON.parse(json.slice(start, end + 1)) as string);
}

/** The place of the quotation mark that ends a JSON string, given that of its first character; -1 where there is none. */
function endOfString(json: string, from: number): number {
  let at = json.indexOf('"', from);
  while (at > 0 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at;
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}
