import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assembleSample } from './assemble.ts';

const HERE = join(import.meta.dirname, '..', '..', 'raw', 'sample');
const SOURCES = join(HERE, '..', 'SOURCES.md');
const TABLE = /(<!-- checksums -->\n)[\s\S]*?(<!-- end of checksums -->)/;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** No time stamp and no system name in the header, so that equal text gives equal bytes. */
function pack(text: string): Buffer {
  const packed = gzipSync(text, { level: 9 });
  packed.fill(0, 4, 8);
  packed[9] = 255;
  return packed;
}

/** Files of the sample that are kept as they were written. */
const WRITTEN_BY_HAND = ['questions.csv'];

const rowOf = (name: string, bytes: Buffer, text: Buffer | string) =>
  `| \`sample/${name}\` | ${bytes.length} | \`${sha256(bytes)}\` | \`${sha256(text)}\` |`;

const table = ['| file | bytes | sha256 | sha256 of the unpacked text |', '| --- | ---: | --- | --- |'];
for (const [name, text] of assembleSample()) {
  const bytes = name.endsWith('.gz') ? pack(text) : Buffer.from(text);
  writeFileSync(join(HERE, name), bytes);
  table.push(rowOf(name, bytes, text));
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
for (const name of WRITTEN_BY_HAND) {
  const bytes = readFileSync(join(HERE, name));
  table.push(rowOf(name, bytes, bytes));
}
const sources = readFileSync(SOURCES, 'utf8');
writeFileSync(
  SOURCES,
  sources.replace(TABLE, (_, start: string, end: string) => `${start}${table.join('\n')}\n${end}`),
);
