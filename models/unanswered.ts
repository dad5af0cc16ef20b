import { ModelError } from '../schemas/errors.ts';
import type { Role } from '../schemas/model.ts';
import type { Outcome } from './outcome.ts';
import { roleName } from './role-name.ts';

/** Who asked what of whom. */
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

/** What to tell of a request that is sent again; `isKnown` where the endpoint has answered before. */
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

/** For what is asked after the end; nobody should. */
export const closed = () => ending('the run is over, and nothing more is asked');
