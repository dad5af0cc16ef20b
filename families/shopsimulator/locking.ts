import type { Catalog } from '../../catalog/index.ts';
import type { BuilderParts } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import { viewCatalog } from '../../shopping/catalog-view.ts';
import { detailFieldOf, type Feature, requirementOf } from '../../shopping/kinds/index.ts';
import type { Piece } from '../../shopping/language/outright-pieces.ts';
import { sayableValues } from '../../shopping/language/sayable-values.ts';
import { comparableBounds } from '../../shopping/quantities/index.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { extract } from '../../stages/extract/index.ts';
import { lock } from '../../stages/lock.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { RecentFacts } from '../../text/cache/recent.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import { isAskable } from './dialogue.ts';
import { intentNamed } from './intents.ts';
import { fineNeeds } from './needs.ts';
import { place } from './partition.ts';
import { productsFitting } from './prover.ts';
import type { Settings } from './settings.ts';
import { requestPieces } from './writers/request-pieces.ts';

/** Values of fields whose words are remembered: catalogs state the same ones over and over. */
const MOST_VALUES = 20_000;

type Places = ReadonlySet<Piece['place']>;

/** Returns a function that finds the places where a request can say a feature: none where it has no words for it. */
function placesOfFeatures(): (feature: Feature) => Places {
  const known = new RecentFacts<Places>(MOST_VALUES);
  const find = (feature: Feature): Places =>
    new Set(requestPieces(requirementOf(feature), false, DEFAULT_CURRENCY).map(({ place: where }) => where));
  return (feature) =>
    feature.type === 'attribute_match' && typeof feature.value === 'string'
      ? known.of(feature.field, feature.value, () => find(feature))
      : find(feature);
}

/** Compares how many values products of a catalog state; each is counted once. */
function statingNoMoreIn(catalog: Catalog) {
  const counts = new Map<number, number>();
  const statedBy = (row: number): number => {
    return foundOrMade(counts, row, () => {
      const { details } = catalog.productByRow(row);
      return Object.values(details).reduce((sum, { options }) => sum + options.length, 0);
    });
  };
  return (productId: string, rows: readonly number[]): number => {
    const own = catalog.rowOf(productId);
    const most = own === null ? 0 : statedBy(own);
    return rows.filter((row) => row !== own && statedBy(row) <= most).length;
  };
}

/** From a planned task to a locked one: facts of its product, which of them are told where, and the lock. */
export function locking(settings: TaskSettings<Settings>, { shared, onTried }: BuilderParts) {
  const view = viewCatalog(settings, shared);
  const { catalog, answerSets, draws } = view;
  const useOf = (field: string) => {
    const use = view.fieldUse(field);
    return use && { ...use, clarification: isAskable(field, use.clarification) };
  };
  const placesOf = placesOfFeatures();
  const canSay = (feature: Feature) => placesOf(feature).size > 0;
  const canVoice = (feature: Feature) => placesOf(feature).has('verb');
  const toLock = chain(
    extract(
      {
        ...view,
        fieldUse: useOf,
        sayable: sayableValues(),
        boundsWithClues: comparableBounds,
      },
      fineNeeds({
        intentOf: intentNamed,
        canSay,
        canVoice,
        useOf: ({ field }) => useOf(detailFieldOf(field) ?? ''),
      }),
    ),
    place({
      answerSets,
      drawFor: draws('place'),
      intentOf: intentNamed,
      explicit: canSay,
      fitting: (features) => productsFitting(answerSets, features.map(requirementOf)),
      statingNoMore: statingNoMoreIn(catalog),
      maxAnswers: settings.maxAnswers,
      leastFitting: settings.leastFitting,
      leastWithoutProfile: settings.leastWithoutProfile,
      leastWithoutClues: settings.leastWithoutClues,
      onTried,
    }),
    lock(catalog),
  );
  return {
    view,
    toLock,
    /** Tasks that name no option of a product that comes in several are taken where others run out. */
    turnOf: ({ targetIds: [id = ''], locked }: LockedTask) =>
      (catalog.productById(id)?.skuOptions.length ?? 0) < 2 || locked.rubrics.some(({ type }) => type === 'sku_match')
        ? 'first'
        : 'late',
  };
}
