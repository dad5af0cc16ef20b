import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './import-rules.ts';

/** Packages, wherever they are installed. */
const PACKAGES = 'node_modules';
/** What runs write. */
const OUTPUTS = 'out';
const CODE = /\.[cm]?[jt]sx?$/;

/** Every code file under the project root, sorted by path; hidden folders, packages and outputs are left out. */
export function sourceFiles(root: string): SourceFile[] {
  const files: SourceFile[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === PACKAGES || path === OUTPUTS) continue;
      if (entry.isDirectory()) visit(path);
      else if (CODE.test(entry.name)) files.push({ path, source: readFileSync(join(root, path), 'utf8') });
    }
  };
  visit('');
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
