import type { Dice } from '../../sample-maker/random.ts';
import { writeOpinion } from '../../sample-maker/reviews.ts';
import { jsonObject } from './json.ts';
import type { BenchProduct } from './products.ts';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Days since 1970: reviews run from 2012 to autumn 2023. */
const [FIRST_DAY, LAST_DAY] = [15_600, 19_600];
/** Of a hundred products, how many have none, few and many reviews; the few and many are so often the average. */
const BANDS = [
  { weight: 45, share: 0 },
  { weight: 40, share: 0.5 },
  { weight: 14, share: 4 },
  { weight: 1, share: 24 },
];

function drawUser(dice: Dice): string {
  let id = 'A';
  for (let at = 0; at < 27; at++) id += BASE_32[dice.below(32)];
  return id;
}

const drawStars = (average: number, dice: Dice) =>
  dice.byWeight(average >= 4.2 ? [3, 2, 5, 16, 74] : average >= 3.4 ? [14, 9, 14, 23, 40] : [38, 16, 16, 14, 16]) + 1;

/** The reviews of a product as lines of the reviews file; over many products there are `perProduct` of them on average. */
export function reviewsOf({ id, bench, rating }: BenchProduct, perProduct: number): string[] {
  const { dice, line } = bench;
  const { share } = BANDS[dice.byWeight(BANDS.map(({ weight }) => weight))]!;
  const count = Math.round((2 * share * perProduct * dice.below(1000)) / 1000);
  return Array.from({ length: count }, () => {
    const stars = drawStars(rating, dice);
    const { title, text } = writeOpinion(line, stars, dice);
    const day = dice.between(FIRST_DAY, LAST_DAY);
    return jsonObject([
      ['rating', stars.toFixed(1)],
      ['title', JSON.stringify(title)],
      ['text', JSON.stringify(text)],
      ['images', '[]'],
      ['asin', `"${id}"`],
      ['parent_asin', `"${id}"`],
      ['user_id', `"${drawUser(dice)}"`],
      ['timestamp', String(day * 86_400_000 + dice.below(86_400_000))],
      ['helpful_vote', String(dice.chance(75) ? 0 : dice.between(1, 30))],
      ['verified_purchase', String(dice.chance(88))],
    ]);
  });
}
