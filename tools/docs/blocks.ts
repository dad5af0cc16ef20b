import { readFileSync } from 'node:fs';
import { GATES } from '../../families/ecomagentbench/gates/index.ts';
import { GATES as ORDER_GATES } from '../../families/shoppingbench/gates/index.ts';
import { BELOW } from '../../tests/architecture/import-rules.ts';
import { RESULTS, tablesOf } from '../bench/results.ts';
import { TABLE_FILE } from '../mutations/report.ts';
import { detailFields, formatsTable } from './catalogs.ts';
import { codesOfDefects, codesWithRemedies, gatesTables } from './codes.ts';
import { intentsTable } from './intents.ts';
import { optionsTables } from './options.ts';

const fenced = (text: string) => `\`\`\`\n${text.trimEnd()}\n\`\`\``;

/** What each folder may import besides itself, in the order of the folders. */
const arrows = () =>
  Object.entries(BELOW)
    .map(([folder, below]) => {
      const names = below.map((name) => `\`${name}/\``).join(', ');
      return `- \`${folder}/\` imports ${names === '' ? 'none of them' : names}`;
    })
    .join('\n');

const gateCount = ({ length }: readonly unknown[]) => `${length} [gates](../gates.md) judge each text.`;

/** The parts of pages that are made from code and measurements, by the name that stands in a page's `<!-- generated: name -->`. */
export const BLOCKS: Readonly<Record<string, () => string>> = {
  arrows,
  options: optionsTables,
  formats: formatsTable,
  'ecomagentbench gates': () => gateCount(GATES),
  'shoppingbench gates': () => gateCount(ORDER_GATES),
  'ecomagentbench intents': intentsTable,
  'detail fields': detailFields,
  measurements: () => tablesOf(readFileSync(RESULTS, 'utf8')),
  'codes with remedies': codesWithRemedies,
  'codes of defects': codesOfDefects,
  gates: gatesTables,
  'gate figures': () => fenced(readFileSync(TABLE_FILE, 'utf8')),
};
