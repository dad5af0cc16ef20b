import { join } from 'node:path';
import { BUNDLED, type FamilyPlanner } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { shoppingPlanner } from '../../stages/shopping/planning.ts';
import { DESCRIPTION } from './description.ts';
import { intentNamed, LEAST_DETAILS, largest, PLANNING_ORDER } from './intents.ts';
import { askedProducts } from './planning/asked-products.ts';
import { ShopOrders } from './planning/shop-orders.ts';
import { type QuestionBank, readQuestions } from './questions/reader.ts';
import type { Settings } from './settings.ts';

const BUNDLED_QUESTIONS = join(BUNDLED, 'questions.csv');

/** The questions of a run. */
export const questionsOf = (settings: Pick<Settings, 'questions'>): Promise<QuestionBank> =>
  readQuestions(settings.questions ?? BUNDLED_QUESTIONS);

/** Plans tasks about single products, orders of a shop or of several, and the answers of questions. */
export const plan = (settings: TaskSettings<Settings>): Promise<FamilyPlanner> =>
  shoppingPlanner(DESCRIPTION.name, settings, async (catalog, facts) => {
    const bank = await questionsOf(settings);
    const orders = new ShopOrders({
      catalog,
      facts,
      leastDetails: LEAST_DETAILS,
      splits: settings.splits,
      drawFor: (intent, label) => drawFor(settings.seed, intent, label),
    });
    const { shop, shops } = catalog.numericColumns();
    const { file, digest, counts, quarantined } = bank;
    return {
      inputs: { questions: { file, digest, ...counts, quarantined: quarantined.length } },
      planningOrder: PLANNING_ORDER,
      groupOf: (row) => shops[shop[row] as number] ?? (facts.ids[row] as string),
      stratified: (intent) => intentNamed(intent).stratified,
      poolOf(intent) {
        const { knowledge, oneShop, voucher, sizes } = intentNamed(intent);
        if (knowledge) return askedProducts(bank.questions, catalog);
        if (oneShop) return orders.ofOneShop(intent, sizes);
        if (voucher) return orders.forVouchers(intent, sizes);
        return singleProducts(catalog, facts, { leastDetails: LEAST_DETAILS });
      },
      definitionOf: intentNamed,
      // Questions and kinds of products are balanced as far as they go; numbers of products are held to their shares.
      isHeldToShares: (intent) => largest(intentNamed(intent)) > 1,
    };
  });
