import type { ModelReply, ModelRequest, Usage } from '../../schemas/model.ts';
import { type Billed, billedWithError, billedWithRejection } from '../bill.ts';
import { replyIn, usageIn } from '../chat-completion.ts';
import { complaintOf, oneLine, statusIn } from '../complaint.ts';
import { bodyOf, type Dialect } from '../dialect.ts';
import { jsonIn } from '../response-body.ts';
import { verdictOn } from '../verdict.ts';
import type { BatchedRequest } from './batch-ledger.ts';

/** What every line of a batch is sent to, as the API wants it named wherever its own address ends. */
export const CHAT_COMPLETIONS = '/v1/chat/completions';

/** A request as a line of a batch's input file. */
export const batchLine = ({ digest, request }: Pick<BatchedRequest, 'digest' | 'request'>, dialect: Dialect): string =>
  JSON.stringify({ custom_id: digest, method: 'POST', url: CHAT_COMPLETIONS, body: bodyOf(request, dialect) });

/** What came of a line that brought no reply. */
export interface FailedLine {
  readonly kind: 'again' | 'online';
  readonly fault: 'rate_limited' | 'server_error' | 'broken_body' | 'batch_line_failed' | 'rejected';
  readonly status: number | null;
  readonly detail: string;
  readonly usage: Usage | null;
  /** What it may cost where nobody counted. */
  readonly billed: Billed;
}

/** `again`: another batch may bring it. `online`: asked singly it is told what is wrong, or put in other words. */
export type LineOutcome = { readonly kind: 'reply'; readonly reply: ModelReply } | FailedLine;

export interface ResultLine {
  readonly digest: string;
  readonly outcome: (request: ModelRequest, dialect: Dialect) => LineOutcome;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads a line of an output or error file; null where it is broken. */
export function readResultLine(text: string): ResultLine | null {
  const line = jsonIn(text);
  if (!isRecord(line) || typeof line.custom_id !== 'string') return null;
  const { custom_id: digest, response, error } = line;
  return { digest, outcome: (request, dialect) => outcomeOf(response, error, request, dialect) };
}

function outcomeOf(response: unknown, error: unknown, request: ModelRequest, dialect: Dialect): LineOutcome {
  if (!isRecord(response) || typeof response.status_code !== 'number') {
    // The batch expired or was cancelled before the line's turn came, or the provider lost it.
    const { text, code } = complaintOf(0, { error: error ?? 'no response' });
    return {
      kind: 'again',
      fault: 'batch_line_failed',
      status: null,
      detail: `${code ?? ''} ${text}`.trim(),
      usage: null,
      billed: 'nothing',
    };
  }
  const { status_code: status, body } = response;
  const reply = status < 400 ? replyIn(body, request.model) : null;
  if (reply !== null) return { kind: 'reply', reply };
  const usage = usageIn(body);
  const errorStatus = status >= 400 ? status : statusIn(body);
  if (errorStatus === null) {
    const detail = `the answer is no chat completion: ${oneLine(JSON.stringify(body ?? null).slice(0, 500))}`;
    return { kind: 'again', fault: 'broken_body', status, detail, usage, billed: 'everything' };
  }
  const complaint = complaintOf(errorStatus, body);
  const failed = { status: errorStatus, detail: complaint.text, usage, billed: billedWithError(errorStatus) };
  const verdict = verdictOn(complaint, { request, dialect, proven: true });
  switch (verdict.kind) {
    case 'reply': {
      const { text, finish } = verdict;
      return { kind: 'reply', reply: { text, finish, model: request.model, usage } };
    }
    case 'rate_limited':
      return { kind: 'again', fault: 'rate_limited', ...failed };
    case 'unavailable':
      return { kind: 'again', fault: 'server_error', ...failed };
    case 'rejected':
      return { kind: 'online', fault: 'rejected', ...failed, billed: billedWithRejection(errorStatus) };
    default:
      return { kind: 'online', fault: 'rejected', ...failed };
  }
}
