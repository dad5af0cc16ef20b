import type { Catalog } from '../../../catalog/index.ts';
import { defineFormat, type Figures } from '../../../pipeline/foreign-lint.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { againstCatalog, CATALOG_HEADS, targetsIn } from './against-catalog.ts';
import { COUNTERS } from './counters.ts';
import { type LintTask, looksLikeTask, readTask } from './task.ts';

/** Figures of what tasks ask for, on average. */
class TaskFigures implements Figures<LintTask> {
  readonly #sums = { tasks: 0, words: 0, attributes: 0, options: 0, bounds: 0 };

  add({ instruction, attributes, options, most }: LintTask): void {
    this.#sums.tasks++;
    this.#sums.words += tokensOf(instruction).length;
    this.#sums.attributes += attributes.length;
    this.#sums.options += options.length;
    this.#sums.bounds += Number(most !== null);
  }

  rows() {
    const { tasks, words, attributes, options, bounds } = this.#sums;
    const mean = (sum: number) => (tasks === 0 ? 0 : Math.round((10 * sum) / tasks) / 10);
    return [
      { name: 'tasks', value: tasks },
      { name: 'words of an instruction', value: mean(words) },
      { name: 'attributes of a task', value: mean(attributes) },
      { name: 'options of a task', value: mean(options) },
      { name: 'tasks with a price bound beside the words', value: bounds },
    ];
  }
}

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
  figures: () => new TaskFigures(),
});
