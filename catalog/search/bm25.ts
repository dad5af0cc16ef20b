/**
 * BM25 in whole numbers: sums of them are the same in any order and on any machine, where those of fractions are not. What
 * a word adds to a product is its weight in the catalog times its impact on the product.
 */

/** Parameters of Pyserini, which ShoppingBench searches with. */
const K1 = 0.9;
const B = 0.4;

const LARGEST_IMPACT = 255;
const WEIGHT_SCALE = 1024;

const { LN2 } = Math;
const LOGARITHM_TERMS = 27;

/** The natural logarithm of a number of 1 or more, by arithmetic that every machine rounds alike. */
function logarithm(number: number): number {
  let rest = number;
  let halved = 0;
  for (; rest >= 2; rest /= 2) halved++;
  const ratio = (rest - 1) / (rest + 1);
  let [sum, power] = [0, ratio];
  for (let term = 1; term <= LOGARITHM_TERMS; term += 2) {
    sum += power / term;
    power *= ratio * ratio;
  }
  return 2 * sum + halved * LN2;
}

/** Weighs a word that so many of the products have, by how much it tells: never 0. */
export const weightOf = (having: number, products: number): number =>
  Math.max(1, Math.round(WEIGHT_SCALE * logarithm(1 + (products - having + 0.5) / (having + 0.5))));

/**
 * Returns the share of a word's weight that a product of so many words has that has the word so many times, from 1 to
 * 255.
 */
export const impactOf = (times: number, words: number, averageWords: number): number =>
  Math.max(1, Math.round((LARGEST_IMPACT * times) / (times + K1 * (1 - B + (B * words) / averageWords))));
