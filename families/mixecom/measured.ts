import { supportSuite } from '../../mutations/support/suite.ts';
import type { Family } from '../../pipeline/family.ts';
import {
  type Measurable,
  percent,
  provedText,
  rulesOf,
  type SupportFigures,
  sum,
  table,
} from '../../stages/support/figures.ts';
import { family as mixecom } from './family.ts';
import { kindOf } from './intents.ts';
import { locks } from './locking.ts';
import { TABLE_2, TOTAL } from './paper.ts';

/** Writes the tables of counts over composed tasks, beside the paper's figures. */
function tables(family: SupportFigures): string {
  const row = (
    name: string,
    own: Pick<SupportFigures, 'tasks' | 'writing' | 'pictured' | 'calls'>,
    theirs: { readonly calls: number; readonly writing: number; readonly pictured: number },
  ) => [
    name,
    `${(own.calls / own.tasks).toFixed(2)} (${theirs.calls})`,
    `${percent(own.writing, own.tasks)} (${theirs.writing.toFixed(1)} %)`,
    `${percent(own.pictured, own.tasks)} (${theirs.pictured.toFixed(1)} %)`,
  ];
  const dialogues = sum(family.dialogues);
  return [
    provedText(family, rulesOf('marketplace')),
    table(
      ['ours, and in brackets the paper (Table 2)', 'tool calls a task', 'write', 'with a picture'],
      [
        ...Object.entries(TABLE_2).flatMap(([kind, theirs]) => {
          const own = family.byKind[kind];
          return own === undefined ? [] : [row(kind, own, theirs)];
        }),
        row('all', family, TOTAL),
      ],
    ),
    table(
      ['type of dialogue', 'share of the intents'],
      Object.entries(family.dialogues)
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, times]) => [name, percent(times, dialogues)]),
    ),
  ].join('\n\n');
}

export const figures: Measurable = { name: 'mixecom', ...locks, kindOf, tables };

export const suite = supportSuite(mixecom as Family, locks.composition);
