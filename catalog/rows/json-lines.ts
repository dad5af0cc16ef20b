import { BrokenStream } from './bytes.ts';
import type { RawRow, RowBatches } from './row.ts';

/** A longer line is no record but a broken file; reading it whole would take the memory the run needs. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024;

const EXCERPT_BYTES = 400;
const NEWLINE = 10;

const parseLine = (line: number, text: string): RawRow => {
  try {
    return { line, value: JSON.parse(text), text };
  } catch (error) {
    return { line, broken: `is not JSON: ${(error as SyntaxError).message}`, text };
  }
};

/**
 * Splits bytes on newlines and parses each line: about half as long as a streaming parser takes, since rows are small
 * and `JSON.parse` is native. Blank lines are not rows; lines are numbered from 1 and count blank ones.
 */
export async function* jsonLines(chunks: AsyncIterable<Buffer>, mostLineBytes = MOST_LINE_BYTES): RowBatches {
  let line = 0;
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let tooLong = false;
  let rows: RawRow[] = [];

  const carry = (part: Buffer) => {
    carriedBytes += part.length;
    if (carriedBytes <= mostLineBytes) carried.push(part);
    else if (!tooLong) {
      tooLong = true;
      carried = [Buffer.concat([...carried, part]).subarray(0, EXCERPT_BYTES)];
    }
  };
  const endLine = (part: Buffer) => {
    line++;
    let bytes = part;
    if (carriedBytes > 0) {
      carry(part);
      bytes = carried.length === 1 ? (carried[0] as Buffer) : Buffer.concat(carried);
    }
    if (tooLong || bytes.length > mostLineBytes) {
      const length = Math.max(carriedBytes, bytes.length);
      const text = bytes.toString('utf8', 0, EXCERPT_BYTES);
      rows.push({ line, broken: `is a line of ${length} bytes, expected at most ${mostLineBytes}`, text });
    } else {
      let text = bytes.toString('utf8');
      if (line === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
      if (text.trim() !== '') rows.push(parseLine(line, text));
    }
    carried = [];
    carriedBytes = 0;
    tooLong = false;
  };

  try {
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        endLine(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start < chunk.length) carry(chunk.subarray(start));
      if (rows.length > 0) {
        yield rows;
        rows = [];
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    if (rows.length > 0) yield rows;
    const text = Buffer.concat(carried).toString('utf8', 0, EXCERPT_BYTES);
    yield [
      { line: line + 1, broken: `${error.message}; everything before line ${line + 1} was read`, text, last: true },
    ];
    return;
  }
  if (carriedBytes > 0) endLine(Buffer.alloc(0));
  if (rows.length > 0) yield rows;
}
