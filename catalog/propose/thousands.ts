import { UNIT_OF } from '../../text/units.ts';
import { textOf } from '../product/values.ts';
import { fieldOf, type NamedByRows, pairsOfRows } from './details-said.ts';
import type { Draft } from './draft.ts';
import type { Column } from './profile.ts';

/** A cell that is one amount with a unit, and a number with three figures behind its only point: "1.350 W". */
const AMOUNT = /^(?<number>\d[\d.,]*)\s?(?<unit>\p{L}{1,10})$/u;
const THREE_BEHIND_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
/** Others of its unit, at least; times that they are more than it on average, and less or more than a thousand of it at most. */
const LEAST_OTHERS = 3;
const FAR = 100;
const NEAR = 10;

interface Amount {
  readonly text: string;
  readonly number: string;
  readonly value: number;
}

function amountsByUnit(texts: readonly string[]): Iterable<readonly Amount[]> {
  const amounts = texts.flatMap((text) => {
    const { number = '', unit = '' } = AMOUNT.exec(text)?.groups ?? {};
    const value = Number(number.replace(/,(?=\d{3}(?!\d))/g, ''));
    const known = UNIT_OF.get(unit.toLowerCase());
    return known === undefined || Number.isNaN(value) ? [] : [{ text, number, value, unit: known }];
  });
  return Map.groupBy(amounts, ({ unit }) => unit).values();
}

/** The first amount that is far below all others of its unit, and near them if its point set thousands apart; null where none is. */
export function misreadThousand(texts: readonly string[]): { readonly text: string; readonly other: string } | null {
  for (const amounts of amountsByUnit(texts)) {
    const others = amounts
      .filter(({ number }) => !THREE_BEHIND_POINT.test(number))
      .toSorted((a, b) => a.value - b.value);
    const usual = others[Math.floor(others.length / 2)];
    if (usual === undefined || others.length < LEAST_OTHERS) continue;
    const isFar = (value: number) => value * FAR < usual.value && value < (others[0] as Amount).value;
    const isNear = (value: number) => value * NEAR >= usual.value && value <= usual.value * NEAR;
    const misread = amounts.find(
      ({ number, value }) => THREE_BEHIND_POINT.test(number) && isFar(value) && isNear(value * 1000),
    );
    if (misread !== undefined) return { text: misread.text, other: usual.text };
  }
  return null;
}

/** Says of details in which an amount stands out as thousands do where points are taken for those before decimals. */
export function tellThousands(columns: readonly Column[], draft: Draft): void {
  if (draft.section.decimals === 'comma') return;
  const details = (draft.section.details ?? {}) as NamedByRows & { readonly columns?: Record<string, unknown> };
  const ofColumns = columns.flatMap(({ name, stated }) => {
    const said = details.columns?.[name];
    return said === undefined ? [] : stated.map((value) => [fieldOf(said), value] as const);
  });
  const all = [...ofColumns, ...pairsOfRows(columns, details).flat()];
  for (const [field, pairs] of Map.groupBy(all, ([name]) => name)) {
    const texts = pairs.flatMap(([, value]) => [value].flat()).map(textOf);
    const found = misreadThousand(texts);
    if (found === null) continue;
    draft.findings.push({
      key: 'details',
      column: field,
      because: `"${found.text}" is read with a point before its decimals, far below others such as "${found.other}"; where it is thousands, correct it in the file`,
    });
  }
}
