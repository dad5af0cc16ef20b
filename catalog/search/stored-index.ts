import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Catalog } from '../store/catalog.ts';
import { buildSearchIndex } from './build-index.ts';
import { SECTIONS, type SearchIndex } from './search-index.ts';
import { headBytes, readHead, type SectionArray, sectionBytes, sectionsOf } from './sections.ts';

/** Raised whenever what is written into an index changes, the words of texts included: an older file is made anew. */
const VERSION = 2;

const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
const KINDS = Object.values(SECTIONS);

/** An index in memory that threads can share. */
export interface SearchMemory {
  /** Digest of the catalog it was made from. */
  readonly digest: string;
  /** As the file has it. */
  readonly file: SharedArrayBuffer;
}

/** The file beside a catalog that holds what it is searched by. */
export const searchFileOf = (catalog: string): string => `${catalog}.search`;

/**
 * The index of a catalog: read from the file beside it, or built and written there for the next one. Where nothing can be
 * written it is built each time.
 */
export function openSearchIndex(catalog: Catalog): SearchMemory {
  const { digest } = catalog;
  const path = searchFileOf(catalog.path);
  const stored = readFile(path);
  if (stored !== null && isOf(stored, digest)) return { digest, file: stored };
  const pieces = piecesOf(buildSearchIndex(catalog), digest);
  writeWhole(path, pieces);
  return { digest, file: joined(pieces) };
}

function isOf(file: SharedArrayBuffer, digest: string): boolean {
  const head = readHead(file);
  return head !== null && head.version === VERSION && head.digest === digest && head.lengths.length === NAMES.length;
}

/** The index as it lies in memory. */
export function indexIn({ file }: SearchMemory): SearchIndex {
  const head = readHead(file)!;
  const sections = sectionsOf(file, head, KINDS);
  const named = Object.fromEntries(NAMES.map((name, place) => [name, sections[place]]));
  return { ...(named as unknown as Omit<SearchIndex, 'products'>), products: head.products };
}

function piecesOf(index: SearchIndex, digest: string): Uint8Array[] {
  const sections = NAMES.map((name): SectionArray => index[name]);
  const lengths = sections.map(({ byteLength }) => byteLength);
  return [headBytes({ version: VERSION, digest, products: index.products, lengths }), ...sectionBytes(sections)];
}

function joined(pieces: readonly Uint8Array[]): SharedArrayBuffer {
  const file = new SharedArrayBuffer(pieces.reduce((sum, { length }) => sum + length, 0));
  const bytes = new Uint8Array(file);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return file;
}

/** The most bytes that one call reads or writes. */
const MOST_AT_ONCE = 1 << 28;

/** All bytes of a file; null where there is none to read. */
function readFile(path: string): SharedArrayBuffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const file = new SharedArrayBuffer(statSync(path).size);
    const bytes = new Uint8Array(file);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(descriptor, bytes, done, Math.min(bytes.length - done, MOST_AT_ONCE), done);
      if (read === 0) return null;
      done += read;
    }
    return file;
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a file under a name of its own and renames it when whole: of two processes that build the same, one is the last,
 * and both wrote the same bytes. A folder that takes no file goes without.
 */
function writeWhole(path: string, pieces: readonly Uint8Array[]): void {
  const partial = `${path}.${hostname()}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  try {
    const descriptor = openSync(partial, 'w');
    try {
      for (const piece of pieces)
        for (let done = 0; done < piece.length; )
          done += writeSync(descriptor, piece, done, Math.min(piece.length - done, MOST_AT_ONCE));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, path);
  } catch {
    rmSync(partial, { force: true });
  }
}
