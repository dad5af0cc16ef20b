import { META_FILE } from './amazon-noise.ts';
import type { Listing } from './listings.ts';
import { productId } from './listings.ts';
import { type Dice, diceFor } from './random.ts';
import { writeOpinion } from './reviews.ts';
import type { PlantedRow } from './row-noise.ts';
import { NOISE_WORDS } from './tables.ts';

export const REVIEWS_FILE = META_FILE.replace('meta', 'reviews');

interface Review {
  rating: number;
  title: string;
  text: string;
  images: { small_image_url: string; attachment_type: string }[];
  asin: string;
  parent_asin: string;
  user_id: string;
  timestamp: number;
  helpful_vote: number;
  verified_purchase: boolean;
}

const MUCH_REVIEWED = 960;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Days since 1970: reviews run from 2012 to autumn 2023. */
const [FIRST_DAY, LAST_DAY] = [15600, 19600];

function userId(...path: (string | number)[]): string {
  const dice = diceFor('user', ...path);
  return `A${Array.from({ length: 27 }, () => BASE_32[dice.below(32)]).join('')}`;
}

/** Draws the number of reviews of each product: about a quarter of them are talked about, most are not. */
function countReviews(listings: readonly Listing[]): Map<string, number> {
  const scores = listings.map(({ line, row }) => {
    const popular = diceFor('popular line', line.id).chance(34) ? 700 : 0;
    return { id: row.parent_asin, score: popular + diceFor('popularity', row.parent_asin).below(1000) };
  });
  scores.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  const counts = new Map<string, number>();
  for (const [rank, { id }] of scores.entries()) {
    const dice = diceFor('review count', id);
    const low = [0, 1, 2, 3, 5, 8][dice.byWeight([34, 22, 16, 12, 11, 5])]!;
    const many = [dice.between(12, 15), dice.between(15, 22), dice.between(22, 48)][dice.byWeight([70, 23, 7])]!;
    counts.set(id, rank === 0 ? 66 : rank < MUCH_REVIEWED ? many : low);
  }
  return counts;
}

/** Stars scatter around the product's average. */
function drawStars(average: number, dice: Dice): number {
  const weights =
    average >= 4.5
      ? [3, 2, 5, 14, 76]
      : average >= 4.1
        ? [7, 4, 9, 20, 60]
        : average >= 3.6
          ? [14, 9, 14, 23, 40]
          : average >= 2.8
            ? [30, 15, 18, 17, 20]
            : [58, 18, 10, 6, 8];
  return dice.byWeight(weights) + 1;
}

/** The first day of reviews: the first of January after the listing's first day of sale. */
function firstDay({ row }: Listing): number {
  const year = /(\d{4})$/.exec(String(row.details['Date First Available'] ?? ''))?.[1];
  return year === undefined
    ? FIRST_DAY
    : Math.min(LAST_DAY - 60, Math.max(FIRST_DAY, (Number(year) - 1969) * 365 + 13));
}

function reviewsOf(listing: Listing, id: string, count: number): Review[] {
  const earliest = firstDay(listing);
  return Array.from({ length: count }, (_, index) => {
    const dice = diceFor('review', id, index);
    const rating = drawStars(listing.row.average_rating, dice);
    const helpful = [0, dice.between(1, 4), dice.between(5, 30), dice.between(31, 400)][
      dice.byWeight([700, 230, 60, 10])
    ]!;
    return {
      rating,
      ...writeOpinion(listing.line, rating, dice),
      images: dice.chance(1)
        ? [{ small_image_url: `https://images.example.com/r${index}.jpg`, attachment_type: 'IMAGE' }]
        : [],
      asin: dice.chance(6) ? productId('child', id, dice.below(3)) : id,
      parent_asin: id,
      user_id: '',
      timestamp:
        dice.between(earliest, LAST_DAY) * 86_400_000 +
        dice.below(86_400) * 1000 +
        (dice.chance(60) ? dice.below(1000) : 0),
      helpful_vote: helpful,
      verified_purchase: dice.chance(88),
    };
  });
}

/** Hands out reviews to users as the real files are ordered: user by user, most of them with one or two. */
function assignUsers(reviews: readonly Review[], neighbourhood: string): Review[] {
  const dice = diceFor('users', neighbourhood);
  const shuffled = dice.shuffled(reviews);
  let user = 0;
  for (let at = 0; at < shuffled.length; user += 1) {
    const share = 1 + dice.byWeight([44, 22, 13, 8, 5, 4, 2, 2]);
    const seen = new Set<string>();
    for (const review of shuffled.slice(at, at + share)) {
      if (seen.has(review.parent_asin)) break;
      seen.add(review.parent_asin);
      review.user_id = userId(neighbourhood, user);
      at += 1;
    }
  }
  return shuffled;
}

const { injections, controls, scripts } = NOISE_WORDS;

/** Texts that try to command a model or a terminal, and reviews of products nobody knows. */
function plantReviewNoise(reviews: readonly Review[], strangers: ReadonlySet<string>): PlantedRow[] {
  const rows: PlantedRow[] = [];
  const places = diceFor('review noise').shuffled([...reviews.keys()]);
  const plant = (kind: string, count: number, where: 'title' | 'text', addition: (index: number) => string) => {
    for (let index = 0; index < count; index += 1) {
      const place = places.pop()!;
      const review = reviews[place]!;
      review[where] = `${review[where]} ${addition(index)}`;
      rows.push({ file: REVIEWS_FILE, line: place + 1, kind, product: review.parent_asin, where });
    }
  };
  plant('prompt_injection', 16, 'text', (index) => injections[index % injections.length]!);
  plant('prompt_injection', 3, 'title', (index) => injections[index % injections.length]!);
  plant('control_characters', 10, 'text', (index) => `${controls[index % controls.length]!}really`);
  plant('script_tag', 6, 'text', (index) => scripts[index % scripts.length]!);
  for (const [index, { parent_asin: product }] of reviews.entries()) {
    if (strangers.has(product)) rows.push({ file: REVIEWS_FILE, line: index + 1, kind: 'unknown_product', product });
  }
  return rows;
}

/** All reviews as lines, user by user; rating counts of the listings are raised where reviews outnumber them. */
export function writeReviewLines(listings: readonly Listing[]): {
  lines: string[];
  rows: PlantedRow[];
  perProduct: number[];
} {
  const counts = countReviews(listings);
  const byGroup = new Map<string, Review[]>();
  for (const listing of listings) {
    const { parent_asin: id } = listing.row;
    const count = counts.get(id)!;
    const spare = diceFor('rating spare', id).between(0, count * 6);
    if (listing.row.rating_number < count) listing.row.rating_number = count + spare;
    const neighbourhood = listing.line.shelf.shelf;
    byGroup.set(neighbourhood, [...(byGroup.get(neighbourhood) ?? []), ...reviewsOf(listing, id, count)]);
  }
  const strangers = new Set<string>();
  for (const [index, listing] of diceFor('strangers').some(listings, 9).entries()) {
    const id = productId('stranger', index);
    strangers.add(id);
    byGroup.get(listing.line.shelf.shelf)!.push(...reviewsOf(listing, id, 3 + index));
  }
  const reviews = [...byGroup].flatMap(([name, group]) => assignUsers(group, name));
  const rows = plantReviewNoise(reviews, strangers);
  const lines = reviews.map((review) => JSON.stringify(review));
  return { lines, rows, perProduct: [...counts.values()] };
}
