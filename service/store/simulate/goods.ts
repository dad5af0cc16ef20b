import { chance, type Draw, pickOne, shuffled } from '../../../schemas/draw.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { Product } from '../../../schemas/product.ts';
import { wordsApart } from '../../../text/normalise.ts';
import type { ProductTrait, StoreProduct } from '../schema.ts';
import { addDays } from '../time.ts';
import { specificationsOf } from './specifications.ts';
import { GOODS, WORDS } from './words.ts';
import { between, type World } from './world.ts';

/** A catalog product that a store can sell: it has a price. */
type Priced = Product & { readonly priceMinor: number };

/** Products of one shop, shelf by shelf. */
interface ShopGoods {
  readonly key: string;
  /** As the catalog calls the shop; null where it names none. */
  readonly name: string | null;
  readonly shelves: readonly (readonly Priced[])[];
}

/** A shelf has products that can be exchanged for one another. */
const LEAST_ON_SHELF = 2;
const MOST_ON_SHELF = 5;
const shelfOf = ({ category }: Product) => category.join(' > ');

/** The currency of most products of a catalog that name a price. */
export function currencyOf(products: readonly Product[]): string {
  const counts = new Map<string, number>();
  for (const { currency, priceMinor } of products)
    if (currency !== null && priceMinor !== null && priceMinor > 0)
      counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  if (most === undefined)
    throw new ConfigError(
      `none of the catalog's ${products.length} products has a price in a currency, expected some that have: a store cannot be made of it`,
    );
  return most[0];
}

/**
 * Deals products of a catalog to the shops of the store: shops of the catalog where it names them, else shelves dealt
 * out.
 */
export function dealGoods(
  products: readonly Product[],
  { currency, merchants, count, draw }: { currency: string; merchants: number; count: number; draw: Draw },
): ShopGoods[] {
  const priced = products
    .filter((product): product is Priced => product.currency === currency && (product.priceMinor ?? 0) > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const each = Math.max(LEAST_ON_SHELF, Math.ceil(count / merchants));
  const named = priced.filter(({ shopId }) => shopId !== null);
  if (named.length * 2 >= priced.length) {
    const shops = [...Map.groupBy(named, ({ shopId }) => shopId as string)].sort(
      ([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1),
    );
    return shops.slice(0, merchants).map(([key, goods]) => ({
      key,
      name: goods[0]?.store ?? key,
      shelves: shelvesOf(goods, (id) => draw(`${key}/${id}`, 1 << 30), each),
    }));
  }
  const shelves = shuffled(
    draw,
    'shelves',
    [...Map.groupBy(priced, shelfOf).values()].filter(({ length }) => length >= LEAST_ON_SHELF),
  );
  if (shelves.length === 0)
    return [{ key: '0', name: null, shelves: priced.slice(0, count).map((product) => [product]) }];
  const shops = Array.from({ length: Math.min(merchants, shelves.length) }, (_, at) => ({
    key: String(at),
    shelves: [] as Priced[][],
    size: 0,
  }));
  for (const [at, shelf] of shelves.entries()) {
    const shop = shops[at % shops.length] as (typeof shops)[number];
    const room = Math.min(MOST_ON_SHELF, each - shop.size);
    if (room < LEAST_ON_SHELF) continue;
    const taken = shuffled(draw, `shelf/${at}`, shelf).slice(0, room);
    shop.shelves.push(taken);
    shop.size += taken.length;
  }
  return shops.map(({ key, shelves: dealt }) => ({ key, name: null, shelves: dealt }));
}

function shelvesOf(goods: readonly Priced[], rank: (label: string) => number, most: number): Priced[][] {
  const chosen = [...goods].sort((a, b) => rank(a.id) - rank(b.id) || (a.id < b.id ? -1 : 1)).slice(0, most);
  return [...Map.groupBy(chosen, shelfOf).values()];
}

/** A price in the middle of those a store asks. */
export function typicalPrice(goods: readonly ShopGoods[]): number {
  const prices = goods
    .flatMap(({ shelves }) => shelves.flat().map(({ priceMinor }) => priceMinor))
    .sort((a, b) => a - b);
  return prices[prices.length >> 1] ?? 0;
}

/** A hundredth of a typical price, so that fees fit the currency. */
const share = (typical: number, hundredths: number) => Math.max(1, Math.round((typical * hundredths) / 100));

const TRAITS = Object.keys(GOODS.traits) as ProductTrait[];

/** A text as written, and its words apart. */
const bothWays = (written: string) => ({ written, apart: wordsApart(written) });
type Text = ReturnType<typeof bothWays>;

const TOLD_BY = new Map(TRAITS.map((trait) => [trait, GOODS.traits[trait].map(bothWays)]));
const PLAIN = GOODS.plain.map(bothWays);
const FREESTANDING = GOODS.freestanding.map(bothWays);
const CODED = GOODS.coded.map(bothWays);

const says = (texts: readonly Text[], table: readonly Text[] = []) =>
  table.some((words) =>
    texts.some(
      ({ written, apart }) =>
        (words.apart !== '' && apart.includes(words.apart)) ||
        (/\p{Script=Han}/u.test(words.written) && written.includes(words.written)),
    ),
  );

/** Returns the traits that the words of a product's categories and title give it. */
export function traitsOf({ category, title }: Pick<Product, 'category' | 'title'>): ProductTrait[] {
  const texts = [...category, title].map(bothWays);
  const categories = texts.slice(0, -1);
  const last = categories.slice(-1);
  return TRAITS.filter((trait) => {
    // Neither title nor department make a phone case electric, and nobody installs it.
    if ((trait === 'electric' || trait === 'installed') && says(last, PLAIN)) return false;
    if (trait === 'installed' && says(last, FREESTANDING)) return false;
    // A title says "fresh" of soap and "monitor" of a cable: only categories tell what is food, or installed.
    const isOfCategory = trait === 'perishable' || trait === 'installed';
    return says(isOfCategory ? categories : texts, TOLD_BY.get(trait));
  });
}

/** All goods of a shop as the store lists them. */
export function addProducts(world: World, merchantId: string, { key, shelves }: ShopGoods, typical: number): void {
  for (const [at, shelf] of shelves.entries()) {
    const ids = shelf.map((product) => world.id(`product/${product.id}`, '100', 12));
    for (const [place, product] of shelf.entries())
      addProduct(world, {
        id: ids[place] as string,
        merchantId,
        typical,
        source: {
          ...{ catalogId: product.id, title: product.title, brand: product.brand, category: product.category },
          ...{ priceMinor: product.priceMinor, specifications: specificationsOf(product, world.facts.language) },
          description: [...product.features, ...product.description].join(' ').slice(0, 1200),
          options: product.skuOptions.length > 1 ? product.skuOptions : [],
        },
        // A neighbour that is off the shelf stays in the list: the answer to the wish for it is no.
        neighbours: ids.filter((id) => id !== ids[place]).slice(0, 3),
        label: `${key}/${at}/${place}`,
      });
  }
}

/** Fresh goods for a store whose catalog has none, sold by one shop. */
export function addFreshGoods(world: World, merchantId: string, typical: number): void {
  if (world.rows('products').some(({ traits }) => traits.includes('perishable'))) return;
  const ids = GOODS.fresh.map((_, at) => world.id(`fresh/${at}`, '100', 12));
  for (const [at, { title, category, grams, price, facts }] of GOODS.fresh.entries()) {
    const specifications = Object.entries(facts).map(([name, value]) => ({
      name: world.say(name),
      value: world.say(value),
    }));
    addProduct(world, {
      id: ids[at] as string,
      merchantId,
      typical,
      source: {
        ...{ catalogId: null, title: world.say(title), brand: null, category: category.map((name) => world.say(name)) },
        ...{ priceMinor: share(typical, price), specifications, description: '', options: [] },
      },
      neighbours: ids.filter((id) => id !== ids[at]).slice(0, 2),
      label: `fresh/${at}`,
      grams,
      traits: ['perishable'],
    });
  }
}

interface Made {
  readonly id: string;
  readonly merchantId: string;
  readonly typical: number;
  readonly source: Pick<
    StoreProduct,
    'catalogId' | 'title' | 'brand' | 'category' | 'priceMinor' | 'specifications' | 'description'
  > & { readonly options: Product['skuOptions'] };
  readonly neighbours: readonly string[];
  readonly label: string;
  readonly grams?: number;
  readonly traits?: readonly ProductTrait[];
}

function addProduct(world: World, { id, merchantId, typical, source, neighbours, label, grams, traits }: Made): void {
  const draw = world.draws(`product/${label}`);
  const { options, ...stated } = source;
  const has = traits ?? traitsOf(source);
  const heavy =
    (['bulky', 'installed', 'perishable', 'electric'] as const).find((trait) => has.includes(trait)) ?? 'other';
  const [lightest, heaviest] = GOODS.weights[heavy] as readonly [number, number];
  const electric = has.includes('electric');
  const say = (text: string) => world.say(text);
  const facts = stated.specifications.slice(0, 3).map((fact) => world.say(WORDS.clip_fact, fact));
  world.add('products', {
    ...{ id, merchantId, ...stated, brand: stated.brand },
    options: options.map((option, at) => ({
      id: `${id}-${at + 1}`,
      values: option.values,
      priceMinor: option.priceMinor ?? source.priceMinor,
      stock: between(draw, `stock/${at}`, 0, 40),
    })),
    prices: pricesOf(world, draw, source.priceMinor),
    state: chance(draw, 'off the shelf', 0.12) ? 'off_shelf' : 'on_sale',
    stock: between(draw, 'stock', 3, 120),
    weightGrams: grams ?? between(draw, 'grams', lightest / 50, heaviest / 50) * 50,
    traits: [...has],
    noReasonReturn: !has.some((trait) => GOODS.unreturnable.includes(trait)) && chance(draw, 'returnable', 0.85),
    promisedShippingHours: pickOne(draw, 'promise', [24, 24, 48, 48, 72]),
    exchangeableFor: [...neighbours],
    gifts: chance(draw, 'gift', 0.45)
      ? shuffled(draw, 'gifts', GOODS.gifts)
          .slice(0, between(draw, 'gift count', 1, 2))
          .map(([name, description]) => ({
            ...{ name: say(name), description: say(description) },
            sentWithinDays: pickOne(draw, `gift days/${name}`, [7, 15, 20]),
          }))
      : [],
    materials: (electric ? GOODS.materials.electric : has.includes('perishable') ? [] : GOODS.materials.other).map(
      ([name, description]) => ({ name: say(name), description: say(description) }),
    ),
    installation: has.includes('installed')
      ? {
          steps: GOODS.installation.steps.map(say),
          feeMinor: chance(draw, 'free', 0.4) ? 0 : share(typical, GOODS.installation.fee),
          extras: GOODS.installation.extras.map(([name, description, price]) => ({
            ...{ name: say(name), description: say(description), priceMinor: share(typical, price) },
          })),
        }
      : null,
    warranty: electric
      ? {
          months: pickOne(draw, 'warranty', GOODS.warranty.months),
          covers: say(GOODS.warranty.covers),
          labourMinor: share(typical, GOODS.warranty.labour),
          responseHours: pickOne(draw, 'response', GOODS.warranty.responseHours),
        }
      : null,
    faultCodes: electric && says(source.category.map(bothWays), CODED) ? faultsOf(world, draw) : [],
    clip:
      facts.length > 0 && chance(draw, 'clip', 0.4)
        ? world.say(WORDS.clip, { title: stated.title, facts: facts.join('; ') })
        : null,
  });
}

/** Codes of one make: a letter and numbers that are not those of the next product. */
function faultsOf(world: World, draw: Draw): StoreProduct['faultCodes'] {
  const letter = pickOne(draw, 'fault letter', ['E', 'F', 'H']);
  const first = draw('fault first', 8);
  return shuffled(draw, 'faults', GOODS.faults)
    .slice(0, between(draw, 'fault count', 2, 4))
    .map(({ name, remedy, repair }, at) => ({
      code: `${letter}${String(first + at * 3).padStart(2, '0')}`,
      ...{ name: world.say(name), remedy: world.say(remedy), needsRepair: repair },
    }));
}

/** Every third price changed once in the weeks of the store, more often down than up; the last is the catalog's. */
function pricesOf({ facts: { from, now } }: World, draw: Draw, priceMinor: number): StoreProduct['prices'] {
  const before = addDays(from, -30);
  if (!chance(draw, 'price changed', 0.35)) return [{ from: before, priceMinor }];
  const days = Math.floor((Date.parse(now) - Date.parse(from)) / 86_400_000);
  const percent = chance(draw, 'fell', 0.8) ? between(draw, 'by', 4, 25) : -between(draw, 'by', 3, 12);
  const old = Math.max(1, Math.round((priceMinor * 100) / (100 - percent)));
  return old === priceMinor
    ? [{ from: before, priceMinor }]
    : [
        { from: before, priceMinor: old },
        { from: addDays(now, -between(draw, 'changed', 1, Math.max(1, days - 2))), priceMinor },
      ];
}
