import { readFileSync } from 'node:fs';
import { READERS } from '../../catalog/readers/index.ts';
import { BUILD_SETTINGS } from '../../cli/config.ts';
import { GATES } from '../../families/ecomagentbench/gates/index.ts';
import { DETAIL_NEEDS, eligibilityOf, INTENTS } from '../../families/ecomagentbench/intents.ts';
import { FAMILIES } from '../../families/index.ts';
import { GATES as ORDER_GATES } from '../../families/shoppingbench/gates/index.ts';
import { DETAIL_NEEDS as ORDER_DETAIL_NEEDS } from '../../families/shoppingbench/intents.ts';
import { METRIC_NAMES } from '../../families/shoppingbench/scoring/names.ts';
import { GATES as FINE_GATES } from '../../families/shopsimulator/gates/index.ts';
import { DETAIL_NEEDS as FINE_DETAIL_NEEDS } from '../../families/shopsimulator/intents.ts';
import { flagsOf, type Setting } from '../../schemas/setting.ts';
import { type Eligibility, type IntentContract, leastFactsOf } from '../../shopping/intent.ts';
import { FIELD_POLICIES } from '../../shopping/language/field-policy.ts';
import { needed } from '../../stages/sample/stated-details.ts';
import { BELOW } from '../../tests/architecture/import-rules.ts';
import { RESULTS, tablesOf } from '../bench/results.ts';
import { TABLE_FILE } from '../mutations/report.ts';
import { familyTables, readResults, ruleText } from '../support/tables.ts';
import { codesOfDefects, codesWithRemedies, dropReasonsTable, gatesTables } from './codes.ts';
import { episodeTable, toolTables } from './episodes.ts';
import { policyCounts, policyTables } from './policy.ts';
import { annotatedSample, shortSample } from './samples.ts';
import { explainedTask, shownAudit, shownBuild, shownExplanation, shownFamily, shownVerify } from './shown-runs.ts';

const fenced = (text: string) => `\`\`\`\n${text.trimEnd()}\n\`\`\``;

/** What each folder may import besides itself, in the order of the folders. */
const arrows = () =>
  Object.entries(BELOW)
    .map(([folder, below]) => {
      const [first, ...rest] = below;
      const all = first !== undefined && rest.length > 2 && rest.join() === BELOW[first]?.join();
      const names = (all ? [first] : below).map((name) => `\`${name}/\``).join(', ');
      return `- \`${folder}/\` imports ${names === '' ? 'none of them' : names}${all ? ' and what it imports' : ''}`;
    })
    .join('\n');

const gateCount = ({ length }: readonly unknown[]) => `${length} [gates](../gates.md) judge each text.`;

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

/** How many details a task of each family needs of its product. */
const detailsNeeded = (): string =>
  [
    `- for \`ecomagentbench\`: ${needed(DETAIL_NEEDS)};`,
    `- for \`shoppingbench\`: ${needed(ORDER_DETAIL_NEEDS)} (none to ask a question by the product's title);`,
    `- for \`shopsimulator\`: ${needed(FINE_DETAIL_NEEDS)}, and a price.`,
  ].join('\n');

const DEFINING_CONSTRAINTS: Readonly<Record<NonNullable<IntentContract['definingConstraint']>, string>> = {
  rating: 'a bound on rating or number of ratings',
  exclusion: 'something the product must not be',
  voucher: 'a voucher and a budget that needs it',
  opinions: 'opinions quoted from reviews',
};

function needsOf({ leastRating, leastRatingCount, needsPrice, needsText, leastReviews }: Eligibility): string {
  const needs = [
    ...(leastRating === undefined ? [] : [`a rating of ${leastRating}`]),
    ...(leastRatingCount === undefined ? [] : [`${leastRatingCount} ratings`]),
    ...(needsPrice ? ['a price'] : []),
    ...(needsText ? ['features or a description'] : []),
    ...(leastReviews === undefined ? [] : [`${leastReviews} reviews`]),
  ];
  return needs.join(', ');
}

/** The intents of ecomagentbench with what they promise of a task and ask of a product. */
function intentsTable(): string {
  const rows = INTENTS.map(({ name, contracts: [full] }) => {
    const { definingConstraint, leastQuery, leastImplicit } = full;
    const eligibility = eligibilityOf(name, leastFactsOf(full));
    const asked = definingConstraint === null ? '' : DEFINING_CONSTRAINTS[definingConstraint];
    return `| \`${name}\` | ${asked} | ${leastQuery} | ${leastImplicit} | ${needsOf(eligibility)} |`.replace(
      / {2,}/g,
      ' ',
    );
  });
  return [
    '| intent | always asks for | in the query, besides the noun phrase, at least | of these by a clue, at least | its product has at least |',
    '| --- | --- | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}

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

/** What `score` prints, with the places of the paper. */
const metricsTable = () =>
  [
    '| printed as | is the | which is the | in the paper |',
    '| --- | --- | --- | --- |',
    ...METRIC_NAMES.map(({ short, name, means, source }) => row([short, name, means, source])),
  ].join('\n');

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

/** The parts of pages that are made from code and measurements, by the name that stands in a page's `<!-- generated: name -->`. */
export const BLOCKS: Readonly<Record<string, () => string>> = {
  arrows,
  options: optionsTables,
  formats: formatsTable,
  'ecomagentbench gates': () => gateCount(GATES),
  'shoppingbench gates': () => gateCount(ORDER_GATES),
  'shopsimulator gates': () => gateCount(FINE_GATES),
  'ecomagentbench intents': intentsTable,
  'shoppingbench metrics': metricsTable,
  'detail fields': detailFields,
  'details needed': detailsNeeded,
  'ecomagentbench sample': () => annotatedSample('ecomagentbench'),
  'shoppingbench sample': () => annotatedSample('shoppingbench'),
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
  'sample audit': () => fenced(shownAudit()),
  'sample explain': () =>
    `\`\`\`sh\nnpm run -s explain -- out/sample ${explainedTask()}\n\`\`\`\n\n${fenced(shownExplanation())}`,
  'shoppingbench build': () => fenced(shownFamily()),
  'shopsimulator talk': () => readFileSync(new URL('../shopsimulator/talk.md', import.meta.url), 'utf8').trimEnd(),
  'shopsimulator agents': () => readFileSync(new URL('../shopsimulator/agents.md', import.meta.url), 'utf8').trimEnd(),
  'tool tables': toolTables,
  'episode table': episodeTable,
  'ecombench figures': () => familyTables(readResults(), 'ecombench'),
  'mixecom figures': () => familyTables(readResults(), 'mixecom'),
  'rules that decide': () => ruleText(readResults()),
  'gate figures': () => fenced(readFileSync(TABLE_FILE, 'utf8')),
};
