import { ConfigError, ModelError } from '../schemas/errors.ts';
import type { Role } from '../schemas/model.ts';
import { counted } from '../text/numbers.ts';
import type { BatchCallError, BatchEndpoint } from './batch/batch-endpoint.ts';
import type { Because, Hopeless, Outcome } from './faults.ts';
import { roleName } from './settings.ts';

export interface Refused {
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

const ending = (message: string) => new ModelError(message, { ends: true });
const toMend = (message: string, options: ErrorOptions = {}) => new ModelError(message, { ...options, mendable: true });

/** The error of a request that got no reply in all its attempts. */
export const gaveUp = (asked: Unanswered, attempts: number, last: Repeatable) =>
  new ModelError(who(asked, attempts, last));

/** The same where nothing was ever heard of the endpoint. */
export const neverAnswered = (asked: Unanswered, attempts: number, last: Repeatable) =>
  toMend(
    `${who(asked, attempts, last)}; ${asked.address} has not answered once, check that the address is right and that it is running`,
  );

/** The same where it went so with `before` others before it. */
export const seemsDown = (asked: Unanswered, attempts: number, last: Repeatable, before: number) =>
  ending(
    `${who(asked, attempts, last)}, like ${before} requests before it; ${asked.address} seems to be down, run the same command again when it is back`,
  );

/** The notice of a request that is sent again; `isKnown` where the endpoint has answered before. */
export function trouble(address: string, { kind, status, detail }: Repeatable, isKnown: boolean): string {
  const said = [status ?? [], detail === '' ? [] : detail].flat().join(': ');
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
