import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { FONT } from './svg.ts';

/**
 * SVG to PNG with resvg as WebAssembly and the font of a package, so that the same picture has the same bytes on every
 * machine. Both packages are optional: where they are not installed, pictures are SVG only.
 */

const require = createRequire(import.meta.url);
const FONT_FILES = '@fontsource/noto-sans-sc/files/noto-sans-sc';
/** Han characters, and the marks and wide forms that go with them. */
const HAN = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/;

/** A font of the WOFF format (W3C WOFF 1.0, section 4) as the OpenType that it wraps. */
function unwrapped(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  const largest = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(largest * 16, 6);
  head.writeUInt16BE(Math.log2(largest), 8);
  head.writeUInt16BE((count - largest) * 16, 10);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let table = 0; table < count; table++) {
    const entry = 44 + table * 20;
    const [from, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const data = woff.subarray(from, from + packed);
    const bytes = packed === length ? data : inflateSync(data);
    const record = 12 + 16 * table;
    woff.copy(head, record, entry, entry + 4);
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), record + 4);
    head.writeUInt32BE(at, record + 8);
    head.writeUInt32BE(length, record + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(bytes, padding);
    at += length + padding.length;
  }
  return Buffer.concat(parts);
}

const fonts = new Map<string, Buffer>();
function font(name: string): Buffer {
  return foundOrMade(fonts, name, () => unwrapped(readFileSync(require.resolve(`${FONT_FILES}-${name}-normal.woff`))));
}

/** Draws pictures. */
interface Painter {
  png(svg: string): Buffer;
}

let opened: Promise<Painter | null> | undefined;

async function open(): Promise<Painter | null> {
  let resvg: typeof import('@resvg/resvg-wasm');
  try {
    require.resolve(`${FONT_FILES}-latin-400-normal.woff`);
    resvg = await import('@resvg/resvg-wasm');
  } catch {
    return null;
  }
  await resvg.initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return {
    png(svg) {
      const names = ['latin-400', 'latin-700', ...(HAN.test(svg) ? ['chinese-simplified-400'] : [])];
      const drawing = new resvg.Resvg(svg, { font: { fontBuffers: names.map(font), defaultFontFamily: FONT } });
      const image = drawing.render();
      const bytes = Buffer.from(image.asPng());
      image.free();
      drawing.free();
      return bytes;
    },
  };
}

/** The painter of this thread; null where its packages are not installed. */
export function openPainter(): Promise<Painter | null> {
  opened ??= open();
  return opened;
}
