import { z } from 'zod';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { AnswersLeft } from '../../schemas/task-life.ts';
import { missingNecessity, neededOf } from '../../shopping/necessity.ts';
import type { Proof } from '../../shopping/proof.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import { shoppingRecords } from '../../stages/shopping/records.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { judgesOf } from './building.ts';
import { lifeOf, textsOf } from './explained.ts';
import { groupOf } from './planning.ts';
import { publish } from './publish.ts';
import { read } from './read-sample.ts';
import { countAnswers } from './recount.ts';
import { EcomagentbenchSample } from './sample.ts';
import { hiddenIntentTexts } from './semantic-texts.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { Wording } from './wording.ts';

/** Setting of runs whose manifests know no such setting: they kept to it, too. */
const KEEPING_ALL = { requireNecessity: 'off' };

function recount(sample: EcomagentbenchSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, scan, report } = context;
  const { maxAnswers, requireNecessity } = SETTINGS.parse({ ...KEEPING_ALL, ...manifest.config });
  const { implicit_rubric_ids: implicitIds, proof, user_query: query } = sample;
  const texts = hiddenIntentTexts({
    query,
    surfaces: {},
    persona: sample.user_persona,
    script: sample.clarification_script,
  });
  checkRubricIds(rubrics, { implicit_rubric_ids: implicitIds }, report);
  for (const { type, field, expected_value: value, id } of sample.rubrics)
    if (
      type !== 'entity_match' &&
      !sample.extracted_features.some((feature) => isSame(feature, { type, field, value }))
    )
      report('feature_unknown', `${id} is none of the extracted features`);
  checkSemantic({ semantic: proof.semantic, rubrics, implicitIds, texts }, report);
  const missing = missingNecessity(answersLeft(proof), requireNecessity);
  if (missing !== null)
    report(
      missing,
      `the run asked for --require-necessity ${requireNecessity}, and this sample's proof says otherwise`,
    );
  const finish = [countAnswers(sample, rubrics, maxAnswers, scan, report), replayAgents(sample, rubrics, context)];
  return () => {
    for (const compare of finish) compare();
  };
}

const NAMELESS = { brand: null, store: null };
const targetIdOf = ({ target_product: { product_id: id } }: EcomagentbenchSample) => id;
const isSame = (a: object, b: object) => canonicalJson(a) === canonicalJson(b);

const answersLeft = ({ answer_set: set }: EcomagentbenchSample['proof']): AnswersLeft => ({
  all: set.size,
  withoutPersona: set.without_persona,
  withoutClarification: set.without_clarification,
  queryAlone: set.query_alone,
});

/** Returns the facts of a sample that a report counts. */
function factsOf(sample: EcomagentbenchSample) {
  const { proof, target_product: target } = sample;
  const { without_persona, without_clarification, query_alone } = proof.answer_set;
  return {
    query: sample.user_query,
    category: target.main_category,
    withheld: {
      'without the persona': without_persona,
      'without the clarification': without_clarification,
      'query alone': query_alone,
    },
    needed: neededOf(answersLeft(proof)),
    price: target.price,
  };
}

/** Functions that read, judge and recount the family's samples. */
export const records = shoppingRecords<EcomagentbenchSample, Settings, Wording, Proof>(
  {
    line: EcomagentbenchSample,
    settings: SETTINGS,
    wording: Wording,
    agents: AGENTS,
    read,
    judgesOf,
    publish(publication, { extracted_features: extracted, provenance: { opinions_by: by } }) {
      return publish(publication, by === undefined ? undefined : { by }, extracted);
    },
    textsOf,
    lifeOf,
    factsOf,
    recount,
    told: (sample) => ({
      intent: sample.intent_category,
      targetIds: [targetIdOf(sample)],
      query: sample.user_query,
      groupIn: (catalog) => groupOf(catalog.productById(targetIdOf(sample)) ?? { id: targetIdOf(sample), ...NAMELESS }),
    }),
  },
  {
    head: z
      .looseObject({
        id: z.string(),
        intent_category: z.string(),
        target_product: z.looseObject({ product_id: z.string() }),
      })
      .transform(({ id, intent_category: intent, target_product }) => {
        return { id, intent, targetIds: [target_product.product_id] };
      }),
    // Profile and clarification stand behind get_user_profile and ask_user (paper, section 3): whether it asks is measured.
    agentKeys: EcomagentbenchSample.pick({ user_query: true }),
    hidden: {
      names: ['profile', 'clarification'],
      remedy:
        'What helps: more products of a kind, or each variant as a product of its own (docs/catalogs.md); without --require-necessity off such tasks are set aside',
      keepingAll: KEEPING_ALL,
    },
  },
);
