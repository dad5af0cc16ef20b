import type { DescribedStep } from '../../pipeline/stage.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import type { OrderContract } from '../../shopping/intent.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import type { Voucher } from '../../shopping/vouchers/schema.ts';
import type { ExtractParts, Shortfall, TargetContext } from '../../stages/extract/index.ts';
import { addServices, addSkuOption } from '../../stages/extract/offers.ts';
import { addPriceRange } from '../../stages/extract/price-range.ts';
import { findMentions } from '../../text/mentions.ts';
import { containsWords, normaliseText } from '../../text/normalise.ts';
import { orderVoucher, type PlanVoucher, sameShop } from './order-conditions.ts';
import type { Question } from './questions/question.ts';

interface Dependencies {
  contractOf(intent: string): OrderContract;
  /** The question a task asks: one whose answer is the task's subject. */
  questionOf(task: PlannedTask): Question | undefined;
  /** Returns the issuer of the voucher of a task. */
  issuerOf(task: PlannedTask): Voucher['issuer'];
  /** Tells whether the query has words for a feature. */
  canSay(feature: Feature): boolean;
  canSayService(service: string): boolean;
  readonly planVoucher: PlanVoucher;
}

/** The stage's name, with the codes and remedies for products that fall short of a task's needs. */
export const STATED_NEEDS = {
  name: 'extract',
  rejections: {
    too_few_features: 'a product states fewer plausible, sayable facts than its task needs',
    unknown_question: 'the question of the task is not among the questions given',
    answer_is_product: 'the answer of the question is what the product is called, so asking for it tells the answer',
    no_common_shop: 'the products of the task are not sold by one shop',
    no_voucher: 'no human voucher is needed by the order and decides a verdict',
    several_prices: 'what a product costs depends on the variant, and a voucher needs one price',
  },
  remedies: {
    too_few_features:
      'more detail fields per product; `npm run explain` lists what was kept and what was dropped, with the reason',
    unknown_question: 'the file of questions the run was started with',
    answer_is_product: 'questions about names, places, materials',
    no_common_shop: 'shop ids',
    no_voucher: 'prices, and more products of the same kind',
    several_prices:
      'each variant as a product of its own: a row for each, with its SKU as the id of the mapping (docs/catalogs.md, "Each variant as a product of its own")',
  },
} satisfies DescribedStep;

/** Makes the parts of the extract stage for tasks of one or several targets whose query states every requirement. */
export const statedNeeds = (dependencies: Dependencies): ExtractParts => {
  const { contractOf } = dependencies;
  return {
    ofTarget(context) {
      const { task, collected, product } = context;
      const { knowledge, voucher, leastEach } = contractOf(task.intent);
      const shortfall = knowledge ? addKnowledge(context, dependencies) : null;
      if (shortfall !== null) return shortfall;
      addSkuOption(context, dependencies.canSay);
      collected.addDetails();
      addServices(context, dependencies.canSayService);
      // A budget already says what may be spent.
      if (!voucher) addPriceRange(context);
      const stated = collected.features.filter(({ type }) => type !== 'knowledge_match').length;
      if (stated >= leastEach) return null;
      return { code: 'too_few_features', detail: `${stated} of ${leastEach} for "${product.title}"` };
    },
    together(contexts, draw) {
      const [first] = contexts;
      if (first === undefined) return [];
      const contract = contractOf(first.task.intent);
      const features: Feature[] = [];
      if (contract.oneShop) {
        const shop = sameShop(contexts);
        if ('code' in shop) return shop;
        features.push(...shop);
      }
      if (contract.voucher) {
        const { planVoucher, issuerOf } = dependencies;
        const budget = orderVoucher(contexts, draw, issuerOf(first.task), planVoucher);
        if ('code' in budget) return budget;
        features.push(...budget);
      }
      return features;
    },
    rejections: STATED_NEEDS.rejections,
  };
};

/** Adds the question the task turns on. */
function addKnowledge({ task, collected, product }: TargetContext, { questionOf }: Dependencies): Shortfall | null {
  const question = questionOf(task);
  if (question === undefined)
    return { code: 'unknown_question', detail: `no question has the answer "${task.subject ?? ''}"` };
  // As the title writes it: a reader that looks for it letter by letter finds it.
  const answer =
    findMentions(product.title, question.answer)
      .map(({ start, end }) => product.title.slice(start, end))
      .find((written) => normaliseText(written) === normaliseText(question.answer)) ?? question.answer;
  if (containsWords(collected.entity.phrase, answer) || containsWords(answer, collected.entity.phrase)) {
    return {
      code: 'answer_is_product',
      detail: `"${answer}" and "${collected.entity.phrase}" in "${product.title}"`,
    };
  }
  collected.addKnowledge(
    {
      type: 'knowledge_match',
      field: 'knowledge',
      value: { question: question.question, answer },
      sources: ['query'],
      implicit: false,
      required: true,
    },
    answer,
  );
  return null;
}
