import type { DatabaseSync } from 'node:sqlite';
import type { Role } from '../schemas/model.ts';

export interface RoleCounts {
  readonly role: Role;
  readonly replies: number;
  /** Replies that came after another one to the same request, whether or not they say the same. */
  readonly lateReplies: number;
  /** Failed calls by kind of fault, in alphabetical order. */
  readonly failures: Readonly<Record<string, number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costNano: number;
  /** Calls that `costNano` leaves out, because no price was known. */
  readonly uncosted: number;
}

/** Mean and sample standard deviation. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** Lengths of the prompts and replies of a role and a model, over the calls whose endpoint counted them. */
export interface MeasuredLengths {
  readonly role: Role;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: Spread;
  readonly outputTokens: Spread;
}

const CALLS = `
WITH calls AS (
  SELECT role, run, 'reply' AS outcome, '' AS kind, input_tokens, output_tokens, cost_usd_nano FROM replies
  UNION ALL
  SELECT replies.role, late.run, 'late', '', late.input_tokens, late.output_tokens, late.cost_usd_nano
  FROM (
    SELECT digest, run, input_tokens, output_tokens, cost_usd_nano FROM late_replies
    UNION ALL
    SELECT digest, run, input_tokens, output_tokens, cost_usd_nano FROM repeated_replies
  ) AS late JOIN replies USING (digest)
  UNION ALL
  SELECT role, run, 'failure', kind, input_tokens, output_tokens, cost_usd_nano FROM failures
)`;

/** A run and its parts, which keep their names below its own. */
const OF_RUN = "(run = ?1 OR substr(run, 1, length(?1) + 1) = ?1 || '/')";

const IN_QUESTION = `(?1 IS NULL OR ${OF_RUN})`;

/** Sums per role, roles in alphabetical order; of one run with its parts, or of all for null. */
export function countByRole(db: DatabaseSync, run: string | null): RoleCounts[] {
  const rows = db
    .prepare(
      `${CALLS} SELECT role, SUM(outcome = 'reply') AS replies, SUM(outcome = 'late') AS lateReplies,
         COALESCE(SUM(input_tokens), 0) AS inputTokens, COALESCE(SUM(output_tokens), 0) AS outputTokens,
         COALESCE(SUM(cost_usd_nano), 0) AS costNano, SUM(cost_usd_nano IS NULL) AS uncosted
       FROM calls WHERE ${IN_QUESTION} GROUP BY role ORDER BY role`,
    )
    .all(run) as unknown as Omit<RoleCounts, 'failures'>[];
  const failed = db
    .prepare(
      `${CALLS} SELECT role, kind, COUNT(*) AS calls FROM calls WHERE outcome = 'failure' AND ${IN_QUESTION}
       GROUP BY role, kind ORDER BY role, kind`,
    )
    .all(run) as unknown as { readonly role: Role; readonly kind: string; readonly calls: number }[];
  return rows.map((row) => ({
    ...row,
    failures: Object.fromEntries(failed.flatMap(({ role, kind, calls }) => (role === row.role ? [[kind, calls]] : []))),
  }));
}

/** All a run and its parts spent, as far as prices were known. */
export function spentNano(db: DatabaseSync, run: string): number {
  const sums = db
    .prepare(`${CALLS} SELECT COALESCE(SUM(cost_usd_nano), 0) AS spent FROM calls WHERE ${OF_RUN}`)
    .get(run);
  return (sums as { spent: number }).spent;
}

function spread(calls: number, mean: number, meanOfSquares: number): Spread {
  const variance = calls < 2 ? 0 : Math.max(0, meanOfSquares - mean * mean) * (calls / (calls - 1));
  return { mean, deviation: Math.sqrt(variance) };
}

export function measuredLengths(db: DatabaseSync): MeasuredLengths[] {
  const rows = db
    .prepare(
      `SELECT role, model, COUNT(*) AS calls, AVG(input_tokens) AS input, AVG(input_tokens * input_tokens) AS inputSquares,
         AVG(output_tokens) AS output, AVG(output_tokens * output_tokens) AS outputSquares
       FROM replies WHERE input_tokens IS NOT NULL GROUP BY role, model ORDER BY role, model`,
    )
    .all() as unknown as (Record<'calls' | 'input' | 'inputSquares' | 'output' | 'outputSquares', number> & {
    role: Role;
    model: string;
  })[];
  return rows.map(({ role, model, calls, input, inputSquares, output, outputSquares }) => ({
    role,
    model,
    calls,
    inputTokens: spread(calls, input, inputSquares),
    outputTokens: spread(calls, output, outputSquares),
  }));
}
