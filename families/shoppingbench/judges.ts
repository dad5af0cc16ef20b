import type { CatalogView } from '../../shopping/catalog-view.ts';
import { liesOutside } from '../../shopping/kinds/numeric-range.ts';
import { entityAt } from '../../shopping/task.ts';
import { gatesOn } from './gates/index.ts';
import { proverOn } from './prover.ts';

/** Makes the judges of a catalog's drafts: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, maxAnswers: number, prover = proverOn(view)) {
  const { catalog, answerSets } = view;
  const gates = gatesOn({
    answersOf: prover.answersOf,
    reviewsOf: view.reviewsOf,
    knows: (id) => catalog.rowOf(id) !== null,
    maxAnswers,
    reasonAgainst: view.reasonAgainst,
    isStated: (field, value) => answerSets.stating(field, value).some(() => true),
    excludesAny(task, rubric) {
      const place = rubric.target ?? 0;
      const row = catalog.rowOf(task.targetIds[place] ?? '');
      const fails = (other: number) => liesOutside(catalog.productByRow(other), rubric);
      if (answerSets.holding(entityAt(task, place).phrase).some(fails)) return true;
      return row !== null && catalog.shelfRows(catalog.shelfOf(row).id).some(fails);
    },
  });
  return { prover, gates };
}
