import { readFileSync } from 'node:fs';
import { RESULTS, tablesOf } from '../bench/results.ts';
import { TABLE_FILE } from '../mutations/report.ts';
import { detailFields, formatsTable } from './catalogs.ts';
import { intentsTable } from './intents.ts';
import { optionsTables } from './options.ts';

const fenced = (text: string) => `\`\`\`\n${text.trimEnd()}\n\`\`\``;

/** The parts of pages that are made from code and measurements, by the name that stands in a page's `<!-- generated: name -->`. */
export const BLOCKS: Readonly<Record<string, () => string>> = {
  options: optionsTables,
  formats: formatsTable,
  'ecomagentbench intents': intentsTable,
  'detail fields': detailFields,
  measurements: () => tablesOf(readFileSync(RESULTS, 'utf8')),
  'gate figures': () => fenced(readFileSync(TABLE_FILE, 'utf8')),
};
