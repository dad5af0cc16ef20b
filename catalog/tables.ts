import { readFileSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { parse } from 'yaml';

/**
 * What a YAML file that comes with the program says. It is parsed once: threads are given what the thread that started them
 * has read until then, since to parse all tables takes a third of what it takes to start.
 */
export function readTable(file: URL): unknown {
  const known = getEnvironmentData(file.href);
  if (known !== undefined) return known;
  const table = parse(readFileSync(file, 'utf8')) as unknown;
  setEnvironmentData(file.href, table as Parameters<typeof setEnvironmentData>[1]);
  return table;
}
