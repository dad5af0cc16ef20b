import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** An import that brings code, or the entry of a thread; imports of types alone bring none. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+)', import\.meta\.url/gm;

/** Files that a file imports, by its path: the code of a program that runs stays as it is, and is asked for again and again. */
const IMPORTS = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const known = IMPORTS.get(file);
  if (known !== undefined) return known;
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .map(([, plain, dynamic, thread]) => join(file, '..', plain ?? dynamic ?? thread ?? ''))
    .filter((to) => to.endsWith('.ts'));
  IMPORTS.set(file, found);
  return found;
}

/**
 * The modules that some modules of a package reach, themselves among them, without passing through those left out. Paths
 * are relative to the package's root. Comments and strings that look like imports count as imports.
 */
export function reachedModules(
  root: string,
  starts: readonly string[],
  isLeftOut: (file: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...starts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || isLeftOut(file)) continue;
    found.add(file);
    for (const to of importsOf(join(root, file))) waiting.push(relative(root, to));
  }
  return found;
}
