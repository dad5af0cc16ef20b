import { CURRENCY_IN_HEADERS } from '../../text/currencies.ts';
import { currenciesOfSign, signBeside } from '../../text/currency-beside-amount.ts';
import { textOf } from '../product/values.ts';
import { Column, lengthOf, MOSTLY } from './profile.ts';

/** Rows, at least, by which two amounts are told to belong together. */
export const LEAST_PRICED = 30;

/** An amount without what stands beside it, so that "$5.0" is 5. */
export const amountKey = (value: unknown) =>
  String(Number(textOf(Array.isArray(value) ? value[0] : value).replace(/[^\d.]/g, '')));

/** Money in a text: a sign or a short word, and an amount behind it. */
const MONEY = /(?<![\p{L}\p{N}])(?:\p{Sc}|\p{L}{1,3}\.?)\s?\d[\d,]*(?:\.\d+)?(?![\d%])/gu;
/** Characters that texts have on average, at least, and rows whose texts say their price, as a number and as a share. */
const LEAST_OF_TEXT = 40;
const LEAST_SAYING = 0.1;

/** Bare prices as texts say them beside a sign, where enough do: "buy it for Rs.999 online" of 999. */
export function pricesInTexts(columns: readonly Column[], prices: readonly Column[]): readonly Column[] {
  const texts = columns.filter(
    (column) => column.share((value) => typeof value === 'string') >= MOSTLY && column.mean(lengthOf) >= LEAST_OF_TEXT,
  );
  const isOfCurrency = (amount: string) => {
    const sign = signBeside(amount);
    return currenciesOfSign(sign).length > 0 || Object.hasOwn(CURRENCY_IN_HEADERS, sign.toLowerCase());
  };
  const rows = Math.max(...prices.map(({ values }) => values.length));
  const said = Array.from({ length: rows }, (_, row) => {
    const price = amountKey(prices.map(({ values }) => values[row]).find((value) => value !== undefined));
    return texts
      .flatMap(({ values }) => textOf(values[row]).match(MONEY) ?? [])
      .find((amount) => amountKey(amount.replace(/^\D+/, '')) === price && isOfCurrency(amount));
  });
  const found = said.filter((amount) => amount !== undefined).length;
  return found >= Math.max(LEAST_PRICED, rows * LEAST_SAYING) ? [new Column('', said)] : [];
}
