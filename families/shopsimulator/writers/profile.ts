import { chance, type Draw, pickOne, shuffled } from '../../../schemas/draw.ts';
import { StageError } from '../../../schemas/errors.ts';
import type { Product } from '../../../schemas/product.ts';
import { detailFieldOf, fieldNameOf, type Rubric } from '../../../shopping/kinds/index.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { normaliseText, normaliseValue } from '../../../text/normalise.ts';
import { ownValue } from '../../../text/own-value.ts';
import { dialogueOf } from '../dialogue.ts';
import type { Profile } from '../profile.ts';
import { TABLES } from '../tables.ts';
import { verbFor, writeWish } from './instruction.ts';

/** The facts that a profile takes from the catalog. */
export interface ProfileFacts {
  /** Products that stand on the target's shelf, in drawn order, the target not among them. */
  shelfMates(task: LockedTask, draw: Draw): Iterable<Product>;
  /** Products of other sub-categories, in drawn order; none that the request could mean. */
  elsewhere(task: LockedTask, draw: Draw): Iterable<Product>;
  /** Those of them that meet one of the long-term needs. */
  meeting(task: LockedTask, draw: Draw): Iterable<Product>;
  /** Values of a product that a profile could hold, by field. */
  lastingOf(product: Product): readonly { readonly field: string; readonly option: string }[];
  /** Tells whether having bought a product speaks against a long-term need. */
  isAgainst(product: Product, need: Rubric): boolean;
  /** The share of the target's shelf that costs less. */
  cheaperShare(task: LockedTask): number;
}

interface ProfilePlan {
  readonly task: LockedTask;
  readonly target: Product;
  readonly facts: ProfileFacts;
  /** Tells whether a text touches what is scored and not said here. */
  touches(text: string): boolean;
}

const BRANDS = 2;
const TASTES = 2;
const PURCHASES = { least: 3, most: 6 };
/** Chance that the next product looked at is one that meets a long-term need. */
const TELLING = 0.5;
/** Products looked at for brands and tastes at most, and for purchases, most of which a need may speak against. */
const MOST_LOOKED_AT = 60;
const MOST_BROWSED = 400;
/** Titles that are shown as bought: no markup, nothing endless. */
const LONGEST_TITLE = 140;
const UNFIT = /[\p{C}<>]/u;

/** Writes who the shopper is: the long-term needs as they are held, tastes beside them, and what was bought before. */
export function writeProfile({ task, target, facts, touches }: ProfilePlan, draw: Draw): Profile {
  const lasting = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
  const scored = new Set(task.locked.rubrics.map(fieldNameOf));
  for (const rubric of task.locked.rubrics)
    if (rubric.type === 'sku_match') for (const field of Object.keys(rubric.expected_value)) scored.add(field);
  const people = TABLES.people;
  const one = (label: string, list: readonly string[]) => pickOne(draw, label, list);
  const share = facts.cheaperShare(task);
  return {
    user_id: `U${10_000_000 + draw('user id', 90_000_000)}`,
    demographics: {
      age_range: one('age', people.ages),
      gender: madeFor(target) ?? one('gender', people.genders),
      spending_tier: share < 1 / 3 ? 'low' : share < 2 / 3 ? 'medium' : 'high',
      membership: one('membership', people.memberships),
    },
    preferences: {
      brands: brandsOf(lasting, { task, target, facts, touches }, draw),
      lasting: [
        ...lasting.flatMap((rubric) => heldWish(rubric, target, draw)),
        ...tastes(scored, { task, target, facts, touches }, draw),
      ],
    },
    behaviour: {
      coupon_use: pickOne(draw, 'coupons', ['never', 'sometimes', 'often'] as const),
      payment_method: one('payment', people.payments),
      device: one('device', people.devices),
    },
    purchase_history: purchases({ task, target, facts, touches }, draw),
  };
}

/** The gender a product is made for; null where it is made for any, or does not say. */
function madeFor({ details }: Product): string | null {
  const { field, genders } = TABLES.people.made_for;
  const options = ownValue(details, field)?.options.map(normaliseValue) ?? [];
  const [gender, ...others] = Object.entries(genders).flatMap(([name, values]) =>
    options.some((option) => values.map(normaliseValue).includes(option)) ? [name] : [],
  );
  return others.length > 0 ? null : (gender ?? null);
}

/** The brand that is held to, as the product spells it, and one or two that are only liked. */
function brandsOf(lasting: readonly Rubric[], { task, target, facts, touches }: ProfilePlan, draw: Draw) {
  const held = lasting.find(({ field }) => detailFieldOf(field) === 'Brand');
  const brands: Profile['preferences']['brands'] = [];
  if (held?.type === 'attribute_match')
    brands.push({ brand: spelled([held.expected_value].flat()[0] as string, target), level: 'high' });
  const wanted = brands.length + 1 + draw('brands', BRANDS);
  let looked = 0;
  for (const { brand } of facts.shelfMates(task, (label, below) => draw(`brands/${label}`, below))) {
    if (brands.length >= wanted || ++looked > MOST_LOOKED_AT) break;
    if (brand === null || /^no\b/i.test(brand) || UNFIT.test(brand) || touches(brand)) continue;
    if (isSame(brand, target.brand) || brands.some((other) => isSame(other.brand, brand))) continue;
    brands.push({ brand, level: pickOne(draw, `level ${brands.length}`, ['medium', 'low'] as const) });
  }
  return shuffled(draw, 'order of brands', brands);
}

const isSame = (one: string, other: string | null) => other !== null && normaliseText(one) === normaliseText(other);

/** A brand as the product writes it, where the detail has it in other letters. */
const spelled = (value: string, { brand }: Product) => (isSame(value, brand) ? (brand as string) : value);

function heldWish(rubric: Rubric, target: Product, draw: Draw): Profile['preferences']['lasting'] {
  const field = fieldNameOf(rubric);
  if (field === 'Brand') return [];
  const verb = verbFor(rubric, target.currency, draw);
  if (verb === null) throw new StageError(`a profile has no words for ${field}`, rubric);
  const topic = dialogueOf(field).label;
  return [{ topic, wish: writeWish({ field, verb, topic }, 'high', draw, `wish ${rubric.id}`), level: 'high' }];
}

/** Likings that turn nothing away, about fields that nothing is asked of. */
function tastes(scored: ReadonlySet<string>, { task, facts, touches }: ProfilePlan, draw: Draw) {
  const found: Profile['preferences']['lasting'] = [];
  const taken = new Set<string>([...scored, 'Brand']);
  let looked = 0;
  for (const product of facts.shelfMates(task, (label, below) => draw(`tastes/${label}`, below))) {
    if (found.length >= TASTES || ++looked > MOST_LOOKED_AT) break;
    for (const { field, option } of shuffled(draw, `tastes of ${looked}`, facts.lastingOf(product))) {
      if (found.length >= TASTES) break;
      if (taken.has(field) || TABLES.no_tastes.has(field)) continue;
      const asked = {
        id: `taste ${field}`,
        type: 'attribute_match',
        field: `details.${field}`,
        expected_value: option,
      };
      const verb = verbFor(asked as Rubric, product.currency, draw);
      if (verb === null) continue;
      const level = pickOne(draw, `taste ${field}`, ['medium', 'low'] as const);
      const topic = dialogueOf(field).label;
      const wish = writeWish({ field, verb, topic }, level, draw, `wish ${field}`);
      if (touches(wish)) continue;
      taken.add(field);
      found.push({ topic, wish, level });
    }
  }
  return found;
}

/** Products in drawn order, of which some show what the shopper holds to. */
function* browsed({ task, facts }: Pick<ProfilePlan, 'task' | 'facts'>, draw: Draw): Generator<Product, void, void> {
  const drawn =
    (name: string): Draw =>
    (label, below) =>
      draw(`${name}/${label}`, below);
  const telling = facts.meeting(task, drawn('telling'))[Symbol.iterator]();
  const any = facts.elsewhere(task, drawn('purchases'))[Symbol.iterator]();
  for (let looked = 0; looked < MOST_BROWSED; looked++) {
    const told = chance(draw, `telling ${looked}`, TELLING) ? telling.next() : any.next();
    const next = told.done === true ? any.next() : told;
    if (next.done === true) return;
    yield next.value;
  }
}

/** Draws the purchases made elsewhere; none of them speaks against a long-term need. */
function purchases({ task, target, facts, touches }: ProfilePlan, draw: Draw): Profile['purchase_history'] {
  const lasting = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
  const wanted = PURCHASES.least + draw('purchases', PURCHASES.most - PURCHASES.least + 1);
  const found: Profile['purchase_history'] = [];
  const categories = new Set<string>();
  const gender = madeFor(target);
  let days = 0;
  for (const product of browsed({ task, facts }, draw)) {
    if (found.length >= wanted) break;
    const { id, title, category, brand, priceMinor, currency } = product;
    const narrowest = category.at(-1) as string;
    if (categories.has(narrowest) || title.length > LONGEST_TITLE || UNFIT.test(title)) continue;
    if (touches(title) || touches(narrowest) || (brand !== null && touches(brand))) continue;
    // A hundredth of a peso stands for a price that is told on demand.
    if (priceMinor !== null && currency !== null && priceMinor < minorUnitsOf(currency)) continue;
    if (gender !== null && ![null, gender].includes(madeFor(product))) continue;
    if (lasting.some((need) => facts.isAgainst(product, need))) continue;
    categories.add(narrowest);
    days += 3 + draw(`days ${found.length}`, 80);
    found.push({
      product_id: id,
      title,
      category: narrowest,
      brand,
      price: priceMinor === null || currency === null ? null : priceMinor / minorUnitsOf(currency),
      currency,
      days_ago: days,
    });
  }
  return found;
}
