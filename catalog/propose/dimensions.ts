import { dimensionNames } from '../../lexicon/columns.ts';
import { ENGLISH } from '../../lexicon/index.ts';
import { escaped } from '../../text/escaped.ts';
import { UNIT_OF } from '../../text/units.ts';
import { textOf } from '../product/values.ts';
import { type Draft, percent } from './draft.ts';
import { languageOfHeaders } from './header.ts';
import { type Column, MOSTLY } from './profile.ts';

const NUMBER = '\\d+(?:[.,]\\d+)?';
const TIMES = '\\s*(?:mm|cm|m)?\\s*[x×*]\\s*';
/** Lengths of a thing and nothing else: "ca. 120 × 60 × 75 cm". */
const LENGTHS = new RegExp(`^\\P{Nd}*(?<all>${NUMBER}(?:${TIMES}${NUMBER}){1,2})\\P{Nd}*$`, 'iu');
const UNIT = /\d\s*(?<unit>mm|cm|m)(?!\p{L})/giu;
const UNIT_OF_HEADER = /[\s([](?<unit>mm|cm|m)[)\]]?$/iu;

const lengthsIn = (cell: unknown): number =>
  LENGTHS.exec(textOf(cell))?.groups?.all?.match(new RegExp(NUMBER, 'gu'))?.length ?? 0;

/** The lengths that a header says the order of: width, depth and height of "Maße (BxTxH)"; null of any other. */
function orderIn(header: string, language: string): readonly string[] | null {
  const names = dimensionNames(language);
  if (names.size === 0) return null;
  const one = `(${[...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})`;
  const order = new RegExp(
    `(?<!\\p{L}|[x×*/]\\s*)${one}\\s*[x×*/]\\s*${one}(?:\\s*[x×*/]\\s*${one})?(?!\\p{L}|\\s*[x×*/])`,
    'iu',
  );
  const [, ...said] = order.exec(header) ?? [];
  const fields = said.flatMap((name) => (name === undefined ? [] : (names.get(name.toLowerCase()) as string)));
  return fields.length > 0 && new Set(fields).size === fields.length ? fields : null;
}

/** The unit that a header or its cells say, where they say one alone. */
function unitIn(column: Column): string | null {
  const ofHeader = UNIT_OF_HEADER.exec(column.name)?.groups?.unit;
  const ofCells = column.stated.flatMap((cell) => [...textOf(cell).matchAll(UNIT)].map(({ groups }) => groups?.unit));
  const units = new Set([ofHeader, ...ofCells].flatMap((unit) => (unit === undefined ? [] : unit.toLowerCase())));
  const [unit] = units;
  return units.size === 1 && unit !== undefined && UNIT_OF.has(unit) ? unit : null;
}

/** An expression for one of so many lengths, by its place. */
const placeOf = (place: number, count: number): string =>
  `^\\P{Nd}*(?=${NUMBER}(?:${TIMES}${NUMBER}){${count - 1}}\\P{Nd}*$)(?:${NUMBER}${TIMES}){${place}}(${NUMBER})`;

/** Reads columns of several lengths each, in the order that their headers say; others are left out with the reason. */
export function findDimensions(columns: readonly Column[], draft: Draft): void {
  const language = languageOfHeaders(columns.map(({ name }) => name)) ?? ENGLISH;
  const details = draft.section.details as { columns?: Record<string, unknown>; stated?: object } | undefined;
  const left = columns.filter(
    (column) =>
      column.stated.length > 0 &&
      column.share((cell) => lengthsIn(cell) > 0) >= MOSTLY &&
      draft.findings.some(({ key, column: name }) => key === null && name === column.name),
  );
  const stated: Record<string, object> = {};
  for (const column of left) {
    const order = orderIn(column.name, language);
    const unit = unitIn(column);
    const why =
      order === null
        ? 'says several lengths in an order that its header does not tell, "L x W x H"'
        : unit === null
          ? 'says several lengths and not in which one unit'
          : column.share((cell) => lengthsIn(cell) === order.length) < MOSTLY
            ? `says other numbers of lengths than its header, ${order.length}`
            : null;
    draft.withdraw(null, column);
    if (order === null || unit === null || why !== null) {
      draft.note(null, [column], why ?? '');
      continue;
    }
    const read = column.share((cell) => lengthsIn(cell) === order.length);
    for (const [place, field] of order.entries()) {
      const name = `${field} (${unit})`;
      stated[name] ??= { in: column.name, value: placeOf(place, order.length).replaceAll('{1}', '') };
    }
    draft.note(
      'details.stated',
      [column],
      `${percent(read)} of ${column.stated.length} values are ${order.join(', ')}`,
    );
  }
  if (Object.keys(stated).length > 0) draft.section.details = { ...details, stated: { ...details?.stated, ...stated } };
}
