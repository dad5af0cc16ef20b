import { supportSuite } from '../../mutations/support/suite.ts';
import type { Family } from '../../pipeline/family.ts';
import { composition } from './composition.ts';
import { ecombench } from './family.ts';

export const suite = supportSuite(ecombench as Family, composition);
