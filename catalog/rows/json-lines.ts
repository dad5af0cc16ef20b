import { bufferPool } from '../memory/buffer-pool.ts';
import { BrokenStream } from './bytes.ts';
import type { LineBlock, LineTaker, Piece, RawRow } from './row.ts';

/** A longer line is no record but a broken file; reading it whole would take the memory the run needs. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024;

const EXCERPT_BYTES = 400;
const BLOCK_BYTES = 2 * 1024 * 1024;
const NEWLINE = 10;

interface BlockLimits {
  readonly mostLineBytes?: number;
  /** A block is handed out once it is as large. */
  readonly blockBytes?: number;
  /** Told of the buffers of chunks once they are not needed any more, where nobody else has them. */
  readonly release?: (buffer: ArrayBuffer) => void;
}

const tooLong = (line: number, length: number, most: number, text: string): RawRow => ({
  line,
  broken: `is a line of ${length} bytes, expected at most ${most}`,
  cause: `is a line of more than ${most} bytes`,
  text,
});

/** Pieces of bytes as one, in a buffer of its own. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(bufferPool.take(length), 0, length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Gathers lines into blocks and keeps no more of a line that is too long than its beginning. */
class Blocks {
  readonly #mostLineBytes: number;
  /** Whole lines, then the beginning of one more. */
  #whole: Uint8Array[] = [];
  #wholeBytes = 0;
  #started: Uint8Array[] = [];
  #startedBytes = 0;
  #firstLine = 1;
  #lines = 0;
  /** The buffer of the chunk that came last, more of which may be to come. */
  #last: ArrayBufferLike | null = null;
  readonly #release: NonNullable<BlockLimits['release']>;

  constructor({ mostLineBytes = MOST_LINE_BYTES, release = () => {} }: BlockLimits) {
    this.#mostLineBytes = mostLineBytes;
    this.#release = release;
  }

  get bytes(): number {
    return this.#wholeBytes;
  }

  /** The line that was started and never ended, and how it begins. */
  get openLine(): { line: number; text: string; bytes: number } {
    const text = Buffer.concat(this.#started).toString('utf8', 0, EXCERPT_BYTES);
    return { line: this.#firstLine + this.#lines, text, bytes: this.#startedBytes };
  }

  /** Adds a chunk; a line that is too long is returned, with the block before it. */
  *add(chunk: Buffer): Generator<Piece> {
    this.#last = chunk.buffer;
    const [first, last] = [chunk.indexOf(NEWLINE), chunk.lastIndexOf(NEWLINE)];
    if (first < 0) return this.#start(chunk);
    yield* this.end(chunk.subarray(0, first + 1));
    this.#addWhole(chunk.subarray(first + 1, last + 1));
    this.#start(chunk.subarray(last + 1));
  }

  #start(part: Uint8Array): void {
    const isOver = this.#startedBytes > this.#mostLineBytes;
    this.#startedBytes += part.length;
    if (isOver) return;
    this.#started.push(part);
    if (this.#startedBytes > this.#mostLineBytes)
      this.#started = [new Uint8Array(Buffer.concat(this.#started).subarray(0, EXCERPT_BYTES))];
  }

  /** Ends the line that was started; a line that is too long is returned, with the block before it. */
  *end(part: Uint8Array): Generator<Piece> {
    this.#start(part);
    const { line, text, bytes } = this.openLine;
    if (this.#startedBytes > this.#mostLineBytes + 1) {
      yield* this.take();
      yield [tooLong(line, bytes - 1, this.#mostLineBytes, text)];
      this.#firstLine = line + 1;
    } else {
      this.#whole.push(...this.#started);
      this.#wholeBytes += this.#startedBytes;
      this.#lines++;
    }
    this.#started = [];
    this.#startedBytes = 0;
  }

  /** Adds lines that begin and end within the part. */
  #addWhole(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#whole.push(part);
    this.#wholeBytes += part.length;
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) this.#lines++;
  }

  *take(): Generator<LineBlock> {
    if (this.#wholeBytes === 0) return;
    yield { firstLine: this.#firstLine, bytes: joined(this.#whole, this.#wholeBytes) };
    this.#firstLine += this.#lines;
    this.#lines = 0;
    const done = new Set(this.#whole.map(({ buffer }) => buffer));
    for (const { buffer } of this.#started) done.delete(buffer);
    if (this.#last !== null) done.delete(this.#last);
    for (const buffer of done) this.#release(buffer as ArrayBuffer);
    this.#whole = [];
    this.#wholeBytes = 0;
  }
}

/** Cuts bytes into blocks of whole lines. How they are cut depends on the bytes and on how they came, not on who reads them. */
export async function* lineBlocks(
  chunks: AsyncIterable<Buffer>,
  limits: BlockLimits = {},
): AsyncGenerator<Piece, void, void> {
  const { blockBytes = BLOCK_BYTES } = limits;
  const blocks = new Blocks(limits);
  try {
    for await (const chunk of chunks) {
      yield* blocks.add(chunk);
      if (blocks.bytes >= blockBytes) yield* blocks.take();
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    yield* blocks.take();
    const { line, text } = blocks.openLine;
    yield [{ line, broken: `${error.message}; everything before line ${line} was read`, text, last: true }];
    return;
  }
  if (blocks.openLine.bytes > 0) yield* blocks.end(Uint8Array.of(NEWLINE));
  yield* blocks.take();
}

/** The text of a line; the mark that may stand before the first is no part of it. */
function lineText(bytes: Buffer, line: number, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to);
  return line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A parsed line; its text is made again for whoever has to show it. */
class Line {
  readonly line: number;
  readonly value: unknown;
  readonly #bytes: Buffer;
  readonly #from: number;
  readonly #to: number;

  constructor(line: number, value: unknown, bytes: Buffer, from: number, to: number) {
    this.line = line;
    this.value = value;
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
  }

  get text(): string {
    return lineText(this.#bytes, this.line, this.#from, this.#to);
  }
}

/** The row of a line that is read as it is, or null where the line is blank. */
function parsedLine(bytes: Buffer, line: number, from: number, to: number): RawRow | null {
  const text = lineText(bytes, line, from, to);
  if (text.trim() === '') return null;
  try {
    return new Line(line, JSON.parse(text), bytes, from, to);
  } catch (error) {
    return { line, broken: `is not JSON: ${(error as SyntaxError).message}`, cause: 'is not JSON', text };
  }
}

/**
 * The rows of a block, one at a time: about half as long as a streaming parser takes, since rows are small and `JSON.parse` is native.
 * Blank lines are not rows; lines are numbered from 1 and count blank ones. What the taker takes is not among them.
 */
export function* rowsIn(
  { firstLine, bytes: block }: LineBlock,
  taker: LineTaker | null = null,
  mostLineBytes = MOST_LINE_BYTES,
): Generator<RawRow, void, void> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length);
  for (let start = 0, line = firstLine; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const from = start;
    const to = newline < 0 ? bytes.length : newline;
    start = to + 1;
    if (to - from > mostLineBytes) {
      yield tooLong(line, to - from, mostLineBytes, bytes.toString('utf8', from, from + EXCERPT_BYTES));
      continue;
    }
    if (taker?.take(bytes, from, to, line)) continue;
    const row = parsedLine(bytes, line, from, to);
    if (row !== null) yield row;
  }
}

/** The rows of a piece but those that were taken from their bytes. */
export const rowsOf = (piece: Piece, taker: LineTaker | null = null): Iterable<RawRow> =>
  'bytes' in piece ? rowsIn(piece, taker) : piece;
