import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { Role } from '../../schemas/model.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import { detailFieldOf } from '../../shopping/kinds/index.ts';
import { Proof } from '../../shopping/proof.ts';
import { servicesOf } from '../../stages/model-services.ts';
import { mostAskedOf } from '../../stages/most-asked.ts';
import { shoppingBuilder } from '../../stages/shopping/building.ts';
import { catalogFacts } from '../../stages/shopping/gates.ts';
import { cluesAreThere } from './clue-coverage.ts';
import { gatesOn } from './gates/index.ts';
import { contractsOf, intentNamed } from './intents.ts';
import { locking } from './locking.ts';
import type { OpinionOrigin } from './opinions/model-opinions.ts';
import { groupOf } from './planning.ts';
import { Prover } from './prover.ts';
import { publish } from './publish.ts';
import { EcomagentbenchSample } from './sample.ts';
import { hiddenIntentTexts } from './semantic-texts.ts';
import { LEAST_FACTS, type Settings } from './settings.ts';
import { Wording } from './wording.ts';
import { ModelWriter } from './writers/model-writer.ts';
import { hiddenIntentWriter } from './writers/offline-writer.ts';

/** Makes the judges of a catalog's drafts: the gates in code, and the prover they share with the proof. */
export function judgesOf(
  view: CatalogView,
  { maxAnswers, leastFacts = LEAST_FACTS }: Pick<Settings, 'maxAnswers'> & Partial<Settings>,
) {
  const { catalog, answerSets } = view;
  const prover = new Prover(view);
  const gates = gatesOn({
    ...catalogFacts(view, prover, maxAnswers),
    statedElsewhere: (field, value, productId) => {
      const row = catalog.rowOf(productId);
      const { mainCategory } = catalog.numericColumns();
      return answerSets
        .stating(detailFieldOf(field) ?? field, value)
        .some((holder) => holder !== row && row !== null && mainCategory[holder] === mainCategory[row]);
    },
    contractsOf: (intent) => contractsOf(intent, leastFacts, cluesAreThere(catalog)),
    nearMissesRemovedBy: prover.nearMissesRemovedBy,
  });
  return { prover, gates };
}

/** The most questions about a task of an intent: its clues are as few as the intent asks for. */
export function mostAsked(settings: TaskSettings<Settings>, name: string): Partial<Record<Role, number>> {
  const { leastImplicit, definingConstraint } = intentNamed(name).contracts[0];
  return {
    ...mostAskedOf(settings, ['query_writer', 'persona_writer', 'clarification_writer'], leastImplicit),
    ...(definingConstraint === 'opinions' ? { opinion_proposer: 1 } : {}),
  };
}

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export async function builder(
  settings: TaskSettings<Settings>,
  { models, onTried, shared }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const asker = settings.models === undefined ? null : servicesOf(settings, models).asker;
  const locks = locking(settings, { shared, asker, onTried });
  return shoppingBuilder<Wording, Proof, OpinionOrigin>(settings, models, {
    locking: locks,
    judges: judgesOf(locks.view, settings),
    wording: Wording,
    proof: Proof,
    line: EcomagentbenchSample,
    textsOf: hiddenIntentTexts,
    offline: hiddenIntentWriter,
    online: (models) => new ModelWriter(models),
    publish,
    groupOf,
    textOf: ({ query }) => query,
  });
}
