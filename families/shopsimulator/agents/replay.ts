import { playHolders } from '../../../shopping/agents/play-holders.ts';
import { NEVER_ASKING, ORACLE, PERSONA_BLIND, QUERY_ONLY } from '../../../shopping/agents/roster.ts';
import { matchQuestion } from '../../../shopping/dialogue/question-matcher.ts';
import { askedFieldOf } from '../../../shopping/dialogue/slot-words.ts';
import { type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { surfacesOf } from '../../../shopping/published/task-life.ts';
import type { SampleContext } from '../../../shopping/recount/index.ts';
import { shopperBank } from '../dialogue.ts';
import { heldTo, tellsOf } from '../implied-needs.ts';
import type { ShopsimulatorSample } from '../sample.ts';

/** The agents that play its samples. */
export const AGENTS = [ORACLE, QUERY_ONLY, PERSONA_BLIND, NEVER_ASKING];

/** Rubrics an agent learns of, by the texts it looks at. */
function learned(
  { query, profile, knowledge }: ShopsimulatorSample,
  rubrics: readonly Rubric[],
  surfaces: Readonly<Record<string, string>>,
  looks: { readonly profile: boolean; readonly asks: boolean },
): ReadonlySet<string> {
  const known = new Set<string>();
  for (const rubric of rubrics) {
    const words = surfaces[rubric.id];
    if (rubric.info_source === 'query' && words !== undefined && query.includes(words)) known.add(rubric.id);
    if (looks.profile && profile !== null && rubric.info_source === 'persona')
      if (heldTo(profile).some((held) => tellsOf(held, rubric))) known.add(rubric.id);
    if (looks.asks && rubric.info_source === 'clarification') {
      const questions = shopperBank.questionsFor(askedFieldOf(rubric));
      const opened = questions.flatMap((question) => matchQuestion(question, knowledge) ?? []);
      if (knowledge.some(({ slot_id, rubric_ids }) => rubric_ids.includes(rubric.id) && opened.includes(slot_id)))
        known.add(rubric.id);
    }
  }
  return known;
}

/** Has agents play a sample: what each leaves out decides which products it cannot tell apart. Called before the scan. */
export function replayAgents(
  sample: ShopsimulatorSample,
  rubrics: readonly Rubric[],
  context: SampleContext,
): () => void {
  const phrase = rubrics.find((rubric) => rubric.type === 'entity_match');
  if (phrase === undefined) return () => {};
  const surfaces = surfacesOf(sample.rubrics);
  const { without_profile, without_answers, opening_alone, size } = sample.proof.answer_set;
  const isPersonalised = sample.profile !== null;
  const isAsked = sample.knowledge.length > 0;
  const plans = [
    { agent: ORACLE, looks: { profile: true, asks: true }, mayWin: true, plays: true },
    {
      agent: PERSONA_BLIND,
      looks: { profile: false, asks: true },
      mayWin: without_profile <= size,
      plays: isPersonalised,
    },
    { agent: NEVER_ASKING, looks: { profile: true, asks: false }, mayWin: without_answers <= size, plays: isAsked },
    {
      agent: QUERY_ONLY,
      looks: { profile: false, asks: false },
      mayWin: opening_alone <= size,
      plays: isPersonalised || isAsked,
    },
  ]
    .filter(({ plays }) => plays)
    .map(({ agent, looks, mayWin }) => {
      const known = learned(sample, rubrics, surfaces, looks);
      return { agent, mayWin, asked: rubrics.filter(({ id }) => known.has(id)) };
    });
  return playHolders(
    {
      ...{ id: sample.id, answers: size, phrase: phrase.expected_value, plans },
      isRight: (product) => rubrics.every((rubric) => satisfies(product, rubric) === 'yes'),
    },
    context,
  );
}
