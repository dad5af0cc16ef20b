import { ConfigError } from '../../../schemas/errors.ts';
import { Rubric } from '../../../shopping/kinds/index.ts';
import { constraintOf, INTENTS, intentNamed } from '../intents.ts';
import type { PublishedReward, PublishedShoppingbenchTask, PublishedVoucher } from '../published-task.ts';
import { type Feature, featuresIn, featuresOf, quantitiesIn } from './features.ts';

/** In the order of the paper's tables. */
export const SCORED_INTENTS: readonly string[] = INTENTS.map(({ name }) => name);

/** A product that a task asks for, as far as its constraints say. */
export interface Target {
  readonly productId: string;
  readonly titles: readonly string[];
  /** Inclusive bounds in major units; null where the task does not limit the price. */
  readonly price: { readonly min: number; readonly max: number } | null;
  readonly features: readonly Feature[];
}

/** The parts of a task that decide its score. */
export interface ScoredTask {
  /** Published tasks have none; they are known by their query. */
  readonly id: string | null;
  readonly query: string;
  readonly intent: string;
  readonly targets: readonly Target[];
  /** The knowledge that a product's title has to hold; null for other intents. */
  readonly keyword: string | null;
  readonly voucher: PublishedVoucher | null;
}

/** Name of the family that our samples bear. */
const FAMILY = 'shoppingbench';

/** Every way to pair targets with predictions is tried; published tasks have four targets at most. */
const MOST_TARGETS = 8;

const isIntent = (name: unknown): name is string => typeof name === 'string' && SCORED_INTENTS.includes(name);

/** Our samples say their intent; published tasks show it by their shape. */
function intentOf({ intent, reward, voucher, Knowledge_Attribute }: PublishedShoppingbenchTask): string {
  if (intent !== undefined) {
    if (isIntent(intent)) return intent;
    throw new ConfigError(`"intent" is ${JSON.stringify(intent)}, expected one of ${SCORED_INTENTS.join(', ')}`);
  }
  if (voucher !== undefined) return 'coupon_budget';
  if (Knowledge_Attribute !== undefined) return 'knowledge';
  return Array.isArray(reward) ? 'multi_products_seller' : 'products_finder';
}

function rangeOf(bounds: readonly { readonly min: number | null; readonly max: number | null }[]): Target['price'] {
  const min = Math.max(Number.NEGATIVE_INFINITY, ...bounds.flatMap((bound) => bound.min ?? []));
  const max = Math.min(Number.POSITIVE_INFINITY, ...bounds.flatMap((bound) => bound.max ?? []));
  return Number.isFinite(min) || Number.isFinite(max) ? { min, max } : null;
}

/** Returns the price range and features that a reward of constraints asks for. */
function constrained(reward: PublishedReward): Pick<Target, 'price' | 'features'> {
  const ranges = Array.isArray(reward.price) ? reward.price.flatMap((range) => Object.values(range)) : [];
  return { price: rangeOf(ranges.map(([min, max]) => ({ min, max }))), features: featuresOf(reward) };
}

/** Returns the price range and features that rubrics ask for. */
function asked(rubrics: readonly Rubric[]): Pick<Target, 'price' | 'features'> {
  const bounds = rubrics.flatMap((rubric) =>
    rubric.type === 'numeric_range' && rubric.field === 'price' ? [rubric.expected_value] : [],
  );
  return {
    price: rangeOf(bounds.map(({ min = null, max = null }) => ({ min, max }))),
    features: featuresIn(rubrics),
  };
}

/**
 * A reward that is a whole product document, as of knowledge tasks, holds what the product is and not what is asked of it.
 * Our own samples say that in their rubrics, and there alone what they ask of quantities; published tasks say it nowhere,
 * and ask for nothing but the title.
 */
function targetOf(reward: PublishedReward, place: number, { family, rubrics }: PublishedShoppingbenchTask): Target {
  const known = { productId: reward.product_id, titles: [reward.title].flat() };
  const isConstrained = Array.isArray(reward.title);
  if (family !== FAMILY) return { ...known, ...(isConstrained ? constrained(reward) : { price: null, features: [] }) };
  const read = Rubric.array().safeParse(rubrics);
  if (!read.success) throw new ConfigError(`is a sample of ${FAMILY} whose "rubrics" cannot be read`);
  if (!isConstrained) return { ...known, ...asked(read.data) };
  const { price, features } = constrained(reward);
  const own = read.data.filter(({ target = 0 }) => target === place);
  return { ...known, price, features: [...features, ...quantitiesIn(own)] };
}

function checkVoucher({ discount_type: type, face_value, discount }: PublishedVoucher): void {
  const [name, amount] = type === 'fixed' ? ['face_value', face_value] : ['discount', discount];
  if (amount === null)
    throw new ConfigError(`its voucher of the type ${type} has no "${name}", expected what it takes off`);
}

/** Reads a task for scoring; a ConfigError says what it lacks, without saying where it stands. */
export function scoredTaskOf(task: PublishedShoppingbenchTask): ScoredTask {
  const intent = intentOf(task);
  const targets = [task.reward].flat().map((reward, place) => targetOf(reward, place, task));
  if (targets.length > MOST_TARGETS)
    throw new ConfigError(`asks for ${targets.length} products, expected at most ${MOST_TARGETS}`);
  const { voucher = null, Knowledge_Attribute: keyword } = task;
  const constraint = constraintOf(intentNamed(intent));
  if (constraint === 'r_budget') {
    if (voucher === null) throw new ConfigError(`is a ${intent} task without "voucher"`);
    checkVoucher(voucher);
  }
  if (constraint === 'r_kw' && keyword === undefined)
    throw new ConfigError(`is a ${intent} task without "Knowledge_Attribute"`);
  return {
    id: typeof task.id === 'string' ? task.id : null,
    query: task.query,
    intent,
    targets,
    keyword: constraint === 'r_kw' ? String(keyword) : null,
    voucher: constraint === 'r_budget' ? voucher : null,
  };
}
