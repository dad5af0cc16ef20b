import type { DatabaseSync } from 'node:sqlite';

/** The words of all titles, one title after the other, where threads can share them. */
export interface Titles {
  /** Words are parted by a space and titles by a line break, in UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each title begins, and where one after the last would. */
  readonly starts: Float64Array;
}

const SPACE = 0x20;
const LINE_BREAK = 0x0a;
/** Titles that are read together. */
const ROWS_AT_ONCE = 16_384;

/** Reads the titles of all products; they take as many bytes as their words, and nine more each. */
export function readTitles(db: DatabaseSync, size: number): Titles {
  const { length } = db
    .prepare('SELECT coalesce(sum(octet_length(title_words) + 1), 0) AS length FROM products')
    .get() as {
    length: number;
  };
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const starts = new Float64Array(new SharedArrayBuffer((size + 1) * Float64Array.BYTES_PER_ELEMENT));
  const together = db.prepare(
    `SELECT CAST(group_concat(title_words, char(${LINE_BREAK})) AS BLOB) AS words
     FROM (SELECT title_words FROM products WHERE id >= ? AND id < ? ORDER BY id)`,
  );
  let row = 0;
  let end = 0;
  for (let first = 0; first < size; first += ROWS_AT_ONCE) {
    const { words } = together.get(first, first + ROWS_AT_ONCE) as { words: Uint8Array };
    bytes.set(words, end);
    for (let at = 0; at <= words.length; at++) {
      if (at < words.length && words[at] !== LINE_BREAK) continue;
      row++;
      starts[row] = end + at + 1;
    }
    end += words.length + 1;
    bytes[end - 1] = LINE_BREAK;
  }
  if (row !== size || end !== length) throw new RangeError(`the catalog has ${row} titles of ${size} products`);
  return { bytes, starts };
}

/** Those of the rows whose title has the words of the phrase, parted by a space, one after the other. */
export function havingPhrase({ bytes, starts }: Titles, rows: Uint32Array, phrase: string): Uint32Array {
  const wanted = Buffer.from(phrase);
  const isEnd = (byte: number) => byte === SPACE || byte === LINE_BREAK;
  return rows.filter((row) => {
    const start = starts[row] as number;
    const last = (starts[row + 1] as number) - 1 - wanted.length;
    for (let at = start; at <= last; at++) {
      if (at > start && bytes[at - 1] !== SPACE) continue;
      let same = 0;
      while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
      if (same === wanted.length && isEnd(bytes[at + same] as number)) return true;
    }
    return false;
  });
}
