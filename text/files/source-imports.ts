import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An import that brings code, or the entry of a thread; imports of types alone bring none. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+)', import\.meta\.url/gm;

/** Files that a file of a package imports, by package and path: the code of a program that runs stays as it is, and is asked for again and again. */
const IMPORTS = new Map<string, Map<string, readonly string[]>>();

/** The files that a file imports. Paths are relative to the package's root. */
function importsOf(root: string, file: string): readonly string[] {
  const ofRoot = IMPORTS.get(root) ?? new Map<string, readonly string[]>();
  IMPORTS.set(root, ofRoot);
  const known = ofRoot.get(file);
  if (known !== undefined) return known;
  const folder = dirname(file);
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)]
    .map(([, plain, dynamic, thread]) => join(folder, plain ?? dynamic ?? thread ?? ''))
    .filter((to) => to.endsWith('.ts'));
  ofRoot.set(file, found);
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
    for (const to of importsOf(root, file)) if (!found.has(to)) waiting.push(to);
  }
  return found;
}
