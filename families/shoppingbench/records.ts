import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import { QueryWording } from '../../shopping/draft.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import { shoppingRecords } from '../../stages/shopping/records.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { normaliseText } from '../../text/normalise.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { judgesOf } from './building.ts';
import { lifeOf, textsOf } from './explained.ts';
import { INTENTS, PLANNING_ORDER } from './intents.ts';
import { publish } from './publish.ts';
import { read } from './read-sample.ts';
import { countAnswers, type OrdersLeft, orderOf } from './recount.ts';
import { ShoppingbenchSample } from './sample.ts';
import { SETTINGS } from './settings.ts';

function recount(sample: ShoppingbenchSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, scan, report } = context;
  checkRubricIds(rubrics, {}, report);
  const texts = [{ source: 'query', slotId: null, text: sample.query }] as const;
  checkSemantic({ semantic: sample.proof.semantic, rubrics, implicitIds: [], texts }, report);
  const order = orderOf(sample.target_ids, rubrics);
  const { maxAnswers } = SETTINGS.parse(manifest.config);
  const onFound = (left: OrdersLeft) => replayAgents(sample, order, left, context);
  return countAnswers(sample, order, { maxAnswers, scan, report, onFound });
}

/** A shop's products are alike: none of its targets may be in another split than another one's. */
const shopsOf = ({ target_ids }: ShoppingbenchSample, catalog: Catalog): string[] =>
  target_ids.flatMap((id) => {
    const shop = catalog.productById(id)?.shopId ?? null;
    return shop === null ? [] : [`shop ${shop}`];
  });

/** Returns the facts of a sample that a report counts. */
function factsOf({ query, rubrics, proof }: ShoppingbenchSample) {
  const { together } = proof;
  return {
    query,
    category: null,
    withheld: (together === null ? {} : { 'without shop or budget': together.without_condition }) as Record<
      string,
      number
    >,
    needed: null,
    price: orderPrice(rubrics, proof),
  };
}

/** Only orders with a voucher say what they cost. */
function orderPrice(rubrics: ShoppingbenchSample['rubrics'], { voucher }: ShoppingbenchSample['proof']): number | null {
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  if (voucher === null || budget?.type !== 'budget_match') return null;
  return voucher.total / minorUnitsOf(budget.expected_value.voucher.currency);
}

/** Functions that read, judge and recount the family's samples. */
export const records = shoppingRecords(
  {
    line: ShoppingbenchSample,
    settings: SETTINGS,
    wording: QueryWording,
    agents: AGENTS,
    read,
    judgesOf: (view, { maxAnswers }) => judgesOf(view, maxAnswers),
    publish: (publication, { provenance: { question } }) =>
      publish(publication, question && { file: question.file, line: question.line }),
    textsOf,
    lifeOf,
    factsOf,
    recount,
    told: (sample) => ({
      intent: sample.intent,
      targetIds: sample.target_ids,
      subject: sample.Knowledge_Attribute === undefined ? null : normaliseText(sample.Knowledge_Attribute),
      query: sample.query,
      groupIn: () => sample.provenance.group,
      boundBy: (catalog) => shopsOf(sample, catalog),
    }),
  },
  {
    head: z
      .looseObject({ id: z.string(), intent: z.string(), target_ids: z.array(z.string()) })
      .transform(({ id, intent, target_ids: targetIds }) => ({ id, intent, targetIds })),
    // Voucher and budget too are said in the query.
    agentKeys: ShoppingbenchSample.pick({ query: true }),
    orderInWave: PLANNING_ORDER,
    intentsWithSubject: INTENTS.filter(({ knowledge }) => knowledge).map(({ name }) => name),
  },
);
