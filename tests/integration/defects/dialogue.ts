import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchQuestion } from '../../../shopping/dialogue/question-matcher.ts';
import { contentOf, runsOf, stemsOf, wordsOf } from './plain-text.ts';
import { type Counter, fieldNameOf, perSample, type Slot, slotsOf, valuesOf } from './sample-parts.ts';

/** Natural questions that are about no attribute, price or rating; made for this test, the pipeline has others. */
export const QUESTIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')) as {
  readonly off_topic: readonly string[];
  readonly content_free: readonly string[];
};

/** The score of reference-systems 1.16, written from its description: 2 for a keyword in the question, 1 for a kindred word. */
export function publishedScore(question: string, keywords: readonly string[]): number {
  const text = question.toLowerCase();
  const words = text.split(/\s+/).filter(({ length }) => length >= 3);
  return keywords
    .map((keyword) => keyword.toLowerCase())
    .reduce((sum, keyword) => {
      if (text.includes(keyword)) return sum + 2;
      return words.some((word) => keyword.includes(word) || word.includes(keyword)) ? sum + 1 : sum;
    }, 0);
}

const asked = [...QUESTIONS.off_topic, ...QUESTIONS.content_free];

/** S4: a slot that a question about nothing opens, under the published matcher, in whatever state the dialogue is. */
export const publishedFalseTriggers: Counter = perSample((sample) =>
  slotsOf(sample).flatMap(({ slot: { trigger_keywords: keywords }, rubric }) =>
    asked
      .filter((question) => publishedScore(question, keywords) > 0)
      .map((question) => `"${question}" opens ${fieldNameOf(rubric)} (${keywords.join(', ')})`),
  ),
);

/** S4: the same under the project's own matcher. */
export const falseTriggers: Counter = perSample(({ clarification_script: { clarification_slots: slots } }) => {
  const states = [[], ...slots.map(({ slot_id }) => slots.map((slot) => slot.slot_id).filter((id) => id !== slot_id))];
  return asked.flatMap((question) => {
    const opened = states.map((revealed) => matchQuestion(question, slots, new Set(revealed)));
    return [...new Set(opened)].flatMap((id) => {
      const keywords = slots.find(({ slot_id }) => slot_id === id)?.trigger_keywords;
      return keywords === undefined ? [] : [`"${question}" opens ${id} (${keywords.join(', ')})`];
    });
  });
});

const GENERIC = new Set(
  `type types kind kinds sort look looks style styles feature features feel use uses used using usage size sizes
  quality product products item items thing things option options detail details preference preferences need needs want
  like good best better more value spec specs version info information one any what which how many much`
    .split(/\s+/)
    .concat('how many', 'how much', 'what kind', 'what type', 'looking for', 'what size'),
);
/** A unit says nothing of the amount, and whoever asks for the wattage has it on his lips. */
const UNITS = new Set(stemsOf('inch watt volt mm cm gb tb ml oz'));

/** S4: keywords that give the value away, fit anything, are too few, or are shared between slots. */
export const weakKeywords: Counter = perSample((sample) => {
  const pairs = slotsOf(sample);
  const found: string[] = [];
  for (const { slot, rubric } of pairs) {
    const { trigger_keywords: keywords, slot_id: id } = slot;
    if (new Set(keywords).size < 3) found.push(`${id} has ${keywords.length} keywords`);
    const field = new Set(stemsOf(fieldNameOf(rubric)));
    const value = valuesOf(rubric)
      .flatMap(contentOf)
      .filter((stem) => !UNITS.has(stem) && !field.has(stem));
    for (const keyword of keywords) {
      if (GENERIC.has(wordsOf(keyword).join(' '))) found.push(`${id}: "${keyword}" is generic`);
      const given = stemsOf(keyword).filter((stem) => value.includes(stem) || /\d/.test(stem));
      if (given.length > 0)
        found.push(`${id}: "${keyword}" holds ${given.join(', ')} of "${valuesOf(rubric).join(', ')}"`);
    }
    const others = pairs.filter((pair) => pair.slot !== slot).flatMap((pair) => pair.slot.trigger_keywords);
    for (const keyword of keywords) {
      const shared = others.filter((other) => other.toLowerCase().includes(keyword.toLowerCase()));
      found.push(...shared.map((other) => `${id}: "${keyword}" stands in "${other}" of another slot`));
    }
  }
  return found;
});

const HEDGES =
  /\b(?:ideally|possibl[ey]|prefer\w*|hopefully|maybe|perhaps|might|could|would|about|around|roughly|approximately|or so|or similar|something like|(?<!this )(?:kind|sort) of|flexible|nice to have|bonus|i think|i guess|not a must|usually|mostly|either|if (?:you|it|available|there|not))\b/i;
const BOUNDS = /\b(?:at least|at most|or more|or less|up to|no more than|no less than|minimum|maximum)\b/i;

/** How often an answer states a value word for word; "LED" does not stand in "settled". */
function statedIn(text: string, value: string): number {
  const words = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.match(new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'giu'))?.length ?? 0;
}

/** A text whose words are parted by spaces alone: "alcohol-free" says Alcohol Free, "the kids' room" Kids Room. */
const plainWords = (text: string) => text.replaceAll('-', ' ').replaceAll(/['’](?=\s)/g, '');

function timesStated(response: string, { slot: _slot, rubric }: ReturnType<typeof slotsOf>[number]): number[] {
  if (rubric.type !== 'numeric_range')
    return valuesOf(rubric).map((value) => statedIn(plainWords(response), plainWords(value)));
  const numbers = wordsOf(response).filter((word) => /^\d/.test(word));
  const { min, max, nominal } = rubric.expected_value;
  const said = nominal === undefined ? [min, max].filter((bound) => bound !== undefined) : [nominal];
  return said.map((bound) => numbers.filter((number) => Number(number) === bound).length);
}

/** An answer without its value, however that begins its words. */
function withoutValue(text: string, value: string, instead: string): string {
  const plain = plainWords(text);
  const at = plain.toLowerCase().indexOf(plainWords(value).toLowerCase());
  return at < 0 ? text : plain.slice(0, at) + instead + plain.slice(at + plainWords(value).length);
}

/** S5: an answer that does not state its value once, or weakens it. */
export const looseAnswers: Counter = perSample((sample) =>
  slotsOf(sample).flatMap((pair) => {
    const { slot, rubric } = pair;
    const response = slot.user_response;
    const found: string[] = [];
    if (timesStated(response, pair).some((times) => times !== 1)) found.push('does not state the value exactly once');
    if (timesStated(slot.hidden_info, pair).some((times) => times !== 1)) found.push('has other hidden_info');
    const rest = valuesOf(rubric).reduce((text, value) => withoutValue(text, value, ' · '), response);
    if (HEDGES.test(rest)) found.push(`is hedged by "${HEDGES.exec(rest)?.[0]}"`);
    if (rubric.type !== 'numeric_range' && BOUNDS.test(rest)) found.push(`is loosened by "${BOUNDS.exec(rest)?.[0]}"`);
    return found.map((what) => `${slot.slot_id} "${response}" ${what}`);
  }),
);

/**
 * S5: an answer that asks for more than its own requirement: a number, another value of its field, or a value of
 * several words of any field.
 */
export const inventedRequirements = (vocabulary: ReadonlyMap<string, ReadonlySet<string>>): Counter => {
  const several = new Set(
    [...vocabulary.values()].flatMap((values) => [...values].filter((value) => value.includes(' '))),
  );
  return perSample((sample) =>
    slotsOf(sample).flatMap(({ slot, rubric }) => {
      const rest = valuesOf(rubric).reduce((text, value) => withoutValue(text, value, ' 0 '), slot.user_response);
      const words = wordsOf(rest);
      const bounds = rubric.type === 'numeric_range' ? Object.values(rubric.expected_value) : [0];
      const numbers = words.filter((word) => /^\d/.test(word) && !bounds.includes(Number(word)));
      const own = vocabulary.get(fieldNameOf(rubric));
      const phrases = [1, 2, 3, 4].flatMap((length) => [...runsOf(words, length)]);
      const isBound = (phrase: string) =>
        rubric.type === 'numeric_range' && bounds.includes(Number(phrase.split(' ')[0]));
      const extra = phrases.filter((phrase) => (own?.has(phrase) || several.has(phrase)) && !isBound(phrase));
      return [...numbers, ...extra].map((what) => `${slot.slot_id} "${slot.user_response}" also says "${what}"`);
    }),
  );
};

/** A script that does not have one slot for every clarification requirement. */
export const brokenScripts: Counter = perSample(({ rubrics, clarification_script: script }) => {
  const linked = script.clarification_slots.flatMap((slot: Slot) => slot.linked_rubric_ids);
  const hidden = rubrics.filter(({ info_source }) => info_source === 'clarification').map(({ id }) => id);
  const found = linked.join() === hidden.join() ? [] : [`slots for ${linked.join(', ')}, not for ${hidden.join(', ')}`];
  if (script.default_response.trim() === '' || script.max_clarification_turns < linked.length)
    found.push('no way through');
  return found;
});
