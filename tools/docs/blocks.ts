import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READERS } from '../../catalog/readers/index.ts';
import { BUILD_SETTINGS } from '../../cli/build-settings.ts';
import { program } from '../../cli/commands.ts';
import { PARTS_OF_PAGES, SUPPORT } from '../../families/for-tools.ts';
import { FAMILIES } from '../../families/index.ts';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { flagsOf, type Setting } from '../../schemas/setting.ts';
import { FIELD_POLICIES } from '../../shopping/language/field-policy.ts';
import { BELOW } from '../../tests/architecture/import-rules.ts';
import { RESULTS, tablesOf } from '../bench/results.ts';
import { TABLE_FILE } from '../mutations/report.ts';
import { familyTables, readResults, ruleText } from '../support/tables.ts';
import { codesOfDefects, codesWithRemedies, dropReasonsTable, gatesTables } from './codes.ts';
import { episodeTable, toolTables, wiresTable } from './episodes.ts';
import { policyCounts, policyTables } from './policy.ts';
import { annotatedSample, shortSample } from './samples.ts';
import {
  explainedTask,
  shownAudit,
  shownBuild,
  shownEval,
  shownExplanation,
  shownFamily,
  shownVerify,
} from './shown-runs.ts';

const fenced = (text: string) => `\`\`\`\n${text.trimEnd()}\n\`\`\``;

/** Tells what each folder may import besides itself: first the chain in which each imports the next and all below it. */
function arrows(): string {
  const folders = Object.entries(BELOW);
  const links = folders.findIndex(([, [next = '', ...rest]]) => rest.length < 3 || rest.join() !== BELOW[next]?.join());
  const named = (folder: string) => `\`${folder}/\``;
  const chain = folders.slice(0, links + 1).map(([folder]) => named(folder));
  return [
    `- ${chain.join(' → ')}: each imports the next, and what that imports`,
    ...folders
      .slice(links)
      .map(([folder, below]) => `- ${named(folder)} imports ${below.map(named).join(', ') || 'none'}`),
  ].join('\n');
}

/** The formats that are recognised by their rows, as a table. */
function formatsTable(): string {
  const rows = READERS.map(({ family, describes }) => {
    const [, what = describes, columns = ''] = /^(.*) \((.*)\)$/.exec(describes) ?? [];
    return `| \`${family}\` | ${what} | ${columns} |`;
  });
  return ['| name | files | recognised by |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The detail fields there are words for, in one sentence. */
const detailFields = (): string => `${[...FIELD_POLICIES.keys()].join(', ')}.`;

/** Lists the number of details that a task of each family needs of its product. */
function detailsNeeded(): string {
  const needs = Object.entries(PARTS_OF_PAGES).flatMap(([name, { detailsNeeded: needed }]) =>
    needed === undefined ? [] : [`- for \`${name}\`: ${needed}`],
  );
  return `${needs.join(';\n')}.`;
}

/** The parts of pages that families hand over. */
const ofFamilies = (): Record<string, () => string> =>
  Object.fromEntries([
    ...SUPPORT.map(({ name }) => [`${name} figures`, () => familyTables(readResults(), name)]),
    ...Object.entries(PARTS_OF_PAGES).flatMap(([name, { gates, sample, showsBuild, blocks = {} }]) => [
      ...(showsBuild ? [[`${name} build`, () => fenced(shownFamily(name))]] : []),
      ...(gates === undefined ? [] : [[`${name} gates`, () => `${gates} [gates](../gates.md) judge each text.`]]),
      ...(sample === undefined ? [] : [[`${name} sample`, () => annotatedSample(name, sample)]]),
      ...Object.entries(blocks).map(([what, write]) => [`${name} ${what}`, write]),
    ]),
  ]);

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => (text === '' ? '' : `\`${text}\``);
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`.replace(/ {2,}/g, ' ');
/** A text of help whose places in angle brackets are code, for Markdown takes them for markup. */
const placesAsCode = (text: string) => text.replace(/[\w/-]*<[^>]+>/g, (place) => code(place));

function saying({ help, several, more }: Setting): string {
  const repeatable = several === 'repeated' ? '; repeatable' : '';
  return `${placesAsCode(help)}${repeatable}${more === undefined ? '' : `. ${more}`}`;
}

const settingRow = (setting: Setting) =>
  row([
    setting.fileOnly ? '' : code(flagsOf(setting)),
    code(setting.key),
    placesAsCode(setting.otherwise ?? ''),
    saying(setting),
  ]);

const table = (settings: readonly Setting[]) =>
  ['| flag | in a file | default | |', '| --- | --- | --- | --- |', ...settings.map(settingRow)].join('\n');

/** The settings of a build as tables: of every run, of a single family, and of runs that ask language models. */
function optionsTables(): string {
  const ofRuns = BUILD_SETTINGS.filter(({ ofModels, families }) => !ofModels && families === null);
  const ofFamilies = FAMILIES.flatMap(({ name }) => {
    const own = BUILD_SETTINGS.filter(({ families }) => families?.includes(name));
    return own.length === 0 ? [] : [`## For \`${name}\` alone`, table(own)];
  });
  return [
    '## For every run',
    table(ofRuns),
    ...ofFamilies,
    '## For runs that ask language models',
    'Refused without `--writer openai` or `replay`.',
    table(BUILD_SETTINGS.filter(({ ofModels }) => ofModels)),
  ].join('\n\n');
}

/** The options of a command as a table, those that ask language models apart. */
function commandTable(name: string): string {
  const options = program(() => {}, [], '').commands.find((one) => one.name() === name)?.options ?? [];
  const rows = options.map(({ flags, description }) => {
    // What stands in brackets at the end is the default, or says that it may be given again.
    const [, about = description, otherwise = ''] = /^(.*) \(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(description) ?? [];
    const isRepeatable = otherwise === 'repeatable';
    const text = placesAsCode(isRepeatable ? `${about}; repeatable` : about);
    return row([code(flags), placesAsCode(isRepeatable ? '' : otherwise), text]);
  });
  return ['| option | default | |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The parts of pages that are made from code and measurements, by the name that stands in a page's `<!-- generated: name -->`. */
export const BLOCKS: Readonly<Record<string, () => string>> = {
  arrows,
  ...ofFamilies(),
  options: optionsTables,
  ...Object.fromEntries(
    ['eval', 'audit', 'export', 'verify', 'serve', 'play'].map((name) => [
      `options of ${name}`,
      () => commandTable(name),
    ]),
  ),
  formats: formatsTable,
  'detail fields': detailFields,
  'details needed': detailsNeeded,
  measurements: () => tablesOf(readFileSync(RESULTS, 'utf8')),
  'codes with remedies': codesWithRemedies,
  'codes of defects': codesOfDefects,
  'reasons of dropped facts': dropReasonsTable,
  gates: gatesTables,
  policy: policyTables,
  'policy counts': policyCounts,
  'short sample': shortSample,
  'sample build': () => fenced(shownBuild()),
  'sample verify': () => fenced(shownVerify()),
  'sample eval': () => fenced(shownEval()),
  'sample audit': () => fenced(shownAudit()),
  'sample explain': () =>
    `\`\`\`sh\nnpm run -s explain -- out/sample ${explainedTask()}\n\`\`\`\n\n${fenced(shownExplanation())}`,
  'tool tables': toolTables,
  'episode table': episodeTable,
  wires: wiresTable,
  'rules that decide': () => ruleText(readResults()),
  'gate figures': () => fenced(readFileSync(TABLE_FILE, 'utf8')),
};

const ROOT = join(import.meta.dirname, '..', '..');

/** The pages people read, by their path in the project. */
export const PAGES: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  ...globSync('docs/**/*.md', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort(),
];

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const BLOCK = /(<!-- generated: ([^>]+?) -->\n)[\s\S]*?(?=<!-- end -->)/g;

/** A page with its generated blocks made anew; throws a RangeError for a block of a name nobody makes. */
export const rendered = (page: string, blocks: Readonly<Record<string, () => string>> = BLOCKS): string =>
  page.replace(BLOCK, (_, start: string, name: string) => {
    const block = blocks[name];
    if (block === undefined)
      throw new RangeError(`a page has a block "${name}", expected ${Object.keys(blocks).join(', ')}`);
    return `${start}\n${block()}\n\n`;
  });

export const blocksIn = (page: string): string[] => [...page.matchAll(BLOCK)].map(([, , name]) => name ?? '');

/** Writes the pages whose generated blocks have changed, and gives their paths. */
export function writePages(): string[] {
  return PAGES.filter((path) => {
    const page = readPage(path);
    const current = rendered(page);
    if (current !== page) writeAtomically(join(ROOT, path), current);
    return current !== page;
  });
}
