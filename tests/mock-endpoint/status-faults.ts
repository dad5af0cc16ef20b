import { type Answer, bytesAnswer, jsonAnswer } from './answer.ts';
import { type ApiError, type ErrorShape, errorAnswer, errorBody } from './api-error.ts';
import { contextTooLong, unknownModel } from './check-chat-body.ts';
import type { Clock } from './clock.ts';
import type { Fault, StatusFault } from './fault-kinds.ts';
import type { RateLimits, TurnedAway } from './rate-limits.ts';
import { durationText } from './rate-limits.ts';

const rateLimited = (model: string, detail: string, type: string): ApiError => ({
  status: 429,
  message: `Rate limit reached for ${model} ${detail}`,
  type,
  param: null,
  code: 'rate_limit_exceeded',
});

const broken = (status: number, message: string): ApiError => ({
  status,
  message,
  type: 'server_error',
  param: null,
  code: null,
});

const QUOTA = 'You exceeded your current quota, please check your plan and billing details.';
const quota = (status: number): ApiError => ({
  status,
  message: QUOTA,
  type: 'insufficient_quota',
  param: null,
  code: 'insufficient_quota',
});

/** Proxies in front of an endpoint answer in HTML. */
const proxyPage = (status: number, reason: string) =>
  bytesAnswer(
    'text/html',
    `<html><head><title>${status} ${reason}</title></head><body><center><h1>${status} ${reason}</h1></center></body></html>`,
    status,
  );

/** The answer a fault puts in the place of a reply. */
export function answerTo(fault: Fault & { kind: StatusFault }, model: string, shape: ErrorShape, clock: Clock): Answer {
  const { retryAfterSeconds: seconds } = fault;
  const limited = rateLimited(model, `on requests per min (RPM). Please try again in ${seconds}s.`, 'requests');
  switch (fault.kind) {
    case 'rate_limit_seconds':
      return errorAnswer(limited, shape, { 'retry-after': String(seconds) });
    case 'rate_limit_date':
      return errorAnswer(limited, shape, retryAfterDate(seconds, clock));
    case 'rate_limit_headers':
      return errorAnswer(limited, shape, {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': durationText(seconds * 1000),
      });
    case 'rate_limit_bare':
      return errorAnswer({ ...limited, message: 'Too Many Requests' }, shape);
    case 'insufficient_quota':
      return errorAnswer(quota(429), shape);
    case 'payment_required':
      return errorAnswer(quota(402), shape);
    case 'server_error':
      return errorAnswer(
        broken(500, 'The server had an error while processing your request. Sorry about that!'),
        shape,
      );
    case 'bad_gateway':
      return proxyPage(502, 'Bad Gateway');
    case 'unavailable':
      return errorAnswer(broken(503, 'The engine is currently overloaded, please try again later.'), shape);
    case 'gateway_timeout':
      return proxyPage(504, 'Gateway Time-out');
    case 'unauthorized':
      return errorAnswer({ ...broken(401, 'Invalid Authentication'), type: 'invalid_request_error' }, shape);
    case 'forbidden':
      return errorAnswer(broken(403, 'You are not allowed to sample from this model.'), shape);
    case 'unknown_model':
      return errorAnswer(unknownModel(model).error, shape);
    case 'context_length':
      return errorAnswer(contextTooLong(8192, 9000).error, shape);
    case 'error_as_ok':
      return jsonAnswer(200, errorBody(broken(502, 'Provider returned error'), 'nested'));
    case 'no_choices':
      return jsonAnswer(200, { id: 'chatcmpl-none', object: 'chat.completion', created: 0, model, choices: [] });
  }
}

/** The answer to a request that is over an enforced limit, with what the limit tells. */
export function turnedAwayAnswer(turned: TurnedAway, limits: RateLimits, model: string, shape: ErrorShape): Answer {
  const { by, limit, used, requested, waitMs } = turned;
  const per = by === 'requests' ? 'requests per min (RPM)' : 'tokens per min (TPM)';
  const counts = `Limit ${limit}, Used ${used}, Requested ${requested}.`;
  const headers: Record<string, string> = {};
  if (limits.tells === 'everything' || limits.tells === 'headers') Object.assign(headers, limits.headers());
  if (!Number.isFinite(waitMs)) {
    const error = rateLimited(model, '', by);
    const message = `Request too large for ${model} on ${per}: ${counts} The input or output tokens must be reduced in order to run successfully.`;
    return errorAnswer({ ...error, message }, shape, headers);
  }
  if (limits.tells === 'everything') headers['retry-after-ms'] = String(Math.ceil(waitMs));
  if (limits.tells === 'everything' || limits.tells === 'retry_after')
    headers['retry-after'] = String(Math.ceil(waitMs / 1000));
  const again = limits.tells === 'nothing' ? '' : ` Please try again in ${durationText(waitMs)}.`;
  return errorAnswer(rateLimited(model, `on ${per}: ${counts}${again}`, by), shape, headers);
}

/** HTTP dates have whole seconds, so the date is rounded up; `date` is the same clock's. */
function retryAfterDate(seconds: number, clock: Clock): Record<string, string> {
  const nowMs = clock.now();
  const at = Math.ceil((nowMs + seconds * 1000) / 1000) * 1000;
  return { date: new Date(nowMs).toUTCString(), 'retry-after': new Date(at).toUTCString() };
}
