import type { Catalog } from '../../catalog/index.ts';
import { type AnswerSets, everyBit, type SatisfactionTable } from '../../shopping/answers/answer-set.ts';
import { statedAnswers } from '../../shopping/answers/task-answers.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { isJudgedTogether, type Requirement, type Rubric, statedBy } from '../../shopping/kinds/index.ts';
import type { SemanticProof } from '../../shopping/semantic.ts';
import { entityAt, type LockedTask } from '../../shopping/task.ts';
import { weigh } from '../../shopping/vouchers/plan.ts';
import { priceAfterVoucher } from '../../shopping/vouchers/voucher.ts';
import type { GateInput } from '../../stages/gate.ts';
import { byCodeUnit } from '../../text/order.ts';
import { rivalTotals } from './order-conditions.ts';
import { OrderIndex } from './order-index.ts';
import type { OrderProof } from './sample.ts';

type VoucherParts = Pick<NonNullable<OrderProof['voucher']>, 'deciding' | 'idle'>;

interface Dependencies {
  readonly catalog: Catalog;
  readonly answerSets: AnswerSets;
  readonly orders: OrderIndex;
  /**
   * Sorts the parts of a task's voucher into those that change the verdict on its own order or on a neighbouring one,
   * and idle ones.
   */
  voucherParts(input: GateInput<QueryWording>): VoucherParts;
}

/** The counts of one task in the catalog: each target's answers, and the orders they make. */
interface Found {
  readonly task: LockedTask;
  readonly targets: readonly { readonly rubrics: readonly Rubric[]; readonly table: SatisfactionTable }[];
  readonly joint: readonly Rubric[];
  /** Ids joined by "+", in code-unit order. */
  readonly answers: readonly string[];
  readonly withoutCondition: number;
  readonly shops: number;
}

/** Counts the answers of tasks about one product or several, computing each task once. */
export class OrderProver {
  readonly #dependencies: Dependencies;
  #last: Found | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Orders that satisfy everything: ids joined by "+", in code-unit order. */
  readonly answersOf = (task: LockedTask): readonly string[] => this.#find(task).answers;

  #find(task: LockedTask): Found {
    if (this.#last?.task !== task) this.#last = this.#compute(task);
    return this.#last;
  }

  #compute(task: LockedTask): Found {
    const { answerSets, orders, catalog } = this.#dependencies;
    const joint = task.locked.rubrics.filter(isJudgedTogether);
    const targets = task.targetIds.map((_, place) => {
      const rubrics = task.locked.rubrics.filter(
        (rubric) => !isJudgedTogether(rubric) && (rubric.target ?? 0) === place,
      );
      return { rubrics, table: answerSets.table(entityAt(task, place).phrase, rubrics as readonly Requirement[]) };
    });
    const lists = targets.map(({ rubrics, table }) => table.rowsOf(everyBit(rubrics.length)));
    const all = orders.combinations(lists, []);
    if (all === null) throw new RangeError(`${task.id} leaves more combinations than can be counted`);
    const kept = all.filter((rows) => orders.holds(rows, joint as readonly Requirement[]));
    const idOf = (row: number) => catalog.productByRow(row).id;
    return {
      task,
      targets,
      joint,
      answers: kept.map((rows) => rows.map(idOf).join('+')).sort(byCodeUnit),
      withoutCondition: all.length,
      shops: new Set(kept.map(([row]) => catalog.shopId(row as number))).size,
    };
  }

  /** Everything the sample's `proof` holds; `semantic` is what models found, where any read the draft. */
  readonly prove = (
    input: GateInput<QueryWording>,
    gatesPassed: readonly string[],
    semantic?: SemanticProof,
  ): OrderProof => {
    const { task, targets: products } = input;
    const { targets, joint, answers, withoutCondition, shops } = this.#find(task);
    return {
      answer_set: statedAnswers(answers),
      targets: targets.map(({ rubrics, table }, place) => ({
        product_id: task.targetIds[place] as string,
        answers: table.count(everyBit(rubrics.length)),
        noun_phrase_alone: table.rows.length,
      })),
      together:
        joint.length === 0
          ? null
          : {
              shops: joint.some(({ type }) => type === 'same_shop') ? shops : null,
              without_condition: withoutCondition,
            },
      voucher: this.#voucherProof(input),
      rubrics: task.locked.rubrics.map((rubric) => {
        const judged = isJudgedTogether(rubric)
          ? products
          : products.slice(rubric.target ?? 0, (rubric.target ?? 0) + 1);
        return {
          rubric_id: rubric.id,
          target_states: judged.flatMap((product) => statedBy(product, rubric)),
          removes: this.removedBy(task, rubric),
        };
      }),
      gates_passed: [...gatesPassed],
      ...(semantic === undefined ? {} : { semantic }),
    };
  };

  /** Counts what a rubric alone removes: products of its target, or whole orders; not defined for the noun phrase. */
  removedBy(task: LockedTask, rubric: Rubric): number | null {
    const { targets, answers, withoutCondition } = this.#find(task);
    if (rubric.type === 'entity_match') return null;
    if (isJudgedTogether(rubric)) return withoutCondition - answers.length;
    const { rubrics, table } = targets[rubric.target ?? 0] as Found['targets'][number];
    const everything = everyBit(rubrics.length);
    const bit = 2 ** rubrics.indexOf(rubric);
    return table.count(everything - bit) - table.count(everything);
  }

  #voucherProof(input: GateInput<QueryWording>): OrderProof['voucher'] {
    const { voucher } = input.task.locked;
    if (voucher === null) return null;
    const total = input.targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
    return { total, price_after: priceAfterVoucher(total, voucher), ...this.#dependencies.voucherParts(input) };
  }
}

/** Makes the prover that counts the answers of tasks about a catalog. */
export const proverOn = (view: CatalogView, orders = new OrderIndex(view.catalog)): OrderProver =>
  new OrderProver({ ...view, orders, voucherParts: (input) => voucherParts(input, view) });

/**
 * Finds the parts of a voucher that change a verdict: on the task's own order, or on one with a product swapped for a
 * rival.
 */
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
