import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Reader } from '../readers/index.ts';
import type { StoredFile } from '../store/stored-files.ts';
import { storedFiles } from '../store/stored-files.ts';
import { SCHEMA_VERSION } from '../store/tables.ts';
import { readingDigest } from './inputs.ts';

/** A finished catalog that another one may start from. */
export interface StartingPoint {
  readonly path: string;
  readonly files: readonly StoredFile[];
  /** True if it knows how its products came about. */
  readonly hasHistory: boolean;
}

/** A raw file by name, content and what it holds, in the order in which files are read. */
interface NamedFile {
  readonly name: string;
  readonly digest: string;
  readonly kind: Reader['kind'];
}

/** The starting point of a catalog, if there is one, and why those that are there cannot be used. */
export interface Start {
  readonly base: StartingPoint | null;
  readonly whyNot: string | null;
}

/** The catalog at a path, if it was read in the way that is asked for now. */
function startingPointAt(path: string, reading: string): StartingPoint | null {
  if (!existsSync(path)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const meta = db.prepare('SELECT value FROM meta WHERE key = ?');
    if (meta.get('schema_version')?.value !== String(SCHEMA_VERSION) || meta.get('reading')?.value !== reading)
      return null;
    return { path, files: storedFiles(db), hasHistory: meta.get('history')?.value === 'true' };
  } catch {
    // Whatever it is, it is no catalog to start from.
    return null;
  } finally {
    db?.close();
  }
}

/** Tells whether the catalog holds nothing but what is among the files. */
function holdsOnly({ files }: StartingPoint, named: readonly NamedFile[]): boolean {
  const digests = new Map(named.map(({ name, digest }) => [name, digest]));
  return files.every(({ file, digest }) => digests.get(file) === digest);
}

/** Why a catalog of some of the files cannot be gone on from; null where it can. */
function hindrance({ files, hasHistory }: StartingPoint, named: readonly NamedFile[]): string | null {
  const old = new Set(files.map(({ file }) => file));
  const products = named.filter(({ kind }) => kind === 'product').map(({ name }) => name);
  const last = products.findLast((name) => old.has(name)) ?? '';
  const first = products.find((name) => !old.has(name));
  if (first !== undefined && products.indexOf(first) < products.indexOf(last))
    return `${first} comes by name before ${last}, and products are numbered in that order`;
  return hasHistory ? null : 'too many products of the catalog that is there were put together from several rows';
}

const bytesOf = ({ files }: StartingPoint) => files.reduce((total, { bytes }) => total + bytes, 0);

/**
 * Picks the one of some catalogs to go on from: the one that saves most reading. Products are numbered, and merged, in
 * the order of their files, so that a new file of products has to come after all old ones; reviews may come in any
 * order.
 */
export function startFrom(paths: readonly string[], named: readonly NamedFile[], format: string | undefined): Start {
  const reading = readingDigest(format);
  const startingPoints = paths
    .map((path) => startingPointAt(path, reading))
    .filter((base) => base !== null)
    .filter((base) => holdsOnly(base, named))
    .sort((a, b) => bytesOf(b) - bytesOf(a));
  const base = startingPoints.find((one) => hindrance(one, named) === null);
  if (base !== undefined || startingPoints[0] === undefined) return { base: base ?? null, whyNot: null };
  return { base: null, whyNot: `all files are read, since ${hindrance(startingPoints[0], named)}` };
}
