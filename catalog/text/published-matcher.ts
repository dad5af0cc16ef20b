import type { KeyedSlot } from './question-matcher.ts';

const LEAST_WORD_LENGTH = 3;

/** The published score of every slot for a question, whether revealed or not, in the order of the slots. */
export function publishedScores(question: string, slots: readonly KeyedSlot[]): number[] {
  const asked = question.toLowerCase();
  const words = asked.split(/\s+/).filter((word) => word.length >= LEAST_WORD_LENGTH);
  return slots.map(({ trigger_keywords }) => {
    let score = 0;
    for (const keyword of trigger_keywords.map((written) => written.toLowerCase())) {
      if (asked.includes(keyword)) score += 2;
      else if (words.some((word) => keyword.includes(word) || word.includes(keyword))) score += 1;
    }
    return score;
  });
}

/**
 * The slot EComAgentBench's own runner opens for a question (reference-systems 1.16), or null for the default answer.
 * Lower case, words split on white space with their punctuation; a keyword adds 2 where it stands in the question as a
 * substring, else 1 where a word of three or more characters contains it or is contained in it. The highest score opens
 * its slot, the earlier one on a tie. Order matters, and so do substrings: kept as it is, so that slots can be tested
 * against the rule they will meet there. Over-long questions are refused by the caller's tool, not here.
 */
export function matchPublished(
  question: string,
  slots: readonly KeyedSlot[],
  revealed: ReadonlySet<string> = new Set(),
): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const [index, score] of publishedScores(question, slots).entries()) {
    const id = slots[index]?.slot_id;
    if (id === undefined || revealed.has(id) || score <= bestScore) continue;
    best = id;
    bestScore = score;
  }
  return best;
}
