import { OrderIndex } from '../../shopping/answers/orders.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { satisfies } from '../../shopping/kinds/index.ts';
import { entityAt } from '../../shopping/task.ts';
import { weigh } from '../../shopping/vouchers/plan.ts';
import { rivalTotals } from '../../stages/extract/order-conditions.ts';
import type { GateInput } from '../../stages/gate.ts';
import { gatesOn } from './gates/index.ts';
import { OrderProver } from './prover.ts';

/** What judges the drafts of a catalog: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, maxAnswers: number) {
  const { catalog, answerSets } = view;
  const orders = new OrderIndex(catalog);
  const prover = new OrderProver({ catalog, answerSets, orders, voucherParts: (input) => voucherParts(input, view) });
  const gates = gatesOn({
    answersOf: prover.answersOf,
    reviewsOf: view.reviewsOf,
    knows: (id) => catalog.rowOf(id) !== null,
    maxAnswers,
    reasonAgainst: view.reasonAgainst,
    excludesAny(task, rubric) {
      const place = rubric.target ?? 0;
      const row = catalog.rowOf(task.targetIds[place] ?? '');
      const fails = (other: number) => satisfies(catalog.productByRow(other), rubric) === 'no';
      if (answerSets.holding(entityAt(task, place).phrase).some(fails)) return true;
      return row !== null && catalog.shelfRows(catalog.shelfOf(row).id).some(fails);
    },
  });
  return { prover, gates };
}

/** Which parts of a voucher change a verdict: on the task's own order, or on one with a product swapped for a rival. */
function voucherParts({ task, targets }: GateInput<QueryWording>, { catalog, answerSets }: CatalogView) {
  const budget = task.locked.rubrics.find((rubric) => rubric.type === 'budget_match');
  if (budget === undefined) return { deciding: [], idle: [] };
  const { currency } = budget.expected_value.voucher;
  const total = targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
  const contexts = targets.map((product, place) => ({
    product,
    row: catalog.rowOf(product.id) ?? -1,
    rivals: answerSets.holding(entityAt(task, place).phrase),
    catalog,
  }));
  const { deciding, idle } = weigh(budget.expected_value, [total, ...rivalTotals(contexts, total, currency)]);
  return {
    deciding: deciding.map(({ part, changes, priceMinor }) => ({ part, changes, total: priceMinor })),
    idle: idle.map(({ part }) => part),
  };
}
