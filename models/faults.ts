import { isRecord } from '../schemas/json.ts';
import type { ModelReply, ModelRequest, Usage } from '../schemas/model.ts';
import { type Dialect, type Parameter, without } from './chat-completion.ts';
import type { Ending, Quotes } from './limiter.ts';

/** An error as an endpoint tells it. */
export interface Complaint {
  readonly status: number;
  /** Everything it says, in one line. */
  readonly text: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Text of the model that the endpoint itself refused to deliver. */
  readonly written: string | null;
  /** True where it quotes what of the input a filter found, as OpenRouter does. */
  readonly flagged: boolean;
  /** True for a web page: no API tells its errors so, though a proxy before one may. */
  readonly isPage: boolean;
}

const LONGEST_TEXT = 400;
/** Fields in which gateways hide what the endpoint behind them said. */
const TEXTS = ['message', 'detail', 'msg', 'raw', 'metadata', 'reasons'];

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  // FastAPI says in `loc` which part of the body it is about.
  const place = Array.isArray(value.loc) ? [value.loc.join('.')] : [];
  return [...place, ...TEXTS.flatMap((name) => textsIn(value[name]))];
}

/** One line without markup or control characters: it may come from anywhere and end on a terminal. */
export function oneLine(text: string): string {
  const line = text
    .replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1).toWellFormed()}…`;
}

const isWebPage = (text: string): boolean => /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text);

/** Reads a body's error: OpenAI's `{error: {…}}`, old vLLM's flat record, FastAPI's `{detail}`, a bare text, none. */
export function complaintOf(status: number, body: unknown): Complaint {
  const error = isRecord(body) && 'error' in body ? body.error : body;
  const { code, param, type, failed_generation, metadata } = isRecord(error) ? error : {};
  return {
    status,
    text: oneLine(textsIn(error).join(' ')),
    code: textOrNull(code) ?? textOrNull(type),
    param: textOrNull(param),
    written: textOrNull(failed_generation),
    flagged: isRecord(metadata) && textOrNull(metadata.flagged_input) !== null,
    isPage: typeof error === 'string' && isWebPage(error),
  };
}

/** The status an error in a 200 stands for: gateways pass on what the endpoint behind them answered. */
export function statusIn(body: unknown): number | null {
  if (!isRecord(body) || !('error' in body) || body.error === null) return null;
  const { code } = isRecord(body.error) ? body.error : {};
  return Number.isInteger(code) && Number(code) >= 400 && Number(code) < 600 ? Number(code) : 502;
}

/** The thing an endpoint that blocks a request has something against. */
type Blocked = 'input' | 'account' | 'request';

const INPUT_CODE =
  /content_?(?:filter|policy|moderation)|invalid_prompt|moderation|data_inspection|responsible_?ai|^refusal$/i;
const ACCOUNT_CODE = /account|organi[sz]ation|access_terminated/i;

/** Both in one clause, whichever comes first. */
const about = (what: string, block: string) =>
  new RegExp(String.raw`\b(?:${what})\b[^.]{0,80}?\b(?:${block})|\b(?:${block})[^.]{0,60}?\b(?:${what})\b`, 'i');

/** A 403 may be about anything, so it has to speak of what was asked. */
const INPUT_AT_403 = [
  about(
    'inputs?|prompts?|contents?|messages?|text|completions?|outputs?',
    'flag|block|filter|reject|refus|moderat|violat|prohibit|disallow|not allowed|inappropriate|unsafe|high risk',
  ),
  about('request', 'flag|moderat|violat|safety system'),
];
/** A 400 is about the request: it says enough that a filter is at work. */
const INPUT_AT_400 = [
  /content[_ ](?:filter|policy)|content management policy|responsible ?ai|usage polic|safety system|flagged|moderation/i,
];
const ACCOUNT = [
  about(
    'accounts?|organi[sz]ation|resource|subscription|project|workspace|api key',
    'flagged|block|restricted|revoked|suspended|terminated|disabled|deactivated|banned',
  ),
  about('access', 'terminated|revoked|suspended'),
];
const REQUEST = /\b(?:this|your|the) request\b|action you just performed/i;

/** The place of the first of the patterns; infinitely far off where none is. */
const firstOf = (patterns: readonly RegExp[], text: string): number =>
  Math.min(
    ...patterns.map((pattern) => text.search(pattern)).map((place) => (place < 0 ? Number.POSITIVE_INFINITY : place)),
  );

/** The thing a 400 or 403 is against by its code, and else by what it names first; null where it blocks none of them. */
function blockedIn({ status, code, text, flagged }: Complaint): Blocked | null {
  if (flagged || INPUT_CODE.test(code ?? '')) return 'input';
  if (ACCOUNT_CODE.test(code ?? '')) return 'account';
  const input = firstOf(status === 403 ? INPUT_AT_403 : INPUT_AT_400, text);
  const account = firstOf(ACCOUNT, text);
  if (account <= input && Number.isFinite(account)) return 'account';
  if (Number.isFinite(input)) return 'input';
  return REQUEST.test(text) ? 'request' : null;
}

const UNSUPPORTED =
  /unsupported|not (?:\w+ )?(?:support|permit|allow|available)|unrecogni[sz]ed|unknown|unexpected|extra (?:inputs|fields)|only the default|deprecated|\binstead\b/i;
const FORMAT =
  /response[ _]format|json[ _]schema|json[ _](?:object|mode)|structured output|guided[ _](?:json|decoding)|grammar/i;
const LIMIT = /max_(?:completion_)?tokens/i;
const SYSTEM = /\bsystem\b[^.]*\b(?:role|message|prompt)|\brole\b[^.]*\bsystem\b/i;

const named = ({ param, text }: Complaint, parameter: string, pattern: RegExp) =>
  param?.includes(parameter) === true || pattern.test(text);

/**
 * The parameter a 400 or 422 is about, where asking in another dialect may help; null for every other complaint. A
 * value out of range is not one: leaving out what the user set would change what they measure.
 */
function refusedParameter(complaint: Complaint, request: ModelRequest, sent: Dialect): Parameter | null {
  if (complaint.status !== 400 && complaint.status !== 422) return null;
  const formatSent = request.schema !== null && sent.format !== 'plain';
  if (formatSent && named(complaint, 'response_format', FORMAT)) return 'format';
  const unsupported = UNSUPPORTED.test(`${complaint.code ?? ''} ${complaint.text}`);
  if (!unsupported) return null;
  if (request.parameters.temperature !== null && named(complaint, 'temperature', /\btemperature\b/i))
    return 'temperature';
  if (named(complaint, sent.limit, LIMIT)) return 'limit';
  const systemSent = request.messages.some(({ role }) => role === 'system');
  return systemSent && SYSTEM.test(complaint.text) ? 'system' : null;
}

/**
 * Tells from an answer without an error that another kind of server listens at an address that was asked for the first
 * time. Null where it may be an API all the same, whose answer came broken.
 */
export function foreignness(text: string, body: unknown): 'page' | 'no_api' | null {
  if (isWebPage(text)) return 'page';
  if (body === undefined) return /^\s*(?:[{[]|$)/.test(text) ? null : 'no_api';
  return isRecord(body) && 'choices' in body ? null : 'no_api';
}

/** The thing the user has to mend before any request can be answered. */
export type Because = 'key' | 'access' | 'account' | 'credit' | 'model' | 'request' | 'page' | 'no_api';

/** The meaning of an endpoint's error for the request and for the run. */
type Verdict =
  | { readonly kind: 'rate_limited' | 'unavailable' | 'rejected' }
  | { readonly kind: 'refused_parameter'; readonly parameter: Parameter }
  /** The model's answer all the same: it declined, or the endpoint kept its words back. */
  | { readonly kind: 'reply'; readonly text: string; readonly finish: 'refusal' | 'other' }
  | { readonly kind: 'unusable'; readonly because: Because };

interface Attempted {
  readonly request: ModelRequest;
  readonly dialect: Dialect;
  /** True where the endpoint has answered for this model before: then it is set up right, and what it refuses is the request. */
  readonly proven: boolean;
}

const NO_CREDIT = /insufficient[_ ](?:quota|balance|credit|funds)|exceeded your current quota|out of credits?|billing/i;
const TOO_LARGE =
  /request too large|context[_ ](?:length|window)|maximum context|prompt is too long|reduce the length|too many (?:input )?tokens/i;
const NOT_NOW: ReadonlySet<number> = new Set([408, 409, 423, 425, 498, 499]);
/** Statuses that servers of web pages answer a request with that only an API understands. */
const NOT_UNDERSTOOD: ReadonlySet<number> = new Set([400, 404, 405, 415, 501, 505]);

const unusable = (because: Because) => ({ kind: 'unusable', because }) as const;

/** Judges an HTTP error by its status and by what the endpoint says. */
export function verdictOn(complaint: Complaint, { request, dialect, proven }: Attempted): Verdict {
  const { status, text, code, written, isPage } = complaint;
  const said = `${code ?? ''} ${text}`;
  if (isPage && !proven && NOT_UNDERSTOOD.has(status)) return unusable('page');
  if (status === 501 && !proven) return unusable('request');
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

/** A reason why no connection will ever come about, as long as the address and what listens there stay as they are. */
export type Hopeless = 'port' | 'tls' | 'certificate' | 'not_http' | 'redirects';

/** The failure of a fetch that brought no answer. */
interface ConnectionError {
  /** The most telling code or message. */
  readonly detail: string;
  /** True where the connection had come about, so that the request may have been worked on. */
  readonly reached: boolean;
  /** Null where the same request may succeed later. */
  readonly hopeless: Hopeless | null;
}

/** Errors of OpenSSL and Node about a certificate. */
const CERTIFICATE = /CERT|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|CRL/;
/** A connection that broke is no sign that the other side does not speak TLS. */
const TLS = /^(?:ERR_SSL_(?!.*(?:BAD_RECORD|DECRYPTION|UNEXPECTED_EOF))|ERR_TLS_|EPROTO$)/;
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
/** Faults that fetch tells in words alone. */
const WORDS: readonly (readonly [RegExp, Hopeless])[] = [
  [/^bad port$/, 'port'],
  [/does not match the HTTP\/1\.1 protocol|^Parse Error/, 'not_http'],
  [/^redirect count exceeded$|^unknown scheme$/, 'redirects'],
];

function chainOf(thrown: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = thrown; error instanceof Error && !chain.includes(error); error = error.cause) chain.push(error);
  return chain;
}

/** The most telling code or message in the chain of causes of a failed fetch. */
export function connectionErrorIn(thrown: unknown): string {
  const chain = chainOf(thrown);
  const code = chain.map((error) => (error as { code?: unknown }).code).find((code) => typeof code === 'string');
  return code ?? oneLine(chain.at(-1)?.message ?? 'connection failed');
}

/** The same for people, to whom fetch's own codes say nothing. */
export function connectionErrorText(thrown: unknown): string {
  const code = connectionErrorIn(thrown);
  const message = oneLine(chainOf(thrown).at(-1)?.message ?? '');
  return code.startsWith('UND_ERR_') && message !== '' ? `${message} (${code})` : code;
}

/** Judges a failed fetch by the chain of its causes. */
export function connectionErrorOf(thrown: unknown): ConnectionError {
  const detail = connectionErrorIn(thrown);
  const last = chainOf(thrown).at(-1);
  const hopeless = hopelessness(detail, last?.message ?? '');
  const { syscall } = (last ?? {}) as { syscall?: unknown };
  // Several addresses of one name are tried one after the other, and fail as one.
  const connecting =
    syscall === 'connect' ||
    last instanceof AggregateError ||
    /before secure TLS connection was established/.test(last?.message ?? '');
  // What is no HTTP came back for a request that was sent whole.
  const sent = hopeless === null || hopeless === 'not_http';
  return { detail, reached: sent && !connecting && !NOT_CONNECTED.test(detail), hopeless };
}

function hopelessness(code: string, message: string): Hopeless | null {
  if (CERTIFICATE.test(code)) return 'certificate';
  if (TLS.test(code)) return 'tls';
  return WORDS.find(([words]) => words.test(message))?.[1] ?? null;
}

/** The part of a call its endpoint may bill where it does not count; `text`: the prompt and the text that came. */
export type Billed = 'nothing' | 'prompt' | 'text' | 'everything';

/** Reasons for no reply; `interrupted` where we gave up ourselves. */
export type UnavailableFault = 'timeout' | 'connection_error' | 'server_error' | 'broken_body' | 'interrupted';

interface Answered {
  readonly status: number;
  readonly detail: string;
  readonly quotes: Quotes;
}

/** The end of one HTTP attempt. No text in it holds a key. */
export type Outcome =
  /** A reply arrived, whatever it says. */
  | { readonly kind: 'good'; readonly reply: ModelReply; readonly billed: Billed; readonly quotes: Quotes }
  /** 429: to be repeated when there is room again. */
  | (Answered & { readonly kind: 'rate_limited'; readonly status: 429; readonly retryAfterMs: number | null })
  /** To be repeated after a while. */
  | {
      readonly kind: 'unavailable';
      readonly fault: UnavailableFault;
      /** Null where no answer came. */
      readonly status: number | null;
      /** The connection's error code, or what the endpoint said. */
      readonly detail: string;
      readonly retryAfterMs: number | null;
      readonly billed: Billed;
      readonly usage: Usage | null;
    }
  /** To be repeated at once: the next attempt is put in other words. */
  | (Answered & { readonly kind: 'refused_parameter'; readonly parameter: Parameter })
  /** This request will never be answered, others may be: its prompt is too long for the model. */
  | (Answered & { readonly kind: 'rejected'; readonly billed: Billed })
  /** An endpoint that answers no request until the user mends something; `sentence` says what. `status` is null where no answer came. */
  | { readonly kind: 'unusable'; readonly status: number | null; readonly detail: string; readonly sentence: string };

export function endingOf(outcome: Outcome): Ending {
  switch (outcome.kind) {
    case 'good': {
      const { reply, quotes } = outcome;
      const tokens = reply.usage === null ? null : reply.usage.input_tokens + reply.usage.output_tokens;
      return { kind: 'replied', tokens, quotes };
    }
    case 'rate_limited':
      return { kind: 'limited', retryAfterMs: outcome.retryAfterMs, quotes: outcome.quotes };
    case 'refused_parameter':
    case 'rejected':
      return { kind: 'refused', quotes: outcome.quotes };
    case 'unusable':
      return { kind: 'refused', quotes: null };
    case 'unavailable':
      return { kind: 'failed' };
  }
}
