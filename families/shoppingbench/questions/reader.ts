import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  containerOf,
  EXTENSIONS,
  isRawObject,
  type RawObject,
  type RawRow,
  readRows,
} from '../../../catalog/rows/index.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { IngestCounts } from '../../../schemas/product.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { escapeForTerminal, normaliseText } from '../../../text/normalise.ts';
import type { QuarantinedQuestion, Question } from './question.ts';
import { hasQuestionColumns, questionOf } from './row.ts';

/** The questions of one file, in its order. read = kept + merged + quarantined. */
export interface QuestionBank {
  /** The file's name, without folders. */
  readonly file: string;
  /** SHA-256 of the file as it lies on disk. */
  readonly digest: string;
  readonly questions: readonly Question[];
  readonly counts: IngestCounts;
  readonly quarantined: readonly QuarantinedQuestion[];
}

const EXPECTED = 'expected columns "question" (or "problem", as in SimpleQA) and "answer"';
/** Rows after which a file without a single question is taken for another kind of file. */
const SAMPLED_ROWS = 20;
const SHOWN_KEYS = 12;

function checkFile(path: string): void {
  if (!existsSync(path))
    throw new ConfigError(`${path} is missing, expected a CSV or JSONL file of questions; check the path`);
  if (!statSync(path).isFile())
    throw new ConfigError(`${path} is a folder, expected a CSV or JSONL file of questions; name the file`);
  if (!EXTENSIONS.some((extension) => path.endsWith(extension)))
    throw new ConfigError(`${path} has no known extension, expected one of ${EXTENSIONS.join(', ')}`);
}

function foreignFile(path: string, row: RawObject): ConfigError {
  const keys = Object.keys(row).slice(0, SHOWN_KEYS);
  const shown = keys.map((key) => `"${escapeForTerminal(key)}"`).join(', ');
  return new ConfigError(`${path} has rows with the keys ${shown}, ${EXPECTED}; rename its columns`);
}

/** Takes rows one by one and keeps the books on them. */
class Rows {
  readonly quarantined: QuarantinedQuestion[] = [];
  readonly #file: string;
  /** Questions that are the same but for case and punctuation. */
  readonly #alike = new Map<string, Question[]>();

  constructor(file: string) {
    this.#file = file;
  }

  take(row: RawRow): void {
    const read = 'broken' in row ? row.broken : questionOf(row.value, { file: this.#file, line: row.line });
    if (typeof read === 'string') {
      this.#setAside(row.line, read);
      return;
    }
    const key = normaliseText(read.question);
    foundOrMade(this.#alike, key, () => []).push(read);
  }

  #setAside(line: number, reason: string): void {
    this.quarantined.push({ file: this.#file, line, reason });
  }

  /** One of each question, and how many were merged; a question with two answers has no certain one and is set aside. */
  finish(): { questions: Question[]; merged: number } {
    const questions: Question[] = [];
    let merged = 0;
    for (const alike of this.#alike.values()) {
      const [first, ...repeats] = alike as [Question, ...Question[]];
      const lines = alike.map(({ origin }) => origin.line);
      if (new Set(alike.map(({ answer }) => normaliseText(answer))).size > 1) {
        for (const line of lines)
          this.#setAside(line, `has several answers in lines ${lines.join(', ')}, expected one`);
        continue;
      }
      questions.push(first);
      merged += repeats.length;
    }
    this.quarantined.sort((a, b) => a.line - b.line);
    return { questions, merged };
  }
}

/**
 * Reads questions from SimpleQA's CSV as it is published, or from CSV or JSONL with a question and an answer column,
 * plain or gzipped. A ConfigError says what a file holds that is missing, unreadable or of another kind.
 */
export async function readQuestions(path: string): Promise<QuestionBank> {
  checkFile(path);
  const file = basename(path);
  const { source, batches } = readRows({ path, name: file }, await containerOf(path));
  const rows = new Rows(file);
  let read = 0;
  let isKnown = false;
  let foreign: RawObject | null = null;
  for await (const batch of batches) {
    for (const row of batch) {
      read++;
      rows.take(row);
      if (isKnown || 'broken' in row || !isRawObject(row.value)) continue;
      isKnown = hasQuestionColumns(row.value);
      foreign ??= row.value;
      if (!isKnown && read >= SAMPLED_ROWS) throw foreignFile(path, foreign);
    }
  }
  if (!isKnown && foreign !== null) throw foreignFile(path, foreign);
  const { questions, merged } = rows.finish();
  const { quarantined } = rows;
  if (questions.length === 0) {
    const [first] = quarantined;
    const seen = first === undefined ? 'a header but no rows' : `no question: line ${first.line} ${first.reason}`;
    throw new ConfigError(
      `${path} has ${seen}, ${EXPECTED} in at least one whole row; check that it is the right file`,
    );
  }
  const counts = { read, kept: questions.length, merged, quarantined: quarantined.length };
  return { file, digest: source.digest(), questions, counts, quarantined };
}
