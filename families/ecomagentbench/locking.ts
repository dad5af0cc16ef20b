import type { BuilderParts } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import type { Asker } from '../../schemas/model.ts';
import { viewCatalog } from '../../shopping/catalog-view.ts';
import { isClarifiable } from '../../shopping/dialogue/clarifiable.ts';
import { detailFieldOf, requirementOf } from '../../shopping/kinds/index.ts';
import { otherRecipientAmong } from '../../shopping/language/recipients.ts';
import { isSayable, sayableValues } from '../../shopping/language/sayable-values.ts';
import { unlikelyBeside } from '../../shopping/plausibility/unlikely-together.ts';
import { comparableBounds } from '../../shopping/quantities/index.ts';
import { planVoucher } from '../../shopping/vouchers/plan.ts';
import { extract } from '../../stages/extract/index.ts';
import { lock } from '../../stages/lock.ts';
import { cluesAreThere } from './clue-coverage.ts';
import { contractsOf } from './intents.ts';
import { hiddenNeeds } from './needs/index.ts';
import { opinionsOfTasks } from './opinions/model-opinions.ts';
import { partition } from './partition/index.ts';
import type { Settings } from './settings.ts';
import { turnsBy } from './size-contract.ts';

interface LockingParts extends Pick<BuilderParts, 'shared' | 'onTried'> {
  /** Proposes opinions, where models are asked. */
  readonly asker: Asker | null;
}

/** From a planned task to a locked one: facts of its target, the source each is hidden in, and the lock. */
export function locking(settings: TaskSettings<Settings>, { shared, asker, onTried }: LockingParts) {
  const view = viewCatalog(settings, shared);
  const { answerSets, draws } = view;
  const opinions = opinionsOfTasks(asker);
  const sayable = sayableValues();
  const contracts = (intent: string) => contractsOf(intent, settings.leastFacts, cluesAreThere(view.catalog));
  const useOf = (field: string) => {
    const use = view.fieldUse(field);
    return use?.clarification === true && !isClarifiable(field) ? { ...use, clarification: false } : use;
  };
  const toLock = chain(
    extract(
      {
        ...view,
        fieldUse: useOf,
        sayable,
        boundsWithClues: comparableBounds,
        unaskable: (features, fact) => unlikelyBeside(features, fact) ?? otherRecipientAmong(features, fact),
      },
      hiddenNeeds({
        contractsOf: contracts,
        maxAnswers: settings.maxAnswers,
        planVoucher,
        proposeOpinions: opinions.propose,
      }),
    ),
    partition({
      answerSets,
      drawFor: draws('partition'),
      contractsOf: contracts,
      explicit: (feature) =>
        feature.type === 'attribute_match' && typeof feature.value === 'string'
          ? sayable(detailFieldOf(feature.field) ?? feature.field, feature.value).explicit
          : isSayable(requirementOf(feature)),
      maxAnswers: settings.maxAnswers,
      requireNecessity: settings.requireNecessity,
      onTried,
    }),
    lock(view.catalog),
  );
  return { view, toLock, turnOf: turnsBy(contracts), takeOrigin: opinions.takeOrigin };
}
