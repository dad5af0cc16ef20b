import type { CatalogView } from '../../shopping/catalog-view.ts';
import { detailFieldOf } from '../../shopping/kinds/satisfies.ts';
import { lockDigestOf } from '../../stages/lock.ts';
import { dialogueBank } from './dialogue/index.ts';
import { ecomagentbenchGates } from './gates/index.ts';
import { intentNamed } from './intents.ts';
import { Prover } from './prover.ts';
import { requirementKeyOf } from './writers/persona.ts';
import { clueForms } from './writers/query-pieces.ts';

/** What judges the drafts of a catalog: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, maxAnswers: number) {
  const { catalog, answerSets, reviewsOf } = view;
  const prover = new Prover({
    catalog,
    answerSets,
    measureDialogue: ({ task, wording }) => dialogueBank.measure(wording.script, task.locked.rubrics),
  });
  const gates = ecomagentbenchGates({
    lockDigestOf,
    contractOf: intentNamed,
    prover,
    reviewsOf,
    requirementKeyOf,
    cluesOf: clueForms,
    dialogueBank,
    knows: (id) => catalog.rowOf(id) !== null,
    maxAnswers,
    statedElsewhere: (field, value, productId) => {
      const row = catalog.rowOf(productId);
      const { mainCategory } = catalog.numericColumns();
      return answerSets
        .stating(detailFieldOf(field) ?? field, value)
        .some((holder) => holder !== row && row !== null && mainCategory[holder] === mainCategory[row]);
    },
    reasonAgainst: view.reasonAgainst,
  });
  return { prover, gates };
}
