import type { Facts } from '../../sample-maker/facts.ts';
import type { Dice } from '../../sample-maker/random.ts';
import { NOISE_WORDS, SEVERAL_OPTIONS, WORDS } from '../../sample-maker/tables.ts';
import { jsonObject } from './json.ts';
import type { BenchLine, Wordiness } from './lines.ts';

/** Of a hundred listings of a line, how many state a field of its facts. */
const STATED: Readonly<Record<Wordiness, number>> = { bare: 0, thin: 28, usual: 52, rich: 80 };
/** Share of a key's usual frequency with which such a listing has it. */
const JUNK: Readonly<Record<Wordiness, number>> = { bare: 25, thin: 70, usual: 90, rich: 110 };
const NOISY = 6;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const COUNTRIES = ['China', 'China', 'China', 'China', 'Vietnam', 'Taiwan', 'USA', 'India', 'Germany', 'Portugal'];
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWX';

const spellings = new Map(
  Object.entries(WORDS.key_spellings).map(([field, keys]) => [field, keys.split(',').map((key) => key.trim())]),
);

const hundredths = (low: number, high: number, dice: Dice) => dice.between(low * 100, high * 100) / 100;

const modelNumber = (dice: Dice) =>
  `${LETTERS[dice.below(21)]}${LETTERS[dice.below(21)]}${dice.chance(40) ? '-' : ''}${dice.below(10 ** dice.between(3, 6))}${dice.chance(30) ? LETTERS[dice.below(21)] : ''}`;

const dimensions = (dice: Dice) =>
  `${hundredths(1, 30, dice)} x ${hundredths(1, 18, dice)} x ${hundredths(0.2, 9, dice)} inches`;

type Junk = readonly [key: string, percent: number, value: (bench: BenchLine, dice: Dice) => string];

/** Keys that say nothing about what a shopper wants, and how many of a hundred usual listings have them. */
const JUNK_KEYS: readonly Junk[] = [
  ['Date First Available', 82, (_, dice) => `${dice.pick(MONTHS)} ${dice.between(1, 28)}, ${dice.between(2005, 2023)}`],
  ['Manufacturer', 62, ({ line }, dice) => (dice.chance(75) ? line.brand : `${line.brand} Trading Co., Ltd`)],
  ['Item model number', 42, (_, dice) => modelNumber(dice)],
  ['Package Dimensions', 34, (_, dice) => `${dimensions(dice)}; ${hundredths(1, 40, dice)} Ounces`],
  ['Product Dimensions', 24, (_, dice) => dimensions(dice)],
  ['Item Weight', 38, ({ line }, dice) => `${hundredths(line.shelf.ounces[0], line.shelf.ounces[1], dice)} ounces`],
  ['Is Discontinued By Manufacturer', 24, () => 'No'],
  ['Country of Origin', 14, (_, dice) => dice.pick(COUNTRIES)],
  ['UPC', 5, (_, dice) => `${dice.between(600, 899)}${String(dice.below(1e9)).padStart(9, '0')}`],
  ['Model Name', 9, ({ line }) => line.name],
  ['Included Components', 6, ({ line }) => `${line.noun.replace(/[{}]/g, '')}, User Manual`],
];

function bestSellersRank({ line: { shelf } }: BenchLine, dice: Dice): string {
  const [broad, narrow] = [shelf.categories[0]!, shelf.categories.at(-1)!];
  return jsonObject([
    [broad, String(dice.between(900, 990_000))],
    ...(narrow === broad ? [] : [[narrow, String(dice.between(3, 9000))] as const]),
  ]);
}

function spoiled(field: string, value: string, dice: Dice): string {
  const { placeholder, truncated, variant_code: codes, sentence, foreign } = NOISE_WORDS;
  const [kind, any] = [dice.byWeight([35, 20, 20, 10, 15]), 'any'];
  if (kind === 0) return dice.pick(placeholder);
  if (kind === 1) return dice.pick((truncated[field] ?? truncated[any])!);
  if (kind === 2) return dice.pick(codes).replace('{value}', value);
  return kind === 3 ? dice.pick(sentence) : dice.pick((foreign[field] ?? foreign[any])!);
}

/** The details of one variant: some of its facts, each under a spelling of its own, among keys of no interest. */
export function drawDetails(bench: BenchLine, facts: Facts, dice: Dice): string {
  const { line, wordiness } = bench;
  const members: [string, string][] = [];
  const state = (key: string, value: string) => members.push([key, JSON.stringify(value)]);
  if (wordiness !== 'bare' && dice.chance(80)) state('Brand', line.brand);
  for (const [field, options] of facts) {
    // What tells the variants apart is stated more often than what they share.
    if (!dice.chance(line.axes.includes(field) ? Math.min(95, STATED[wordiness] * 2) : STATED[wordiness])) continue;
    const clean = options.join(SEVERAL_OPTIONS.has(field) && dice.chance(8) ? ',' : ', ');
    const value = dice.chance(NOISY) ? spoiled(field, clean, dice) : dice.chance(2) ? clean.toLowerCase() : clean;
    state(dice.pick(spellings.get(field) ?? [field]), value);
  }
  for (const [key, percent, value] of JUNK_KEYS)
    if (dice.chance((percent * JUNK[wordiness]) / 100)) state(key, value(bench, dice));
  if (dice.chance((40 * JUNK[wordiness]) / 100)) members.push(['Best Sellers Rank', bestSellersRank(bench, dice)]);
  return jsonObject(members);
}
