import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { FamilyRecords, Judgement } from '../../pipeline/records.ts';
import type { SampleFacts } from '../../pipeline/run-tally.ts';
import { type CatalogView, viewOf } from '../../shopping/catalog-view.ts';
import { type AnswersLeft, neededOf } from '../../shopping/necessity.ts';
import { placementEntries } from '../../shopping/published/explained-placements.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import { lifeReader, rubricFacts, targetIn } from '../../shopping/published/task-life.ts';
import { recountOn, type SampleContext, type ShoppingSample } from '../../shopping/recount/index.ts';
import { requirementsOf } from '../../shopping/requirements.ts';
import type { Locked } from '../../shopping/task.ts';
import { namesPassed } from '../../stages/gate.ts';
import { NearDuplicates } from '../../stages/near-duplicate.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { groupOf } from './group.ts';
import { judgesOf } from './judges.ts';
import { lifeOf, textsOf } from './life.ts';
import { read } from './read.ts';
import { publish } from './record.ts';
import { countAnswers } from './recount.ts';
import { ShopsimulatorSample } from './sample.ts';
import { judgedTexts } from './semantic-texts.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { shelvesOf } from './shelves.ts';
import { Wording } from './wording.ts';

/** Judges samples on a catalog: what the gates find in the draft that is read back, and the sample published again. */
function judgeSamples(view: CatalogView, settings: Settings): (sample: ShopsimulatorSample) => Judgement<Locked> {
  const { prover, gates } = judgesOf(view, settings);
  return (sample) => {
    const draft = read(sample);
    if ('findings' in draft) return { ...draft, locked: null, again: null };
    const targets = view.productsOf(draft.task.targetIds);
    const input = { ...draft, targets };
    const { proof, provenance } = sample;
    const [target] = targets;
    const passed = namesPassed(gates, {
      semantic: proof.semantic === undefined ? undefined : SEMANTIC,
      overruled: provenance.overruled?.code,
    });
    return {
      locked: draft.task.locked,
      findings: gates.flatMap(({ check }) => check(input)),
      again:
        target === undefined
          ? null
          : () =>
              publish({
                ...draft,
                proof: prover.prove(input, passed, proof.semantic),
                target,
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

function recount(sample: ShopsimulatorSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, catalog, scan, report } = context;
  const settings = SETTINGS.parse(manifest.config);
  const { implicit_rubric_ids: implicitIds, proof } = sample;
  checkRubricIds(rubrics, { implicit_rubric_ids: implicitIds }, report);
  const draft = read(sample);
  if ('wording' in draft)
    checkSemantic({ semantic: proof.semantic, rubrics, implicitIds, texts: judgedTexts(draft.wording) }, report);
  const finish = [
    countAnswers(sample, rubrics, {
      ...{ catalog, scan, report, fine: shelvesOf(catalog, settings) },
      maxAnswers: settings.maxAnswers,
      leastFitting: settings.leastFitting,
      leastWithoutProfile: settings.leastWithoutProfile,
    }),
    replayAgents(sample, rubrics, context),
  ];
  return () => {
    for (const compare of finish) compare();
  };
}

const answersLeft = ({ answer_set: set }: ShopsimulatorSample['proof']): AnswersLeft => ({
  all: set.size,
  withoutPersona: set.without_profile,
  withoutClarification: set.without_answers,
  queryAlone: set.opening_alone,
});

/** What a report counts of a sample. */
function factsOf(sample: ShopsimulatorSample): SampleFacts {
  const { proof, target } = sample;
  const hides = sample.profile !== null || sample.knowledge.length > 0;
  return {
    query: sample.query,
    category: target.category.join(' > '),
    rubrics: sample.rubrics.map(rubricFacts),
    implicit: sample.implicit_rubric_ids.length,
    targets: 1,
    attempts: sample.provenance.attempts,
    answers: proof.answer_set.size,
    withheld: {
      'without the profile': proof.answer_set.without_profile,
      'without the answers': proof.answer_set.without_answers,
      'first message alone': proof.answer_set.opening_alone,
      'on its shelf': proof.shelf.products,
    },
    needed: hides ? neededOf(answersLeft(proof)) : null,
    price: target.price,
  };
}

const published = (sample: ShopsimulatorSample): ShoppingSample => ({
  id: sample.id,
  intent: sample.intent,
  targetIds: [sample.target.product_id],
  subject: null,
  query: sample.instruction,
  lockDigest: sample.lock.digest,
  provenance: { ...sample.provenance, worldDigest: sample.provenance.catalog_digest },
  overruled: sample.provenance.overruled ?? null,
  recount: (locked, context) => recount(sample, locked, context),
  groupIn: () => groupOf(sample.proof.shelf, sample.target.product_id),
  boundBy: () => [],
  life: (findings) => lifeOf(sample, findings),
  facts: () => factsOf(sample),
});

/** How the family's samples are read, judged and recounted. */
export const records: FamilyRecords<Catalog, ShoppingSample, Locked> = {
  head: z
    .looseObject({ id: z.string(), intent: z.string(), target: z.looseObject({ product_id: z.string() }) })
    .transform(({ id, intent, target }) => ({ id, intent, targetIds: [target.product_id] })),
  sample: ShopsimulatorSample.transform(published),
  // The instruction of a multi-turn task is what only the shopper knows; the query is what it says of it.
  agentKeys: ShopsimulatorSample.pick({ query: true, profile: true }),
  published: (record) => published(record as ShopsimulatorSample),
  judgeOn(catalog, config) {
    const settings = SETTINGS.parse(config);
    const judge = judgeSamples(viewOf(catalog, { language: settings.language, seed: config.seed }), settings);
    return { judge: (record) => judge(record as ShopsimulatorSample), admission: new NearDuplicates() };
  },
  recountOn: (catalog, manifest) => recountOn(catalog, manifest, AGENTS),
  requirementsOf,
  lifeOf: lifeReader(Wording, textsOf),
  targetIn,
  placements: placementEntries,
};
