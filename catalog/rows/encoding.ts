import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Bytes above ASCII by which an encoding is told, and bytes after the first of them that are waited for at most. */
const LEAST_ABOVE = 64;
const MOST_WAITED = 1024 * 1024;
/** Share of bytes above ASCII that stand in pairs of frequent Chinese characters where a text is in GB18030. */
const CHINESE_SHARE = 0.8;

const isBetween = (byte: number | undefined, least: number, most: number) =>
  byte !== undefined && byte >= least && byte <= most;

/** Share of the bytes above ASCII that are a frequent Chinese character or its punctuation in GB18030. */
function shareOfChinese(bytes: Buffer): number {
  let [above, paired] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    const isPair = isBetween(bytes[at + 1], 0xa1, 0xfe) && (isBetween(byte, 0xa1, 0xa3) || isBetween(byte, 0xb0, 0xd7));
    above += isPair ? 2 : 1;
    paired += isPair ? 2 : 0;
    if (isPair) at++;
  }
  return above === 0 ? 0 : paired / above;
}

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
  return shareOfChinese(bytes) >= CHINESE_SHARE ? 'gb18030' : 'windows-1252';
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
