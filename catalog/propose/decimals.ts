import { textOf } from '../product/values.ts';
import type { Draft } from './draft.ts';
import type { Column } from './profile.ts';

/** Decimals of an amount, behind a comma or a point: a unit, a percent or an inch sign follows, or the currency. */
const [COMMA, POINT] = [',', '\\.'].map(
  (sign) => new RegExp(`(?<![\\d.,])\\d+(?:[.,]\\d{3})*${sign}\\d{1,2}(?=\\s?[\\p{L}\\p{Sc}%"″”])`, 'u'),
) as [RegExp, RegExp];
const LEAST_SEEN = 3;
/** Amounts with the other sign, for each with a comma, at most: misprints. */
const MOST_OTHERS = 0.05;

/** Finds whether amounts in details have their decimals behind a comma, as in most of Europe and South America. */
export function findDecimals(columns: readonly Column[], draft: Draft): void {
  const texts = columns.flatMap((column) =>
    draft.isTaken(column) ? column.stated.filter((value) => typeof value !== 'object').map(textOf) : [],
  );
  const [withComma, withPoint] = [COMMA, POINT].map((sign) => texts.filter((text) => sign.test(text)));
  const [example] = withComma as string[];
  if (example === undefined || withComma!.length < LEAST_SEEN) return;
  if (withPoint!.length > withComma!.length * MOST_OTHERS) return;
  draft.section.decimals = 'comma';
  draft.findings.push({
    key: 'decimals',
    column: 'comma',
    because: `${withComma!.length} amounts such as "${example}"`,
  });
}
