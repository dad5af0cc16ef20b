import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/**
 * Reads a YAML file that comes with the program: plain data. To parse all of them takes a third of a start, so they are
 * parsed once: threads are given what the thread that started them has read until then, and where Node keeps what it
 * compiled, tables are kept as well.
 */
export function readTable(file: URL): unknown {
  const known = getEnvironmentData(file.href);
  if (known !== undefined) return known;
  const table = tableOf(readFileSync(file, 'utf8'), getCompileCacheDir());
  setEnvironmentData(file.href, table as Parameters<typeof setEnvironmentData>[1]);
  return table;
}

/** Parses a YAML text; the result is kept in a folder, if there is one, until the text or its parser changes. */
export function tableOf(text: string, folder: string | undefined): unknown {
  if (folder === undefined) return parsed(text);
  const file = join(folder, `${hash('sha256', `${parserVersion()}\n${text}`, 'hex')}.json`);
  return kept(file) ?? keep(file, parsed(text));
}

const load = createRequire(import.meta.url);
const parserVersion = () => (load('yaml/package.json') as { version: string }).version;
/** The parser is loaded where a table has to be parsed. */
const parsed = (text: string): unknown => (load('yaml') as typeof import('yaml')).parse(text);

const DIGEST_LENGTH = 64;

/** A kept table stands behind its digest: what is damaged there must not pass for what the program knows. */
const sealed = (json: string) => `${hash('sha256', json, 'hex')}${json}`;

function kept(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8');
    const json = text.slice(DIGEST_LENGTH);
    return sealed(json) === text ? JSON.parse(json) : null;
  } catch {
    return null;
  }
}

/** Keeps a parsed table in a file and returns it. If it cannot be kept, the next start parses it again. */
function keep(file: string, table: unknown): unknown {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(part, sealed(JSON.stringify(table)));
    renameSync(part, file);
  } catch {
    // The folder is full, or another's.
  }
  return table;
}
