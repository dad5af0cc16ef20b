import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { CONDITION_BLIND, NAME_ONLY, ORACLE } from '../../../shopping/agents/roster.ts';
import { QueryWording } from '../../../shopping/draft.ts';
import type { Locked } from '../../../shopping/task.ts';
import type { PublishedSample, RecordFamily, SampleContext } from '../../../shopping/verify/record.ts';
import { checkRubricIds } from '../../../shopping/verify/rubric-ids.ts';
import { checkSemantic } from '../../../shopping/verify/semantic.ts';
import { checkSurfaces } from '../../../shopping/verify/surfaces.ts';
import { unfinishedTaskOf } from '../../../shopping/verify/task-life.ts';
import { checkVoucherText } from '../../../shopping/verify/voucher-text.ts';
import { normaliseText } from '../../../text/normalise.ts';
import type { PublishedReward } from '../published-task.ts';
import { ShoppingbenchSample } from '../sample.ts';
import { countAnswers, type OrdersLeft } from './answers.ts';
import { checkBudget } from './budget.ts';
import { checkDocument } from './document.ts';
import { factsOf } from './facts.ts';
import { checkKnowledge } from './knowledge.ts';
import { lifeOf, textsOf } from './life.ts';
import { checkIntent, isAboutOne, type Order, orderOf } from './order.ts';
import { replayAgents } from './replay.ts';
import { checkReward } from './reward.ts';
import { checkTargets, targetsIn } from './targets.ts';

/** What was locked: the rubrics without the words the writer found for them. Nothing is hidden, so none is implicit. */
function lockedBy({ rubrics: published }: ShoppingbenchSample): Locked {
  const rubrics = published.map(({ query_surface: _surface, ...rubric }) => rubric);
  const voucher = rubrics.find((rubric) => rubric.type === 'budget_match')?.expected_value.voucher ?? null;
  return { rubrics, implicit_rubric_ids: [], voucher };
}

function check(sample: ShoppingbenchSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, catalog, scan, report } = context;
  checkRubricIds(rubrics, sample.proof.rubrics, {}, report);
  checkSurfaces(sample.query, sample.rubrics, report);
  checkVoucherText(sample.query, rubrics, sample.rubrics, report);
  const texts = [{ source: 'query', slotId: null, text: sample.query }] as const;
  checkSemantic({ semantic: sample.proof.semantic, rubrics, implicitIds: [], texts }, report);
  const order = orderOf(sample.target_ids, rubrics, report);
  if (order === null) return () => {};
  checkIntent(sample.intent, order, report);
  checkKnowledge(sample, order, report);
  const products = targetsIn(catalog, sample.target_ids, report);
  if (products !== null) {
    checkTargets(sample, order, products, report);
    checkBudget(sample, order, products, report);
    checkRewards(sample, order, products, report);
  }
  const { maxAnswers } = manifest.config;
  const onFound = (left: OrdersLeft) => replayAgents(sample, order, left, context);
  return countAnswers(sample, order, { maxAnswers, catalog, scan, report, onFound });
}

/** One reward where the intent is about one product, a list where it can be about several; a knowledge task's is the whole product. */
function checkRewards(
  { reward, intent }: ShoppingbenchSample,
  { targets }: Order,
  products: readonly Product[],
  report: SampleContext['report'],
): void {
  const rewards = [reward].flat();
  if (rewards.length !== targets.length) {
    report('reward_differs', `there are ${rewards.length} rewards for ${targets.length} targets`);
    return;
  }
  if (Array.isArray(reward) === isAboutOne(intent)) {
    report('reward_differs', `${intent}: the reward is ${Array.isArray(reward) ? 'a' : 'no'} list`);
    return;
  }
  for (const [place, product] of products.entries()) {
    const own = rewards[place] as PublishedReward;
    if (intent === 'knowledge') checkDocument(own, product, report);
    else checkReward(own, product, targets[place]?.rubrics ?? [], report);
  }
}

/** A shop's products are alike: none of its targets may be in another split than another one's. */
const shopsOf = ({ target_ids }: ShoppingbenchSample, catalog: Catalog): string[] =>
  target_ids.flatMap((id) => {
    const shop = catalog.productById(id)?.shopId ?? null;
    return shop === null ? [] : [`shop ${shop}`];
  });

const published = (sample: ShoppingbenchSample): PublishedSample => ({
  id: sample.id,
  intent: sample.intent,
  targetIds: sample.target_ids,
  subject: sample.Knowledge_Attribute === undefined ? null : normaliseText(sample.Knowledge_Attribute),
  query: sample.query,
  lockDigest: sample.lock.digest,
  provenance: sample.provenance,
  overruled: sample.provenance.overruled ?? null,
  locked: () => lockedBy(sample),
  check: (locked, context) => check(sample, locked, context),
  groupIn: () => sample.provenance.group,
  boundBy: (catalog) => shopsOf(sample, catalog),
  life: (findings) => lifeOf(sample, findings),
  facts: () => factsOf(sample),
});

/** Orders of one product or several whose query states every requirement. */
export const shoppingbench: RecordFamily = {
  name: 'shoppingbench',
  head: z
    .looseObject({ id: z.string(), intent: z.string(), target_ids: z.array(z.string()) })
    .transform(({ id, intent, target_ids: targetIds }) => ({ id, intent, targetIds })),
  sample: ShoppingbenchSample.transform(published),
  published: (record) => published(record as ShoppingbenchSample),
  unfinished: unfinishedTaskOf(QueryWording, textsOf),
  agents: [ORACLE, CONDITION_BLIND, NAME_ONLY],
  orderInWave: ['multi_products_seller', 'coupon_budget', 'products_finder', 'knowledge'],
  intentsWithSubject: ['knowledge'],
};
