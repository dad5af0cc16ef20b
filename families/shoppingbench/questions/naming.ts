import type { Catalog } from '../../../catalog/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { isCommonWord } from '../../../shopping/nouns/noun-phrase.ts';
import { normaliseText } from '../../../text/normalise.ts';
import type { Refusal } from './refusals.ts';

/** The parts of a catalog that linking needs. */
export type TitleIndex = Pick<Catalog, 'size' | 'titleRows' | 'productByRow'>;

/** A catalog's use of an answer, whatever the question. */
export interface Naming {
  /** The products whose titles hold it, ascending and at least one. */
  readonly rows: Uint32Array;
  /** True if a listing writes it without a capital, as none does with a name. */
  readonly isCommonWord: boolean;
}

/** A keyword stands in at most one title of two hundred; in a catalog too small for that, in at most 25. */
const MOST_SHARE = 0.005;
const MOST_TITLES = 25;

/** Returns the most titles that may hold a keyword in a catalog of a size. */
export const mostTitles = (size: number): number => Math.max(MOST_TITLES, Math.floor(size * MOST_SHARE));

/**
 * Tells whether a title holds a phrase other than inside a longer name of the product's brand or shop ("Texas
 * Instruments").
 */
function standsAlone({ title, brand, store }: Product, phrase: string): boolean {
  let words = ` ${normaliseText(title)} `;
  for (const name of [brand, store]) {
    const longer = normaliseText(name ?? '');
    if (longer !== phrase && ` ${longer} `.includes(` ${phrase} `)) words = words.replaceAll(` ${longer} `, ' | ');
  }
  return words.includes(` ${phrase} `);
}

/** A listing's texts, without those that are written in small letters throughout and so tell nothing about names. */
const casedText = ({ title, features, description }: Product) =>
  [title, ...features, ...description].filter((text) => /\p{Lu}/u.test(text)).join('\n');

/** The products whose titles hold a phrase (tokens joined by one space), or why it is no keyword in this catalog. */
export function namingOf(phrase: string, catalog: TitleIndex): Naming | Refusal {
  const found = catalog.titleRows(phrase);
  if (found.length === 0) return 'answer_not_in_titles';
  if (found.length > mostTitles(catalog.size)) return 'answer_common_in_titles';
  const isWord = /^\p{L}+$/u.test(phrase);
  let common = false;
  const rows = found.filter((row) => {
    const product = catalog.productByRow(row);
    if (!standsAlone(product, phrase)) return false;
    common ||= isWord && isCommonWord(phrase, casedText(product));
    return true;
  });
  return rows.length === 0 ? 'answer_inside_name' : { rows, isCommonWord: common };
}
