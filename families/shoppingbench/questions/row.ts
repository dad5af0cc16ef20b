import { createHash } from 'node:crypto';
import { isRawObject, type RawObject } from '../../../catalog/rows/index.ts';
import type { Origin } from '../../../schemas/product.ts';
import { cleanText, normaliseText } from '../../../text/normalise.ts';
import type { Question } from './question.ts';

/** Names of the column with the question; SimpleQA calls it "problem". */
const QUESTION_COLUMNS: readonly string[] = ['question', 'problem'];
const ANSWER_COLUMNS: readonly string[] = ['answer'];

/** The topic in SimpleQA's metadata column, which is a Python dictionary written out. */
const TOPIC_IN_METADATA = /['"]topic['"]\s*:\s*(['"])(.*?)\1/;

function valueIn(row: RawObject, columns: readonly string[]): unknown {
  const key = Object.keys(row).find((name) => columns.includes(name.trim().toLowerCase()));
  return key === undefined ? undefined : row[key];
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';

/** True when a row has a column for the question and one for the answer, whatever they hold. */
export const hasQuestionColumns = (row: RawObject): boolean =>
  valueIn(row, QUESTION_COLUMNS) !== undefined && valueIn(row, ANSWER_COLUMNS) !== undefined;

function topicOf(row: RawObject): string | null {
  const metadata = valueIn(row, ['metadata']);
  const stated = isRawObject(metadata) ? metadata.topic : valueIn(row, ['topic']);
  const topic = textOf(stated ?? TOPIC_IN_METADATA.exec(textOf(metadata))?.[2]);
  return topic === '' ? null : topic;
}

/** The start of a digest of both; capitals and marks of the answer play no role: a title may write it otherwise. */
export const questionIdOf = (question: string, answer: string) =>
  createHash('sha256')
    .update(JSON.stringify([question, normaliseText(answer)]))
    .digest('hex')
    .slice(0, 12);

/** The question a row holds, or the reason it holds none. A full stop that closes the answer is no part of it. */
export function questionOf(row: unknown, origin: Origin): Question | string {
  if (!isRawObject(row)) return 'is no object with a question and an answer';
  if (Array.isArray(valueIn(row, ANSWER_COLUMNS))) return 'has a list of answers, expected one';
  const question = textOf(valueIn(row, QUESTION_COLUMNS));
  const answer = textOf(valueIn(row, ANSWER_COLUMNS)).replace(/\s*\.$/, '');
  if (normaliseText(question) === '') return 'has no question';
  if (normaliseText(answer) === '') return 'has no answer';
  return { id: questionIdOf(question, answer), question, answer, topic: topicOf(row), origin };
}
