import { supportSuite } from '../../mutations/support/suite.ts';
import type { Family } from '../../pipeline/family.ts';
import {
  type Measurable,
  percent,
  provedText,
  rulesOf,
  type SupportFigures,
  table,
  toolsTable,
} from '../../stages/support/figures.ts';
import { family as ecombench } from './family.ts';
import { SIZES } from './intents.ts';
import { locks } from './locking.ts';
import { PUBLISHED } from './paper.ts';

/** Writes the tables of counts over composed tasks, beside the paper's figures. */
function tables(family: SupportFigures): string {
  const { tasks, sizes, roles, writing, pictured } = family;
  const mean = (count: number) => (count / tasks).toFixed(2);
  return [
    provedText(family, rulesOf('own-shop')),
    table(
      ['a task has', 'ours', 'the 53 published'],
      [
        ...SIZES.map(([count, times]) => [
          `${count} intents`,
          percent(sizes[count] ?? 0, tasks),
          percent(times, PUBLISHED.tasks),
        ]),
        ['actions, on average', mean(roles.write ?? 0), (PUBLISHED.actionsInAll / PUBLISHED.tasks).toFixed(2)],
        ['searches, on average', mean(roles.search ?? 0), (PUBLISHED.searchesInAll / PUBLISHED.tasks).toFixed(2)],
        ['an action', percent(writing, tasks), percent(PUBLISHED.writing, PUBLISHED.tasks)],
        ['a picture', percent(pictured, tasks), percent(PUBLISHED.pictured, PUBLISHED.tasks)],
      ],
    ),
    toolsTable(family, 'write', PUBLISHED.actions, PUBLISHED.actionsInAll),
    toolsTable(family, 'search', PUBLISHED.searches, PUBLISHED.searchesInAll),
  ].join('\n\n');
}

export const figures: Measurable = { name: 'ecombench', ...locks, kindOf: () => 'all', tables };

export const suite = supportSuite(ecombench as Family, locks.composition);
