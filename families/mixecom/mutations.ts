import { supportSuite } from '../../mutations/support/suite.ts';
import type { Family } from '../../pipeline/family.ts';
import { composition } from './composition.ts';
import { mixecom } from './family.ts';

export const suite = supportSuite(mixecom as Family, composition);
