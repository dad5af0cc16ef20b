import { ConfigError, ModelError } from '../schemas/errors.ts';
import type { ModelRequest, Role } from '../schemas/model.ts';
import { counted, formatCount } from '../text/numbers.ts';
import type { BatchCallError, BatchEndpoint } from './batch/batch-endpoint.ts';
import type { Because, Hopeless, Outcome } from './faults.ts';
import { usdText } from './prices.ts';
import type { FailedCalls } from './reply-store.ts';
import { isOfBuild, modelFlagOf, roleName } from './settings.ts';

interface Refused {
  /** The endpoint's address and who asked. */
  readonly place: string;
  readonly model: string;
  /** Status and words of the endpoint, or the connection's error. */
  readonly said: string;
  readonly keyName: string;
  readonly hasKey: boolean;
}

/** The sentence that ends a run: where, what was found, what to do. */
export function whatToMend(because: Because | Hopeless, { place, model, said, keyName, hasKey }: Refused): string {
  switch (because) {
    case 'key':
      // What an endpoint says about a key may quote parts of it, so it is left out.
      return hasKey
        ? `${place} refuses the key in ${keyName} (401); check that it is whole, still valid and of this endpoint`
        : `${place} wants a key (401) and none is given; set ${keyName}`;
    case 'access':
      return `${place} does not let this key use ${model} (${said}); name another model or ask for access to it`;
    case 'account':
      return `${place} does not serve this account (${said}); settle that with the provider, or set ${keyName} to a key of another account`;
    case 'credit':
      return `${place} says that no credit is left (${said}); add some, then run the same command again`;
    case 'model':
      // Asked below /v1, a server knows its routes; asked beside it, none of them, whatever the model.
      if (!/\/v\d/.test(place))
        return `${place} does not answer there (${said}): its address does not end in /v1, as most endpoints want; add that to the address, and check the model's name ${model} only if it is right`;
      return `${place} does not know ${model} (${said}); check the model's name, and that the address ends as the endpoint's documentation says, mostly with /v1`;
    case 'page':
      return `${place} answers with a web page in the place of JSON (${said}); check the address: it is that of an API, which mostly ends in /v1`;
    case 'no_api':
      return `${place} answers with something else than a chat completion (${said}); check the address: it is that of an OpenAI-compatible API, which mostly ends in /v1`;
    case 'request':
      return `${place} refuses requests to ${model} (${said}); check the model and its settings`;
    case 'port':
      return `${place} is on a port that web clients never connect to (${said}); let it listen on another port, such as 8000, and change the address`;
    case 'tls':
      return `${place} does not speak TLS as https:// wants it (${said}); check the port, and write http:// where the server has no TLS`;
    case 'certificate':
      return `${place} shows a certificate that is not trusted (${said}); check the address, or name the file of your own authority in NODE_EXTRA_CA_CERTS`;
    case 'not_http':
      return `${place} does not speak HTTP (${said}); check the port, and write https:// where the server wants TLS`;
    case 'redirects':
      return `${place} sends requests on to where they cannot follow (${said}); give the address it leads to`;
  }
}

/** A question without an answer. */
export interface Unanswered {
  readonly role: Role;
  readonly taskId: string;
  /** Of the endpoint. */
  readonly address: string;
}

type Repeatable = Extract<Outcome, { kind: 'rate_limited' | 'unavailable' }>;

function who({ role, taskId }: Unanswered, attempts: number, { status, detail }: Repeatable): string {
  // A 200 whose body is no reply says nothing by its status.
  const last = status !== null && status >= 400 ? `last status ${status}` : `last error ${detail}`;
  return `${roleName(role)} gave up on task ${taskId} after ${attempts} attempts, ${last}`;
}

/** Characters of a trouble on a line that has other things to say. */
const LONGEST_TROUBLE = 60;

/** Status and words of an endpoint, as far as there are any. */
const saidBy = (status: number | null, detail: string) => [status ?? [], detail === '' ? [] : detail].flat().join(': ');
const ending = (message: string) => new ModelError(message, { ends: true });
const toMend = (message: string, options: ErrorOptions = {}) => new ModelError(message, { ...options, mendable: true });

/** The error of a request that got no reply in all its attempts. */
export const gaveUp = (asked: Unanswered, attempts: number, last: Repeatable) =>
  new ModelError(who(asked, attempts, last));

/** The same where nothing was ever heard of the endpoint but errors, if that. */
export const neverAnswered = (asked: Unanswered, attempts: number, last: Repeatable) =>
  toMend(
    last.status === null
      ? `${asked.address} has not answered once: check that the address is right and that it is running (${who(asked, attempts, last)})`
      : `${asked.address} has sent no reply yet but this (${saidBy(last.status, last.detail)}): check the address and what its server logs (${who(asked, attempts, last)})`,
  );

const LATER = 'run the same command again later, or more slowly with --concurrency or --requests-per-minute';

/** The same where nothing was ever heard of the endpoint but that its limit is reached. */
export const limitsAll = (asked: Unanswered, attempts: number, last: Repeatable) =>
  ending(
    `${asked.address} has sent no reply yet but its limit (${saidBy(last.status, last.detail)}): ${LATER} (${who(asked, attempts, last)})`,
  );

/** The same where it went so with `before` others before it. */
export const seemsDown = (asked: Unanswered, attempts: number, last: Repeatable, before: number) => {
  const like = `(${who(asked, attempts, last)}, like ${before} requests before it)`;
  return ending(
    last.kind === 'rate_limited'
      ? `${asked.address} answers all requests with its limit (${saidBy(last.status, last.detail)}): ${LATER} ${like}`
      : `${asked.address} seems to be down: run the same command again when it is back ${like}`,
  );
};

/** Tells the trouble with an endpoint now, as it stands on the progress line. */
export function troubleNow(address: string, { status, detail }: Repeatable): string {
  const said = saidBy(status, detail);
  const shown = said.length <= LONGEST_TROUBLE ? said : `${said.slice(0, LONGEST_TROUBLE - 1).toWellFormed()}…`;
  return `${URL.parse(address)?.host ?? address}: ${shown}`;
}

/** The notice of a request that is sent again; `isKnown` where the endpoint has answered before. */
export function trouble(address: string, { kind, status, detail }: Repeatable, isKnown: boolean): string {
  const said = saidBy(status, detail);
  if (kind === 'rate_limited') return `${address} limits requests (${said}); asking more slowly`;
  if (status !== null) return `no reply from ${address} (${said}); trying again`;
  return isKnown
    ? `no answer from ${address} (${detail}); trying again`
    : `no answer from ${address} yet (${detail}); trying again, check that the address is right and that it is running`;
}

export const refusedRequest = ({ role, taskId, address }: Unanswered, status: number, detail: string) =>
  new ModelError(
    `${roleName(role)} cannot be asked about task ${taskId}: ${address} refuses the request (${status}: ${detail})`,
  );

export const asksToWait = ({ address }: Unanswered, waitMs: number, detail: string) =>
  ending(
    `${address} asks to wait ${Math.ceil(waitMs / 60_000)} minutes before the next request (${detail}); run the same command again then`,
  );

export const notKept = (cause: Error) =>
  toMend(`what a model answered could not be kept: ${cause.message}; nothing more is asked`, { cause });

export const interrupted = () => ending('the run was interrupted before the models had answered');

/** The error of a request made after the end, which nobody should make. */
export const closed = () => ending('the run is over, and nothing more is asked');

/** The error of a call that would not fit into the budget; `ends` where no room will come by waiting. */
export const overBudget = (
  nano: { readonly [of in 'capNano' | 'spentNano' | 'reservedNano' | 'nextNano']: number },
  ends: boolean,
) =>
  new ModelError(
    `the budget of ${usdText(nano.capNano)} could be passed: ${usdText(nano.spentNano)} is spent, ${usdText(nano.reservedNano)} is reserved for calls under way, and the next call can cost up to ${usdText(nano.nextNano)}; run the same command with a higher --budget-usd to go on`,
    { ends },
  );

/** Characters of a reply that are quoted. */
const LONGEST_QUOTE = 120;

/** A reply in quotation marks, in one line. */
function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return JSON.stringify(line.length <= LONGEST_QUOTE ? line : `${line.slice(0, LONGEST_QUOTE).toWellFormed()}…`);
}

const listed = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

interface UselessReplies {
  /** Roles that asked, the one that asked last among them. */
  readonly roles: readonly Role[];
  /** Number of useless replies in a row. */
  readonly replies: number;
  readonly last: { readonly role: Role; readonly model: string; readonly text: string };
  readonly problem: string;
}

/** The end of a run whose model sends nothing that can be used. */
export function uselessReplies({ roles, replies, last: { role, model, text }, problem }: UselessReplies): ModelError {
  const asLast = roles.length === 1 ? '' : `, as ${roleName(role)},`;
  return toMend(
    `none of ${counted(replies, 'reply', 'replies')} in a row of ${model} as ${listed(roles.map(roleName))} can be used; the last${asLast} reads ${quoted(text)} (${problem}); check what the endpoint serves, or name another ${modelFlagOf(role)}, then run the same command again${isOfBuild(role) ? ' (--max-unusable gives up later)' : ''}`,
  );
}

interface FewDrafts {
  readonly passed: number;
  readonly drafts: number;
  readonly minPassing: number;
  /** The gate that turned down most of them. */
  readonly most: { readonly gate: string; readonly times: number };
}

/** The end of a run whose texts the gates turn down. */
export const fewDraftsPass = ({ passed, drafts, minPassing, most: { gate, times } }: FewDrafts) =>
  toMend(
    `${passed} of the last ${drafts} drafts passed the gates, a smaller share than --min-passing ${minPassing}; the gate "${gate}" turned down most, ${times} of them; name a stronger --model, or run the same command with a lower --min-passing`,
  );

/** The same for a call that would be one too many. */
export const overCalls = (calls: { readonly [of in 'cap' | 'made' | 'underWay']: number }, ends: boolean) =>
  new ModelError(
    `the limit of ${counted(calls.cap, 'call', 'calls')} is reached: ${formatCount(calls.made)} made by all starts of this folder, ${formatCount(calls.underWay)} under way; run the same command with a higher --max-calls to go on`,
    { ends },
  );

/** The error of a replay that was asked for a reply its recording never asked for. */
export function neverAsked(
  path: string,
  { role, model, attempt }: ModelRequest,
  taskId: string,
  { digest, others }: { readonly digest: string; readonly others: number },
): ConfigError {
  const reason =
    others === 0
      ? 'the run that recorded replies never came to it: it was stopped before, or had other settings, such as --seed, --per-intent or --catalog'
      : `of this task and role it holds ${counted(others, 'other', 'others')}: the run that recorded them was stopped in between, or the prompt, the model or its settings changed since`;
  return new ConfigError(
    `${path} holds no reply of the ${roleName(role)} for task ${taskId} (${model}, attempt ${attempt + 1}, request ${digest.slice(0, 12)}); ${reason}; give the same settings, and run with --writer openai to the end before you replay`,
  );
}

/** The error of a replay for a request that brought no reply when it was recorded. */
export function unansweredThen({ role, model }: ModelRequest, taskId: string, calls: FailedCalls): ModelError {
  const { times, status, detail } = calls;
  return new ModelError(
    `${model} gave no reply as ${roleName(role)} for task ${taskId} when it was asked ${counted(times, 'time', 'times')}, last ${saidBy(status, detail)}`,
  );
}

/** The error of a request of an earlier start's batch, which nobody has asked for since. */
export const unwanted = () => new ModelError('a batch of an earlier start brought no reply');

type Place = Pick<BatchEndpoint, 'address' | 'keyName'>;

/** The sentence for a call that no waiting mends; `what` says which call it was. */
export function refusedBatchCall({ address, keyName }: Place, what: string, error: BatchCallError): ModelError {
  const refused = { place: address, said: error.message, keyName, hasKey: true, model: '' };
  if (error.status === 401) return toMend(whatToMend('key', refused), { cause: error });
  if (error.isCredit || error.status === 402) return toMend(whatToMend('credit', refused), { cause: error });
  if (error.passes)
    return new ModelError(
      `${address} does not answer when asked to ${what} (last: ${error.message}); batches under way go on there, and the same command collects them when it is back`,
      { ends: true, cause: error },
    );
  return toMend(`${address} does not ${what} (${error.message}); it may have no Batch API, then leave out --batch`, {
    cause: error,
  });
}

/** A batch its provider does not know, most likely because another account made it. */
export const unknownBatch = ({ address, keyName }: Place, id: string, error: BatchCallError) =>
  toMend(
    `${address} does not know batch ${id} (${error.message}), which this run submitted; set ${keyName} to the key it was submitted with`,
    { cause: error },
  );

export const failingBatches = ({ address }: Place, times: number, said: string) =>
  toMend(
    `${address} failed ${times} batches as a whole, the last with ${said}; mend that or leave out --batch, then run the same command again`,
  );

/** A batch of an earlier start at an endpoint that no role asks any more. */
export const elsewhere = (name: string, address: string, requests: number) =>
  new ConfigError(
    `${counted(requests, 'request of this run is', 'requests of this run are')} under way in batch ${name} at ${address}, which no role asks now; set the role's address back so that the replies can be collected, or name another --out`,
  );
