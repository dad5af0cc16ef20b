import type { Catalog } from '../../../catalog/index.ts';
import { defineFormat, figuresOf } from '../../../pipeline/foreign-lint.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { sum } from '../../../text/numbers.ts';
import { againstCatalog, CATALOG_HEADS, targetsIn } from './against-catalog.ts';
import { COUNTERS } from './counters.ts';
import { type LintTask, looksLikeTask, readTask } from './task.ts';

const toTenths = (numbers: readonly number[]) => Math.round((10 * sum(numbers)) / numbers.length) / 10;

/** Figures of what tasks ask for, on average. */
const taskFigures = figuresOf(
  ({ instruction, attributes, options, most }: LintTask) => ({
    tasks: 1,
    'words of an instruction': tokensOf(instruction).length,
    'attributes of a task': attributes.length,
    'options of a task': options.length,
    'tasks with a price bound beside the words': Number(most !== null),
  }),
  { 'words of an instruction': toTenths, 'attributes of a task': toTenths, 'options of a task': toTenths },
);

/** The published formats of ShopSimulator (Fig. 10) and WebShop, whose tasks are scored alike. */
export const lint = defineFormat<LintTask, Catalog>({
  name: 'ShopSimulator',
  rows: 'objects with "instruction", "target_product" and "target_attributes", or goals of WebShop with "asin" and "goal_options"',
  recognises: looksLikeTask,
  read: readTask,
  idOf: ({ id }) => id,
  textOf: ({ instruction }) => instruction,
  counters: COUNTERS,
  further: {
    heads: CATALOG_HEADS,
    begin: (catalog) => {
      if (catalog === null) return () => [];
      const targetOf = targetsIn(catalog);
      return (task) => againstCatalog(task, catalog, targetOf(task));
    },
  },
  figures: taskFigures,
});
