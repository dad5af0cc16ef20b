import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** An import that brings code, or the entry of a thread; imports of types alone bring none. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+)', import\.meta\.url/gm;

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
    for (const [, plain, dynamic, thread] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const to = relative(root, join(root, file, '..', plain ?? dynamic ?? thread ?? ''));
      if (to.endsWith('.ts')) waiting.push(to);
    }
  }
  return found;
}
