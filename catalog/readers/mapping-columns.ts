import { fieldFor } from '../product/details.ts';
import type { RawObject } from '../rows/row.ts';
import { countColumn, currencyColumn, priceColumn, type ReadColumn, ratingColumn, timeColumn } from './cells.ts';
import { cell, columnsIn, nameOf, objectColumn, variantRows } from './mapping-cells.ts';
import type {
  Columns,
  ListColumn,
  ObjectColumn,
  PlacedMapping,
  ProductMapping,
  ReviewMapping,
  VariantOption,
} from './mapping-file.ts';
import { type NamedColumn, shareOf } from './reader.ts';

const has = (row: RawObject, column: string) => cell(row, column) !== undefined;

const textColumn = (of: string, column: string | undefined): ReadColumn => ({
  ...{ of, column: column ?? '', expected: 'a text' },
});
const textsColumn = (of: string, list: ListColumn | undefined): ReadColumn => ({
  ...{ of, column: nameOf(list), expected: 'a text or a list of texts' },
});

/** Several columns as one, for sentences. */
const anyOf = (columns: Columns | undefined): string => columnsIn(columns).join(' or ');

/** The columns that hold objects of details. */
export function objectsOf({ details }: ProductMapping): readonly ObjectColumn[] {
  const { object } = details ?? {};
  return object === undefined ? [] : Array.isArray(object) ? object : [object];
}

/** The columns that say whether a product has a value of a field, each with both. */
export function ticksOf({ details }: ProductMapping) {
  return Object.entries(details?.ticked ?? {}).flatMap(([field, values]) =>
    Object.entries(values).map(([column, value]) => ({ field, column, value })),
  );
}

/** Makes the expectations for the columns of products that may hold something nobody can read. */
export function headsOf(mapping: ProductMapping) {
  const { price, currency, category, rating, rating_count, sold_count } = mapping;
  const { features, description, services, brand, store, shop_id, main_category, variants, reviews } = mapping;
  const separator = typeof category === 'object' ? category.separator : undefined;
  const levels = separator === undefined ? 'one, for no separator is named' : `levels parted by "${separator}"`;
  const amount =
    typeof currency === 'object' ? `a single amount, and a code such as USD in "${currency.column}"` : undefined;
  return {
    currency: currencyColumn(typeof currency === 'object' ? currency.column : ''),
    price: priceColumn(anyOf(price), amount),
    variantPrice: priceColumn(anyOf(variants?.price), amount, 'product.variants.price'),
    category: { of: 'product.category', column: nameOf(category), expected: `a list of levels, or ${levels}` },
    rating: ratingColumn(rating ?? ''),
    ratingCount: countColumn(rating_count ?? '', 'product.rating_count'),
    soldCount: countColumn(sold_count ?? '', 'product.sold_count'),
    features: textsColumn('product.features', features),
    description: textsColumn('product.description', description),
    services: textsColumn('product.services', services),
    brand: textColumn('product.brand', brand),
    store: textColumn('product.store', store),
    shop: textColumn('product.shop_id', shop_id),
    mainCategory: textColumn('product.main_category', typeof main_category === 'string' ? main_category : undefined),
    objects: objectsOf(mapping).map(
      (object): ReadColumn => ({
        of: 'product.details.object',
        column: objectColumn(object),
        expected:
          typeof object === 'object' && 'label' in object
            ? `names and values with "${object.label}" between them`
            : 'an object of details, or its JSON',
      }),
    ),
    ticked: ticksOf(mapping).map(
      ({ column }): ReadColumn => ({
        of: 'product.details.ticked',
        column,
        expected: 'a yes or a no, a one or a nought',
      }),
    ),
    reviews: {
      of: 'product.reviews.column',
      column: reviews?.column ?? '',
      expected: 'a list of reviews, or its JSON',
    },
  } satisfies Record<string, ReadColumn | readonly ReadColumn[]>;
}
export type Heads = ReturnType<typeof headsOf>;

export const reviewHeadsOf = ({ rating, text, helpful_votes, time }: ReviewMapping) => ({
  text: textColumn('review.text', text),
  rating: ratingColumn(rating, 'review.rating'),
  helpfulVotes: countColumn(helpful_votes ?? '', 'review.helpful_votes'),
  time: timeColumn(time ?? ''),
});
export type ReviewHeads = ReturnType<typeof reviewHeadsOf>;

type PlaceOf = PlacedMapping['placeOf'];

/** A column that the mapping names at a key, which stands at a path of its own where several share the key. */
function named(placeOf: PlaceOf | undefined, path: readonly string[], column: string, key = path.join('.')) {
  return {
    key,
    column,
    place: placeOf?.(path) ?? 'the mapping',
    isIn: (row: RawObject) => has(row, column),
  } satisfies NamedColumn;
}

type Named = ListColumn | Columns;

/** The columns that a key names, each with its place. */
function columnsAt(placeOf: PlaceOf | undefined, path: readonly string[], stated: Named | undefined): NamedColumn[] {
  if (stated === undefined) return [];
  if (!Array.isArray(stated)) return [named(placeOf, path, nameOf(stated as ListColumn))];
  return stated.map((column, at) => named(placeOf, [...path, String(at)], column, path.join('.')));
}

const columnsOf = (
  placeOf: PlaceOf | undefined,
  section: readonly string[],
  stated: Readonly<Record<string, Named | undefined>>,
): NamedColumn[] => Object.entries(stated).flatMap(([key, columns]) => columnsAt(placeOf, [...section, key], columns));

/** Of several columns for one thing any will do. */
const required = (columns: readonly NamedColumn[], keys: readonly string[]): NamedColumn[] =>
  columns.map((column, _, all) => {
    const isOnly = all.filter(({ key }) => key === column.key).length === 1;
    return keys.includes(column.key) && isOnly ? { ...column, isRequired: true } : column;
  });

/** The columns that hold what a product is, each with the key that names it. */
export function productColumns(product: ProductMapping, placeOf?: PlaceOf): NamedColumn[] {
  const {
    id,
    title,
    currency,
    main_category,
    decimals: _,
    minor_units: __,
    details,
    variants,
    reviews,
    set_aside,
    ...stated
  } = product;
  const isMade = typeof id === 'object' && !Array.isArray(id);
  const isMadeTitle = typeof title === 'object' && !Array.isArray(title);
  const own = columnsOf(placeOf, ['product'], {
    ...(isMade ? {} : { id }),
    ...(isMadeTitle ? {} : { title }),
    ...stated,
    currency: typeof currency === 'string' ? undefined : currency?.column,
    main_category: typeof main_category === 'string' ? main_category : undefined,
  });
  const columns = required(own, ['product.id', 'product.title']);
  if (isMade) columns.push(...columnsAt(placeOf, ['product', 'id', 'made_of'], id.made_of));
  if (isMadeTitle) columns.push(...columnsAt(placeOf, ['product', 'title', 'made_of'], title.made_of));
  if (reviews !== undefined) columns.push(named(placeOf, ['product', 'reviews', 'column'], reviews.column));
  columns.push(...variantColumns(variants, placeOf));
  for (const column of Object.keys(set_aside ?? {}))
    columns.push(named(placeOf, ['product', 'set_aside', column], column, 'product.set_aside'));
  return [...columns, ...detailColumns(product, placeOf)];
}

/** The detail fields that a column of a mapping holds. */
function fieldsNamed(said: NonNullable<NonNullable<ProductMapping['details']>['columns']>[string]): readonly string[] {
  if (typeof said === 'string') return [said];
  return 'fields' in said ? said.fields : [said.field];
}

function detailColumns(product: ProductMapping, placeOf?: PlaceOf): NamedColumn[] {
  const { columns = {}, pairs = [], prefix, tags, stated = {}, ticked = {} } = product.details ?? {};
  const section = ['product', 'details'];
  const ofFields = Object.entries(columns).flatMap(([column, said]) =>
    fieldsNamed(said).map((field) => ({
      ...named(placeOf, [...section, 'columns', column], column, 'product.details.columns'),
      field: fieldFor(field),
    })),
  );
  const ofPairs = pairs.flatMap(({ name, value }, at) =>
    columnsOf(placeOf, [...section, 'pairs', String(at)], { name, value }),
  );
  const objects = objectsOf(product).map((object) => named(placeOf, [...section, 'object'], objectColumn(object)));
  const ofTexts = Object.entries(stated).flatMap(([field, { in: texts }]) =>
    columnsAt(placeOf, [...section, 'stated', field, 'in'], texts),
  );
  const ofTicks = Object.entries(ticked).flatMap(([field, values]) =>
    columnsAt(placeOf, [...section, 'ticked', field], Object.keys(values)),
  );
  const all = [
    ...ofFields,
    ...ofPairs,
    ...objects,
    ...columnsAt(placeOf, [...section, 'tags'], tags),
    ...ofTexts,
    ...ofTicks,
  ];
  if (prefix === undefined) return all;
  const isIn = (row: RawObject) =>
    Object.keys(row).some((column) => column.startsWith(prefix) && column.length > prefix.length);
  return [...all, { ...named(placeOf, [...section, 'prefix'], prefix), isPrefix: true, isIn }];
}

function variantColumns(variants: ProductMapping['variants'], placeOf?: PlaceOf): NamedColumn[] {
  if (variants === undefined) return [];
  const { list, sku, price, parent, options } = variants;
  const section = ['product', 'variants'];
  const own = { sku, price, parent: typeof parent === 'object' ? parent.column : parent };
  const columns = [
    ...columnsOf(placeOf, section, own),
    ...options.flatMap((option, at) =>
      columnsOf(placeOf, [...section, 'options', String(at)], columnsOfOption(option)),
    ),
  ];
  if (list === undefined) return columns;
  const isIn = (column: string) => (row: RawObject) => variantRows(row, variants).some((one) => has(one, column));
  return [
    ...columnsOf(placeOf, section, { list }),
    ...columns.map((column) => ({ ...column, isIn: isIn(column.column) })),
  ];
}

function columnsOfOption(option: VariantOption): Readonly<Record<string, string>> {
  if ('object' in option) return { object: objectColumn(option.object) };
  if ('name' in option) return { name: option.name, value: option.value };
  return { value: option.value, ...(option.behind === undefined ? {} : { behind: option.behind }) };
}

export const reviewColumns = (review: ReviewMapping, placeOf?: PlaceOf): NamedColumn[] =>
  required(columnsOf(placeOf, ['review'], review), ['review.product_id', 'review.rating', 'review.text']);

/** Share of the rows that have all columns a format cannot be without. */
export const shareWith = (rows: readonly RawObject[], columns: readonly NamedColumn[]) =>
  shareOf(rows, (row) => columns.every(({ isRequired, isIn }) => isRequired !== true || isIn(row)));
