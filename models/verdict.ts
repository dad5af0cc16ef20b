import type { ModelRequest } from '../schemas/model.ts';
import { blockedIn } from './blocked.ts';
import type { Complaint } from './complaint.ts';
import { type Dialect, type Parameter, without } from './dialect.ts';
import { refusedParameter } from './refusal.ts';

/** What the user has to mend before any request can be answered. */
export type Because = 'key' | 'access' | 'account' | 'credit' | 'model' | 'request';

/** What an error of an endpoint means for the request and for the run. */
export type Verdict =
  | { readonly kind: 'rate_limited' | 'unavailable' | 'rejected' }
  | { readonly kind: 'refused_parameter'; readonly parameter: Parameter }
  /** The model's answer all the same: it declined, or the endpoint kept its words back. */
  | { readonly kind: 'reply'; readonly text: string; readonly finish: 'refusal' | 'other' }
  | { readonly kind: 'unusable'; readonly because: Because };

/** What is known of the attempt besides what the endpoint says. */
export interface Attempted {
  readonly request: ModelRequest;
  readonly dialect: Dialect;
  /** Whether the endpoint has answered for this model before: then it is set up right, and what it refuses is the request. */
  readonly proven: boolean;
}

const NO_CREDIT = /insufficient[_ ](?:quota|balance|credit|funds)|exceeded your current quota|out of credits?|billing/i;
const TOO_LARGE =
  /request too large|context[_ ](?:length|window)|maximum context|prompt is too long|reduce the length|too many (?:input )?tokens/i;
const NOT_NOW: ReadonlySet<number> = new Set([408, 409, 423, 425, 498, 499]);

const unusable = (because: Because) => ({ kind: 'unusable', because }) as const;

/** Judges an HTTP error by its status and by what the endpoint says. */
export function verdictOn(complaint: Complaint, { request, dialect, proven }: Attempted): Verdict {
  const { status, text, code, written } = complaint;
  const said = `${code ?? ''} ${text}`;
  if (status >= 500 || NOT_NOW.has(status)) return { kind: 'unavailable' };
  if (status === 401) return unusable('key');
  if (status === 402 || (status === 429 && NO_CREDIT.test(said))) return unusable('credit');
  if (status === 413 || ([400, 422, 429].includes(status) && TOO_LARGE.test(said))) return { kind: 'rejected' };
  if (status === 429) return code === 'access_terminated' ? unusable('account') : { kind: 'rate_limited' };
  if (code === 'json_validate_failed') return { kind: 'reply', text: written ?? text, finish: 'other' };
  if (status === 400 || status === 403) {
    const blocked = blockedIn(complaint);
    if (blocked === 'account') return unusable('account');
    if (blocked === 'input') return { kind: 'reply', text, finish: 'refusal' };
    if (status === 403) return blocked === 'request' && proven ? { kind: 'rejected' } : unusable('access');
  }
  if (status === 404) return unusable('model');
  const parameter = refusedParameter(complaint, request, dialect);
  if (parameter !== null && without(dialect, parameter) !== null) return { kind: 'refused_parameter', parameter };
  return proven ? { kind: 'rejected' } : unusable('request');
}
