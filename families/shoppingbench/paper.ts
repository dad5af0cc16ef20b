import { type Comparison, type Numbers, type RunTally, shareOf } from '../../pipeline/run-tally.ts';

const targetShares = (numbers: Numbers, paper: Readonly<Record<number, number>>) =>
  Object.entries(paper).map(([count, share_]) => ({
    name: count === '1' ? '1 product' : `${count} products`,
    ours: shareOf(numbers.between(Number(count), Number(count)), numbers.size),
    paper: share_,
  }));

/** The ShoppingBench paper, Table 4: how many products the tasks of an intent are about. */
function compare({ targets }: RunTally): Comparison[] {
  const published: Readonly<Record<string, Readonly<Record<number, number>>>> = {
    multi_products_seller: { 2: 32.7, 3: 34.5, 4: 32.8 },
    coupon_budget: { 1: 8.8, 2: 30.5, 3: 31.7, 4: 29.0 },
  };
  return Object.entries(published).flatMap(([intent, paper]) => {
    const numbers = targets.get(intent);
    if (numbers === undefined) return [];
    return {
      title: `Products a task: ${intent}`,
      note: 'share of the samples of this intent',
      cited: 'Table 4',
      rows: targetShares(numbers, paper),
    };
  });
}

/** The paper's figures beside those of a run. */
export const paper = { name: 'ShoppingBench paper', compare };
