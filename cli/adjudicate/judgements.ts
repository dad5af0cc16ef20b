import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { ConfigError } from '../../schemas/errors.ts';
import { ACCEPTED } from '../../schemas/override.ts';
import { type CsvRow, csvRows } from './csv.ts';

/** Of a verdict that was seen: right or wrong. Of a task alone, as on a blind sheet: fit or unfit. */
const MARKS = ['right', 'wrong', 'fit', 'unfit', 'unsure'] as const;
type MarkName = (typeof MARKS)[number];

/** One person's judgement of one task. */
export interface Judgement {
  readonly file: string;
  readonly line: number;
  readonly taskId: string;
  readonly mark: MarkName;
  /** The verdict it is about; null where the sheet did not show it. */
  readonly verdict: string | null;
  /** Digest of the query that was read; null where it was not noted. */
  readonly text: string | null;
  readonly reason: string;
  readonly rater: string;
}

/** The judgements of any number of files, in their order; a ConfigError says what is wrong with one. */
export function readJudgements(files: readonly string[]): Judgement[] {
  const names = files.map(nameOf);
  // Copies of one sheet in the folders of several raters have one name.
  const raterOf = (file: string) => (names.filter((name) => name === nameOf(file)).length > 1 ? file : nameOf(file));
  const judgements = files.flatMap((file) => judgementsIn(file, raterOf(file)));
  const known = new Map<string, Judgement>();
  return judgements.filter((judgement) => {
    // A mark holds for the text that was read: of two texts of one task both may be marked.
    const key = JSON.stringify([judgement.rater, judgement.taskId, judgement.text]);
    const before = known.get(key);
    known.set(key, judgement);
    if (before === undefined) return true;
    if (before.mark !== judgement.mark)
      throw new ConfigError(
        `${placeOf(judgement)}: ${judgement.rater} marks ${judgement.taskId} ${judgement.mark}, and ${before.mark} at ${placeOf(before)}; keep one of the two`,
      );
    return false;
  });
}

/** Name of the rater of a file that does not say it: the file's own name. */
const nameOf = (file: string) => basename(file).replace(/\.[^.]*$/, '');

export const placeOf = ({ file, line }: Pick<Judgement, 'file' | 'line'>) => `${file}:${line}`;

/**
 * Tells whether the rater finds the task fit to be a sample, whatever became of it; null where the rater could not
 * tell.
 */
export function isFit({ mark }: Pick<Judgement, 'mark'>, verdict: string): boolean | null {
  switch (mark) {
    case 'unsure':
      return null;
    case 'fit':
    case 'unfit':
      return mark === 'fit';
    case 'right':
    case 'wrong':
      return (mark === 'right') === (verdict === ACCEPTED);
  }
}

function textOf(file: string): string {
  if (!existsSync(file))
    throw new ConfigError(`--adjudications names ${file}, which does not exist; give a CSV file of marks`);
  if (statSync(file).isDirectory())
    throw new ConfigError(`--adjudications names ${file}, which is a folder; give a CSV file of marks`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === undefined || code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `cannot be read (${code})`;
    throw new ConfigError(`--adjudications names ${file}, which ${why}; save it as CSV in UTF-8`, { cause });
  }
}

function judgementsIn(file: string, fallback: string): Judgement[] {
  const { columns, rows } = csvRows(file, textOf(file));
  const missing = ['task_id', 'mark'].filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new ConfigError(
      `${file}:1: has no column ${missing.map((name) => `"${name}"`).join(' and ')}, expected a file saved by report.html or a sheet drawn with --sheet`,
    );
  // A row without a mark is one that nobody came to.
  const marked = rows.filter(({ cells }) => cells.mark !== '');
  if (marked.length === 0) throw new ConfigError(`${file} holds no marks; write fit or unfit into its column "mark"`);
  return marked.map((row) => judgementOf(file, row, fallback));
}

function judgementOf(file: string, { line, cells }: CsvRow, fallback: string): Judgement {
  const { task_id: taskId = '', mark: said = '', verdict = '', text = '', reason = '', rater = '' } = cells;
  const mark = MARKS.find((name) => name === said.toLowerCase());
  if (mark === undefined)
    throw new ConfigError(
      `${file}:${line}: "mark" is "${said}", expected ${MARKS.slice(0, -1).join(', ')} or ${MARKS.at(-1)}`,
    );
  if (taskId === '') throw new ConfigError(`${file}:${line}: is marked ${mark} and has no task_id; put the id back`);
  return {
    file,
    line,
    taskId,
    mark,
    verdict: verdict === '' ? null : verdict,
    text: text === '' ? null : text,
    reason,
    rater: rater === '' ? fallback : rater,
  };
}
