import type { Catalog } from '../../../catalog/index.ts';
import { isRawObject } from '../../../catalog/rows/index.ts';
import { againstCatalog, CATALOG_HEADS } from './against-catalog.ts';
import { boundLow } from './bound-low.ts';
import { boundVacuous } from './bound-vacuous.ts';
import { boundWide } from './bound-wide.ts';
import { capIdle } from './cap-idle.ts';
import type { Counter } from './counter.ts';
import { factTwice } from './fact-twice.ts';
import { type Figure, Figures } from './figures.ts';
import { keyConflict } from './key-conflict.ts';
import { keywordInQuestion } from './keyword-in-question.ts';
import { keywordReused } from './keyword-reused.ts';
import { keywordShort } from './keyword-short.ts';
import { keywordUntitled } from './keyword-untitled.ts';
import { keywordWithinWord } from './keyword-within-word.ts';
import { noiseValue } from './noise-value.ts';
import { priceUntraced } from './price-untraced.ts';
import { serviceUntraced } from './service-untraced.ts';
import { shopConditionUnsaid } from './shop-condition-unsaid.ts';
import { targetReused } from './target-reused.ts';
import { targetShared } from './target-shared.ts';
import { looksLikeTask, readTask } from './task.ts';
import { titleOnly } from './title-only.ts';
import { titleOnlyProduct } from './title-only-product.ts';
import { titleReused } from './title-reused.ts';
import { titlesAlike } from './titles-alike.ts';
import { valueReworded } from './value-reworded.ts';
import { valueShort } from './value-short.ts';
import { valueUntraced } from './value-untraced.ts';
import { voucherInconsistent } from './voucher-inconsistent.ts';
import { voucherText } from './voucher-text.ts';
import { voucherUnneeded } from './voucher-unneeded.ts';

const COUNTERS: readonly Counter[] = [
  valueUntraced,
  serviceUntraced,
  priceUntraced,
  noiseValue,
  titleOnly,
  titleOnlyProduct,
  titlesAlike,
  factTwice,
  keyConflict,
  boundVacuous,
  boundWide,
  voucherInconsistent,
  voucherText,
  voucherUnneeded,
  capIdle,
  shopConditionUnsaid,
  keywordShort,
  keywordInQuestion,
  keywordReused,
  keywordUntitled,
  targetReused,
  targetShared,
  valueReworded,
  valueShort,
  boundLow,
  keywordWithinWord,
  titleReused,
];

/** Where a row stands. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** Counts the defects of tasks in ShoppingBench's published format, one row after another, over any number of files. */
class ShoppingbenchLint {
  readonly #counts = COUNTERS.map(({ code, begin }) => ({ code, look: begin() }));
  readonly #figures = new Map<string, Figures>();
  readonly #all = new Figures();
  readonly #catalog: Catalog | undefined;

  constructor(catalog: Catalog | undefined) {
    this.#catalog = catalog;
  }

  /** What every counter made of a row, and the text that sets its query apart; or what is wrong with the row. */
  add(row: unknown, { file, line }: Place) {
    const task = readTask(row, file, line);
    if ('problem' in task) return task;
    const figures = this.#figures.get(file) ?? new Figures();
    this.#figures.set(file, figures);
    figures.add(task);
    this.#all.add(task);
    const looked = this.#counts.map(({ code, look }) => ({ code, ...look(task) }));
    const found = this.#catalog === undefined ? [] : againstCatalog(row, this.#catalog);
    return { ...idOf(row), text: task.written, looked: [...looked, ...found] };
  }

  /** Describing figures of one file, or of all of them together. */
  figures(file?: string): Figure[] {
    return (file === undefined ? this.#all : this.#figures.get(file))?.rows() ?? [];
  }
}

/** Published tasks have no ids; ours do. */
const idOf = (row: unknown) => (isRawObject(row) && typeof row.id === 'string' ? { id: row.id } : {});

/** ShoppingBench as a format that can be linted, by whoever its tasks were made. */
export const SHOPPINGBENCH_FORMAT = {
  name: 'ShoppingBench',
  rows: 'objects with "query" and "reward"',
  recognises: looksLikeTask,
  counters: [...COUNTERS, ...CATALOG_HEADS],
  begin: (catalog?: Catalog) => new ShoppingbenchLint(catalog),
};
