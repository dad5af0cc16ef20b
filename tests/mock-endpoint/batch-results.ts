import type { Answer } from './answer.ts';
import type { BatchLine } from './batch-input.ts';
import { draw, shuffled } from './draw.ts';

/** What a batch leaves behind; null for a file without lines. */
export interface BatchResults {
  readonly output: string | null;
  readonly errors: string | null;
  readonly completed: number;
  readonly failed: number;
}

const NOT_EXECUTED = {
  expired: {
    code: 'batch_expired',
    message: 'This request could not be executed before the completion window expired.',
  },
  cancelled: { code: 'batch_cancelled', message: 'This request was not executed: the batch was cancelled.' },
};

/**
 * Executes a share of the lines and writes both files, in an order other than the input's. Lines that are lost are
 * executed and counted and stand in neither file.
 */
export async function batchResults(
  lines: readonly BatchLine[],
  { executed, lost, ends }: { executed: number; lost: number; ends: 'completed' | 'expired' | 'cancelled' },
  execute: (line: BatchLine) => Promise<Answer>,
): Promise<BatchResults> {
  const order = shuffled(lines, 0, ({ customId }) => customId);
  const inTime = ends === 'completed' ? order.length : Math.round(order.length * executed);
  const output: string[] = [];
  const errors: string[] = [];
  const counts = { completed: 0, failed: 0 };
  for (const [at, line] of order.entries()) {
    const written = { id: `batch_req_${at}`, custom_id: line.customId };
    if (at >= inTime) {
      const error = ends === 'completed' ? null : NOT_EXECUTED[ends];
      errors.push(JSON.stringify({ ...written, response: null, error }));
      continue;
    }
    const { status, body } = await execute(line);
    const isGood = status === 200;
    counts[isGood ? 'completed' : 'failed']++;
    if (draw('lost', line.customId) < lost) continue;
    // An error page of a proxy is no JSON: then the body is its text.
    const response = { status_code: status, request_id: `req_${at}`, body: jsonOrText(String(body)) };
    (isGood ? output : errors).push(JSON.stringify({ ...written, response, error: null }));
  }
  return { output: fileOf(output), errors: fileOf(errors), ...counts };
}

const fileOf = (lines: readonly string[]) => (lines.length === 0 ? null : `${lines.join('\n')}\n`);

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
