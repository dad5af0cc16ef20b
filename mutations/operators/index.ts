import type { QueryWording } from '../../shopping/draft.ts';
import type { Operator } from '../operator.ts';
import { ANCHORS } from './anchors.ts';
import { FACTS } from './facts.ts';
import { LOCKS } from './locks.ts';
import { QUERY } from './query.ts';
import { TARGETS } from './targets.ts';
import { TITLES } from './titles.ts';
import { VOUCHERS } from './vouchers.ts';

/** Operators that need no more than a query, for the gates every family has. */
export const OF_ANY: readonly Operator<QueryWording>[] = [
  ...LOCKS,
  ...TARGETS,
  ...FACTS,
  ...ANCHORS,
  ...QUERY,
  ...TITLES,
  ...VOUCHERS,
];
