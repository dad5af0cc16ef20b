import { figuresOf } from '../../../pipeline/foreign-lint.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { mean, median, sum } from '../../../text/numbers.ts';
import { boundsOf, isFloor, isRange, spreadOf } from './prices.ts';
import type { LintTask } from './task.ts';
import { voucherSum } from './vouchers.ts';

const TIGHT_SLACK = 0.01;
const TIGHT = `budgets within ${TIGHT_SLACK * 100}% of it`;

/** The describing figures of any number of tasks. */
export const taskFigures = figuresOf(
  (task: LintTask) => {
    const { products, query, keyword, voucher } = task;
    const scored = keyword === null ? constraintsOf(task) : [];
    const titleWords = new Set(tokensOf(task.written));
    const [ranges, others] = [boundsOf(task).filter(isRange), boundsOf(task).filter((price) => !isRange(price))];
    const sums = voucher === null ? null : voucherSum(voucher);
    const slack = sums === null || 'problem' in sums ? [] : (sums.budget - sums.after) / sums.after;
    return {
      'target products': products.length,
      'scored constraints per task, mean': scored,
      'scored constraints per task, fewest': scored,
      'scored constraints per task, most': scored,
      'words per query, mean': query.split(/\s+/).filter((word) => word !== '').length,
      'share of title words in the query, mean':
        keyword === null ? products.map(({ title }) => coverage(title, titleWords)) : [],
      'prices with an upper bound only': others.filter((price) => !isFloor(price)).map(() => 1),
      'prices with a lower bound only': others.filter(isFloor).map(() => 1),
      'price ranges': ranges.map(() => 1),
      'end of a range by its start, median': ranges.map(spreadOf),
      'budget above the price after the voucher, median share': slack,
      [TIGHT]: slack,
    };
  },
  {
    'scored constraints per task, mean': mean,
    'scored constraints per task, fewest': (numbers) => numbers.reduce((a, b) => Math.min(a, b)),
    'scored constraints per task, most': (numbers) => numbers.reduce((a, b) => Math.max(a, b)),
    'words per query, mean': mean,
    'share of title words in the query, mean': mean,
    'end of a range by its start, median': median,
    'budget above the price after the voucher, median share': median,
    [TIGHT]: (numbers) => numbers.filter((share) => share < TIGHT_SLACK).length,
  },
);

/** As the scorer counts them: each title, option, attribute value, service and price. */
const constraintsOf = ({ products }: LintTask) =>
  sum(products.map(({ values, services, bounds }) => 1 + values.length + services.length + bounds.length));

function coverage(title: string, words: ReadonlySet<string>): number {
  const inTitle = new Set(tokensOf(title));
  return inTitle.size === 0 ? 0 : [...inTitle].filter((word) => words.has(word)).length / inTitle.size;
}
