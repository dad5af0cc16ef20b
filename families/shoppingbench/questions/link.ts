import { englishExpression, englishPattern, englishWords } from '../../../lexicon/index.ts';
import { findMentions } from '../../../text/mentions.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { type Naming, namingOf, type TitleIndex } from './naming.ts';
import type { Question } from './question.ts';
import { REFUSALS, type Refusal } from './refusals.ts';
import { reasonAgainstAnswer } from './specific.ts';

/** A question and the rows of the products whose titles hold its answer, ascending and at least one. */
interface QuestionLink {
  readonly question: Question;
  readonly rows: Uint32Array;
}

interface LinkedQuestions {
  /** By question id, so that the order of the questions decides nothing. */
  readonly links: readonly QuestionLink[];
  /**
   * Number of questions that carry no task, by code; codes in the order of `REFUSALS`, without those that never
   * occurred.
   */
  readonly refused: ReadonlyMap<Refusal, number>;
}

/** Why a question can carry no task in any catalog, or null when it may. */
export function reasonAgainstQuestion({ question, answer }: Pick<Question, 'question' | 'answer'>): Refusal | null {
  return reasonAgainstAnswer(answer) ?? (findMentions(question, answer).length > 0 ? 'answer_in_question' : null);
}

function countsInOrder(reasons: readonly Refusal[]): Map<Refusal, number> {
  const counts = new Map<Refusal, number>();
  for (const code of Object.keys(REFUSALS) as Refusal[]) {
    const count = reasons.filter((reason) => reason === code).length;
    if (count > 0) counts.set(code, count);
  }
  return counts;
}

/**
 * Links questions to the products whose titles hold their answers. Every distinct answer is looked up once in the title
 * index, so the time depends on the number of questions and hardly on the size of the catalog.
 */
export function linkQuestions(questions: readonly Question[], catalog: TitleIndex): LinkedQuestions {
  const known = new Map<string, Naming | Refusal>();
  const linkOf = (question: Question): QuestionLink | Refusal => {
    const reason = reasonAgainstQuestion(question);
    if (reason !== null) return reason;
    const phrase = normaliseText(question.answer);
    const naming = known.get(phrase) ?? namingOf(phrase, catalog);
    known.set(phrase, naming);
    if (typeof naming === 'string') return naming;
    if (naming.isCommonWord && asksForName(question.question)) return 'answer_is_common_word';
    return { question, rows: naming.rows };
  };
  const results = questions.map(linkOf);
  const links = results.filter((result) => typeof result !== 'string');
  links.sort((a, b) => (a.question.id < b.question.id ? -1 : a.question.id > b.question.id ? 1 : 0));
  return { links, refused: countsInOrder(results.filter((result) => typeof result === 'string')) };
}

/** People and works: what is asked for by name, which may be an ordinary word as well ("Winter", "Fly"). */
const NAMED = englishWords('questions: named').join('|');

/** Words between the question word and what it asks for: "the ninth", "Shakespeare", "1987 crime". */
const BETWEEN = englishPattern('questions: between');

const ASKS_FOR_NAME: readonly RegExp[] = [
  englishExpression('questions: who', 'i'),
  englishExpression('questions: names of people', ''),
  new RegExp(englishPattern('questions: name of', { BETWEEN, NAMED })),
];

/** Tells whether the answer to a question is the name of a person or a work rather than a word for a thing. */
export const asksForName = (question: string): boolean => ASKS_FOR_NAME.some((pattern) => pattern.test(question));
