import { join } from 'node:path';
import { openCatalog } from '../../catalog/index.ts';
import { BUNDLED, type FamilyPlanner } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { asksIn } from '../../shopping/field-use.ts';
import { NearDuplicates } from '../../stages/near-duplicate.ts';
import { Sampler } from '../../stages/sample/index.ts';
import { productFacts } from '../../stages/sample/product-facts.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { intentNamed, largest, PLANNING_ORDER } from './intents.ts';
import { askedProducts } from './planning/asked-products.ts';
import { ShopOrders } from './planning/shop-orders.ts';
import { type QuestionBank, readQuestions } from './questions/reader.ts';
import type { Settings } from './settings.ts';

export const NAME = 'shoppingbench';
const BUNDLED_QUESTIONS = join(BUNDLED, 'questions.csv');
/** Details a product must state that a requirement can be about, before a task may be about it. */
const LEAST_DETAILS = 2;

/** The questions of a run. */
export const questionsOf = (settings: Pick<Settings, 'questions'>): Promise<QuestionBank> =>
  readQuestions(settings.questions ?? BUNDLED_QUESTIONS);

/** Plans tasks about single products, orders of a shop or of several, and the answers of questions. */
export async function plan(settings: TaskSettings<Settings>): Promise<FamilyPlanner> {
  const catalog = openCatalog(settings.world);
  const facts = productFacts(catalog, asksIn(catalog));
  const bank = await questionsOf(settings);
  const orders = new ShopOrders({
    catalog,
    facts,
    leastDetails: LEAST_DETAILS,
    splits: settings.splits,
    drawFor: (intent, label) => drawFor(settings.seed, intent, label),
  });
  const poolOf = (intent: string) => {
    const { knowledge, oneShop, voucher, sizes } = intentNamed(intent);
    if (knowledge) return askedProducts(bank.questions, catalog);
    if (oneShop) return orders.ofOneShop(intent, sizes);
    if (voucher) return orders.forVouchers(intent, sizes);
    return singleProducts(catalog, facts, { leastDetails: LEAST_DETAILS });
  };
  const sampler = new Sampler({
    family: NAME,
    seed: settings.seed,
    idOf: (row) => facts.ids[row] as string,
    rowOf: (id) => catalog.rowOf(id),
    categoryOf: (row) => catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string,
    stratified: (intent) => intentNamed(intent).stratified,
    poolOf,
  });
  const { file, digest, counts, quarantined } = bank;
  return {
    worldDigest: catalog.digest,
    worldSize: catalog.size,
    inputs: { questions: { file, digest, ...counts, quarantined: quarantined.length } },
    admission: new NearDuplicates(),
    planningOrder: PLANNING_ORDER,
    eligibility: (intent) => sampler.eligibility(intent),
    definitionOf: intentNamed,
    // Questions and kinds of products are balanced as far as they go; numbers of products are held to their shares.
    shareOf: (intent, stratum) => (largest(intentNamed(intent)) > 1 ? sampler.shareOf(intent, stratum) : 1),
    next: (intent, count, state) => sampler.next(intent, count, state),
    again: (noted) => sampler.again(noted),
  };
}
