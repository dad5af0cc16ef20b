import { importedBy, type SourceFile } from './import-rules.ts';
import { scanImports } from './scan-imports.ts';

/** Files that import each other by way of others, types and threads included, each circle once; tests are left out. */
export function importCircles(files: Iterable<SourceFile>): string[][] {
  const imports = new Map<string, string[]>();
  for (const { path, source } of files) {
    if (path.startsWith('tests/')) continue;
    imports.set(
      path,
      scanImports(source).flatMap((found) => {
        const imported = importedBy(path, found);
        return imported?.kind === 'file' ? [imported.path] : [];
      }),
    );
  }
  return circlesIn(imports);
}

/** Groups of more than one node that reach each other, and nodes that name themselves: Tarjan's strong components. */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const open: string[] = [];
  const lowest = new Map<string, number>();
  const visit = (node: string): number => {
    const number = lowest.size;
    lowest.set(node, number);
    open.push(node);
    const targets = (edges.get(node) ?? []).filter((to) => edges.has(to));
    let low = number;
    for (const to of targets) {
      if (!lowest.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, lowest.get(to)!);
    }
    lowest.set(node, low);
    if (low === number) {
      const circle = open.splice(open.indexOf(node)).sort();
      if (circle.length > 1 || targets.includes(node)) circles.push(circle);
    }
    return low;
  };
  for (const node of edges.keys()) if (!lowest.has(node)) visit(node);
  return circles;
}
