import type { Catalog } from '../../../catalog/index.ts';
import { type CounterHead, defect, type Looked } from '../../../pipeline/foreign-lint.ts';
import type { Product } from '../../../schemas/product.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { textsOf } from '../rewards/matching.ts';
import { tokenSetRatio } from '../rewards/token-set-ratio.ts';
import type { LintTask } from './task.ts';

/** Counters that need the catalog the tasks were made from. */
export const CATALOG_HEADS: readonly CounterHead[] = [
  { code: 'unknown_product', meaning: 'the target is not in the catalog', unit: 'tasks', isDefect: true },
  defect(
    'target_fails',
    'the catalog does not state a scored attribute or option of the target, or it costs more than the bound',
    'requirements of known targets',
  ),
  defect(
    'option_ambiguous',
    'the published matching takes another option of the target for the one that is asked for',
    'options of known targets',
  ),
  defect(
    'ambiguous_answer',
    'another product of the sub-category has every scored attribute and option within the bound',
    'tasks with a known target',
  ),
];

/** From here on the published matching takes two texts for one. */
const ALIKE = 85;
const MOST_NAMED = 5;

const optionsOf = ({ skuOptions, details }: Product): string[] => [
  ...new Set([
    ...skuOptions.flatMap(({ values }) => Object.values(values)),
    ...Object.values(details).flatMap(({ options }) => options),
  ]),
];

/** Tells whether a product states an attribute, as the published matching looks for it. */
const hasAttribute = (product: Product, attribute: string) =>
  optionsOf(product).some((value) => tokenSetRatio(value, attribute) > ALIKE) ||
  textsOf(product).some((text) => text.includes(attribute.toLowerCase()));
const hasOption = (product: Product, option: string) =>
  optionsOf(product).some((other) => normaliseText(other) === normaliseText(option));
const isDear = ({ priceMinor, currency }: Product, most: number | null) =>
  most !== null && priceMinor !== null && currency !== null && priceMinor / minorUnitsOf(currency) > most;

/** Finds targets by their ids, or where a task has none by their titles, which are read once. */
export function targetsIn(catalog: Catalog): (task: LintTask) => Product | null {
  let byTitle: Map<string, number> | null = null;
  return ({ productId, title }) => {
    if (productId !== null) return catalog.productById(productId);
    if (byTitle === null) {
      byTitle = new Map();
      let row = 0;
      for (const { product } of catalog.products()) byTitle.set(normaliseText(product.title), row++);
    }
    const row = byTitle.get(normaliseText(title ?? ''));
    return row === undefined ? null : catalog.productByRow(row);
  };
}

/** Finds the faults that the catalog shows in a published task, by code. */
export function againstCatalog(task: LintTask, catalog: Catalog, target: Product | null): Looked[] {
  const { attributes, options, most, productId, title } = task;
  if (target === null) return [{ code: 'unknown_product', of: 1, found: [productId ?? title ?? 'no name'] }];
  const failing = [
    ...attributes.filter((attribute) => !hasAttribute(target, attribute)),
    ...options.filter((option) => !hasOption(target, option)),
    ...(isDear(target, most) ? [`costs more than ${most}`] : []),
  ];
  const taken = options.filter((option) =>
    target.skuOptions.some(({ values }) =>
      Object.values(values).some(
        (other) => normaliseText(other) !== normaliseText(option) && tokenSetRatio(other, option) > ALIKE,
      ),
    ),
  );
  const row = catalog.rowOf(target.id) as number;
  const others = [...catalog.shelfRows(catalog.shelfOf(row).id)].filter((other) => other !== row);
  const answers = others.flatMap((other) => {
    const product = catalog.productByRow(other);
    const isAnswer =
      !isDear(product, most) &&
      options.every((option) => hasOption(product, option)) &&
      attributes.every((attribute) => hasAttribute(product, attribute));
    return isAnswer ? [product.id] : [];
  });
  const named = `${answers.length} others: ${answers.slice(0, MOST_NAMED).join(', ')}`;
  return [
    { code: 'unknown_product', of: 1, found: [] },
    { code: 'target_fails', of: attributes.length + options.length + Number(most !== null), found: failing },
    { code: 'option_ambiguous', of: options.length, found: taken },
    { code: 'ambiguous_answer', of: 1, found: answers.length === 0 ? [] : [named] },
  ];
}
