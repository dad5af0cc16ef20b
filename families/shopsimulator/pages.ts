import { readFileSync } from 'node:fs';
import type { FamilyPages } from '../../pipeline/family-pages.ts';
import { needed } from '../../stages/sample/stated-details.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS } from './intents.ts';

const measuredTable = (name: string) =>
  readFileSync(new URL(`./measurements/${name}.md`, import.meta.url), 'utf8').trimEnd();

export const pages: FamilyPages = {
  gates: GATES.length,
  detailsNeeded: `${needed(DETAIL_NEEDS)}, and a price`,
  blocks: { talk: () => measuredTable('talk'), agents: () => measuredTable('agents') },
};
