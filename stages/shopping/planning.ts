import { type Catalog, openCatalog } from '../../catalog/index.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { asksAbout } from '../../shopping/learned/field-uses.ts';
import { NearDuplicates } from '../admission.ts';
import { Sampler } from '../sample/index.ts';
import type { CandidatePool } from '../sample/pool.ts';
import { type ProductFacts, productFacts } from '../sample/product-facts.ts';
import { unreadTitles } from '../sample/unread-titles.ts';

/** The parts that a shopping family plans its tasks by. */
interface ShoppingPlan {
  /** Returns the candidates that an intent's tasks can be about. */
  poolOf(intent: string): CandidatePool;
  /** The group that keeps the samples of a row's product in one split. */
  groupOf(row: number): string;
  /** Returns the category by which tasks are balanced; the main category where nothing is said. */
  categoryOf?(row: number): string;
  /** Tells whether strata other than the categories balance an intent's tasks; none where nothing is said. */
  stratified?(intent: string): boolean;
  definitionOf(intent: string): unknown;
  /** Tells whether an intent's strata are held to their shares; balanced as far as they go where left out. */
  isHeldToShares?(intent: string): boolean;
  readonly inputs?: FamilyPlanner['inputs'];
  readonly planningOrder?: readonly string[];
}

/** Plans tasks about products of a run's catalog, in the order of their ranks. */
export async function shoppingPlanner(
  family: string,
  settings: TaskSettings,
  planOn: (catalog: Catalog, facts: ProductFacts) => ShoppingPlan | Promise<ShoppingPlan>,
): Promise<FamilyPlanner> {
  const catalog = openCatalog(settings.world);
  const facts = productFacts(catalog, (field) => asksAbout(catalog, field));
  const mainCategoryOf = (row: number) =>
    catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string;
  const plan = await planOn(catalog, facts);
  const { poolOf, groupOf, categoryOf = mainCategoryOf, stratified = () => false, isHeldToShares } = plan;
  const { seed, splits } = settings;
  const sampler = new Sampler({
    ...{ family, seed, splits, poolOf, groupOf, categoryOf, stratified },
    idOf: (row) => facts.ids[row] as string,
    rowOf: (id) => catalog.rowOf(id),
  });
  return {
    worldDigest: catalog.digest,
    worldSize: catalog.size,
    inputs: plan.inputs ?? {},
    admission: new NearDuplicates(),
    ...(plan.planningOrder === undefined ? {} : { planningOrder: plan.planningOrder }),
    helpWhereEmpty: () => unreadTitles(catalog),
    eligibility: (intent) => sampler.eligibility(intent),
    reasonAgainst: (intent, id) => {
      const row = catalog.rowOf(id);
      return row === null ? 'is not in the catalog' : sampler.reasonAgainst(intent, row);
    },
    reachOf: (intent) => sampler.reachOf(intent),
    definitionOf: plan.definitionOf,
    ...(isHeldToShares === undefined
      ? {}
      : { shareOf: (intent, stratum) => (isHeldToShares(intent) ? sampler.shareOf(intent, stratum) : 1) }),
    next: (intent, count, state) => sampler.next(intent, count, state),
    drawn: (intent, count) => sampler.drawn(intent, count),
    again: (noted) => sampler.again(noted),
    shared: () => catalog.inMemory(),
  };
}
