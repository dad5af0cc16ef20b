import type { Detail, Product } from '../../schemas/product.ts';

/** Texts without quotation marks, backslashes, control characters and lone surrogates stand in JSON as they are. */
const PLAIN = /^[ !#-[\]-\ud7ff]*$/;

const text = (value: string) => (PLAIN.test(value) ? `"${value}"` : JSON.stringify(value));
const textOrNull = (value: string | null) => (value === null ? 'null' : text(value));
const texts = (values: readonly string[]) => (values.length === 0 ? '[]' : `[${values.map(text).join(',')}]`);

/** One member of an object whose value is JSON already. */
export const jsonMember = (key: string, json: string) => `${text(key)}:${json}`;

const rawJson = ({ key, value, statedIn }: Detail['raw'][number]) =>
  `{"key":${text(key)},"value":${text(value)}${statedIn === undefined ? '' : `,"statedIn":"${statedIn}"`}}`;

/** `JSON.stringify(detail)`. */
export const detailJson = ({ options, raw }: Detail) =>
  `{"options":${texts(options)},"raw":[${raw.map(rawJson).join(',')}]}`;

/**
 * `JSON.stringify(product)` is this, its details by `jsonMember` with commas between them, and `jsonAfterDetails`. Many
 * products share a detail, so that it need be written only once, and the rest of a product has few parts.
 */
export function jsonBeforeDetails(product: Product): string {
  const { id, title, brand, store, shopId, mainCategory, category, priceMinor, currency } = product;
  const { averageRating, ratingCount, features, description } = product;
  return (
    `{"id":${text(id)},"title":${text(title)},"brand":${textOrNull(brand)},"store":${textOrNull(store)},` +
    `"shopId":${textOrNull(shopId)},"mainCategory":${text(mainCategory)},"category":${texts(category)},` +
    `"priceMinor":${priceMinor},"currency":${textOrNull(currency)},"averageRating":${averageRating},` +
    `"ratingCount":${ratingCount},"features":${texts(features)},"description":${texts(description)},"details":{`
  );
}

export function jsonAfterDetails({ skuOptions, services, soldCount, origin }: Product): string {
  return (
    `},"skuOptions":${skuOptions.length === 0 ? '[]' : JSON.stringify(skuOptions)},"services":${texts(services)},` +
    `"soldCount":${soldCount},"origin":{"file":${text(origin.file)},"line":${origin.line}}}`
  );
}
