import type { CatalogView } from '../../shopping/catalog-view.ts';
import { gatesOn } from './gates/index.ts';
import { Prover } from './prover.ts';
import type { Settings } from './settings.ts';
import { shelvesOf } from './shelves.ts';

/** Makes the judges of a catalog's drafts: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, settings: Settings) {
  const { catalog, answerSets } = view;
  const prover = new Prover(catalog, answerSets, () => shelvesOf(catalog, settings));
  const gates = gatesOn({
    knows: (id) => catalog.rowOf(id) !== null,
    reviewsOf: view.reviewsOf,
    reasonAgainst: view.reasonAgainst,
    isStated: (field, value) => answerSets.stating(field, value).some(() => true),
    answersOf: prover.answersOf,
    removedBy: prover.removedBy,
    othersFitting: prover.othersFitting,
    statedAgainst: prover.statedAgainst,
    withoutProfile: prover.withoutProfile,
    shelfOf: prover.shelfOf,
    maxAnswers: settings.maxAnswers,
    leastFitting: settings.leastFitting,
    leastWithoutProfile: settings.leastWithoutProfile,
  });
  return { prover, gates };
}
