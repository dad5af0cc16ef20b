import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import type { Report } from '../../../schemas/violation.ts';
import { NEVER_ASKING, ORACLE, PERSONA_BLIND, QUERY_ONLY } from '../../../shopping/agents/roster.ts';
import type { Locked } from '../../../shopping/task.ts';
import type { PublishedSample, RecordFamily, SampleContext } from '../../../shopping/verify/record.ts';
import { checkRubricIds } from '../../../shopping/verify/rubric-ids.ts';
import { checkSemantic, type ReadText } from '../../../shopping/verify/semantic.ts';
import { checkSurfaces } from '../../../shopping/verify/surfaces.ts';
import { unfinishedTaskOf } from '../../../shopping/verify/task-life.ts';
import { checkVoucherText } from '../../../shopping/verify/voucher-text.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { EcomagentbenchSample } from '../sample.ts';
import { Wording } from '../wording.ts';
import { countAnswers } from './answers.ts';
import { checkDialogue } from './dialogue.ts';
import { factsOf } from './facts.ts';
import { checkLeaks } from './leaks.ts';
import { lifeOf, textsOf } from './life.ts';
import { lockedBy } from './lock.ts';
import { checkRecordCounts } from './record-counts.ts';
import { replayAgents } from './replay.ts';
import { checkTarget } from './target.ts';
import { checkPersona, checkSlots } from './texts.ts';

function check(sample: EcomagentbenchSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, catalog, scan, report } = context;
  const { config } = manifest;
  const { implicit_rubric_ids, clarification_script, proof } = sample;
  const linked = clarification_script.clarification_slots.flatMap(({ linked_rubric_ids }) => linked_rubric_ids);
  checkRubricIds(rubrics, proof.rubrics, { implicit_rubric_ids, 'the clarification script': linked }, report);
  for (const { id, info_source } of rubrics) {
    if (implicit_rubric_ids.includes(id) && info_source !== 'query')
      report('unknown_id', `implicit_rubric_ids names ${id}, which is no rubric of the query`);
  }
  checkSurfaces(sample.user_query, sample.rubrics, report);
  checkPersona(sample, rubrics, report);
  checkSemantic(
    { semantic: proof.semantic, rubrics, implicitIds: implicit_rubric_ids, texts: readTexts(sample) },
    report,
  );
  checkSlots(sample, report);
  checkLeaks(sample, rubrics, report);
  checkVoucherText(sample.user_query, rubrics, sample.rubrics, report);
  checkDialogue(sample, rubrics, report);
  checkRecordCounts(sample, rubrics, report);
  checkTarget(sample, rubrics, catalog, report);
  if (config.requireNecessity && !proof.answer_set.both_hidden_sources_needed) {
    report(
      'necessity_not_attained',
      'the run asked for samples whose hidden sources both matter, and this one does not say so',
    );
  }
  const finish = [
    countAnswers(sample, rubrics, config.maxAnswers, scan, report),
    replayAgents(sample, rubrics, context),
  ];
  return () => {
    for (const compare of finish) compare();
  };
}

/** Query, profile and answers, the profile line by line as a judge reads it. */
function readTexts({
  user_query,
  user_persona: persona,
  clarification_script: script,
}: EcomagentbenchSample): ReadText[] {
  const lines = (fields: Readonly<Record<string, string | readonly string[]>>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`)
      .join('\n');
  const { product_requirements, demographics, lifestyle, shopping_habits } = persona;
  const context = lines({ ...demographics, ...lifestyle, ...shopping_habits });
  return [
    { source: 'query', slotId: null, text: user_query },
    { source: 'persona_requirements', slotId: null, text: lines(product_requirements) },
    { source: 'persona_context', slotId: null, text: context },
    ...script.clarification_slots.map(({ slot_id, user_response }): ReadText => {
      return { source: 'clarification', slotId: slot_id, text: user_response };
    }),
  ];
}

/** Products of one brand come in lines whose members differ little. */
function groupOf({ target_product: { product_id: id } }: EcomagentbenchSample, catalog: Catalog): string {
  const target = catalog.productById(id);
  return normaliseText(target?.brand ?? target?.store ?? '') || id;
}

const published = (sample: EcomagentbenchSample): PublishedSample => ({
  id: sample.id,
  intent: sample.intent_category,
  targetIds: [sample.target_product.product_id],
  subject: null,
  query: sample.user_query,
  lockDigest: sample.lock.digest,
  provenance: sample.provenance,
  overruled: sample.provenance.overruled ?? null,
  locked: (report: Report) => lockedBy(sample, report),
  check: (locked, context) => check(sample, locked, context),
  groupIn: (catalog) => groupOf(sample, catalog),
  boundBy: () => [],
  life: (findings) => lifeOf(sample, findings),
  facts: () => factsOf(sample),
});

/** One product, asked for with intent spread over query, persona and clarification. */
export const ecomagentbench: RecordFamily = {
  name: 'ecomagentbench',
  head: z
    .looseObject({
      id: z.string(),
      intent_category: z.string(),
      target_product: z.looseObject({ product_id: z.string() }),
    })
    .transform(({ id, intent_category: intent, target_product }) => {
      return { id, intent, targetIds: [target_product.product_id] };
    }),
  sample: EcomagentbenchSample.transform(published),
  published: (record) => published(record as EcomagentbenchSample),
  unfinished: unfinishedTaskOf(Wording, textsOf),
  agents: [ORACLE, PERSONA_BLIND, NEVER_ASKING, QUERY_ONLY],
  orderInWave: null,
  intentsWithSubject: [],
};
