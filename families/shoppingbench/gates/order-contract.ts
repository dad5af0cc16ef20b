import type { QueryWording } from '../../../shopping/draft.ts';
import type { OrderContract } from '../../../shopping/intent.ts';
import { onlyShopOf, type Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate } from '../../../stages/gate.ts';

/** Finds tasks that do not hold what their intent promises: how many products, one shop, a voucher, a question. */
export const orderContract = defineGate<QueryWording, [{ contractOf(intent: string): OrderContract }]>({
  name: 'intent contract',
  codes: { intent_contract: 'the task does not hold what its intent promises' },
  final: true,
  check: ({ task, targets }, { contractOf }) => {
    const { sizes, oneShop, voucher, knowledge } = contractOf(task.intent);
    const { rubrics } = task.locked;
    const count = (type: Rubric['type']) => rubrics.filter((rubric) => rubric.type === type).length;
    const broken: string[] = [];
    if (!Object.hasOwn(sizes, targets.length))
      broken.push(`is about ${targets.length} products, expected ${Object.keys(sizes).join(', ')}`);
    const expected: readonly [Rubric['type'], boolean][] = [
      ['same_shop', oneShop],
      ['budget_match', voucher],
      ['knowledge_match', knowledge],
    ];
    for (const [type, wanted] of expected) {
      if (count(type) !== (wanted ? 1 : 0))
        broken.push(`has ${count(type)} ${type} rubrics, expected ${wanted ? 1 : 0}`);
    }
    if (oneShop && onlyShopOf(targets) === null) broken.push('has products of several shops');
    const issuers = rubrics.flatMap((rubric) =>
      rubric.type === 'budget_match' ? [rubric.expected_value.voucher.issuer] : [],
    );
    if (issuers.includes('shop') && onlyShopOf(targets) === null)
      broken.push("has a shop's voucher on products of several shops");
    return broken.map((detail) => ({ code: 'intent_contract', path: 'rubrics', detail: `${task.intent}: ${detail}` }));
  },
});
