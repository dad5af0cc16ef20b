import type { Catalog } from '../../catalog/index.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { asksAbout } from '../../shopping/learned/field-uses.ts';
import type { CandidatePool } from '../../stages/sample/pool.ts';
import type { ProductFacts } from '../../stages/sample/product-facts.ts';
import { fewerThan } from '../../stages/sample/single-products.ts';
import { shoppingPlanner } from '../../stages/shopping/planning.ts';
import { DESCRIPTION } from './description.ts';
import { type FineCatalog, type FineSettings, fineCatalog, LEFT_OUT } from './fine/fine-catalog.ts';
import { intentNamed, LEAST_DETAILS } from './intents.ts';
import type { Settings } from './settings.ts';

/** The fine catalog of a run. */
export const shelvesOf = (catalog: Catalog, settings: FineSettings): FineCatalog =>
  fineCatalog(catalog, settings, (field) => asksAbout(catalog, field));

/** Plans tasks about products of the fine catalog, one each, balanced by sub-category. */
export const plan = (settings: TaskSettings<Settings>): Promise<FamilyPlanner> =>
  shoppingPlanner(DESCRIPTION.name, settings, (catalog, facts) => {
    const fine = shelvesOf(catalog, settings);
    const pool = poolOf(catalog, fine, settings, facts);
    return {
      // Near-identical products share a shelf.
      groupOf: (row) => fine.shelfOf(row)?.id ?? (facts.ids[row] as string),
      categoryOf: (row) => catalog.shelfOf(row).path,
      poolOf: () => pool,
      definitionOf: intentNamed,
    };
  });

/** The products of the fine catalog that state enough and have one price; and why the others are not eligible. */
function poolOf(
  catalog: Catalog,
  { shelves, leftOut }: FineCatalog,
  settings: FineSettings,
  { details }: ProductFacts,
): CandidatePool {
  const { priceMinor } = catalog.numericColumns();
  const reasons = new Map<string, number>();
  for (const [why, products] of leftOut) reasons.set(LEFT_OUT[why](settings), products);
  const lacks = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const strata = new Map<string, number[]>();
  for (const { path, rows } of shelves) {
    const eligible = strata.get(path) ?? [];
    strata.set(path, eligible);
    for (const row of rows) {
      if ((details[row] as number) < LEAST_DETAILS)
        lacks(`states ${fewerThan(LEAST_DETAILS, 'usable detail', 'usable details')}`);
      else if (Number.isNaN(priceMinor[row])) lacks('has no price');
      else eligible.push(row);
    }
  }
  return {
    strata: [...strata].flatMap(([name, candidates]) =>
      candidates.length === 0 ? [] : { name, weight: 1, candidates },
    ),
    reasons,
  };
}
