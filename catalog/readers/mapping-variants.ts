import { englishExpression } from '../../lexicon/index.ts';
import type { Product, ProductPart } from '../../schemas/product.ts';
import { detailsFrom, type RawDetail } from '../product/details.ts';
import { foldKey } from '../product/fields.ts';
import { textOf, textOrNull, withoutEscapes } from '../product/values.ts';
import type { RawObject } from '../rows/row.ts';
import type { Cells } from './cells.ts';
import type { DetailsInEnglish } from './details-in-english.ts';
import { cell, numbersIn, pairsIn, priceIn } from './mapping-cells.ts';
import type { Heads } from './mapping-columns.ts';
import type { ProductMapping, VariantOption, Variants } from './mapping-file.ts';
import { type Quarantined, quarantined } from './reader.ts';

type Pair = readonly [name: string, value: string];

/** The option that a text states behind the name of its product, without the field's own name: "M" of "Blue Vest - Size M"; null where none stands there. */
export function optionBehind(text: string, name: string, field: string): string | null {
  if (name === '' || !text.startsWith(name)) return null;
  const [, behind = ''] = /^[\s:,|/([–—-]+(?<behind>[^\s].*?)[)\]]?$/u.exec(text.slice(name.length)) ?? [];
  const [first = '', ...others] = behind.split(/\s*:\s*|\s+/);
  return (
    (others.length > 0 && foldKey(first) === foldKey(field)
      ? behind.slice(first.length).replace(/^[\s:]+/, '')
      : behind) || null
  );
}

/**
 * Reads the pairs that one option of the mapping finds in a row; `known` is the name it had in the product's first
 * variant.
 */
function optionIn(row: RawObject, option: VariantOption, known: string | undefined): Pair[] | Quarantined {
  if ('object' in option)
    return (pairsIn(row, option.object) ?? [])
      .map(([name, value]): Pair => [textOf(name), textOf(value)])
      .filter(([name, value]) => name !== '' && value !== '');
  const stated = withoutEscapes(textOf(cell(row, option.value)));
  if (stated === '' || stated === option.none) return [];
  if ('field' in option) {
    const value =
      option.behind === undefined ? stated : optionBehind(stated, textOf(cell(row, option.behind)), option.field);
    return value === null ? [] : [[option.field, value]];
  }
  const called = textOf(cell(row, option.name)) || known;
  if (called === undefined)
    return quarantined(option.value, stated, `an option that "${option.name}" names here or before`);
  return [[called, stated]];
}

/** The mapping's way to read names and values of options, and their prices. */
export interface OptionWords {
  readonly decimals: ProductMapping['decimals'];
  readonly areMinor: boolean;
  readonly inEnglish: DetailsInEnglish;
}

/** The mapping's way to read a variant, and the details of its row. */
interface VariantWords {
  readonly variants: Variants;
  readonly ownDetails: readonly RawDetail[];
}

/** Words by which a shop asks its buyers for an option: "Choose Your Ring Size". */
const ASKING = englishExpression('option names: asking', 'iu');

/** The options that a row states; `names` are those of the product's first variant, for a row that has but values. */
export function optionsIn(
  row: RawObject,
  { options }: Variants,
  names: readonly string[],
  { decimals, inEnglish }: OptionWords,
): Pair[] | Quarantined {
  const pairs: Pair[] = [];
  for (const [place, option] of options.entries()) {
    const found = optionIn(row, option, names[place]);
    if ('kind' in found) return found;
    pairs.push(
      ...found.map(([called, stated]): Pair => {
        const english = inEnglish.nameOf(called.replace(ASKING, ''));
        // Of two that English calls the same the second keeps its own name.
        const name = pairs.some(([other]) => other === english) ? called : english;
        const value = numbersIn(decimals, stated) as string;
        const read = inEnglish.valueOf(name, value);
        return [name, typeof read === 'string' ? read : value];
      }),
    );
  }
  return pairs;
}

type Sku = Product['skuOptions'][number];

/** A variant by its options; null where it has none. */
export function skuIn(row: RawObject, options: readonly Pair[], variants: Variants, price: number | null) {
  if (options.length === 0) return null;
  const id = textOrNull(cell(row, variants.sku)) ?? options.map(([, value]) => value).join(' / ');
  const sku: Sku = { id, values: Object.fromEntries(options), ...(price === null ? {} : { priceMinor: price }) };
  return { sku, details: options.map(([name, value]): RawDetail => [name, value, 'sku']) };
}

/** The id of the product whose variant a row says it is; null for a row that is none, or that says so by its id. */
export function parentIn(row: RawObject, { parent }: Variants): string | null {
  if (parent === undefined) return null;
  if (typeof parent === 'string') return textOrNull(cell(row, parent));
  const stated = textOf(cell(row, parent.column));
  return (stated.startsWith(parent.before) ? textOf(stated.slice(parent.before.length)) : stated) || null;
}

/**
 * Reads what a row adds to its product: a variant, and the details that it states beside its options; a product that has no price
 * costs what its first variant does.
 */
export function readVariant(
  row: RawObject,
  product: Product,
  { variants, ownDetails, ...words }: OptionWords & VariantWords,
  currency: string | null,
  heads: Heads,
  cells: Cells,
): ProductPart | Quarantined {
  const options = optionsIn(row, variants, Object.keys(product.skuOptions[0]?.values ?? {}), words);
  if ('kind' in options) return options;
  const price = priceIn(row, variants.price, { ...words, currency }, heads.variantPrice, cells);
  const ofProduct = variants.parent !== undefined && product.priceMinor === null && price !== null;
  const stated = ofProduct ? { priceMinor: price, currency } : {};
  const variant = skuIn(row, options, variants, price);
  const part = { ...stated, ownDetails: detailsFrom(ownDetails) };
  return variant === null ? part : { ...part, skuOptions: [variant.sku], details: detailsFrom(variant.details) };
}
