import { drawFor } from '../../../pipeline/seed.ts';
import { chance, pickOne } from '../../../schemas/draw.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { Product } from '../../../schemas/product.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { Language, Store, StoreTime } from '../schema.ts';
import { type StoreRows, storeOf, TABLE_NAMES } from '../store.ts';
import { addDays } from '../time.ts';
import { addAfterSales } from './after-sales.ts';
import { addFreshGoods, addProducts, currencyOf, dealGoods, typicalPrice } from './goods.ts';
import { addCoupons, addOrders } from './orders.ts';
import { addCarriers, addMerchants, addUsers } from './people.ts';
import { WORDS } from './words.ts';
import { World } from './world.ts';

/** Size of a store and what it is like. */
export interface StoreSettings {
  readonly seed: number;
  readonly language: Language;
  /** Shops; the first one belongs to the platform. */
  readonly merchants: number;
  readonly products: number;
  readonly users: number;
  /** The fewest and the most orders of one user. */
  readonly ordersPerUser: readonly [number, number];
  /** Share of the orders that are for one device technicians come for. */
  readonly devices: number;
  readonly now: StoreTime;
  /** Weeks of business until then. */
  readonly weeks: number;
  readonly platform: string;
}

const STORE_DEFAULTS: StoreSettings = {
  seed: 42,
  language: 'en',
  merchants: 12,
  products: 240,
  users: 120,
  ordersPerUser: [1, 5],
  devices: 0,
  now: '2025-06-12T00:00:00',
  weeks: 8,
  platform: 'market',
};

/** A year of a user's life may lie before the first order, but no order before the first week. */
const LEAST_WEEKS = 8;

/**
 * A store made of a catalog: weeks of business between its shops and invented users, the same for the same catalog,
 * settings and seed. Nothing is drawn and mended: each row follows from rows before it, so the invariants hold of all.
 */
export function simulateStore(products: Iterable<Product>, settings: Partial<StoreSettings> = {}): Store {
  const { seed, language, now, weeks, platform, ...sizes } = { ...STORE_DEFAULTS, ...settings };
  if (weeks < LEAST_WEEKS)
    throw new ConfigError(
      `a store of ${weeks} weeks is asked for, expected ${LEAST_WEEKS} or more: orders live that long`,
    );
  const catalog = [...products];
  const currency = currencyOf(catalog);
  const facts = {
    format: 'cartwright-store/1',
    seed,
    language,
    platform,
    currency,
    from: addDays(now, -7 * weeks),
    now,
  } as const;
  const world = new World(facts);
  const goods = dealGoods(catalog, {
    ...{ currency, merchants: sizes.merchants, count: sizes.products },
    draw: drawFor(seed, 'goods', 'store'),
  });
  const typical = typicalPrice(goods);
  addCarriers(world);
  const merchants = addMerchants(world, goods);
  for (const [at, shop] of goods.entries()) addProducts(world, (merchants[at] as { id: string }).id, shop, typical);
  addFreshGoods(world, (merchants.at(-1) as { id: string }).id, typical);
  addPromotions(world);
  addUsers(world, sizes.users, typical);
  addCoupons(world);
  addOrders(world, sizes.ordersPerUser, sizes.devices);
  addAfterSales(world);
  return storeOf(facts, Object.fromEntries(TABLE_NAMES.map((name) => [name, world.rows(name)])) as StoreRows);
}

/** Adds what shops take off for everybody these weeks; one may be over already, and another not have begun. */
function addPromotions(world: World): void {
  const unit = minorUnitsOf(world.facts.currency);
  const words = WORDS.promotion;
  for (const [at, { id: merchantId, name: shop }] of world.rows('merchants').entries()) {
    const draw = world.draws(`promotion/${merchantId}`);
    if (at > 0 && !chance(draw, 'promotion', 0.6)) continue;
    const began = at === 0 ? -10 : pickOne(draw, 'began', [-30, -10, -10, 5]);
    const percent = pickOne(draw, 'percent', [10, 15, 20]);
    const [most, from] = [pickOne(draw, 'most', [20, 50, 100]) * unit, pickOne(draw, 'from', [50, 100, 200]) * unit];
    const [price, off] = [most * 2, Math.round(from / 10)];
    const amounts = { percent, most: world.money(most), from: world.money(from), off: world.money(off) };
    const example = {
      price: world.money(price),
      after: world.money(price - Math.min(most, Math.round((price * percent) / 100))),
    };
    world.add('promotions', {
      id: world.id(`promotion/${merchantId}`, '13', 10),
      merchantId,
      name: world.say(words.name, { shop }),
      source: world.say(words.source, { shop }),
      from: addDays(world.facts.now, began),
      until: addDays(world.facts.now, began + 20),
      parts: [
        {
          kind: 'subsidy',
          description: world.say(words.subsidy, amounts),
          example: world.say(words.subsidy_example, example),
        },
        { kind: 'trade_in', description: world.say(words.trade_in, amounts), example: null },
        { kind: 'members', description: world.say(words.members, amounts), example: null },
        { kind: 'threshold', description: world.say(words.threshold, amounts), example: null },
      ],
    });
  }
}
