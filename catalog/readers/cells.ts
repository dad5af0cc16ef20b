import type { Detail } from '../../schemas/product.ts';
import { type ColumnTally, DETAIL } from '../../schemas/reading-report.ts';
import { saysSomething, statedBrand } from '../product/values.ts';

/** A column that states one thing, and what is expected of its cells. */
export interface ReadColumn {
  /** The thing it states, as a mapping calls it. */
  readonly of: string;
  readonly column: string;
  readonly expected: string;
}

type Tally = { -readonly [Key in keyof ColumnTally]: ColumnTally[Key] };

const AMOUNT = 'a single amount';
const STARS = 'a number from 1 to 5';
const COUNT = 'a count';
const TIME = 'a date, or seconds or milliseconds since 1970';
const CURRENCY = 'a code such as USD';

export const priceColumn = (column: string, expected = AMOUNT, of = 'product.price'): ReadColumn => ({
  ...{ of, column, expected },
});
export const ratingColumn = (column: string, of = 'product.rating'): ReadColumn => ({ of, column, expected: STARS });
export const countColumn = (column: string, of: string): ReadColumn => ({ of, column, expected: COUNT });
export const timeColumn = (column: string): ReadColumn => ({ of: 'review.time', column, expected: TIME });
export const currencyColumn = (column: string): ReadColumn => ({ of: 'product.currency', column, expected: CURRENCY });

const OPTION = 'a text of at most 200 characters, a number or a list of such';

const EXCERPT_CHARACTERS = 60;

/** The beginning of a cell, for a sentence. */
function excerptOf(cell: unknown): string {
  const isText = typeof cell === 'string';
  const text = isText ? cell.trim() : (JSON.stringify(cell) ?? '');
  const shown = text.length <= EXCERPT_CHARACTERS ? text : `${text.slice(0, EXCERPT_CHARACTERS - 1)}…`;
  return isText ? `"${shown}"` : shown;
}

/** Counts the cells of rows that state something, and those of them that could not be read. */
export class Cells {
  readonly #file: string;
  /** The line of the row at hand. */
  line = 0;
  readonly #tallies = new Map<ReadColumn, Tally>();
  readonly #details = new Map<string, ReadColumn>();

  constructor(file = '') {
    this.#file = file;
  }

  /** Counts a cell, of which `result` was made, or null where nothing could be; returns that. */
  note<Result>(head: ReadColumn, cell: unknown, result: Result | null): Result | null {
    if (result === null && !saysSomething(cell)) return null;
    let tally = this.#tallies.get(head);
    if (tally === undefined) {
      tally = { ...head, stated: 0, unread: 0, example: null };
      this.#tallies.set(head, tally);
    }
    tally.stated++;
    if (result === null) {
      tally.unread++;
      tally.example ??= { file: this.#file, line: this.line, text: excerptOf(cell) };
    }
    return result;
  }

  /** Counts a detail that states something but no option; "No Brand" is meant to state none. */
  noteDetail(field: string, { options, raw: [first] }: Detail): void {
    if (options.length > 0 || first === undefined || statedBrand(first.value) === null) return;
    this.note(this.#headOf(field), first.value, null);
  }

  /** Counts a detail that states something for certain, and no option; its text is made where none was told of yet. */
  noteUnread(field: string, textOf: () => string): void {
    const head = this.#headOf(field);
    const tally = this.#tallies.get(head);
    if (tally === undefined || tally.example === null) {
      this.note(head, textOf(), null);
      return;
    }
    tally.stated++;
    tally.unread++;
  }

  /** Expects members of objects that a field states to be named by their paths, such as one of them. */
  expectMembers(field: string, path: string): void {
    if (this.#details.has(field)) return;
    const expected = `${OPTION}; name its members by their paths, such as "${path}", under product.details.columns of the mapping`;
    this.#details.set(field, { of: DETAIL, column: field, expected });
  }

  #headOf(field: string): ReadColumn {
    let head = this.#details.get(field);
    if (head === undefined) {
      head = { of: DETAIL, column: field, expected: OPTION };
      this.#details.set(field, head);
    }
    return head;
  }

  /** The tallies since the last call. */
  take(): ColumnTally[] {
    const tallies = [...this.#tallies.values()];
    this.#tallies.clear();
    return tallies;
  }
}

/** Tells whether a tally is of a detail field, which is its column. */
export const isOfDetail = ({ of }: Pick<ColumnTally, 'of'>): boolean => of === DETAIL;

/** Tallies of the same columns as one; the first example is that of the first. */
export function joinedTallies(tallies: Iterable<ColumnTally>): ColumnTally[] {
  const joined = new Map<string, Tally>();
  for (const tally of tallies) {
    const key = JSON.stringify([tally.of, tally.column]);
    const known = joined.get(key);
    if (known === undefined) joined.set(key, { ...tally });
    else {
      known.stated += tally.stated;
      known.unread += tally.unread;
      known.example ??= tally.example;
    }
  }
  return [...joined.values()];
}
