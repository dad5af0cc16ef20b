import { chinese } from './languages/suite.ts';
import { suite as ecomagentbench } from './operators/ecomagentbench/index.ts';
import { suite as shoppingbench } from './operators/shoppingbench/index.ts';
import { suite as shopsimulator } from './operators/shopsimulator/index.ts';
import { supportSuites } from './operators/support/index.ts';
import type { FamilySuite } from './suite.ts';

/** Every family's suite; operators are no part of a family, which ships, and may use none of its gates' code. */
export const SUITES: readonly FamilySuite[] = [ecomagentbench, chinese, shoppingbench, shopsimulator, ...supportSuites];
