import type { Finding } from '../../../schemas/finding.ts';
import type { Product } from '../../../schemas/product.ts';
import type { IntentContract, IntentContracts } from '../../../shopping/intent.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { voucherIsNeeded } from '../../../shopping/vouchers/voucher.ts';
import { defineGate } from '../../../stages/gate.ts';
import { sizeBreaches } from '../size-contract.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  contractsOf(intent: string): IntentContracts;
  /** Counts the products that satisfy at least half of the other decidable rubrics and fail this one. */
  nearMissesRemovedBy(task: LockedTask, rubricId: string): number;
  /** Tells whether another product of the target's main category states the value for the field. */
  statedElsewhere(field: string, value: string, productId: string): boolean;
}

/** Finds tasks that do not hold what their intent promises, whatever their features are. */
export const intentContract = defineGate<Wording, [Dependencies]>({
  name: 'intent contract',
  codes: { intent_contract: 'the task does not hold what its intent promises' },
  final: true,
  check: ({ task, targets: [target] }, dependencies) => {
    const contracts = dependencies.contractsOf(task.intent);
    const sizes = contracts.map((contract) => sizeBreaches(task, contract));
    const size = sizes.some((breaches) => breaches.length === 0) ? [] : (sizes.at(-1) as string[]);
    const breaches = [...size, ...constraintBreaches(task, contracts[0], target, dependencies)];
    return breaches.map(
      (detail): Finding => ({ code: 'intent_contract', path: 'rubrics', detail: `${task.intent}: ${detail}` }),
    );
  },
});

function constraintBreaches(
  task: LockedTask,
  { definingConstraint }: IntentContract,
  target: Product | undefined,
  dependencies: Dependencies,
): string[] {
  const { rubrics } = task.locked;
  switch (definingConstraint) {
    case null:
      return [];
    case 'rating':
      return rubrics.some(({ field }) => field === 'average_rating' || field === 'rating_number')
        ? []
        : ['no rating or rating-count requirement'];
    case 'exclusion': {
      const exclusions = rubrics.filter((rubric) => rubric.type === 'negative_attribute');
      if (exclusions.length === 0) return ['no exclusion'];
      const invented = exclusions.flatMap(({ field, expected_value }) =>
        expected_value
          .filter((value) => !dependencies.statedElsewhere(field, value, target?.id ?? ''))
          .map((value) => `excludes "${value}", which no other product states for ${field}`),
      );
      const idle = exclusions.every(({ id }) => dependencies.nearMissesRemovedBy(task, id) === 0);
      return idle ? [...invented, 'no exclusion removes a near miss'] : invented;
    }
    case 'voucher': {
      const budgets = rubrics.filter((rubric) => rubric.type === 'budget_match');
      const [budget] = budgets;
      if (budget === undefined || budgets.length > 1) return [`${budgets.length} budgets, exactly one is promised`];
      const breaches: string[] = [];
      if (!voucherIsNeeded(target?.priceMinor ?? null, budget.expected_value))
        breaches.push('the target is within the budget without the voucher');
      if (rubrics.some(({ field }) => field === 'price'))
        breaches.push('a price requirement beside the budget that implies it');
      return breaches;
    }
    case 'opinions': {
      const opinions = rubrics.filter(({ type }) => type === 'review_opinion').length;
      return opinions === 2 ? [] : [`${opinions} review opinions, two are promised`];
    }
  }
}
