import type { Figure, Figures } from '../../../pipeline/foreign-lint.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { median } from '../../../text/numbers.ts';
import { boundsOf, isFloor, isRange, spreadOf } from './prices.ts';
import type { LintTask } from './task.ts';
import { voucherSum } from './vouchers.ts';

const TIGHT_SLACK = 0.01;

/** Collects the describing figures of any number of tasks. A figure that no task has a number for is left out. */
export class TaskFigures implements Figures<LintTask> {
  readonly #samples = new Map<string, number[]>();

  add(task: LintTask): void {
    const { products, query, keyword, voucher } = task;
    this.#take('products', products.length);
    this.#take('words', query.split(/\s+/).filter((word) => word !== '').length);
    if (keyword === null) {
      this.#take('constraints', constraintsOf(task));
      const words = new Set(tokensOf(task.written));
      for (const { title } of products) this.#take('coverage', coverage(title, words));
    }
    for (const price of boundsOf(task)) {
      this.#take(
        isFloor(price) ? 'floors' : isRange(price) ? 'ranges' : 'ceilings',
        isRange(price) ? spreadOf(price) : 0,
      );
    }
    const sum = voucher === null ? null : voucherSum(voucher);
    if (sum !== null && !('problem' in sum)) this.#take('slack', (sum.budget - sum.after) / sum.after);
  }

  rows(): Figure[] {
    return [
      ...this.#row('products', [['target products', sum]]),
      ...this.#row('constraints', [
        ['scored constraints per task, mean', mean],
        ['scored constraints per task, fewest', least],
        ['scored constraints per task, most', most],
      ]),
      ...this.#row('words', [['words per query, mean', mean]]),
      ...this.#row('coverage', [['share of title words in the query, mean', mean]]),
      ...this.#row('ceilings', [['prices with an upper bound only', count]]),
      ...this.#row('floors', [['prices with a lower bound only', count]]),
      ...this.#row('ranges', [
        ['price ranges', count],
        ['end of a range by its start, median', median],
      ]),
      ...this.#row('slack', [
        ['budget above the price after the voucher, median share', median],
        [
          `budgets within ${TIGHT_SLACK * 100}% of it`,
          (samples) => samples.filter((share) => share < TIGHT_SLACK).length,
        ],
      ]),
    ];
  }

  #take(name: string, sample: number): void {
    const samples = this.#samples.get(name);
    if (samples === undefined) this.#samples.set(name, [sample]);
    else samples.push(sample);
  }

  #row(name: string, measures: readonly (readonly [string, (samples: readonly number[]) => number])[]): Figure[] {
    const samples = this.#samples.get(name);
    if (samples === undefined) return [];
    return measures.map(([figure, measure]) => ({ name: figure, value: measure(samples) }));
  }
}

/** As the scorer counts them: each title, option, attribute value, service and price. */
const constraintsOf = ({ products }: LintTask) =>
  sum(products.map(({ values, services, bounds }) => 1 + values.length + services.length + bounds.length));

function coverage(title: string, words: ReadonlySet<string>): number {
  const inTitle = new Set(tokensOf(title));
  return inTitle.size === 0 ? 0 : [...inTitle].filter((word) => words.has(word)).length / inTitle.size;
}

const sum = (samples: readonly number[]) => samples.reduce((all, sample) => all + sample, 0);
const count = (samples: readonly number[]) => samples.length;
const mean = (samples: readonly number[]) => sum(samples) / samples.length;
const least = (samples: readonly number[]) => samples.reduce((best, sample) => Math.min(best, sample));
const most = (samples: readonly number[]) => samples.reduce((best, sample) => Math.max(best, sample));
