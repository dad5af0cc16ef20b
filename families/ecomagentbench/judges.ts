import type { CatalogView } from '../../shopping/catalog-view.ts';
import { dialogueBank } from '../../shopping/dialogue/field-dialogues.ts';
import { detailFieldOf } from '../../shopping/kinds/index.ts';
import { cluesAreThere } from './clues-there.ts';
import { gatesOn } from './gates/index.ts';
import { contractsOf } from './intents.ts';
import { Prover } from './prover.ts';

/** Makes the judges of a catalog's drafts: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, maxAnswers: number) {
  const { catalog, answerSets, reviewsOf } = view;
  const prover = new Prover({
    catalog,
    answerSets,
    measureDialogue: ({ task, wording }) => dialogueBank.measure(wording.script, task.locked.rubrics),
  });
  const gates = gatesOn({
    knows: (id) => catalog.rowOf(id) !== null,
    reviewsOf,
    reasonAgainst: view.reasonAgainst,
    isStated: (field, value) => answerSets.stating(field, value).some(() => true),
    statedElsewhere: (field, value, productId) => {
      const row = catalog.rowOf(productId);
      const { mainCategory } = catalog.numericColumns();
      return answerSets
        .stating(detailFieldOf(field) ?? field, value)
        .some((holder) => holder !== row && row !== null && mainCategory[holder] === mainCategory[row]);
    },
    contractsOf: (intent) => contractsOf(intent, 0, cluesAreThere(catalog)),
    nearMissesRemovedBy: prover.nearMissesRemovedBy,
    answersOf: prover.answersOf,
    maxAnswers,
  });
  return { prover, gates };
}
