import { ENGLISH, isForeignShop, languageInForce } from '../../lexicon/index.ts';
import type { Detail, Product } from '../../schemas/product.ts';
import type { DroppedFact } from '../../schemas/task-life.ts';
import { cleanText } from '../../text/normalise.ts';
import { contradictions, statedOptions } from './contradictions.ts';
import type { CatalogLanguage } from './judgement.ts';
import { implausibleForShelf, shelfPath } from './shelf.ts';
import type { FieldStatistics } from './statistics.ts';
import { implausibleValue } from './value.ts';

export { Commonplaces } from './commonplace.ts';
export { contradictions } from './contradictions.ts';
export { Oddities, type StatedFact } from './oddities.ts';
export { implausibleForShelf, isCommonField, isConstantEverywhere, shelfPath } from './shelf.ts';
export {
  catalogStatistics,
  type FieldStatistics,
  type FieldsInMemory,
  fieldsIn,
  fieldsInMemory,
  statesForeign,
  statisticsInUse,
} from './statistics.ts';
export { implausibleValue, saysNothing, type ValueInContext } from './value.ts';

interface JudgedDetails {
  readonly kept: { readonly field: string; readonly option: string }[];
  readonly dropped: DroppedFact[];
}

/**
 * A catalog in which more than this share of the products states something that is not English is not an English one; of
 * fewer, nothing is asked of what is not.
 */
const FOREIGN_SHARE = 0.5;

/** The language to judge a catalog by, as far as its letters and commonest words show it. */
export const languageOf = ({ foreignShare }: Pick<FieldStatistics, 'foreignShare'>): CatalogLanguage =>
  foreignShare > FOREIGN_SHARE ? 'any' : 'en';

/** The language to judge the values of a shop by: what is stated in a foreign one, or asked about in another language, is in any. */
export const languageInUse = (statistics: Pick<FieldStatistics, 'foreignShare'>): CatalogLanguage =>
  isForeignShop() || languageInForce() !== ENGLISH ? 'any' : languageOf(statistics);

/** The raw value an option was read from; all of them together where cleaning changed it too much to tell. */
function rawValueOf({ raw }: Detail, option: string): string {
  if (raw.length <= 1) return raw[0]?.value ?? option;
  const source = raw.find(({ value }) => value.includes(option) || cleanText(value).includes(option));
  return source?.value ?? raw.map(({ value }) => value).join('\n');
}

/**
 * Parts a product's options into facts a requirement can be made of and noise, each with the first reason against it.
 * Every option of every field ends in exactly one of the two, in the order the product states them.
 */
export function judgeDetails(
  product: Product,
  statistics: FieldStatistics,
  language: CatalogLanguage = 'en',
): JudgedDetails {
  const { id, title, brand, mainCategory, details } = product;
  const shelf = shelfPath(product);
  const stated = statedOptions(product);
  const hasNumberedSizes = Object.hasOwn(statistics.numberedSizes, shelf);
  const contradicted = new Map<string, string>();
  for (const { values, reason } of contradictions(product, stated)) {
    for (const { field, option } of values)
      if (!contradicted.has(`${field}\n${option}`)) contradicted.set(`${field}\n${option}`, reason);
  }
  const judged: JudgedDetails = { kept: [], dropped: [] };
  for (const [field, detail] of Object.entries(details)) {
    const norms = stated.get(field);
    for (const [place, option] of detail.options.entries()) {
      const rawValue = rawValueOf(detail, option);
      const reason =
        implausibleValue({
          ...{ field, option, options: detail.options, hasNumberedSizes, rawValue, language },
          ...{ productId: id, title, brand },
        }) ??
        contradicted.get(`${field}\n${option}`) ??
        (norms === undefined
          ? null
          : implausibleForShelf({ shelf, mainCategory, field, norm: norms[place]!.norm, title, language }, statistics));
      if (reason === null) judged.kept.push({ field, option });
      else judged.dropped.push({ field, value: option, reason });
    }
  }
  return judged;
}
