import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { openRunFor } from '../open-run.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { adjudicate } from './adjudicate.ts';
import { readJudgements } from './judgements.ts';
import { decisionsText } from './overrides.ts';
import { renderAdjudication } from './report.ts';
import { drawSheet } from './sheet.ts';

const DONE = 0;

interface AdjudicationOptions {
  readonly adjudications: readonly string[];
  /** File for verdicts that all raters found wrong, to be read by the next build. */
  readonly decisions?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Says how often people find a run's verdicts right, and how far they agree. */
export function auditAdjudications(
  path: string,
  { adjudications, decisions, json }: AdjudicationOptions,
  output: Output = standardOutput(),
): number {
  const found = adjudicate(openRunFor('audit --adjudications', path), readJudgements(adjudications));
  if (decisions !== undefined) writeNew(decisions, '--decisions', decisionsText(found));
  output.write(json === true ? `${JSON.stringify(found, null, 2)}\n` : `${renderAdjudication(found, output)}\n`);
  return DONE;
}

interface SheetOptions {
  /** Number of rows, as it was typed. */
  readonly sheet: string;
  readonly out?: string | undefined;
  readonly seed?: string | undefined;
}

/** Writes a blind sheet for raters. */
export function auditSheet(
  path: string,
  { sheet, out, seed }: SheetOptions,
  output: Output = standardOutput(),
): number {
  const run = openRunFor('audit --sheet', path);
  const size = wholeNumber(sheet, '--sheet', 1);
  const drawn = drawSheet(run, size, seed === undefined ? run.manifest.config.seed : wholeNumber(seed, '--seed'));
  const file = out ?? join(path, 'sheet.csv');
  writeNew(file, '--out', drawn.text);
  const page = new Page(output);
  const less = drawn.rows < size ? `, all there are of the ${formatCount(size)} asked for` : '';
  page.paragraph(
    `${file}: ${formatCount(drawn.rows)} tasks${less}; give each rater a copy, to be filled with fit or unfit in the column "mark"`,
  );
  if (drawn.without > 0)
    page.paragraph(
      `${formatCount(drawn.without)} rejections have no text and cannot be judged blindly; mark those in report.html`,
      { style: 'dim' },
    );
  output.write(`${page.text}\n`);
  return DONE;
}

function wholeNumber(said: string, flag: string, least = Number.MIN_SAFE_INTEGER): number {
  const number = Number(said);
  if (/^[+-]?\d+$/.test(said) && Number.isSafeInteger(number) && number >= least) return number;
  throw new ConfigError(`${flag} is "${said}", expected a whole number${least === 1 ? ' above 0' : ''}`);
}

/** Writes a new file and refuses to overwrite one, which may hold the work of people. */
function writeNew(file: string, flag: string, text: string): void {
  if (existsSync(file))
    throw new ConfigError(`${file} is there already and may hold marks; name another file with ${flag}`);
  writeAtomically(file, text);
}
