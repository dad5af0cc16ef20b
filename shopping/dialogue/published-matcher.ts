import type { KeyedSlot } from './question-matcher.ts';

const LEAST_WORD_LENGTH = 3;

/** A question as the published rule compares it: lower case, and its words of three or more characters. */
export function publishedWords(question: string): { readonly text: string; readonly words: readonly string[] } {
  const text = question.toLowerCase();
  return { text, words: text.split(/\s+/).filter((word) => word.length >= LEAST_WORD_LENGTH) };
}

/** Score that one keyword adds to its slot for a question: 2, 1 or 0. */
export function publishedKeywordScore({ text, words }: ReturnType<typeof publishedWords>, written: string): number {
  const keyword = written.toLowerCase();
  if (text.includes(keyword)) return 2;
  return words.some((word) => keyword.includes(word) || word.includes(keyword)) ? 1 : 0;
}

/** The published score of every slot for a question, whether revealed or not, in the order of the slots. */
export function publishedScores(question: string, slots: readonly KeyedSlot[]): number[] {
  const asked = publishedWords(question);
  return slots.map(({ trigger_keywords }) =>
    trigger_keywords.reduce((score, keyword) => score + publishedKeywordScore(asked, keyword), 0),
  );
}

/**
 * The slot EComAgentBench's own runner opens for a question (reference-systems 1.16), or null for the default answer.
 * Lower case, words split on white space with their punctuation; a keyword adds 2 where it stands in the question as a
 * substring, else 1 where a word of three or more characters contains it or is contained in it. The highest score opens
 * its slot, the earlier one on a tie. Order matters, and so do substrings: kept as it is, so that slots can be tested
 * against the rule they will meet there. Over-long questions are refused by the caller's tool, not here.
 */
export const matchPublished = (
  question: string,
  slots: readonly KeyedSlot[],
  revealed: ReadonlySet<string> = new Set(),
): string | null => bestScored(publishedScores(question, slots), slots, revealed);

/** The unrevealed slot with the highest score above 0, the earliest of several. */
export function bestScored(
  scores: readonly number[],
  slots: readonly KeyedSlot[],
  revealed: ReadonlySet<string> = new Set(),
): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const [index, score] of scores.entries()) {
    const id = slots[index]?.slot_id;
    if (id === undefined || revealed.has(id) || score <= bestScore) continue;
    best = id;
    bestScore = score;
  }
  return best;
}
