import { posix } from 'node:path';
import { type FoundImport, scanImports } from './scan-imports.ts';

export interface SourceFile {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  readonly source: string;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly expected: string;
}

interface Rule {
  readonly applies: (path: string) => boolean;
  readonly allows: (imported: Imported, from: string) => boolean;
  readonly expected: string;
}

type Imported =
  | { readonly kind: 'file'; readonly path: string; readonly typeOnly: boolean }
  | { readonly kind: 'package'; readonly name: string; readonly typeOnly: boolean };

const inside = (path: string, ...folders: readonly string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const isValidator = (path: string) => inside(path, 'stages/validators');
const isCompositionRoot = (path: string) =>
  /^pipeline\/(?:compose|cli)[^/]*$/.test(path) || inside(path, 'pipeline/commands');
/** `families/x` for a file of that family, `families` for one beside them. */
const familyOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.split('/').length > 2 ? 2 : 1)
    .join('/');

/** What families share: how requirements are said, and how vouchers are planned and told. */
const SHARED_BY_FAMILIES = ['families/language', 'families/vouchers'];

/** The folder of a stage's own parts: `stages/extract` for stages/extract.ts and for every file in that folder. */
const stageOf = (path: string) => path.replace(/^(stages\/[^/.]+)(?:\.ts|\/.*)$/, '$1');

/** What re-checks a run: it may ask what a question is about and what a right answer is, and nothing that makes samples. */
const isChecker = (path: string) =>
  /^pipeline\/commands\/(?:verify|agreement|breach|catalog-scan)[^/]*$/.test(path) ||
  inside(path, 'pipeline/commands/records', 'pipeline/commands/agents');
const CHECKED_BY = [
  'families/ecomagentbench/dialogue.ts',
  'families/ecomagentbench/scoring.ts',
  'families/shoppingbench/scoring.ts',
  'families/shoppingbench/title-similarity.ts',
];
/** Counts answer sets and orders for the stages; a checker counts them anew. */
const COUNTED_FOR_STAGES = ['catalog/answer-set.ts', 'catalog/orders.ts', 'catalog/stated.ts'];

/** The first rule that applies to a file is its rule. */
const RULES: readonly Rule[] = [
  {
    applies: (path) => inside(path, 'schemas'),
    allows: (to) => (to.kind === 'package' ? to.name === 'zod' : inside(to.path, 'schemas')),
    expected: 'schemas/ to import only zod and schemas/',
  },
  {
    applies: (path) => inside(path, 'catalog'),
    allows: (to) => to.kind === 'package' || inside(to.path, 'catalog', 'schemas'),
    expected: 'catalog/ to import only packages, schemas/ and catalog/',
  },
  {
    applies: isValidator,
    allows: (to) =>
      to.kind === 'package' ||
      inside(to.path, 'schemas', 'catalog', 'pipeline', 'stages/validators') ||
      (to.typeOnly && inside(to.path, 'stages')),
    expected:
      'a validator to import only packages, schemas/, catalog/, pipeline/, stages/validators/ and types of stages/',
  },
  {
    applies: (path) => inside(path, 'stages'),
    allows: (to, from) =>
      to.kind === 'package' ||
      inside(to.path, 'schemas', 'catalog', 'pipeline') ||
      (to.typeOnly && isValidator(to.path)) ||
      inside(to.path, stageOf(from)),
    expected:
      'a stage to import only packages, schemas/, catalog/, pipeline/ and, with "import type", stages/validators/; its own parts (stages/x/ of stages/x.ts); never another stage (shared records belong in schemas/)',
  },
  {
    applies: (path) => inside(path, 'families'),
    allows: (to, from) =>
      to.kind === 'package' ||
      inside(to.path, 'schemas', 'catalog', ...SHARED_BY_FAMILIES) ||
      (familyOf(to.path) === familyOf(from) && inside(to.path, 'families')),
    expected: `a family to import only packages, schemas/, catalog/, ${SHARED_BY_FAMILIES.join('/, ')}/ and its own folder`,
  },
  {
    applies: isChecker,
    allows: (to) =>
      to.kind === 'package' ||
      CHECKED_BY.includes(to.path) ||
      (inside(to.path, 'schemas', 'catalog', 'pipeline/commands', 'pipeline/terminal') &&
        !COUNTED_FOR_STAGES.includes(to.path)),
    expected: `what verifies a run to import only packages, schemas/, catalog/ (not ${COUNTED_FOR_STAGES.join(', ')}), pipeline/commands/, pipeline/terminal/ and ${CHECKED_BY.join(', ')}`,
  },
  {
    applies: isCompositionRoot,
    allows: (to) => to.kind === 'package' || inside(to.path, 'schemas', 'pipeline', 'stages', 'families', 'catalog'),
    expected: 'the composition root to import only packages, schemas/, pipeline/, stages/, families/ and catalog/',
  },
  {
    applies: (path) => inside(path, 'pipeline'),
    allows: (to) => to.kind === 'package' || inside(to.path, 'schemas', 'pipeline'),
    expected:
      'pipeline/ to import only packages, schemas/ and pipeline/ (only pipeline/compose*.ts, pipeline/cli*.ts and pipeline/commands/ know the rest)',
  },
  {
    applies: (path) => inside(path, 'raw', 'bench', 'mutations', 'tests') || !path.includes('/'),
    allows: () => true,
    expected: '',
  },
];

/** Every import that goes against the direction in which the folders depend on each other. */
export function checkImports(files: Iterable<SourceFile>): { violations: Violation[]; imports: number } {
  const violations: Violation[] = [];
  let imports = 0;
  for (const { path, source } of files) {
    const rule = RULES.find(({ applies }) => applies(path));
    if (rule === undefined) {
      violations.push({
        path,
        line: 1,
        found: 'code in a folder without an import rule',
        expected: 'the folder in the table of import-rules.ts',
      });
      continue;
    }
    for (const found of scanImports(source)) {
      imports++;
      const imported = importedBy(path, found);
      if (imported !== null && rule.allows(imported, path)) continue;
      if (rule.expected === '') continue;
      violations.push({ path, line: found.line, found: describe(found, imported), expected: rule.expected });
    }
  }
  return { violations, imports };
}

export function formatViolation({ path, line, found, expected }: Violation): string {
  return `${path}:${line}: ${found}, expected ${expected}`;
}

function importedBy(from: string, { specifier, typeOnly }: FoundImport): Imported | null {
  if (specifier === null) return null;
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(from), specifier)), typeOnly };
  }
  // Absolute paths and import maps would get round the table.
  if (/^(?:[/#]|file:|data:)/.test(specifier)) return null;
  const [scope, name] = specifier.split('/');
  return { kind: 'package', name: specifier.startsWith('@') ? `${scope}/${name}` : scope!, typeOnly };
}

function describe({ specifier, typeOnly }: FoundImport, imported: Imported | null): string {
  if (specifier === null) return 'imports something other than a plain string';
  const what = typeOnly ? 'imports types from' : 'imports';
  return imported?.kind === 'file' && imported.path !== specifier
    ? `${what} "${specifier}" (${imported.path})`
    : `${what} "${specifier}"`;
}
