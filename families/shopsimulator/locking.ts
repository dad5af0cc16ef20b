import type { CatalogMemory } from '../../catalog/index.ts';
import type { BuilderParts } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import { viewCatalog } from '../../shopping/catalog-view.ts';
import { detailFieldOf, type Feature, requirementOf } from '../../shopping/kinds/index.ts';
import { sayableValues } from '../../shopping/language/sayable-values.ts';
import { comparableBounds } from '../../shopping/quantities/index.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { catalogDependencies } from '../../stages/extract/dependencies.ts';
import { extract } from '../../stages/extract/index.ts';
import { lock } from '../../stages/lock.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import { isAskable } from './dialogue/index.ts';
import { intentNamed } from './intents.ts';
import { fineNeeds } from './needs.ts';
import { place } from './place.ts';
import { productsFitting } from './prover.ts';
import type { Settings } from './settings.ts';
import { requestPieces } from './writers/request-pieces.ts';

const canSay = (feature: Feature) => requestPieces(requirementOf(feature), false, DEFAULT_CURRENCY).length > 0;

const canVoice = (feature: Feature) =>
  requestPieces(requirementOf(feature), false, DEFAULT_CURRENCY).some(({ place: where }) => where === 'verb');

/** From a planned task to a locked one: facts of its product, which of them are told where, and the lock. */
export function locking(
  settings: TaskSettings<Settings>,
  { shared, onTried }: { readonly shared: unknown; readonly onTried: BuilderParts['onTried'] },
) {
  const view = viewCatalog(settings, shared as CatalogMemory | undefined);
  const { answerSets, productOf, draws } = view;
  const useOf = (field: string) => {
    const use = view.fieldUse(field);
    return use && { ...use, clarification: isAskable(field, use.clarification) };
  };
  const toLock = chain(
    extract(
      {
        ...catalogDependencies(view),
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
      maxAnswers: settings.maxAnswers,
      leastFitting: settings.leastFitting,
      leastWithoutProfile: settings.leastWithoutProfile,
      onTried,
    }),
    lock({ currencyOf: view.currencyOf }),
  );
  return {
    view,
    toLock,
    /** Tasks that name no option of a product that comes in several are taken where others run out. */
    isPreferred: ({ targetIds: [id = ''], locked }: LockedTask) =>
      (productOf(id)?.skuOptions.length ?? 0) < 2 || locked.rubrics.some(({ type }) => type === 'sku_match'),
  };
}
