import type { Finding } from '../../schemas/finding.ts';
import type { Entry, ExplainedText } from '../../schemas/task-life.ts';
import { Feature, factText, KINDS } from '../../shopping/kinds/index.ts';
import type { Proof } from '../../shopping/proof.ts';
import { answersEntry, evidenceEntries } from '../../shopping/published/explained-proof.ts';
import { explainedText } from '../../shopping/published/explained-texts.ts';
import { type OwnLife, targetTold } from '../../shopping/published/task-life.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { EcomagentbenchSample } from './sample.ts';
import type { Wording } from './wording.ts';

/** Every text of an attempt in the order a shopping agent meets it. */
export function textsOf(
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
export function lifeOf(sample: EcomagentbenchSample, findings: readonly Finding[]): OwnLife {
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
