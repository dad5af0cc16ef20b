import type { ColumnTally, ReadingReport, StatedColumn } from '../schemas/reading-report.ts';
import { formatAmount } from '../text/money.ts';
import { formatCount } from '../text/numbers.ts';
import { byCodeUnit } from '../text/order.ts';
import { UNSORTED } from './product/values.ts';
import { isOfDetail, joinedTallies } from './readers/index.ts';
import type { Catalog } from './store/catalog.ts';

/** The words by which a note says that a mapping names some columns of a file nowhere. */
export const LEFT_OUT = 'left out by the mapping';

/** Remarks on a catalog; those on columns that its mapping leaves out are for whoever has just made it. */
export const notesOn = ({ notes }: Pick<Catalog, 'notes'>, isNew: boolean): readonly string[] =>
  isNew ? notes : notes.filter((note) => !note.includes(` ${LEFT_OUT}: `));

/** Reports what raw files gave a catalog, column by column, and what of them was left: counted when it was built. */
export function readingReport(catalog: Catalog): ReadingReport {
  const { path, size, files } = catalog;
  const tallies = joinedTallies(files.flatMap(({ cells }) => cells));
  return {
    path,
    products: size,
    files: files.map(({ file, setAside }) => ({ file, setAside })),
    unread: tallies.filter(({ unread }) => unread > 0),
    columns: [...ownColumns(catalog, tallies), ...otherColumns(tallies), ...detailFields(catalog, tallies)],
  };
}

/** Lists the things the catalog has a column for, with what mappings call each where a cell of it may be unreadable. */
function ownColumns(catalog: Catalog, tallies: readonly ColumnTally[]): StatedColumn[] {
  const { averageRating, ratingCount, reviewCount, shop, shops } = catalog.numericColumns();
  const one = (name: string, of: string | null, stated: Pick<StatedColumn, 'products' | 'values' | 'example'>) => {
    const ofIt = tallies.filter((tally) => tally.of === of);
    const from = ofIt.map(({ column }) => column);
    return { name, isDetail: false, from, unread: sum(ofIt.map(({ unread }) => unread)), ...stated };
  };
  const ofNumbers = (numbers: Float64Array, text: (number: number, row: number) => string) => {
    const { count, least, most } = extremes(numbers, isNumber);
    return { products: count, values: null, example: rangeOf(numbers, least, most, text) };
  };
  const unsorted = catalog.shelves().filter(({ path }) => path === UNSORTED);
  const reviews = extremes(reviewCount, (count) => count > 0);
  return [
    one('price', 'product.price', pricesOf(catalog)),
    one('rating', 'product.rating', ofNumbers(averageRating, String)),
    one('number of ratings', 'product.rating_count', ofNumbers(ratingCount, formatCount)),
    one('reviews', null, {
      products: reviews.count,
      values: null,
      example: rangeOf(reviewCount, reviews.least, reviews.most, formatCount),
    }),
    one('shop', 'product.shop_id', {
      products: extremes(shop, (place) => place > 0).count,
      values: shops.length - 1,
      example: shops[1] ?? null,
    }),
    one('category', 'product.category', {
      products: catalog.size - sum(unsorted.map(({ id }) => catalog.shelfRows(id).length)),
      values: catalog.shelves().length - unsorted.length,
      example: unsorted.length === catalog.shelves().length ? null : depthOf(catalog),
    }),
    one('features or description', null, { products: catalog.textRows().length, values: null, example: null }),
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The prices of the currency that most of them are in, and how many are in others: amounts of two are no range. */
function pricesOf(catalog: Catalog): Pick<StatedColumn, 'products' | 'values' | 'example'> {
  const { priceMinor, currencyIds, currencies } = catalog.numericColumns();
  const [first, ...others] = currencies
    .flatMap((currency, id) =>
      currency === null ? [] : [{ currency, ...extremes(priceMinor, isNumber, (row) => currencyIds[row] === id) }],
    )
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byCodeUnit(a.currency, b.currency));
  if (first === undefined) return { products: 0, values: null, example: null };
  const { currency, count, least, most } = first;
  const range = rangeOf(priceMinor, least, most, (minor) => `${currency} ${formatAmount(minor, currency)}`);
  const beside = others.map((other) => `${formatCount(other.count)} in ${other.currency}`);
  return {
    products: count + sum(others.map((other) => other.count)),
    values: null,
    example: [range, ...(beside.length === 0 ? [] : [beside.join(', ')])].join('; '),
  };
}

const isNumber = (number: number) => !Number.isNaN(number);

/** Counts the rows that state a number, and finds those with the least and the most. */
function extremes(
  numbers: Float64Array | Uint32Array,
  isStated: (number: number) => boolean,
  isMeant: (row: number) => boolean = () => true,
) {
  let [count, least, most] = [0, -1, -1];
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] as number;
    if (!isStated(number) || !isMeant(row)) continue;
    count++;
    if (least < 0 || number < (numbers[least] as number)) least = row;
    if (most < 0 || number > (numbers[most] as number)) most = row;
  }
  return { count, least, most };
}

function rangeOf(
  numbers: Float64Array | Uint32Array,
  least: number,
  most: number,
  text: (number: number, row: number) => string,
): string | null {
  if (least < 0) return null;
  const [from, to] = [least, most].map((row) => text(numbers[row] as number, row));
  return from === to ? (from as string) : `${from} to ${to}`;
}

/** Tells the number of levels categories have, and the first of the deepest. */
function depthOf(catalog: Catalog): string {
  const paths = pathsOf(catalog);
  const depths = paths.map(({ length }) => length);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  const levels = most === 1 ? '1 level' : least === most ? `${most} levels` : `${least} to ${most} levels`;
  return `${levels}: ${paths.find(({ length }) => length === most)?.join(' > ')}`;
}

/** The category path of each shelf, as its first product has it: a name of a level may hold what joins levels. */
function pathsOf(catalog: Catalog): (readonly string[])[] {
  const { shelf } = catalog.numericColumns();
  const first = new Map<number, number>();
  for (let row = 0; row < shelf.length; row++)
    if (!first.has(shelf[row] as number)) first.set(shelf[row] as number, row);
  return [...first.values()].map((row) => catalog.productByRow(row).category);
}

/** Columns whose cells could not be read, of which the catalog itself counts nothing. */
function otherColumns(tallies: readonly ColumnTally[]): StatedColumn[] {
  const counted = ['price', 'rating', 'rating_count', 'category', 'shop_id'].map((name) => `product.${name}`);
  return tallies
    .filter((tally) => !isOfDetail(tally) && !counted.includes(tally.of) && tally.unread > 0)
    .map(({ of, column, unread }) => ({
      ...{
        name: of.replace(/^product\./, ''),
        isDetail: false,
        from: [column],
        products: null,
        values: null,
        unread,
        example: null,
      },
    }));
}

function detailFields(catalog: Catalog, tallies: readonly ColumnTally[]): StatedColumn[] {
  const unread = new Map(tallies.filter(isOfDetail).map((tally) => [tally.column, tally.unread]));
  const stated = catalog.fieldCounts().map(({ name, products, values, first }) => ({
    ...{ name, isDetail: true, from: [], products, values, unread: unread.get(name) ?? 0, example: first },
  }));
  const known = new Set(stated.map(({ name }) => name));
  const unstated = [...unread]
    .filter(([name]) => !known.has(name))
    .map(([name, count]) => ({
      ...{ name, isDetail: true, from: [], products: 0, values: 0, unread: count, example: null },
    }));
  return [...stated, ...unstated].sort(
    (a, b) => b.products - a.products || b.unread - a.unread || (a.name < b.name ? -1 : 1),
  );
}
