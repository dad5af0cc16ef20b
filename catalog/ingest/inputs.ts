import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readingPart } from '../../lexicon/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { reachedModules } from '../../text/files/source-imports.ts';
import { byCodeUnit } from '../../text/order.ts';
import { ByteSource } from '../rows/bytes.ts';
import { EXTENSIONS, endsWith } from '../rows/extensions.ts';
import type { RawFile } from '../rows/index.ts';

/** Tells whether a path names a catalog that is built already. */
export const isCatalogFile = (path: string) => path.endsWith('.db');

/** Ending of the names of proposed mappings. */
export const MAPPING_ENDING = '.mapping.yaml';

const isRaw = (name: string) => EXTENSIONS.some((extension) => endsWith(name, extension));

function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new ConfigError(`${path} is a link to a file that is missing; mend or remove it`);
  return found.isFile();
}

/** Raw files under a folder, named by their path in it; folders that are links are not entered. */
function filesIn(folder: string, prefix = ''): RawFile[] {
  const files: RawFile[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) files.push(...filesIn(path, `${name}/`));
    else if (isRaw(entry.name) && isFile(path)) files.push({ path, name });
  }
  return files;
}

/** Files by name, those of one name by content: the order they were given in decides nothing. */
function inOneOrder(files: readonly RawFile[]): RawFile[] {
  const shared = new Set(files.map(({ name }) => name).filter((name, index, names) => names.indexOf(name) !== index));
  const key = ({ name, path }: RawFile) => (shared.has(name) ? `${name}\0${sha256OfFile(path)}` : name);
  return files
    .map((file) => ({ file, key: key(file) }))
    .sort((a, b) => byCodeUnit(a.key, b.key))
    .map(({ file }) => file);
}

function sha256OfFile(path: string): string {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      digest.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return digest.digest('hex');
}

/**
 * The raw files that paths to files and folders name, each once, sorted by name: the order of the arguments makes no
 * difference to the catalog. Two files of one name are told apart by a number.
 */
export function findRawFiles(paths: readonly string[]): RawFile[] {
  const found = new Map<string, RawFile>();
  for (const path of paths) {
    if (!existsSync(path))
      throw new ConfigError(`${path} is missing, expected a file or folder of raw rows; check the path`);
    if (isCatalogFile(path))
      throw new ConfigError(`${path} is a catalog already, expected raw files; give it alone, as --catalog`);
    const inFolder = statSync(path).isDirectory();
    const files = inFolder ? filesIn(path) : [{ path, name: basename(path) }];
    if (files.length === 0) {
      throw new ConfigError(`${path} holds no raw files, expected names that end in ${EXTENSIONS.join(', ')}`);
    }
    for (const file of files) {
      const real = realpathSync(file.path);
      if (!found.has(real)) found.set(real, file);
    }
  }
  const sorted = inOneOrder([...found.values()]);
  const uses = new Map<string, number>();
  return sorted.map(({ path, name }) => {
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    return { path, name: use === 1 ? name : `${name}#${use}` };
  });
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

let code: string | null = null;

/** The entry of all that reads raw files; its threads and readers follow from the imports. */
const START = 'catalog/ingest/ingest.ts';
/** Tables that may decide what it reads: what fields, values and units are called in English, and columns, amounts and units in any. */
const TABLES = /^(?:en\/(?:fields\/)?[\w-]+|[\w-]+\/(?:columns|amount-words|unit-spellings))\.yaml$/;
/** Tables of what people say and write, which reading has nothing to do with. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  'en/amount-topics.yaml',
  'en/dialogues.yaml',
  'en/everyday-measures.yaml',
  'en/goods.yaml',
  'en/openings.yaml',
  'en/opinion-claims.yaml',
  'en/opinion-wordings.yaml',
  'en/order-wordings.yaml',
  'en/personas.yaml',
  'en/question-topics.yaml',
  'en/questions.yaml',
  'en/recipients.yaml',
  'en/shoppers.yaml',
  'en/unlisted-fields.yaml',
  'en/voices.yaml',
  'en/vouchers.yaml',
]);
const ROOT = join(import.meta.dirname, '../..');

/** Digest of the code that turns the same raw files into another catalog. */
function codeDigest(): string {
  code ??= digestOfCode();
  return code;
}

/** The files of the package that decide what a catalog holds, in the order of their names. */
export function readingFiles(): string[] {
  const tables = readdirSync(join(ROOT, 'lexicon'), { recursive: true, encoding: 'utf8' });
  const read = tables.filter((name) => TABLES.test(name) && !OF_TEXTS.has(name)).map((name) => join('lexicon', name));
  return [...reachedModules(ROOT, [START]), ...read].sort();
}

function digestOfCode(): string {
  const { icu, unicode } = process.versions;
  return sha256(JSON.stringify([icu, unicode, readingFiles().map((file) => sha256(readFileSync(join(ROOT, file))))]));
}

/** Digest of what turns raw files into a catalog: the format asked for, the code, and what a lexicon says of reading. */
export function readingDigest(format: string | undefined): string {
  const mapping = format?.startsWith('mapping:')
    ? sha256(readFileSync(format.slice('mapping:'.length)))
    : (format ?? null);
  const said = readingPart();
  return sha256(JSON.stringify(said === '' ? [mapping, codeDigest()] : [mapping, codeDigest(), said]));
}

/** Digest of everything a catalog is made from: raw files by name and content, the format asked for, and the code. */
export function inputsDigest(
  files: readonly (readonly [name: string, digest: string])[],
  format: string | undefined,
): string {
  const sorted = [...files].sort(([a], [b]) => byCodeUnit(a, b));
  return sha256(JSON.stringify([sorted, readingDigest(format)]));
}

/** Digests of raw files as they lie on disk, by name. */
export async function digestsOf(files: readonly RawFile[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const file of files) {
    const source = new ByteSource(file.path);
    for await (const _ of source.stored());
    digests.set(file.name, source.digest());
  }
  return digests;
}
