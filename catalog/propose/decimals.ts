import { textOf, withDecimalPoints } from '../product/values.ts';
import type { Draft } from './draft.ts';
import { Column } from './profile.ts';

/** A cell that is one amount with a unit, a percent or inch sign, or a currency, and nothing else. */
const AMOUNT = /^\p{Sc}?\s?(?<number>\d[\d.,]*)\s?[\p{L}\p{Sc}%"″”²³/]{1,10}$/u;
/** Numbers whose decimals stand behind a comma; and those that show that they do not. */
const COMMA = /^\d+(?:\.\d{3})*,\d{1,2}$/;
const POINT = /^(?:\d+(?:,\d{3})*\.\d{1,2}|0\.\d+|[1-9]\d{0,2}(?:,\d{3})*,000)$/;
const LEAST_SEEN = 3;
/** Amounts written otherwise, for each with a comma, at most: misprints. */
const MOST_OTHERS = 0.05;

/** A number alone; in a column of such as have no other sign than a comma before one or two figures, that is one before decimals. */
const BARE = /^-?\d[\d.,]*$/;
const BARELY = 0.95;

const textsIn = (column: Column) => column.stated.filter((value) => typeof value !== 'object').map(textOf);

/** The numbers of a column that holds numbers alone, of which some have decimals behind a comma; none of any other. */
function bareNumbers(column: Column): string[] {
  const texts = textsIn(column);
  const numbers = texts.filter((text) => BARE.test(text));
  const isOne = (text: string) => COMMA.test(text) || /^-?\d+$/.test(text);
  if (numbers.length < texts.length * BARELY || !numbers.every(isOne)) return [];
  return new Set(numbers.filter((text) => COMMA.test(text))).size >= LEAST_SEEN ? numbers : [];
}

/** Columns of bare numbers with their decimals behind a point, so that they read as numbers. */
export const withPoints = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) =>
    bareNumbers(column).length === 0
      ? column
      : new Column(
          column.name,
          column.values.map((value) => (typeof value === 'string' ? withDecimalPoints(value) : value)),
          column.isMember,
        ),
  );

/** Finds whether amounts, in cells or as they were `read` in them, have their decimals behind a comma, as in most of Europe and South America. */
export function findDecimals(columns: readonly Column[], read: readonly string[], draft: Draft): void {
  const beside = [...columns.flatMap(textsIn), ...read].flatMap((text) => {
    const number = AMOUNT.exec(text)?.groups?.number;
    return number === undefined ? [] : [{ text, number }];
  });
  const amounts = [...beside, ...columns.flatMap(bareNumbers).map((text) => ({ text, number: text }))];
  const [withComma, others] = [COMMA, POINT].map((form) => amounts.filter(({ number }) => form.test(number)));
  if (withComma === undefined || others === undefined || withComma.length < LEAST_SEEN) return;
  if (others.length > withComma.length * MOST_OTHERS) return;
  draft.section.decimals = 'comma';
  draft.findings.push({
    key: 'decimals',
    column: 'comma',
    because: `${withComma.length} amounts such as "${withComma[0]?.text}"`,
  });
}
