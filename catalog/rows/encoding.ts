import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Bytes above ASCII by which an encoding is told, and bytes after the first of them that are waited for at most. */
const LEAST_ABOVE = 64;
const MOST_WAITED = 1024 * 1024;

const isBetween = (byte: number | undefined, least: number, most: number) =>
  byte !== undefined && byte >= least && byte <= most;

/** An encoding of two bytes a character, and which pairs are frequent characters or punctuation in it. */
interface PairEncoding {
  readonly name: string;
  readonly isFrequent: (first: number, second: number | undefined) => boolean;
  /** Share of bytes above ASCII, and what follows them, that are such pairs where a text is in it. */
  readonly share: number;
}

/** Korean syllables stand in the first half of where Chinese has its frequent characters, so that they are asked first. */
const PAIR_ENCODINGS: readonly PairEncoding[] = [
  {
    name: 'euc-kr',
    isFrequent: (first, second) =>
      isBetween(second, 0xa1, 0xfe) && (isBetween(first, 0xa1, 0xa3) || isBetween(first, 0xb0, 0xc8)),
    share: 0.95,
  },
  {
    name: 'gb18030',
    isFrequent: (first, second) =>
      isBetween(second, 0xa1, 0xfe) && (isBetween(first, 0xa1, 0xa3) || isBetween(first, 0xb0, 0xd7)),
    share: 0.8,
  },
  {
    name: 'shift_jis',
    isFrequent: (first, second) =>
      (first === 0x82 && isBetween(second, 0x4f, 0xf1)) ||
      (first === 0x83 && isBetween(second, 0x40, 0x96)) ||
      (first === 0x81 && isBetween(second, 0x40, 0xac)) ||
      (isBetween(first, 0x88, 0x9f) && isBetween(second, 0x40, 0xfc)),
    share: 0.8,
  },
];

/** Share of the bytes above ASCII, and of those that make pairs with them, that are frequent characters. */
function shareOfFrequent(bytes: Buffer, { isFrequent }: PairEncoding): number {
  let [above, paired] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    const isPair = isFrequent(byte, bytes[at + 1]);
    above += isPair ? 2 : 1;
    paired += isPair ? 2 : 0;
    if (isPair) at++;
  }
  return above === 0 ? 0 : paired / above;
}

/** Bytes that are Cyrillic letters in Windows-1251. */
const isCyrillic = (byte: number | undefined) => isBetween(byte, 0xc0, 0xff) || byte === 0xa8 || byte === 0xb8;

/** Tells whether bytes above ASCII stand side by side, as letters of Cyrillic words do and accented ones hardly ever. */
function isCyrillicText(bytes: Buffer, leastLetters: number): boolean {
  let [above, letters, beside] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] as number) < 0x80) continue;
    above++;
    if (isCyrillic(bytes[at])) letters++;
    if (isCyrillic(bytes[at]) && (isCyrillic(bytes[at - 1]) || isCyrillic(bytes[at + 1]))) beside++;
  }
  return beside >= above * CYRILLIC_SHARE && letters >= above * leastLetters;
}

const CYRILLIC_SHARE = 0.8;
/** Share of Cyrillic letters from which on a text is none of pairs: words in capitals look like frequent Chinese ones. */
const CYRILLIC_ALONE = 0.95;

/** Tells whether bytes above ASCII are UTF-8, but for a few that no encoding explains and one cut off at the end. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  const above = text.match(/[^\0-\x7f]/gu) ?? [];
  return above.filter((character) => character !== '\uFFFD').length >= above.length / 2;
}

/** The encoding of a text by its first bytes; null where they are ASCII, which reads alike in all of them. */
export function encodingOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isAscii(bytes)) return null;
  if (isMostlyUtf8(bytes)) return 'utf-8';
  if (isCyrillicText(bytes, CYRILLIC_ALONE)) return 'windows-1251';
  const paired = PAIR_ENCODINGS.find((encoding) => shareOfFrequent(bytes, encoding) >= encoding.share);
  return paired?.name ?? (isCyrillicText(bytes, 0) ? 'windows-1251' : 'windows-1252');
}

const isEnough = (bytes: Buffer): boolean =>
  bytes.length >= MOST_WAITED || bytes.reduce((above, byte) => above + Number(byte > 0x7f), 0) >= LEAST_ABOVE;

/**
 * Joins the first chunks until there is enough to tell an encoding by; ASCII is handed on as it comes, and all that came
 * where the chunks break off.
 */
async function* judged(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; encoding: string | null }> {
  let [waiting, encoding]: [Buffer, string | null] = [Buffer.alloc(0), null];
  let broken: { readonly error: unknown } | null = null;
  try {
    for await (const chunk of chunks) {
      if (encoding !== null || (waiting.length === 0 && isAscii(chunk))) {
        yield { bytes: chunk, encoding };
        continue;
      }
      waiting = Buffer.concat([waiting, chunk]);
      if (!isEnough(waiting)) continue;
      encoding = encodingOf(waiting);
      yield { bytes: waiting, encoding };
      waiting = Buffer.alloc(0);
    }
  } catch (error) {
    broken = { error };
  }
  if (waiting.length > 0) yield { bytes: waiting, encoding: encodingOf(waiting) };
  if (broken !== null) throw broken.error;
}

/** A text in UTF-8, whatever encoding its bytes are in, which `found` is told. */
export async function* inUtf8(
  chunks: AsyncIterable<Buffer>,
  found: (encoding: string) => void,
): AsyncGenerator<Buffer, void, void> {
  let decoder: TextDecoder | null = null;
  for await (const { bytes, encoding } of judged(chunks)) {
    if (encoding === null || encoding === 'utf-8') {
      yield bytes;
      continue;
    }
    if (decoder === null) found(encoding);
    decoder ??= new TextDecoder(encoding);
    yield Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield Buffer.from(rest);
}
