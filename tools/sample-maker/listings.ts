import { fillNames } from './grammar.ts';
import type { Line } from './lines.ts';
import { type Dice, diceFor } from './random.ts';
import { SEVERAL_OPTIONS, WORDS } from './tables.ts';
import { titlesOf } from './titles.ts';

type DetailValue = string | Record<string, number>;

/** One row of the Amazon Reviews 2023 item metadata, keys in the order of the real files. */
export interface AmazonRow {
  main_category: string | null;
  title: string;
  average_rating: number;
  rating_number: number;
  features: string[];
  description: string[];
  price: number | string | null;
  images: { thumb: string; large: string; variant: string; hi_res: null }[];
  videos: never[];
  store: string;
  categories: readonly string[];
  details: Record<string, DetailValue>;
  parent_asin: string;
  bought_together: null;
}

/** A row together with what the maker knows about it. */
export interface Listing {
  readonly line: Line;
  readonly variant: number;
  readonly row: AmazonRow;
  /** Raw detail key of each field the row states. */
  readonly keyOf: ReadonlyMap<string, string>;
}

const ID_CHARACTERS = 'ABCDEFGHJKLMNPQRSTVWXYZ0123456789';
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const COUNTRIES = ['China', 'China', 'China', 'Vietnam', 'Taiwan', 'USA', 'India', 'Germany', 'Portugal'];

export function productId(...path: (string | number)[]): string {
  const dice = diceFor('asin', ...path);
  return `B0${Array.from({ length: 8 }, () => ID_CHARACTERS[dice.below(ID_CHARACTERS.length)]).join('')}`;
}

/** A price a shop would print, near `dollars`. */
function humanPrice(dollars: number, dice: Dice): number {
  const whole = Math.max(2, Math.floor(dollars));
  const cents = whole * 100 - [1, 51, 0, 5][dice.byWeight([58, 18, 16, 8])]!;
  return cents / 100;
}

export function drawPrice([low, high]: readonly [number, number], dice: Dice): number {
  // Cheap things are more common: the lower of two draws.
  return Math.min(dice.between(low, high), dice.between(low, high));
}

/** Ratings gather around 4.3 with a long tail of poor products. */
const drawRating = (dice: Dice) => {
  const band = dice.byWeight([2, 4, 9, 18, 34, 26, 7]);
  const [low, high] = [
    [10, 26],
    [27, 33],
    [34, 38],
    [39, 41],
    [42, 44],
    [45, 47],
    [48, 50],
  ][band]!;
  return dice.between(low!, high!) / 10;
};

const drawRatingCount = (dice: Dice) => {
  const band = dice.byWeight([24, 26, 22, 17, 8, 3]);
  const low = [1, 12, 60, 300, 1500, 9000][band]!;
  const high = [11, 59, 299, 1499, 8999, 80000][band]!;
  return Math.min(dice.between(low, high), dice.between(low, high));
};

function spell(line: Line, field: string, variant: number): string {
  const spellings = (WORDS.key_spellings[field] ?? field).split(',').map((key) => key.trim());
  const dice = diceFor(
    'spelling',
    line.id,
    field,
    diceFor('restyle', line.id, field, variant).chance(10) ? variant : 0,
  );
  return dice.pick(spellings);
}

function writeValue(field: string, options: readonly string[], dice: Dice): string {
  const joined = options.join(SEVERAL_OPTIONS.has(field) && dice.chance(8) ? ',' : ', ');
  return dice.chance(2) ? joined.toLowerCase() : joined;
}

const barcode = (dice: Dice) => `${dice.between(600, 899)}${String(dice.below(1e9)).padStart(9, '0')}`;

/** Keys that say nothing about what a shopper wants; real listings are full of them. */
function junkDetails(line: Line, id: string, model: string, own: Dice): [string, DetailValue][] {
  const dice = diceFor('junk', line.id);
  const size = [dice.between(3, 30) / 2, dice.between(2, 18) / 2, dice.between(2, 90) / 10].join(' x ');
  const date = `${MONTHS[own.below(12)]} ${own.between(1, 28)}, ${own.between(2012, 2023)}`;
  const { categories, ounces } = line.shelf;
  const rank = { [categories[0]!]: own.between(900, 990000), [categories.at(-1)!]: own.between(3, 9000) };
  const all: [string, DetailValue][] = [
    ['Date First Available', date],
    ['Manufacturer', dice.chance(70) ? line.brand : `${line.brand} Trading Co., Ltd`],
    ['Item model number', model],
    ['Best Sellers Rank', rank],
    ['Package Dimensions', `${size} inches${dice.chance(50) ? `; ${dice.between(2, 60)} Ounces` : ''}`],
    ['Product Dimensions', `${size} inches`],
    ['Item Weight', `${dice.between(ounces[0] * 2, ounces[1] * 2) / 2} ounces`],
    ['Is Discontinued By Manufacturer', 'No'],
    ['Country of Origin', dice.pick(COUNTRIES)],
    ['UPC', barcode(own)],
    ['ASIN', id],
    ['Model Name', line.name],
    ['Included Components', `${line.noun}, User Manual`],
    ['Import Designation', 'Imported'],
  ];
  const weights = [62, 45, 40, 38, 34, 20, 22, 22, 16, 8, 7, 10, 8, 4];
  const wordiness = dice.pick([45, 70, 100]);
  return all.filter((_, index) => dice.chance((weights[index]! * wordiness) / 100));
}

function writeFeatures(line: Line): string[] {
  const dice = diceFor('features', line.id);
  const heads = dice.chance(35) ? dice.shuffled(WORDS.bullet_heads) : [];
  const lookUp = (name: string) =>
    ({ noun: line.noun, Brand: line.brand, Line: line.name })[name] ??
    (line.axes.includes(name) ? undefined : line.shared.get(name)?.[0]);
  const filled = (templates: readonly string[]) =>
    templates.map((text) => fillNames(text, lookUp)).filter((text) => text !== undefined);
  const bullets = [...filled(line.shelf.bullets), ...dice.some(filled(WORDS.common_bullets), dice.between(0, 2))];
  const count = dice.chance(12) ? 0 : dice.between(2, 6);
  return bullets
    .slice(0, count)
    .map((text, index) => (heads[index] === undefined ? text : `${heads[index]} - ${text}`));
}

function writeDescription(line: Line): string[] {
  const dice = diceFor('description', line.id);
  if (dice.chance(48)) return [];
  const lookUp = (name: string) => ({ noun: line.noun, Brand: line.brand, Line: line.name })[name];
  return dice.some(WORDS.descriptions, dice.between(1, 2)).map((text) => fillNames(text, lookUp) ?? text);
}

/** The listings of a line: one per variant, each its own product. */
export function listingsOf(line: Line): Listing[] {
  const dice = diceFor('listing', line.id);
  const { titles, models } = titlesOf(line);
  const base = drawPrice(line.shelf.price, dice);
  const priced = [100, 0, 50][dice.byWeight([40, 38, 22])]!;
  const features = writeFeatures(line);
  const description = writeDescription(line);
  const order = dice.shuffled([...line.shared.keys(), ...line.axes]);
  const store = dice.chance(80) ? line.brand : `${line.brand} ${dice.pick(['Direct', 'Official', 'US', 'Store'])}`;

  return line.variants.map((facts, variant) => {
    const own = diceFor('variant', line.id, variant);
    const id = productId(line.id, variant);
    const keyOf = new Map<string, string>();
    const details: Record<string, DetailValue> = {};
    for (const field of ['Brand', ...order]) {
      const options = field === 'Brand' ? [line.brand] : facts.get(field);
      if (options === undefined) continue;
      const key = spell(line, field, variant);
      keyOf.set(field, key);
      details[key] = field === 'Brand' ? line.brand : writeValue(field, options, own);
    }
    const junk = junkDetails(line, id, models[variant]!, own);
    const room = 15 - keyOf.size;
    const least = 8 - keyOf.size;
    const kept = junk.slice(0, room);
    for (const [key, value] of kept) details[key] = value;
    if (kept.length < least) {
      details['Date First Available'] ??= `${MONTHS[own.below(12)]} ${own.between(1, 28)}, ${own.between(2012, 2023)}`;
      details.Manufacturer ??= line.brand;
      details['Is Discontinued By Manufacturer'] ??= 'No';
    }
    const row: AmazonRow = {
      main_category: line.shelf.mainCategory,
      title: titles[variant]!,
      average_rating: drawRating(own),
      rating_number: drawRatingCount(own),
      features,
      description,
      price: own.chance(priced) ? humanPrice(base * (0.85 + own.below(36) / 100), own) : null,
      images: own.chance(30)
        ? [{ thumb: '', large: `https://images.example.com/${id}.jpg`, variant: 'MAIN', hi_res: null }]
        : [],
      videos: [],
      store,
      categories: line.shelf.categories,
      details,
      parent_asin: id,
      bought_together: null,
    };
    return { line, variant, row, keyOf };
  });
}
