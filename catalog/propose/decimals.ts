import { textOf } from '../product/values.ts';
import type { Draft } from './draft.ts';
import type { Column } from './profile.ts';

/** A cell that is one amount with a unit, a percent or inch sign, or a currency, and nothing else. */
const AMOUNT = /^\p{Sc}?\s?(?<number>\d[\d.,]*)\s?[\p{L}\p{Sc}%"″”²³/]{1,10}$/u;
/** Numbers whose decimals stand behind a comma; and those that show that they do not. */
const COMMA = /^\d+(?:\.\d{3})*,\d{1,2}$/;
const POINT = /^(?:\d+(?:,\d{3})*\.\d{1,2}|0\.\d+|[1-9]\d{0,2}(?:,\d{3})*,000)$/;
const LEAST_SEEN = 3;
/** Amounts written otherwise, for each with a comma, at most: misprints. */
const MOST_OTHERS = 0.05;

/** Finds whether amounts have their decimals behind a comma, as in most of Europe and South America. */
export function findDecimals(columns: readonly Column[], draft: Draft): void {
  const stated = columns.flatMap((column) => column.stated.filter((value) => typeof value !== 'object').map(textOf));
  const amounts = stated.flatMap((text) => {
    const number = AMOUNT.exec(text)?.groups?.number;
    return number === undefined ? [] : [{ text, number }];
  });
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
