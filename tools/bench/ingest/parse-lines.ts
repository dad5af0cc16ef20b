// The limit of ingest: gunzip and `JSON.parse` of every line, one after the other, and nothing done with the rows.
import { openSync, readSync } from 'node:fs';
import { createGunzip } from 'node:zlib';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

const [source = ''] = process.argv.slice(2);
const file = openSync(source, 'r');
const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
const gunzip = createGunzip({ chunkSize: 4 * CHUNK_BYTES });
const unpacked: Buffer[] = [];
gunzip.on('data', (piece: Buffer) => unpacked.push(piece));

let products = 0;
let rest: Buffer = Buffer.alloc(0);

function parseLines(): void {
  const bytes = Buffer.concat([rest, ...unpacked.splice(0)]);
  let start = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
    try {
      JSON.parse(bytes.toString('utf8', start, at));
      products += 1;
    } catch {
      // A broken row is no reason to stop.
    }
    start = at + 1;
  }
  rest = bytes.subarray(start);
}

for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
  // Unpacking is done in a thread of its own, which this one waits for: never both at once.
  await new Promise((resolve) => gunzip.write(Buffer.from(chunk.subarray(0, read)), resolve));
  parseLines();
}
console.log(JSON.stringify({ products }));
