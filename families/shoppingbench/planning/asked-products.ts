import type { Catalog } from '../../../catalog/index.ts';
import type { CandidatePool, Stratum } from '../../../stages/sample/pool.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { linkQuestions } from '../questions/link.ts';
import type { Question } from '../questions/question.ts';
import { REFUSALS } from '../questions/refusals.ts';

/** Returns the subject of a task with a question, besides its product: no two samples have one answer. */
export const subjectOf = ({ answer }: Pick<Question, 'answer'>): string => normaliseText(answer);

/** Every link of a question to a product whose title holds the answer, by the questions' topics. */
export function askedProducts(questions: readonly Question[], catalog: Catalog): CandidatePool {
  const { links, refused } = linkQuestions(questions, catalog);
  const seen = new Set<string>();
  const strata = new Map<string, Stratum & { candidates: { rows: number[]; subject: string }[] }>();
  for (const { question, rows } of links) {
    const name = question.topic ?? 'other';
    const stratum = strata.get(name) ?? { name, weight: 1, candidates: [] };
    strata.set(name, stratum);
    for (const row of rows) {
      const pair = `${subjectOf(question)}\n${row}`;
      if (seen.size < seen.add(pair).size) stratum.candidates.push({ rows: [row], subject: subjectOf(question) });
    }
  }
  return {
    strata: [...strata.values()],
    unit: { eligible: `pairs of an answer (to ${links.length} questions) and a product`, missing: 'questions' },
    reasons: new Map([...refused].map(([code, count]) => [REFUSALS[code], count])),
  };
}
