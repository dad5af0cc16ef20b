import { supportSuite } from '../mutations/service/suite.ts';
import type { FamilySuite } from '../mutations/suite.ts';
import type { Family } from '../pipeline/family.ts';
import type { FamilyPages } from '../pipeline/family-pages.ts';
import type { Measurable } from '../stages/service/figures.ts';
import { chinese } from './ecomagentbench/mutations/chinese/index.ts';
import { suite as ecomagentbench } from './ecomagentbench/mutations/index.ts';
import { pages as ecomagentbenchPages } from './ecomagentbench/pages.ts';
import { family as ecombench } from './ecombench/family.ts';
import { measured as ecombenchFigures } from './ecombench/paper.ts';
import { family as mixecom } from './mixecom/family.ts';
import { measured as mixecomFigures } from './mixecom/paper.ts';
import { suite as shoppingbench } from './shoppingbench/mutations/index.ts';
import { pages as shoppingbenchPages } from './shoppingbench/pages.ts';
import { suite as shopsimulator } from './shopsimulator/mutations/index.ts';
import { pages as shopsimulatorPages } from './shopsimulator/pages.ts';

// What tools are handed of families; no run loads it.

/** The defects planted for each family's gates, by operators that use none of the gates' code. */
export const SUITES: readonly FamilySuite[] = [
  ecomagentbench,
  chinese,
  shoppingbench,
  shopsimulator,
  supportSuite(ecombench as Family, ecombenchFigures.composition),
  supportSuite(mixecom as Family, mixecomFigures.composition),
];

/** Parts of each family's pages that are made from its code. */
export const PARTS_OF_PAGES: Readonly<Record<string, FamilyPages>> = {
  ecomagentbench: ecomagentbenchPages,
  shoppingbench: shoppingbenchPages,
  shopsimulator: shopsimulatorPages,
};

/** The families whose tasks `npm run support` counts. */
export const SUPPORT: readonly Measurable[] = [ecombenchFigures, mixecomFigures];
