import type { Catalog } from '../../../catalog/index.ts';
import { type Counter, defineFormat } from '../../../pipeline/foreign-lint.ts';
import { againstCatalog, CATALOG_HEADS } from './against-catalog.ts';
import { taskFigures } from './figures.ts';
import { keywordInQuestion, keywordReused, keywordShort, keywordUntitled, keywordWithinWord } from './keywords.ts';
import { boundLow, boundVacuous, boundWide, priceUntraced } from './prices.ts';
import { targetReused, targetShared, titleOnly, titleOnlyProduct, titleReused, titlesAlike } from './targets.ts';
import { type LintTask, looksLikeTask, readTask } from './task.ts';
import {
  factTwice,
  keyConflict,
  noiseValue,
  serviceUntraced,
  valueReworded,
  valueShort,
  valueUntraced,
} from './values.ts';
import { capIdle, shopConditionUnsaid, voucherInconsistent, voucherText, voucherUnneeded } from './vouchers.ts';

/**
 * Counters of a published task. Codes that a gate of the family has too (`value_untraced`, `title_only`,
 * `shop_condition_unsaid`) are counters all the same: published tasks do not say which words carry a requirement, so no
 * gate can read them, and the figures of an earlier study are held against these counts.
 */
const COUNTERS: readonly Counter<LintTask>[] = [
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

/** ShoppingBench's published format, by whoever its tasks were made. */
export const lint = defineFormat<LintTask, Catalog>({
  name: 'ShoppingBench',
  rows: 'objects with "query" and "reward"',
  recognises: looksLikeTask,
  read: readTask,
  // Published tasks have no ids; ours do.
  idOf: ({ published: { id } }) => (typeof id === 'string' ? id : undefined),
  textOf: ({ written }) => written,
  counters: COUNTERS,
  further: {
    heads: CATALOG_HEADS,
    begin: (catalog) => (task) => (catalog === null ? [] : againstCatalog(task, catalog)),
  },
  figures: taskFigures,
});
