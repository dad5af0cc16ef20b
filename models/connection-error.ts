import { oneLine } from './complaint.ts';

/** Why no connection to an address will ever come about, as long as the address and what listens there stay as they are. */
export type Hopeless = 'port' | 'tls' | 'certificate' | 'not_http' | 'redirects';

/** How a fetch failed that brought no answer. */
export interface ConnectionError {
  /** The most telling code or message. */
  readonly detail: string;
  /** Whether the connection had come about, so that the request may have been worked on. */
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
/** What fetch says in words alone. */
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
