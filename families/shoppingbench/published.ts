import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import { VALID } from '../../pipeline/folder/run-files.ts';
import type { FamilyRecords, Judgement } from '../../pipeline/records.ts';
import type { SampleFacts } from '../../pipeline/run-tally.ts';
import { type CatalogView, viewOf } from '../../shopping/catalog-view.ts';
import { QueryWording } from '../../shopping/draft.ts';
import { placementEntries } from '../../shopping/published/explained-placements.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import { lifeReader, rubricFacts, targetIn } from '../../shopping/published/task-life.ts';
import { recountOn, type SampleContext, type ShoppingSample } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import { namesPassed } from '../../stages/gate.ts';
import { NearDuplicates } from '../../stages/near-duplicate.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { normaliseText } from '../../text/normalise.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { INTENTS, PLANNING_ORDER } from './intents.ts';
import { judgesOf } from './judges.ts';
import { lifeOf, textsOf } from './life.ts';
import { read } from './read.ts';
import { publish } from './record.ts';
import { countAnswers, type OrdersLeft, orderOf } from './recount.ts';
import { ShoppingbenchSample } from './sample.ts';
import { SETTINGS } from './settings.ts';

/** Judges samples on a catalog: what the gates find in the draft that is read back, and the sample published again. */
function judgeSamples(view: CatalogView, maxAnswers: number): (sample: ShoppingbenchSample) => Judgement<Locked> {
  const { prover, gates } = judgesOf(view, maxAnswers);
  return (sample) => {
    const draft = read(sample);
    if ('findings' in draft) return { ...draft, locked: null, again: null };
    const targets = view.productsOf(draft.task.targetIds);
    const input = { ...draft, targets };
    const { proof, provenance } = sample;
    const [first, ...others] = targets;
    const passed = namesPassed(gates, {
      semantic: proof.semantic === undefined ? undefined : SEMANTIC,
      overruled: provenance.overruled?.code,
    });
    return {
      locked: draft.task.locked,
      findings: gates.flatMap(({ check }) => check(input)),
      again:
        first === undefined || targets.length < draft.task.targetIds.length
          ? null
          : () =>
              publish({
                ...draft,
                proof: prover.prove(input, passed, proof.semantic),
                targets: [first, ...others],
                question: provenance.question && { file: provenance.question.file, line: provenance.question.line },
                attempts: provenance.attempts,
                writer: provenance.writer,
                model: provenance.model,
                catalogDigest: provenance.catalog_digest,
                sources: { promptDigests: provenance.prompt_digests, replyDigests: provenance.reply_digests },
                overruled: provenance.overruled,
              }),
    };
  };
}

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

/** What a report counts of a sample. */
function factsOf({ query, rubrics, target_ids, provenance, proof }: ShoppingbenchSample): SampleFacts {
  const { together } = proof;
  return {
    query,
    category: null,
    rubrics: rubrics.map(rubricFacts),
    implicit: null,
    targets: target_ids.length,
    attempts: provenance.attempts,
    answers: proof.answer_set.size,
    withheld: together === null ? {} : { 'without shop or budget': together.without_condition },
    needed: null,
    price: orderPrice(rubrics, proof),
  };
}

/** Only orders with a voucher say what they cost. */
function orderPrice(
  rubrics: ShoppingbenchSample['rubrics'],
  { voucher }: ShoppingbenchSample['proof'],
): SampleFacts['price'] {
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  if (voucher === null || budget?.type !== 'budget_match') return null;
  return voucher.total / minorUnitsOf(budget.expected_value.voucher.currency);
}

const published = (sample: ShoppingbenchSample): ShoppingSample => ({
  id: sample.id,
  intent: sample.intent,
  targetIds: sample.target_ids,
  subject: sample.Knowledge_Attribute === undefined ? null : normaliseText(sample.Knowledge_Attribute),
  query: sample.query,
  lockDigest: sample.lock.digest,
  provenance: { ...sample.provenance, worldDigest: sample.provenance.catalog_digest },
  overruled: sample.provenance.overruled ?? null,
  recount: (locked, context) => recount(sample, locked, context),
  groupIn: () => sample.provenance.group,
  boundBy: (catalog) => shopsOf(sample, catalog),
  life: (findings) => lifeOf(sample, findings),
  facts: () => factsOf(sample),
});

/** How the family's samples are read, judged and recounted. */
export const records: FamilyRecords<Catalog, ShoppingSample, Locked> = {
  head: z
    .looseObject({ id: z.string(), intent: z.string(), target_ids: z.array(z.string()) })
    .transform(({ id, intent, target_ids: targetIds }) => ({ id, intent, targetIds })),
  sample: ShoppingbenchSample.transform(published),
  published: (record) => published(record as ShoppingbenchSample),
  judgeOn(catalog, config) {
    const { maxAnswers, language } = SETTINGS.parse(config);
    const judge = judgeSamples(viewOf(catalog, { language, seed: config.seed }), maxAnswers);
    return { judge: (record) => judge(record as ShoppingbenchSample), admission: new NearDuplicates() };
  },
  recountOn: (catalog, manifest) => recountOn(catalog, manifest, AGENTS, VALID),
  lifeOf: lifeReader(QueryWording, textsOf),
  targetIn,
  placements: placementEntries,
  orderInWave: PLANNING_ORDER,
  intentsWithSubject: INTENTS.filter(({ knowledge }) => knowledge).map(({ name }) => name),
};
