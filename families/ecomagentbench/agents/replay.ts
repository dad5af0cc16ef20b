import type { Product, Review } from '../../../schemas/product.ts';
import { tells } from '../../../shopping/agents/plain-words.ts';
import { playHolders } from '../../../shopping/agents/play-holders.ts';
import { NEVER_ASKING, ORACLE, PERSONA_BLIND, QUERY_ONLY } from '../../../shopping/agents/roster.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import type { SampleContext } from '../../../shopping/recount/index.ts';
import { inEnglish } from '../persona.ts';
import type { EcomagentbenchSample } from '../sample.ts';
import { type Overheard, overheardIn, textsIn } from './overheard.ts';
import { Shopper } from './shopper.ts';

type Sample = Pick<
  EcomagentbenchSample,
  'id' | 'user_query' | 'user_persona' | 'clarification_script' | 'target_product' | 'proof'
>;

/** The field a slot answers for, without `details.`. */
const fieldsBySlot = (script: Sample['clarification_script'], rubrics: readonly Rubric[]): Map<string, string> =>
  new Map(
    script.clarification_slots.flatMap(({ slot_id, linked_rubric_ids }) => {
      const rubric = rubrics.find(({ id }) => linked_rubric_ids.includes(id));
      return rubric === undefined ? [] : [[slot_id, rubric.field.replace(/^details\./, '')] as const];
    }),
  );

/** An agent's knowledge of a sample: its rubrics, those that it looked for and did not learn, and those given away to it. */
interface Knowledge {
  readonly known: ReadonlySet<string>;
  readonly unlearned: readonly string[];
  readonly overheard: readonly Overheard[];
}

/**
 * Finds the rubrics that an agent learns of a sample from the texts it looks at. The query's requirements are those
 * whose words stand in it. Whatever such a text gives away of another source is learned as well.
 */
function learned(
  { user_query: query, user_persona: persona, clarification_script: script }: Sample,
  rubrics: readonly Rubric[],
  surfaces: ReadonlyMap<string, string>,
  given: readonly Overheard[],
  { profile, asks }: { readonly profile: boolean; readonly asks: boolean },
): Knowledge {
  const texts = [query];
  const known = new Set<string>();
  const unlearned: string[] = [];
  const learn = (rubric: Rubric, holds: boolean, why: string) => {
    if (holds) known.add(rubric.id);
    else unlearned.push(`${rubric.id}: ${why}`);
  };
  for (const rubric of rubrics.filter(({ info_source }) => info_source === 'query')) {
    const words = surfaces.get(rubric.id);
    learn(rubric, words !== undefined && query.includes(words), 'the query does not say it');
  }
  if (profile) {
    const read = textsIn(persona, 'user_persona').map(({ text }) => text);
    texts.push(...read);
    const whole = read.join('\n');
    for (const rubric of rubrics.filter(({ info_source }) => info_source === 'persona'))
      learn(rubric, tells(whole, rubric) || tells(whole, inEnglish(rubric)), 'the profile does not say it');
  }
  if (asks) {
    const shopper = new Shopper(script);
    for (const [slotId, field] of fieldsBySlot(script, rubrics)) {
      const linked = script.clarification_slots.find(({ slot_id }) => slot_id === slotId)?.linked_rubric_ids ?? [];
      const [question = ''] = dialogueBank.questionsFor(field);
      const { answer, slot } = shopper.ask(question);
      texts.push(answer);
      for (const rubric of rubrics.filter(({ id }) => linked.includes(id)))
        learn(rubric, slot?.slot_id === slotId && tells(answer, rubric), `"${question}" is answered "${answer}"`);
    }
  }
  const overheard = given.filter(({ text, rubric }) => texts.includes(text) && !known.has(rubric.id));
  for (const { rubric } of overheard) known.add(rubric.id);
  return { known, unlearned, overheard };
}

const PLANS = [
  { agent: ORACLE, profile: true, asks: true },
  { agent: PERSONA_BLIND, profile: false, asks: true },
  { agent: NEVER_ASKING, profile: true, asks: false },
  { agent: QUERY_ONLY, profile: false, asks: false },
];

/** The agents that play its samples. */
export const AGENTS = PLANS.map(({ agent }) => agent);

/** Has agents play a sample through its own query, profile and script, and recommend what the catalog leaves them. */
export function replayAgents(
  sample: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  context: SampleContext,
): () => void {
  const { product_id: targetId } = sample.target_product;
  const surfaces = new Map(sample.rubrics.map(({ id, query_surface: words = '' }) => [id, words]));
  const phrase = rubrics.find((rubric) => rubric.type === 'entity_match');
  if (phrase?.type !== 'entity_match') return () => {};
  const hasOpinions = rubrics.some(({ type }) => type === 'review_opinion');
  const reviewsOf = ({ id }: Product) =>
    hasOpinions ? context.catalog.reviewsOf(context.catalog.rowOf(id) as number) : [];
  const { size, without_persona, without_clarification, query_alone } = sample.proof.answer_set;
  const idle: Readonly<Record<string, boolean>> = {
    [PERSONA_BLIND.name]: without_persona <= size,
    [NEVER_ASKING.name]: without_clarification <= size,
    [QUERY_ONLY.name]: query_alone <= size,
  };
  const { user_query: query, user_persona: persona, clarification_script: script } = sample;
  const given = overheardIn({ query, persona, script }, rubrics);
  const plans = PLANS.map(({ agent, ...looks }) => {
    const { known, unlearned, overheard } = learned(sample, rubrics, surfaces, given, looks);
    const isAsked = ({ id, type }: Rubric) =>
      // Whoever reads everything reads the reviews as well.
      type === 'review_opinion' ? agent === ORACLE : type !== 'entity_match' && known.has(id);
    const missed = unlearned.map((what) => `an agent that reads and asks everything misses ${what}`);
    return {
      ...{ agent, mayWin: idle[agent.name] ?? false, asked: rubrics.filter(isAsked) },
      overheard: overheard.map(({ rubric: { id, field }, path, text }) => `${id} (${field}) from ${path}, "${text}"`),
      missed: agent === ORACLE ? missed : [],
    };
  });
  return playHolders(
    {
      ...{ id: sample.id, answers: size, phrase: phrase.expected_value, plans, reviewsOf },
      isRight: (product) => isRight(product, reviewsOf(product), { targetId, rubrics }),
    },
    context,
  );
}

/** The parts of a sample that decide whether a recommendation is right. */
interface ScoredSample {
  readonly targetId: string;
  readonly rubrics: readonly Rubric[];
}

/**
 * Tells whether a recommended product is right, as the published accuracy counts it: it is the target, or it satisfies
 * every rubric. In code an opinion is only known of the product whose reviews are quoted; what is unknown is no
 * success.
 */
function isRight(product: Product, reviews: readonly Review[], { targetId, rubrics }: ScoredSample): boolean {
  if (product.id === targetId) return true;
  return rubrics.every((rubric) => satisfies(product, rubric, reviews) === 'yes');
}
