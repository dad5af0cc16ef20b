import { type Catalog, type CatalogMemory, formIn, openCatalog } from '../catalog/index.ts';
import { drawFor } from '../pipeline/seed.ts';
import type { TaskSettings } from '../pipeline/settings.ts';
import type { Draw } from '../schemas/draw.ts';
import type { Product, Review } from '../schemas/product.ts';
import type { PlannedTask } from '../schemas/task.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { Recent } from '../text/cache/recent.ts';
import { AnswerSets } from './answers/answer-set.ts';
import { goTogether, NearbyValues } from './answers/nearby-values.ts';
import { type FieldUse, fieldUsesOf } from './learned/field-uses.ts';
import { ShelfTalk } from './learned/shelf-talk.ts';
import {
  Commonplaces,
  type FieldsInMemory,
  fieldsIn,
  fieldsInMemory,
  implausibleForShelf,
  implausibleValue,
  isCommonField,
  judgeDetails,
  languageInUse,
  Oddities,
  shelfPath,
  statisticsInUse,
} from './plausibility/index.ts';
import type { ShoppingSettings } from './settings.ts';

/** A worker's view of the catalog, and what every family asks of it. */
export interface CatalogView {
  readonly catalog: Catalog;
  readonly answerSets: AnswerSets;
  /** Uses that requirements may make of a detail field; undefined where none can be about it. */
  fieldUse(field: string): FieldUse | undefined;
  /** The targets of a task that the catalog holds. */
  targetsOf(task: Pick<PlannedTask, 'targetIds'>): Product[];
  reviewsOf(productId: string): Review[];
  /** Tells which of a product's details are plausible. */
  judged(product: Product): ReturnType<typeof judgeDetails>;
  /** Why an option of a product is no sensible value, or null where it is one. */
  reasonAgainst(product: Product, field: string, option: string): string | null;
  /** Plausible values of a field that products like the target state. */
  valuesBeside(field: string, target: Product): string[];
  /** Values of a field that products of any kind state. */
  valuesAnywhere(field: string): string[];
  /**
   * Tells whether products that state one of two values of a field mostly state both: nobody could tell the two apart.
   */
  goTogether(field: string, one: string, other: string): boolean;
  /** Tell of facts what the catalog shows: which say the same, go without saying, or are spoken of on their shelf. */
  readonly oddities: Pick<Oddities, 'areOne'>;
  readonly commonplaces: Pick<Commonplaces, 'includes'>;
  readonly shelfTalk: Pick<ShelfTalk, 'on'>;
  /** The draws of one step of a task. */
  draws(step: string): (task: Pick<PlannedTask, 'id'>) => Draw;
  /** All that other threads need not find out again; they can be sent it. */
  inMemory(): unknown;
}

/** Verdicts that are remembered: a task is locked long before it is written, together with thousands of others. */
const VERDICTS_KEPT = 16_384;
/** Verdicts without regard to other products, which the others are made of. */
const FIRST_VERDICTS_KEPT = 2048;

/** Remembers the last answers of a pure function of a product of the catalog. */
function remembered<V>(most: number, compute: (product: Product) => V): (product: Product) => V {
  const known = new Recent<string, V>(most);
  return (product) => {
    return foundOrMade(known, product.id, () => compute(product));
  };
}

/** The part of a view that is held in memory, where threads can be sent it: of the catalog, and of what was counted in it. */
interface ViewMemory extends CatalogMemory {
  readonly fields?: FieldsInMemory;
}

/** Opens the run's catalog for a worker; what is held of it already (`ViewMemory`) is not read again. */
export function viewCatalog(settings: TaskSettings<Pick<ShoppingSettings, 'language'>>, shared?: unknown): CatalogView {
  const held = shared as ViewMemory | undefined;
  return viewOf(openCatalog(settings.world, held), settings, held?.fields);
}

/** A view of a catalog that is open. */
export function viewOf(
  catalog: Catalog,
  settings: Pick<TaskSettings<ShoppingSettings>, 'seed' | 'language'>,
  counted?: FieldsInMemory,
): CatalogView {
  const targetsOf = ({ targetIds }: Pick<PlannedTask, 'targetIds'>) =>
    targetIds.flatMap((id) => catalog.productById(id) ?? []);
  const answerSets = new AnswerSets(catalog);
  const fieldUse = fieldUsesOf(catalog, answerSets.quantities);
  const isUsed = (field: string) => fieldUse(field) !== undefined;
  const fields = counted === undefined ? statisticsInUse(catalog, isUsed) : fieldsIn(counted);
  const { statistics, stating } = fields;
  const language = settings.language === 'auto' ? languageInUse(statistics) : settings.language === 'en' ? 'en' : 'any';
  // A brand sells what no other does.
  const isTelling = ({ field }: { readonly field: string }) => field !== 'Brand' && isUsed(field);
  const plausible = remembered(FIRST_VERDICTS_KEPT, (product: Product) => judgeDetails(product, statistics, language));
  const oddities = new Oddities({
    ...{ catalog, stating, answerSets },
    isCommon: (field) => isCommonField(field, statistics),
  });
  const judged = remembered(VERDICTS_KEPT, (product: Product) => {
    const { kept, dropped } = plausible(product);
    const odd = oddities.among(product, kept.filter(isTelling));
    if (odd.size === 0) return plausible(product);
    const reasons = [...odd].map(([{ field, option: value }, reason]) => ({ field, value, reason }));
    return { kept: kept.filter((fact) => !odd.has(fact)), dropped: [...dropped, ...reasons] };
  });
  const shelfTalk = new ShelfTalk({
    ...{ catalog, stating },
    dimensionOf: (field) => answerSets.quantities.of(field)?.dimension ?? null,
  });
  const commonplaces = new Commonplaces({ catalog, answerSets, stating });
  const same = (field: string, a: string, b: string) => formIn(field, a) === formIn(field, b);
  const near = new NearbyValues({
    catalog,
    answerSets,
    stated: (field, { display, norm }) =>
      answerSets
        .stating(field, norm)
        .some((row) =>
          plausible(catalog.productByRow(row)).kept.some(
            (kept) => kept.field === field && same(field, kept.option, display),
          ),
        ),
    plausible: ({ id, title, brand, mainCategory, category }, field, { display, norm }) => {
      const shelf = shelfPath({ category });
      const hasNumberedSizes = Object.hasOwn(statistics.numberedSizes, shelf);
      const value = {
        field,
        option: display,
        hasNumberedSizes,
        rawValue: display,
        productId: id,
        title,
        brand,
        language,
      };
      const form = formIn(field, norm);
      const placed = { shelf, mainCategory, field, norm: form, title, language };
      return implausibleValue(value) === null && implausibleForShelf(placed, statistics) === null;
    },
  });
  return {
    catalog,
    answerSets,
    targetsOf,
    reviewsOf: (productId) => {
      const row = catalog.rowOf(productId);
      return row === null ? [] : catalog.reviewsOf(row);
    },
    fieldUse,
    judged,
    reasonAgainst: (product, field, option) => {
      const verdict = judged(product);
      if (verdict.kept.some((kept) => kept.field === field && same(field, kept.option, option))) return null;
      const dropped = verdict.dropped.find((other) => other.field === field && same(field, other.value, option));
      return dropped?.reason ?? 'not a plausible value of the target';
    },
    valuesBeside: (field, target) => near.of(field, target),
    valuesAnywhere: (field) => near.anywhere(field),
    goTogether: (field, one, other) => goTogether(answerSets.stating(field, one), answerSets.stating(field, other)),
    ...{ oddities, commonplaces, shelfTalk },
    draws: (step) => (task) => drawFor(settings.seed, task.id, step),
    inMemory: (): ViewMemory => ({ ...catalog.inMemory(), fields: fieldsInMemory(fields) }),
  };
}
