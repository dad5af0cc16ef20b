import { CURRENCY_OF_HOSTS, currencyOfAddress } from '../../text/currencies.ts';
import { textOf } from '../product/values.ts';
import { NAMED } from './draft.ts';
import { headerScores, headerWords } from './header.ts';
import { type Column, isPicture, isUrl, MOSTLY } from './profile.ts';

const COVERED = 0.99;
const HOST = /^(?:https?:)?\/\/(?<host>[^/:?#]+\.(?<end>[a-z]{2}))(?=[/:?#]|$)/i;

const addressOf = (value: unknown): string => textOf(Array.isArray(value) ? value[0] : value).replace(/[?#].*$/s, '');

/** Tells whether a column is called by a maker, whose pages lie where it is at home: "manufacturer_url". */
const isOfMaker = ({ name }: Column): boolean =>
  headerWords(name).some((word) => (headerScores(word).get('brand') ?? 0) >= NAMED);

/** Columns of addresses of pages; of pictures only where no column has such, for they lie with whoever keeps them. */
function columnsOfPages(columns: readonly Column[]): readonly Column[] {
  const all = columns.filter((column) => column.share(isUrl) >= MOSTLY && !isOfMaker(column));
  const ofPages = all.filter((column) => column.share((value) => isPicture(addressOf(value))) <= 0.5);
  return ofPages.length > 0 ? ofPages : all;
}

/** The currency of the countries that the hosts of nearly all addresses in a column end in, and these ends; null where that is none, or not one. */
export function currencyOfHosts(columns: readonly Column[]): { code: string; ends: readonly string[] } | null {
  for (const { stated } of columnsOfPages(columns)) {
    const ends = stated.map((value) => HOST.exec(addressOf(value))?.groups?.end?.toLowerCase() ?? '');
    const code = Object.hasOwn(CURRENCY_OF_HOSTS, ends[0] ?? '') ? CURRENCY_OF_HOSTS[ends[0] as string] : undefined;
    const ofOne = ends.filter((end) => Object.hasOwn(CURRENCY_OF_HOSTS, end) && CURRENCY_OF_HOSTS[end] === code);
    if (code !== undefined && ofOne.length >= ends.length * COVERED) return { code, ends: [...new Set(ofOne)].sort() };
  }
  return null;
}

/** The column of addresses that lie in shops of several currencies, each with the end of a country, and the currencies; null where none does. */
export function shopsOfSeveral(columns: readonly Column[]): { column: Column; currencies: readonly string[] } | null {
  for (const column of columnsOfPages(columns)) {
    const codes = column.stated.flatMap((value) => currencyOfAddress(addressOf(value)) ?? []);
    const currencies = [...new Set(codes)].sort();
    const isStated = column.statedShare >= COVERED && codes.length >= column.stated.length * COVERED;
    if (isStated && currencies.length > 1) return { column, currencies };
  }
  return null;
}

/** Tells whether each value of a column, such as a country, has hosts of its own in a column of addresses of pages. */
export const hasHostsOfItsOwn = ({ values }: Column, columns: readonly Column[]): boolean =>
  columnsOfPages(columns).some((addresses) => {
    const hosts = new Map<string, Set<string>>();
    for (const [row, value] of values.entries()) {
      const host = HOST.exec(addressOf(addresses.values[row]))?.groups?.host;
      if (value === undefined || host === undefined) return false;
      hosts.set(host, (hosts.get(host) ?? new Set()).add(textOf(value)));
    }
    return (
      new Set([...hosts.values()].flatMap((of) => [...of])).size > 1 &&
      [...hosts.values()].every(({ size }) => size === 1)
    );
  });
