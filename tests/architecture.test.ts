import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../families/index.ts';
import { importCircles } from './architecture/import-circles.ts';
import { checkImports, formatViolation } from './architecture/import-rules.ts';
import { scanImports } from './architecture/scan-imports.ts';
import { sourceFiles } from './architecture/source-files.ts';
import { folderWith } from './fixtures/raw-files.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const violationsOf = (path: string, source: string) => checkImports([{ path, source }]).violations.map(formatViolation);

test('every import of the project points the allowed way', () => {
  const { violations, imports } = checkImports(sourceFiles(root));
  expect(violations.map(formatViolation)).toEqual([]);
  expect(imports).toBeGreaterThan(50);
});

test('nothing outside families/ names a family, but where comments cite its paper', () => {
  const named = new RegExp(FAMILIES.map(({ name }) => name).join('|'));
  const naming = sourceFiles(root).filter(
    ({ path, source }) => !/^(?:families|tests|docs)\//.test(path) && named.test(withoutComments(source)),
  );
  expect(naming.map(({ path }) => path)).toEqual([]);
});

test('no files of the project import each other in a circle', () => {
  expect(importCircles(sourceFiles(root))).toEqual([]);
});

test.each([
  ['an import', "import { b } from './b.ts';"],
  ['an import of types', "import type { B } from './b.ts';"],
  ['an export', "export { b } from './b.ts';"],
  ['a thread', "new Worker(new URL('./b.ts', import.meta.url));"],
])('files that import each other by way of a third are a circle: %s', (_, source) => {
  const files = [
    { path: 'text/a.ts', source },
    { path: 'text/b.ts', source: "import { c } from './c.ts';" },
    { path: 'text/c.ts', source: "import type { A } from './a.ts';" },
    { path: 'text/d.ts', source: "import { a } from './a.ts';" },
  ];
  expect(importCircles(files)).toEqual([['text/a.ts', 'text/b.ts', 'text/c.ts']]);
});

test('files that import the same file are no circle', () => {
  const files = [
    { path: 'text/a.ts', source: "import { b } from './b.ts'; import { c } from './c.ts';" },
    { path: 'text/b.ts', source: "import { c } from './c.ts';" },
    { path: 'text/c.ts', source: '' },
  ];
  expect(importCircles(files)).toEqual([]);
});

test('packages are not code of the project wherever they are installed, and neither are outputs', () => {
  const code = { 'tools/bench/run.ts': '', 'bench/peer/node_modules/peer/index.js': '', 'out/run.ts': '' };
  expect(sourceFiles(folderWith(code)).map(({ path }) => path)).toEqual(['tools/bench/run.ts']);
});

test.each([
  ['schemas/product.ts', "import { drawFor } from '../pipeline/seed.ts';"],
  ['schemas/product.ts', "import { readFileSync } from 'node:fs';"],
  ['text/tokens.ts', "import { lock } from '../stages/lock.ts';"],
  ['text/tokens.ts', "import type { Catalog } from '../catalog/store/catalog.ts';"],
  ['catalog/store/catalog.ts', "import { keep } from '../../pipeline/stage.ts';"],
  ['catalog/store/catalog.ts', "import { satisfies } from '../../shopping/kinds/index.ts';"],
  ['models/gateway.ts', "import { keep } from '../pipeline/stage.ts';"],
  ['pipeline/runner.ts', "import type { Catalog } from '../catalog/store/catalog.ts';"],
  ['pipeline/runner.ts', "const { lock } = await import('../stages/lock.ts');"],
  ['pipeline/executors/threads.ts', "import { familyNamed } from '../../families/index.ts';"],
  ['shopping/language/speech.ts', "import { lock } from '../../stages/lock.ts';"],
  ['stages/sample/index.ts', "import { INTENTS } from '../../families/ecomagentbench/intents.ts';"],
  ['stages/gates/title-leak.ts', "import { config } from '../../cli/build-settings.ts';"],
  ['cli/build/dry-run.ts', "import { Limiter } from '../../models/limiter.ts';"],
  ['families/ecomagentbench/intents.ts', "import type { Intent } from '../shoppingbench/intents.ts';"],
  ['families/ecomagentbench/intents.ts', "export * from '../shoppingbench/intents.ts';"],
  ['families/ecomagentbench/family.ts', "import { config } from '../../cli/build-settings.ts';"],
  ['families/ecomagentbench/recount.ts', "import { partition } from '../../stages/partition/index.ts';"],
  ['cli/verify/check-run.ts', "import { lock } from '../../stages/lock.ts';"],
  ['shopping/recount/answer-set.ts', "import { AnswerSets } from '../answers/answer-set.ts';"],
  ['shopping/kinds/index.ts', "import { openCatalog } from '../../catalog/store/catalog.ts';"],
  ['catalog/store/writer.ts', "import { Postings } from '../inverted-index/postings.ts';"],
  ['cli/audit/audit.ts', "import { INTENTS } from '../../families/ecomagentbench/intents.ts';"],
  ['tools/docs/blocks.ts', "import { INTENTS } from '../../families/ecomagentbench/intents.ts';"],
  ['mutations/world.ts', "import { familyNamed } from '../families/index.ts';"],
  ['cli/main.ts', "import { SUITES } from '../families/for-tools.ts';"],
  ['families/ecomagentbench/family.ts', "import { suite } from './mutations/index.ts';"],
  ['cli/main.ts', "import { productWith } from '../tests/fixtures/products.ts';"],
  ['catalog/store/catalog.ts', "import '../../elsewhere/thing.ts';"],
  ['catalog/store/catalog.ts', "import lock from '#stages/lock';"],
  ['catalog/store/catalog.ts', `const reader = await import(\`./readers/\${name}.ts\`);`],
])('an import against the direction is found: %s: %s', (path, source) => {
  expect(violationsOf(path, source)).toEqual([expect.stringMatching(new RegExp(`^${path}:1: imports .*, expected `))]);
});

test.each([
  ['schemas/product.ts', "import { z } from 'zod';\nimport { Money } from './money.ts';"],
  ['catalog/store/catalog.ts', "import { DatabaseSync } from 'node:sqlite';\nimport { parse } from 'csv-parse';"],
  ['text/tokens.ts', "import { Product } from '../schemas/product.ts';\nimport { minor } from './money.ts';"],
  ['shopping/kinds/index.ts', "import { openCatalog } from '../../catalog/index.ts';"],
  ['shopping/kinds/index.ts', "import { rowSetOf } from '../../catalog/inverted-index/index.ts';"],
  ['catalog/store/writer.ts', "import { Postings } from '../inverted-index/index.ts';"],
  ['catalog/inverted-index/terms.ts', "import { digestOf } from '../memory/text-digest.ts';"],
  ['stages/lock.ts', "import { keep } from '../pipeline/stage.ts';\nimport { minor } from '../text/money.ts';"],
  ['families/ecomagentbench/family.ts', "import { lock } from '../../stages/lock.ts';"],
  ['families/ecomagentbench/recount.ts', "import type { Gate } from '../../stages/gate.ts';"],
  ['families/index.ts', "import { ecomagentbench } from './ecomagentbench/family.ts';"],
  ['cli/audit/audit.ts', "import { familyOf } from '../../families/index.ts';"],
  ['tools/mutations/run.ts', "import { SUITES } from '../../families/tools.ts';"],
  ['families/ecomagentbench/mutations/index.ts', "import { defineSuite } from '../../../mutations/suite.ts';"],
  ['tools/bench/ingest/figures.ts', "import { ingest } from '../../../catalog/ingest/ingest.ts';"],
  ['tests/stages/lock.test.ts', "import { lock } from '../../stages/lock.ts';"],
  ['vitest.config.ts', "import { defineConfig } from 'vitest/config';"],
])('an import along the direction is left alone: %s: %s', (path, source) => {
  expect(violationsOf(path, source)).toEqual([]);
});

test('code in a folder nobody has given a rule is found', () => {
  expect(violationsOf('utils/misc.ts', '')).toEqual([
    expect.stringContaining('utils/misc.ts:1: code in a folder without an import rule'),
  ]);
});

test('a violation says the line, what was found and what was expected', () => {
  expect(
    violationsOf('schemas/product.ts', "import { z } from 'zod';\n\nimport {\n  lock,\n} from '../stages/lock.ts';\n"),
  ).toEqual([
    'schemas/product.ts:5: imports "../stages/lock.ts" (stages/lock.ts), expected schemas/ to import only zod and schemas/',
  ]);
});

describe('the scan', () => {
  const specifiers = (source: string) => scanImports(source).map(({ specifier }) => specifier);

  test.each([
    "import 'a';",
    "import a from 'a';",
    "import a, { b as c } from 'a'",
    'import * as a from "a";',
    "import type a from 'a';",
    "import {\n  b, // from 'x'\n  c,\n} from 'a';",
    "import { from } from 'a';",
    "import from from 'a';",
    "import data from 'a' with { type: 'json' };",
    "export { b } from 'a';",
    "export * as b from 'a';",
    "export type { B } from 'a';",
    "const a = await import('a');",
    "type A = import('a').B;",
    `const text = \`x \${{ b: await import("a") }.b} y\`;`,
    "const b = require('a');",
    "if (/['\"`]/.test(text)) await import('a');",
    "const half = width / 2; import('a'); const third = width / 3;",
    "const { b } = c / d; /* ' */ export * from 'a';",
  ])('an import is found however it is written: %s', (source) => expect(specifiers(source)).toEqual(['a']));

  test.each([
    "// import 'a';",
    "/* import a from 'a'; */",
    'const text = "import \'a\'";',
    `const text = \`import 'a'; \${b} export * from 'a'\`;`,
    "const pattern = /import 'a'/;",
    "const here = import.meta.url; const from = 'a';",
    "export const from = 'a';",
    "export { b };\nconst from = 'a';",
    "loader.import('a');",
    "const file = new URL('./data.yaml', import.meta.url);",
    "export type B = { from: 'a' };",
  ])('what only looks like an import is not: %s', (source) => expect(specifiers(source)).toEqual([]));

  test.each([
    ["import type { A } from 'a';", true],
    ["import type A from 'a';", true],
    ["export type { A } from 'a';", true],
    ["import { type A } from 'a';", false],
    ["import type, { A } from 'a';", false],
    ["import type from 'a';", false],
  ])('an import is of types only when no module is left to load: %s', (source, typeOnly) => {
    expect(scanImports(source)).toMatchObject([{ typeOnly }]);
  });
});

test('every doc comment says what a thing is or does: none opens with a relative clause', () => {
  const riddles = sourceFiles(root).flatMap(({ path, source }) =>
    path.startsWith('tests/')
      ? []
      : [...source.matchAll(/\/\*\*[\s*]*(?:What|Whether|How|Which|Where|Who|When)\b[^\n]*/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
  );
  expect(riddles).toEqual([]);
});

test('no expression changes within itself whether case counts, which was seen to find no capitals after much else', () => {
  const tables = readdirSync(join(root, 'lexicon'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ path: name, source: readFileSync(join(root, 'lexicon', name), 'utf8') }));
  const changing = [...sourceFiles(root).filter(({ path }) => !path.startsWith('tests/')), ...tables].filter(
    ({ source }) => /\(\?-?[ims]+(?:-[ims]+)?:/.test(withoutComments(source)),
  );
  expect(changing.map(({ path }) => path)).toEqual([]);
});
