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

const LAYERS = [
  'mutations',
  'stages',
  'service',
  'shopping',
  'text',
  'lexicon',
  'catalog',
  'models',
  'pipeline',
  'schemas',
];
const under = (layer: string) => LAYERS.slice(LAYERS.indexOf(layer) + 1);

/** The folders from the top down, each with those it may import besides itself. Arrows point down only. */
export const BELOW: Readonly<Record<string, readonly string[]>> = {
  cli: ['families', ...LAYERS],
  families: LAYERS,
  mutations: under('mutations'),
  stages: under('stages'),
  service: under('service'),
  shopping: under('shopping'),
  pipeline: ['models', 'text', 'schemas'],
  catalog: ['text', 'lexicon', 'schemas'],
  models: ['text', 'schemas'],
  text: ['lexicon', 'schemas'],
  lexicon: ['schemas'],
  schemas: [],
};

/** `families/x` for a file of that family, null for one beside the families. */
const familyOf = (path: string) => /^families\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;

/** What families hand to tools, and what that is made of. */
const isForTools = (path: string) =>
  inside(path, 'mutations') ||
  path === 'families/for-tools.ts' ||
  /^families\/[^/]+\/(?:mutations|measurements|pages\.ts)/.test(path);

/** What recounts a run independently of what made it: it may ask what satisfies a requirement, and nothing that makes samples. */
const isRecount = (path: string) =>
  inside(path, 'cli/verify', 'shopping/recount', 'shopping/agents') ||
  /^families\/[^/]+\/(?:recount\.ts$|agents\/)/.test(path);
/** Counts answer sets and orders for the stages; a recount counts them anew. */
const COUNTED_FOR_STAGES = ['shopping/answers/answer-set.ts', 'families/shoppingbench/order-index.ts'];
/** What of a family makes its samples. */
const MAKERS_OF_FAMILIES =
  /^families\/[^/]+\/(?:gates|writers|planning|opinions|partition|needs|fine)\/|\/(?:select|place)\.ts$/;
const isMaker = (path: string) =>
  inside(path, 'stages') || COUNTED_FOR_STAGES.includes(path) || MAKERS_OF_FAMILIES.test(path);

/** Folders that outsiders see by their faces alone, the `index.ts` of the folder or of one in it. */
const FACED = ['catalog', 'models'];
const isFace = (path: string) => FACED.some((folder) => new RegExp(`^${folder}/(?:[^/]+/)?index\\.ts$`).test(path));

/** Folders of a faced one that even their neighbours see by their faces alone. */
const ONE_DOOR = ['catalog/fast-rows', 'catalog/inverted-index', 'catalog/readers'];
const doorOf = (path: string) => ONE_DOOR.find((folder) => inside(path, folder));

const folderOf = (path: string) => path.split('/')[0] ?? '';

const layer = (folder: string, below: readonly string[]): Rule => ({
  applies: (path) => inside(path, folder),
  allows: (to) => to.kind === 'package' || [folder, ...below].includes(folderOf(to.path)),
  expected: `${folder}/ to import only packages, ${[...below, folder].map((name) => `${name}/`).join(', ')}`,
});

/** Every rule that applies to a file holds for each of its imports. */
const RULES: readonly Rule[] = [
  {
    applies: (path) => inside(path, 'schemas'),
    allows: (to) => (to.kind === 'package' ? to.name === 'zod' : inside(to.path, 'schemas')),
    expected: 'schemas/ to import only zod and schemas/',
  },
  ...Object.entries(BELOW).flatMap(([folder, below]) => (folder === 'schemas' ? [] : layer(folder, below))),
  {
    applies: (path) => familyOf(path) !== null,
    allows: (to, from) => to.kind === 'package' || !inside(to.path, 'families') || familyOf(to.path) === familyOf(from),
    expected: 'a family to import nothing of another',
  },
  {
    applies: (path) => inside(path, 'cli', 'tools'),
    allows: (to) => to.kind === 'package' || familyOf(to.path) === null,
    expected: 'commands and tools to ask families through the lists in families/index.ts and families/for-tools.ts',
  },
  {
    applies: (path) => !isForTools(path) && Object.hasOwn(BELOW, folderOf(path)),
    allows: (to) => to.kind === 'package' || !isForTools(to.path),
    expected: 'no run to load what families hand to tools, such as operators that plant defects',
  },
  {
    applies: (path) => Object.hasOwn(BELOW, folderOf(path)) && !inside(path, ...FACED),
    allows: (to) => to.kind === 'package' || !inside(to.path, ...FACED) || isFace(to.path),
    expected: `only an index.ts of ${FACED.join(', ')} to be imported from outside`,
  },
  {
    applies: (path) => inside(path, ...FACED),
    allows: (to, from) => {
      const door = to.kind === 'file' ? doorOf(to.path) : undefined;
      return to.kind === 'package' || door === undefined || inside(from, door) || to.path === `${door}/index.ts`;
    },
    expected: `${ONE_DOOR.join(', ')} to be imported by their index.ts`,
  },
  {
    applies: isRecount,
    allows: (to) => to.kind === 'package' || to.typeOnly || !isMaker(to.path),
    expected: `what recounts a run to import neither stages/ nor ${COUNTED_FOR_STAGES.join(', ')}, nor what of a family makes its samples`,
  },
  {
    applies: (path) => inside(path, 'docs', 'raw', 'tools', 'tests') || !path.includes('/'),
    allows: () => true,
    expected: '',
  },
];

/** Every import that goes against the direction in which the folders depend on each other. */
export function checkImports(files: Iterable<SourceFile>): { violations: Violation[]; imports: number } {
  const violations: Violation[] = [];
  let imports = 0;
  for (const { path, source } of files) {
    const rules = RULES.filter(({ applies }) => applies(path));
    if (rules.length === 0) {
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
      const broken = rules.find(({ allows, expected }) =>
        imported === null ? expected !== '' : !allows(imported, path),
      );
      if (broken !== undefined)
        violations.push({ path, line: found.line, found: describe(found, imported), expected: broken.expected });
    }
  }
  return { violations, imports };
}

export function formatViolation({ path, line, found, expected }: Violation): string {
  return `${path}:${line}: ${found}, expected ${expected}`;
}

/** What an import names; null where that cannot be told. */
export function importedBy(from: string, { specifier, typeOnly }: FoundImport): Imported | null {
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
