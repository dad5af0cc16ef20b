import { isInKnownWords } from '../../lexicon/english-words.ts';
import type { Origin, Product } from '../../schemas/product.ts';
import { detailsFrom } from '../product/details.ts';
import {
  countOf,
  idOf,
  jsonCell,
  ratingOf,
  statedBrand,
  textOf,
  textOrNull,
  timeOf,
  UNSORTED,
} from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import type { Cells } from './cells.ts';
import { namesEdges, withoutEdges } from './edges.ts';
import {
  cell,
  columnsIn,
  columnsOfName,
  counted,
  currencyIn,
  listIn,
  nameOf,
  numbersIn,
  priceIn,
  pricesIn,
  productId,
  starsIn,
  textIn,
  textsIn,
  titleIn,
  variantRows,
  wordsOfFile,
} from './mapping-cells.ts';
import {
  type Heads,
  headsOf,
  productColumns,
  type ReviewHeads,
  reviewColumns,
  reviewHeadsOf,
  shareWith,
} from './mapping-columns.ts';
import { detailPairs, optionWordsOf, withGendersOfEnds } from './mapping-details.ts';
import type { Mapping, PlacedMapping, ProductMapping, ReviewMapping, ReviewsColumn, Variants } from './mapping-file.ts';
import { optionsIn, parentIn, readVariant, skuIn } from './mapping-variants.ts';
import {
  type NamedColumn,
  type Quarantined,
  quarantined,
  type Reader,
  type Reading,
  type Refusal,
  type ReviewContent,
} from './reader.ts';

/** Texts that part the levels of a path, the longest first. */
const PATH_SEPARATORS = [' >> ', ' > ', ' › ', ' » ', ' | ', ' / ', '>', '›', '»', '|'];

/** Tells whether a text is a path whose levels are parted by another separator than the mapping's. */
function isOtherPath(text: string, separator: string | undefined): boolean {
  if (separator !== undefined && text.includes(separator)) return false;
  return PATH_SEPARATORS.some((other) => text.includes(other));
}

/** A text without the dots that a cut one ends with. */
const uncut = (text: string) => text.toLowerCase().replace(/\s*(?:\.{3}|…)$/u, '');

/** Tells whether a level of a path is no shelf but the product that stands on it: its title, whole or cut, or its brand. */
function isProductItself(level: string, title: string, brand: string | null): boolean {
  const said = uncut(level);
  if (said === brand?.toLowerCase()) return true;
  const isCut = said !== level.toLowerCase();
  const name = uncut(title);
  const isTitle = isCut ? name.startsWith(said) || said.startsWith(name) : startsWithWords(said, name);
  return isTitle && name.split(/\s+/).length >= LEAST_TITLE_WORDS && said.split(/\s+/).length >= LEAST_TITLE_WORDS;
}

/** Tells whether a text begins with some words, all in small letters. */
const startsWithWords = (text: string, words: string) =>
  text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));

/**
 * Tells whether a level is the one above it with the name of a maker before it: "Northrun Batteries" among batteries. Where a row of a
 * file with makers states none, the title may begin with it, but not by words that kinds are told by: "Wireless Headphones".
 */
function isShelfOfMaker(
  level: string,
  above: string,
  title: string,
  brand: string | null,
  hasMakers: boolean,
): boolean {
  const [said, shelf] = [level.toLowerCase(), ` ${above.toLowerCase()}`];
  if (!said.endsWith(shelf)) return false;
  const maker = level.slice(0, -shelf.length).trim();
  if (brand !== null || !hasMakers) return brand !== null && maker.toLowerCase() === brand.toLowerCase();
  return maker !== '' && startsWithWords(title.toLowerCase(), maker.toLowerCase()) && !isInKnownWords(maker);
}

const LEAST_TITLE_WORDS = 3;

/** The path of a row, without levels behind the first that are the product itself, or the shelf above with its maker. */
function categoryIn(row: RawObject, mapping: ProductMapping, title: string, heads: Heads, cells: Cells): string[] {
  const list = mapping.category;
  const stated = jsonCell(cell(row, nameOf(list)));
  const levels = listIn(row, list);
  const brand = textOrNull(cell(row, mapping.brand));
  const isNoShelf = (level: string, above: string) =>
    isProductItself(level, title, brand) || isShelfOfMaker(level, above, title, brand, mapping.brand !== undefined);
  while (levels.length > 1 && isNoShelf(levels.at(-1) as string, levels.at(-2) as string)) levels.pop();
  const separator = typeof list === 'object' ? list.separator : undefined;
  if (levels.length === 1 && levels[0] === UNSORTED) return [];
  const isRead = levels.length > 0 && !(typeof stated === 'string' && isOtherPath(stated, separator));
  cells.note(heads.category, stated, isRead ? levels : null);
  return levels;
}

/** The widest category of a path that says anything. */
const belowRoot = ([first, second = first]: readonly string[], category: ProductMapping['category']) =>
  typeof category === 'object' && category.root !== undefined && category.root === first ? second : first;

function mainCategoryIn(
  row: RawObject,
  { file }: Origin,
  { main_category }: ProductMapping,
  heads: Heads,
  cells: Cells,
): string | null {
  if (typeof main_category === 'object')
    return textOrNull('text' in main_category ? main_category.text : wordsOfFile(file));
  return textIn(row, main_category, heads.mainCategory, cells);
}

/** The currency of a row's prices: that of the mapping, or what a cell of the row says. */
function currencyOfRow(row: RawObject, { currency, price }: ProductMapping, heads: Heads, cells: Cells): string | null {
  if (typeof currency === 'string' || currency === undefined) return currency ?? null;
  const stated = cell(row, currency.column);
  if (currency.otherwise !== undefined && textOf(stated) === '') return currency.otherwise;
  const code = currencyIn(stated);
  // What is no price is counted as such.
  return columnsIn(price).includes(currency.column) ? code : cells.note(heads.currency, stated, code);
}

/** The reviews in a cell of a product's row, each read or refused. */
function reviewsIn(row: RawObject, productId: string, mapping: ReviewsColumn, heads: Heads, cells: Cells) {
  const stated = jsonCell(cell(row, mapping.column));
  const items = Array.isArray(stated) ? stated : isRawObject(stated) ? [stated] : null;
  cells.note(heads.reviews, stated, items);
  return (items ?? []).map((item, at): ReviewContent | Quarantined => {
    const where = `${mapping.column}" review ${at + 1} "`;
    if (!isRawObject(item)) return quarantined(mapping.column, item, 'a list of reviews');
    const rating = ratingOf(starsIn(cell(item, mapping.rating)));
    if (rating === null)
      return quarantined(`${where}${mapping.rating}`, cell(item, mapping.rating), 'a number from 1 to 5');
    return {
      productId,
      author: textOrNull(cell(item, mapping.author)),
      rating,
      title: textOf(cell(item, mapping.title)),
      text: textOf(cell(item, mapping.text)),
      helpfulVotes: countOf(cell(item, mapping.helpful_votes)) ?? 0,
      verified: isYes(cell(item, mapping.verified)),
      time: timeOf(cell(item, mapping.time)),
    };
  });
}

const isYes = (stated: unknown) => /^(?:true|1|yes)$/i.test(textOf(stated));

function readProduct(row: RawObject, origin: Origin, mapping: ProductMapping, heads: Heads, cells: Cells): Reading {
  const { variants } = mapping;
  const aside = setAsideBy(row, mapping);
  if (aside !== null) return aside;
  const parent = variants === undefined ? null : parentIn(row, variants);
  if (parent !== null) return { kind: 'part', productId: parent };
  const id = productId(row, mapping.id);
  if (id === null) return withoutId(row, mapping);
  const named = titleIn(row, mapping.title);
  const title = textOf(named);
  const [titleColumn = ''] = columnsOfName(mapping.title);
  // Variants that stand in the row of their product leave no rows that only add to one.
  if (title === '' && variants !== undefined && variants.list === undefined) return { kind: 'part', productId: id };
  if (title === '') return quarantined(titleColumn, named, "the product's name", remedyForNameless(row, mapping));

  const path = categoryIn(row, mapping, title, heads, cells);
  const mainCategory =
    mainCategoryIn(row, origin, mapping, heads, cells) ?? belowRoot(path, mapping.category) ?? UNSORTED;
  const currency = currencyOfRow(row, mapping, heads, cells);
  // A product whose variants name it is none of them itself.
  const own = variants?.parent === undefined ? variants : undefined;
  const skus: NonNullable<ReturnType<typeof skuIn>>[] = [];
  const written = { currency, decimals: mapping.decimals, areMinor: mapping.minor_units === true };
  const prices = [priceIn(row, mapping.price, written, heads.price, cells)];
  for (const one of own === undefined ? [] : variantRows(row, own)) {
    const options = optionsIn(one, own as Variants, [], optionWordsOf(mapping));
    if ('kind' in options) return options;
    const cost = priceIn(one, own?.price, written, heads.variantPrice, cells);
    if (own?.list !== undefined) prices.push(cost);
    const variant = skuIn(one, options, own as Variants, cost);
    if (variant !== null) skus.push(variant);
  }
  const price = prices.find((one) => one !== null) ?? null;
  const details = detailsFrom([
    ...withGendersOfEnds(detailPairs(row, mapping, heads, cells), [title, ...path]),
    ...skus.flatMap((variant) => variant.details),
  ]);
  const [rating, ratings, sold] = [mapping.rating, mapping.rating_count, mapping.sold_count].map((column) =>
    cell(row, column),
  );
  const product: Product = {
    id,
    title,
    brand: statedBrand(textIn(row, mapping.brand, heads.brand, cells)) ?? details.Brand?.options[0] ?? null,
    store: textIn(row, mapping.store, heads.store, cells),
    shopId: textIn(row, mapping.shop_id, heads.shop, cells),
    mainCategory,
    category: path.length > 0 ? path : [mainCategory],
    priceMinor: price,
    currency: price === null ? null : currency,
    averageRating: cells.note(heads.rating, rating, ratingOf(starsIn(rating))),
    ratingCount: cells.note(heads.ratingCount, ratings, countOf(numbersIn(mapping.decimals, counted(ratings)))),
    features: textsIn(row, mapping.features, heads.features, cells),
    description: textsIn(row, mapping.description, heads.description, cells),
    details,
    skuOptions: skus.map(({ sku }) => sku),
    services: textsIn(row, mapping.services, heads.services, cells),
    soldCount: cells.note(heads.soldCount, sold, countOf(numbersIn(mapping.decimals, counted(sold)))),
    origin,
  };
  const { reviews } = mapping;
  if (reviews === undefined) return { kind: 'product', product };
  return { kind: 'product', product, reviews: reviewsIn(row, id, reviews, heads, cells) };
}

/** The refusal of a row of which a column says what the mapping sets rows aside for; null for any other. */
function setAsideBy(row: RawObject, { set_aside, id }: ProductMapping): Quarantined | null {
  for (const [column, texts] of Object.entries(set_aside ?? {})) {
    const stated = textOf(cell(row, column));
    if (stated === '' || ![texts].flat().some((text) => text.toLowerCase() === stated.toLowerCase())) continue;
    const said = `"${column}" is "${stated}", which product.set_aside of the mapping leaves out`;
    const of = productId(row, id);
    return { kind: 'quarantine', reason: said, cause: said, ...(of === null ? {} : { of }) };
  }
  return null;
}

/** The refusal of a row that adds to a product which no row is. */
function strayOf(row: RawObject, mapping: ProductMapping): Refusal {
  const { variants, id } = mapping;
  const parent = variants === undefined ? null : parentIn(row, variants);
  if (variants !== undefined && parent !== null) {
    const column = typeof variants.parent === 'object' ? variants.parent.column : variants.parent;
    return {
      reason: `"${column}" is "${parent}", which no row of this file or one before it is`,
      cause: `"${column}" names a product that no row of this file or one before it is`,
    };
  }
  const [title = ''] = columnsOfName(mapping.title);
  const ids = typeof id === 'string' ? `"${id}"` : 'id';
  const cause = `"${title}" is empty, and no row with a name has the same ${ids}`;
  return { reason: `${cause}: "${productId(row, id)}"`, cause, remedy: 'give it a name where it is a product' };
}

function withoutId(row: RawObject, { id }: ProductMapping): Quarantined {
  const columns = typeof id === 'string' || Array.isArray(id) ? columnsIn(id) : id.made_of;
  const [first = ''] = columns;
  const expected = typeof id === 'string' ? 'a product id' : `a product id here or in the other columns of product.id`;
  return quarantined(first, cell(row, first), expected);
}

function readReview(row: RawObject, mapping: ReviewMapping, heads: ReviewHeads, cells: Cells): Reading {
  const productId = idOf(cell(row, mapping.product_id));
  if (productId === null) return quarantined(mapping.product_id, cell(row, mapping.product_id), 'a product id');
  const stars = cell(row, mapping.rating);
  const rating = cells.note(heads.rating, stars, ratingOf(starsIn(stars)));
  if (rating === null) return quarantined(mapping.rating, stars, 'a number from 1 to 5');
  const [votes, time] = [cell(row, mapping.helpful_votes), cell(row, mapping.time)];
  const review = {
    productId,
    author: textOrNull(cell(row, mapping.author)),
    rating,
    title: textOf(cell(row, mapping.title)),
    text: textIn(row, mapping.text, heads.text, cells) ?? '',
    helpfulVotes: cells.note(heads.helpfulVotes, votes, countOf(votes)) ?? 0,
    verified: isYes(cell(row, mapping.verified)),
    time: cells.note(heads.time, time, timeOf(time)),
  };
  return { kind: 'review', review };
}

/**
 * A remedy for rows without a name: those that say whose they are or what kind of product they are lack it alone, where
 * variants of one leave to its first row what they share.
 */
function remedyForNameless(row: RawObject, { id, variants, ...mapping }: ProductMapping): string | undefined {
  const { brand, store, description, main_category: kind } = mapping;
  const shared = [
    brand,
    store,
    nameOf(mapping.category),
    nameOf(description),
    typeof kind === 'string' ? kind : undefined,
  ];
  if (shared.some((column) => textOf(cell(row, column)) !== '' || Array.isArray(cell(row, column))))
    return 'give them a name, or list a column that has one beside it under product.title of the mapping (docs/catalogs.md)';
  return variants === undefined
    ? `where such rows are variants of the product whose "${typeof id === 'string' ? id : 'id'}" they repeat, or that a column of theirs names, name their columns under product.variants of the mapping (docs/catalogs.md)`
    : undefined;
}

/** The currency of a variant's price: that of its product, or where the product has no price its own. */
const currencyOfPart = (row: RawObject, of: Product, mapping: ProductMapping, heads: Heads, cells: Cells) =>
  of.currency ?? (mapping.variants?.parent === undefined ? null : currencyOfRow(row, mapping, heads, cells));

/** Rows as a mapping takes them: as they stand where it names the edges and nodes of GraphQL itself, and else without these. */
const viewFor = (columns: readonly NamedColumn[]) =>
  columns.some(({ column }) => namesEdges(column)) ? undefined : withoutEdges;

/** The prices of rows, where a mapping has some and does not say how their decimals are written. */
function pricesOf(product: ProductMapping, placeOf?: PlacedMapping['placeOf']): Pick<Reader, 'prices'> {
  const { currency, decimals, price } = product;
  if (decimals !== undefined || (price ?? product.variants?.price) === undefined) return {};
  const key = price === undefined ? ['product', 'variants', 'price'] : ['product', 'price'];
  return {
    prices: {
      key: key.join('.'),
      place: placeOf?.(key) ?? '',
      statedIn: (row) => pricesIn(row, product),
      currencyOf: (row) => (typeof currency === 'object' ? currencyIn(cell(row, currency.column)) : (currency ?? null)),
    },
  };
}

/** The readers a mapping describes: one for products, one for reviews, whichever it has; `placeOf` finds its keys. */
export function mappingReaders({ product, review }: Mapping, placeOf?: PlacedMapping['placeOf']): Reader[] {
  const readers: Reader[] = [];
  if (product !== undefined) {
    const { variants } = product;
    const columns = productColumns(product, placeOf);
    const heads = headsOf(product);
    const required = columns.filter(({ isRequired }) => isRequired).map(({ column }) => `"${column}"`);
    readers.push({
      name: 'mapping-product',
      family: 'mapping',
      kind: 'product',
      describes: `products by your mapping (columns ${[...new Set(required)].join(' and ')})`,
      merges: 'fill',
      view: viewFor(columns),
      recognises: (rows) => shareWith(rows, columns),
      columns,
      ...pricesOf(product, placeOf),
      read: (row, origin, cells) => readProduct(row, origin, product, heads, cells),
      ...(variants === undefined
        ? {}
        : {
            stray: (row) => strayOf(row, product),
            part: (row, of, cells) =>
              readVariant(
                row,
                of,
                { variants, ownDetails: detailPairs(row, product, heads, cells), ...optionWordsOf(product) },
                currencyOfPart(row, of, product, heads, cells),
                heads,
                cells,
              ),
          }),
    });
  }
  if (review !== undefined) {
    const columns = reviewColumns(review, placeOf);
    const heads = reviewHeadsOf(review);
    readers.push({
      name: 'mapping-review',
      family: 'mapping',
      kind: 'review',
      describes: `reviews by your mapping (columns "${review.product_id}", "${review.rating}" and "${review.text}")`,
      merges: 'fill',
      view: viewFor(columns),
      recognises: (rows) => shareWith(rows, columns),
      columns,
      read: (row, _, cells) => readReview(row, review, heads, cells),
    });
  }
  return readers;
}
