import { fillNames } from './grammar.ts';
import type { Line } from './lines.ts';
import { drawLine, drawSingle } from './lines.ts';
import { drawPrice } from './listings.ts';
import { type Dice, diceFor } from './random.ts';
import { LAZADA_WORDS, LINE_NAMES, SHELVES, type Shelf } from './tables.ts';

export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly official: boolean;
  readonly products: readonly LazadaProduct[];
}

/** A Lazada product before it is written down as a document or as rows. */
export interface LazadaProduct {
  readonly id: string;
  readonly shelf: Shelf;
  readonly axes: readonly string[];
  readonly brand: string;
  readonly category: string;
  readonly model: string;
  title: string;
  /** Field to options; what the buyer chooses stands in `skus` instead. */
  readonly facts: ReadonlyMap<string, readonly string[]>;
  readonly skus: readonly Readonly<Record<string, string>>[];
  readonly shortDescription: string;
  readonly description: string;
  /** Philippine pesos. */
  readonly price: number;
  readonly soldCount: number;
  readonly services: readonly string[];
}

const digits = (count: number, first: number, ...path: (string | number)[]) => {
  const dice = diceFor('digits', ...path);
  return `${first}${Array.from({ length: count - 1 }, () => dice.below(10)).join('')}`;
};

function pesos(shelf: Shelf, dice: Dice): number {
  const amount = drawPrice(shelf.price, dice) * dice.between(14, 34);
  const rounded = amount < 300 ? amount - (amount % 5) : amount - (amount % 10);
  return Math.max(19, rounded) - [0, 1, 0.5][dice.byWeight([40, 50, 10])]!;
}

function soldCount(dice: Dice): number {
  const band = dice.byWeight([18, 30, 24, 16, 9, 3]);
  return dice.between([0, 1, 10, 80, 700, 4000][band]!, [0, 9, 79, 699, 3999, 48000][band]!);
}

/** Draws the options the buyer picks at check-out: a color, and a size where the shelf has sizes. */
function drawSkus(shelf: Shelf, taken: readonly string[], dice: Dice): { field: string; values: string[] }[] {
  const open = ['Color', 'Size', 'Compatible Phone Models', 'Ink Color', 'Scent'].filter(
    (field) => !taken.includes(field) && (shelf.fields.get(field)?.common.length ?? 0) > 1,
  );
  return open.slice(0, dice.chance(45) ? 2 : 1).map((field, index) => {
    const { common, odd } = shelf.fields.get(field)!;
    const values = dice.some([...common, ...odd], index === 0 ? dice.between(2, 4) : 2);
    return { field, values };
  });
}

const combine = (choices: readonly { field: string; values: string[] }[]) =>
  choices
    .reduce<Record<string, string>[]>(
      (skus, { field, values }) => skus.flatMap((sku) => values.map((value) => ({ ...sku, [field]: value }))),
      [{}],
    )
    .slice(0, 9);

function drawTitle(line: Line, brand: string, dice: Dice): string {
  const { shelf, name, noun, axes, shared } = line;
  const local = LAZADA_WORDS.shelves[shelf.shelf]!;
  const hidden = axes.flatMap((axis) => line.variants.flatMap((facts) => facts.get(axis) ?? []));
  const clean = (texts: readonly string[]) => texts.filter((text) => !hidden.some((value) => text.includes(value)));
  const extras = dice.some(clean(shelf.extras), dice.between(0, 2)).join(' ');
  const feature = dice.chance(35) ? (shared.get('Special Feature')?.[0] ?? '') : '';
  const english = dice.chance(40) ? `${dice.pick(LAZADA_WORDS.english_words)} ` : '';
  const language = dice.byWeight([80, 14, 4, 2]);
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
  if (language === 1 && local.tl !== undefined) {
    return tidy(`${dice.pick(LAZADA_WORDS.tagalog_words)} ${brand} ${name} ${local.tl} ${extras}`);
  }
  if (language === 2 && local.zh !== undefined) return tidy(`${brand} ${name} ${local.zh} ${extras} 现货`);
  if (language === 3 && local.th !== undefined) return tidy(`${brand} ${name} ${local.th} ${extras} พร้อมส่ง`);
  return tidy(`${english}${brand} ${name} ${noun} ${feature} ${extras}`);
}

function describe(line: Line, brand: string, dice: Dice): { short: string; long: string } {
  const lookUp = (name: string) =>
    ({ noun: line.noun, Brand: brand, Line: line.name })[name] ??
    (line.axes.includes(name) ? undefined : line.shared.get(name)?.[0]);
  const bullets = line.shelf.bullets.map((text) => fillNames(text, lookUp)).filter((text) => text !== undefined);
  const own = dice.some(bullets, dice.between(1, 4));
  const talk = dice.chance(25) ? LAZADA_WORDS.tagalog_descriptions : LAZADA_WORDS.descriptions;
  return {
    short: dice.chance(20) ? '' : `${own.join(';')};`,
    long: dice.chance(35) ? '' : [...dice.some(talk, dice.between(1, 3)), ...bullets.slice(0, 2)].join(' '),
  };
}

/** The products of a line in a shop; each variant is its own product with its own SKUs. */
function productsOf(line: Line, shopId: string, official: boolean): LazadaProduct[] {
  const dice = diceFor('lazada line', line.id);
  const { shelf } = line;
  const brand = official
    ? line.brand
    : [line.brand, dice.pick(LAZADA_WORDS.local_brands), 'No Brand', ''][dice.byWeight([42, 33, 7, 18])]!;
  const named = brand === 'No Brand' ? '' : brand;
  const title = drawTitle(line, named, dice);
  const { short, long } = describe(line, named, dice);
  const choices = drawSkus(shelf, line.axes, dice);
  const chosen = choices.map(({ field }) => field);
  const kept = dice.some([...line.shared.keys()], dice.between(4, 8)).filter((field) => !chosen.includes(field));
  const always = ['freeShipping', 'COD'].filter(() => dice.chance(45));
  const base = pesos(shelf, dice);

  return line.variants.slice(0, 3).map((facts, variant) => {
    const own = diceFor('lazada product', line.id, variant);
    const stated = [...line.axes, ...kept].flatMap((field): [string, readonly string[]][] =>
      facts.has(field) ? [[field, facts.get(field)!]] : [],
    );
    return {
      id: digits(10, own.between(1, 4), shopId, line.id, variant),
      shelf,
      axes: line.axes,
      brand,
      category: LAZADA_WORDS.shelves[shelf.shelf]!.category,
      model: `${line.name.slice(0, 2).toUpperCase()}${own.between(100, 989)}`,
      title: dice.chance(30) ? `${title} ${line.name.slice(0, 1)}${variant + 1}` : title,
      facts: new Map(stated),
      skus: combine(choices),
      shortDescription: short,
      description: long,
      price: variant === 0 ? base : Math.max(19, base + own.between(-3, 6) * (base > 400 ? 20 : 5)),
      soldCount: soldCount(own),
      services: [...(official ? ['official'] : []), ...always, ...(own.chance(22) ? ['flashsale'] : [])],
    };
  });
}

/** A shop with at least eight products, mostly of neighbouring shelves. */
export function drawShop(file: string, index: number): Shop {
  const dice = diceFor('shop', file, index);
  const home = dice.pick(SHELVES);
  const near = SHELVES.filter(({ group }) => group === home.group);
  const shelves = [home, dice.pick(near), dice.pick(dice.chance(70) ? near : SHELVES)];
  const official = dice.chance(28);
  const [first, second] = dice.some(LAZADA_WORDS.shop_names, 2) as [string, string];
  const name = official
    ? `${home.brands[0]!} Official Store ${index + 1}`
    : `${first}${dice.chance(50) ? ` ${second.split(' ')[0]!}` : ''} ${index + 11}`;
  const id = digits(dice.between(6, 7), dice.between(1, 9), 'shop', file, index);

  const names = dice.shuffled(LINE_NAMES);
  const wanted = dice.between(9, 13);
  const lines: Line[] = [];
  const products: LazadaProduct[] = [];
  for (let place = 0; products.length < wanted; place += 1) {
    const shelf = shelves[place % shelves.length]!;
    const key = `${file}-${index}-${place}`;
    const models = lines.filter((line) => line.shelf === shelf);
    const line =
      products.length + 4 <= wanted || models.length === 0
        ? drawLine(shelf, key, names[place]!, models[0])
        : drawSingle(shelf, key, names[place]!, models);
    lines.push(line);
    products.push(...productsOf(line, id, official));
  }
  return { id, name, official, products };
}
