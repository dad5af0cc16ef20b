import { z } from 'zod';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { AnswersLeft, Entry, ExplainedText } from '../../schemas/task-life.ts';
import { Feature, factText, KINDS } from '../../shopping/kinds/index.ts';
import { missingNecessity, neededOf } from '../../shopping/necessity.ts';
import type { Proof } from '../../shopping/proof.ts';
import { answersEntry, evidenceEntries } from '../../shopping/published/explained-proof.ts';
import { explainedText } from '../../shopping/published/explained-texts.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import { type OwnLife, targetTold } from '../../shopping/published/task-life.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import { shoppingRecords } from '../../stages/shopping/records.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { judgesOf } from './building.ts';
import { read } from './read.ts';
import { publish } from './record.ts';
import { countAnswers } from './recount.ts';
import { EcomagentbenchSample } from './sample.ts';
import { hiddenIntentTexts } from './semantic-texts.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { groupOf } from './split-group.ts';
import { Wording } from './wording.ts';

/** Every text of an attempt in the order a shopping agent meets it. */
function textsOf(
  { query, persona, script }: Pick<Wording, 'query' | 'persona' | 'script'>,
  findings: readonly Finding[],
): ExplainedText[] {
  const one = (name: string, path: string, value: unknown) => explainedText(name, path, value, findings);
  const slots = script.clarification_slots.flatMap((slot) => {
    const path = `clarification_slots.${slot.slot_id}`;
    return [
      one(`${slot.slot_id} hides`, `${path}.hidden_info`, slot.hidden_info),
      one(`${slot.slot_id} keywords`, `${path}.trigger_keywords`, slot.trigger_keywords),
      one(`${slot.slot_id} answer`, `${path}.user_response`, slot.user_response),
    ];
  });
  return [
    one('query', 'user_query', query),
    one('persona wants', 'user_persona.product_requirements', persona.product_requirements),
    one('demographics', 'user_persona.demographics', persona.demographics),
    one('lifestyle', 'user_persona.lifestyle', persona.lifestyle),
    one('habits', 'user_persona.shopping_habits', persona.shopping_habits),
    ...slots,
    one('default answer', 'default_response', script.default_response),
  ].filter(({ text }) => text !== '');
}

/** A published fact in words; where it could be placed is not published. */
function publishedFactText({ type, field, value }: EcomagentbenchSample['extracted_features'][number]): string {
  if (type === 'review_opinion' && typeof value === 'string') return `${KINDS.review_opinion.name}: ${value}`;
  const parsed = Feature.safeParse({ type, field, value, sources: ['query'], implicit: false, required: false });
  return parsed.success ? factText(parsed.data) : `${field}: ${JSON.stringify(value)}`;
}

/** Tells what only this family can of a task whose sample was built. */
function lifeOf(sample: EcomagentbenchSample, findings: readonly Finding[]): OwnLife {
  const { rubrics, proof, provenance, target_product: target } = sample;
  const placed = rubrics.filter(({ type }) => type !== 'entity_match').length;
  const texts = { query: sample.user_query, persona: sample.user_persona, script: sample.clarification_script };
  return {
    targets: [targetTold(target, target.main_category, sample)],
    // The features that became rubrics come first, as many as there are.
    unplaced: sample.extracted_features.slice(placed).map(publishedFactText),
    texts: textsOf(texts, findings),
    proof: [...proofEntries(proof), ...opinionEntry(provenance.opinions_by)],
  };
}

function proofEntries({ answer_set: answers, rubrics, dialogue }: Proof): Entry[] {
  return [
    answersEntry(answers, 'product'),
    {
      name: 'withheld',
      text: `${counted(answers.without_persona, 'product')} without the persona, ${formatCount(answers.without_clarification)} without the clarification, ${formatCount(answers.query_alone)} with the query alone, ${formatCount(answers.noun_phrase_alone)} with the noun phrase alone`,
    },
    ...evidenceEntries(rubrics, () => 'product'),
    { name: 'dialogue', text: dialogueText('our matcher', dialogue.matcher) },
    { name: '', text: dialogueText('the published matcher', dialogue.published_matcher) },
  ];
}

const FOUND_BY = {
  model: 'a model found them in the reviews',
  phrases: 'phrase tables found them in the reviews; nothing the model sent could be used',
} as const;

const opinionEntry = (by: keyof typeof FOUND_BY | undefined): Entry[] =>
  by === undefined ? [] : [{ name: 'opinions', text: FOUND_BY[by] }];

function dialogueText(
  matcher: string,
  { on_topic, off_topic, content_free, keyword_bags }: Proof['dialogue']['matcher'],
): string {
  const opened = (what: string, { asked, opened }: { asked: number; opened: number }) =>
    `${opened} of ${asked} ${what}`;
  const wrong = [
    opened('off-topic', off_topic),
    opened('content-free', content_free),
    opened('keyword-bag', keyword_bags),
  ].join(', ');
  return `with ${matcher}, ${on_topic.opened_own_slot} of ${on_topic.asked} on-topic questions open their slot; opened by mistake: ${wrong}`;
}

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
    publish: (publication, sample) =>
      publish(publication, sample.extracted_features, sample.provenance.opinions_by ?? null),
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
