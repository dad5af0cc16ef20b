import type { DetailNeed, OrderContract } from '../../shopping/intent.ts';

/** A kind of shopping need: what its tasks promise, and how answers to them are scored. */
interface Intent extends OrderContract {
  readonly name: string;
  /** True where its tasks are balanced by something else than the main category, such as the number of products. */
  readonly stratified: boolean;
}

/**
 * Returns the score an answer gets besides that of its products: r_kw, r_shop or r_budget of the paper; null for none.
 */
export const constraintOf = ({ knowledge, oneShop, voucher }: OrderContract): 'r_kw' | 'r_shop' | 'r_budget' | null =>
  knowledge ? 'r_kw' : oneShop ? 'r_shop' : voucher ? 'r_budget' : null;

const intent = (name: string, contract: Partial<Intent>): Intent => ({
  name,
  sizes: { 1: 1 },
  oneShop: false,
  voucher: false,
  knowledge: false,
  stratified: true,
  leastEach: 1,
  mostEach: 5,
  ...contract,
});

/** The four shopping needs in the paper's order ("Grounded Shopping Intention"); shares of sizes as in its Table 4. */
export const INTENTS: readonly Intent[] = [
  intent('products_finder', { stratified: false, leastEach: 2, mostEach: 6 }),
  intent('knowledge', { knowledge: true, mostEach: 4 }),
  intent('multi_products_seller', { sizes: { 2: 0.327, 3: 0.345, 4: 0.328 }, oneShop: true, leastEach: 2 }),
  intent('coupon_budget', { sizes: { 1: 0.088, 2: 0.305, 3: 0.317, 4: 0.29 }, voucher: true, leastEach: 2 }),
];

/** Details a product must state that a requirement can be about, before a task may be about it. */
export const LEAST_DETAILS = 2;

/** The least details that tasks need of their products; one that asks a question needs only its answer in a title. */
export const DETAIL_NEEDS: readonly DetailNeed[] = INTENTS.filter(({ knowledge }) => !knowledge).map(({ name }) => ({
  intent: name,
  leastDetails: LEAST_DETAILS,
}));

export function intentNamed(name: string): Intent {
  const found = INTENTS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new RangeError(`"${name}" is not an intent of shoppingbench`);
  return found;
}

/** The most products a task of an intent can be about. */
export const largest = ({ sizes }: Pick<Intent, 'sizes'>): number => Math.max(...Object.keys(sizes).map(Number));

/** Intents in the order each wave plans and admits them: orders of several products find few once single ones have taken theirs. */
export const PLANNING_ORDER: readonly string[] = INTENTS.toSorted((a, b) => largest(b) - largest(a)).map(
  ({ name }) => name,
);
