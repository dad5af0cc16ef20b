/** What goes wrong between the endpoint and the client; no usable reply arrives, or only much later. */
export const TRANSPORT_FAULTS = ['slow', 'reset_before_headers', 'reset_in_body', 'truncated_body'] as const;

/** What the endpoint answers instead of a reply. */
export const STATUS_FAULTS = [
  'rate_limit_seconds',
  'rate_limit_date',
  'rate_limit_headers',
  'rate_limit_bare',
  'insufficient_quota',
  'payment_required',
  'server_error',
  'bad_gateway',
  'unavailable',
  'gateway_timeout',
  'unauthorized',
  'forbidden',
  'unknown_model',
  'context_length',
  /** Status 200 whose body is an error, as some gateways answer. */
  'error_as_ok',
  /** Status 200 with an empty list of choices. */
  'no_choices',
] as const;

/** What is wrong with a reply that arrives whole. */
export const CONTENT_FAULTS = [
  'cut_off',
  'invalid_json',
  'fenced_json',
  'text_around_json',
  'trailing_comma',
  'missing_key',
  'extra_key',
  'wrong_type',
  'refusal',
  'content_filter',
  'empty',
  'null_content',
  'huge',
  'leak',
  'tamper',
  'obey',
] as const;

export type TransportFault = (typeof TRANSPORT_FAULTS)[number];
export type StatusFault = (typeof STATUS_FAULTS)[number];
export type ContentFault = (typeof CONTENT_FAULTS)[number];
export type FaultKind = TransportFault | StatusFault | ContentFault;

const setOf = <T extends string>(kinds: readonly T[]) => {
  const set: ReadonlySet<string> = new Set(kinds);
  return (kind: string): kind is T => set.has(kind);
};
export const isTransportFault = setOf(TRANSPORT_FAULTS);
export const isStatusFault = setOf(STATUS_FAULTS);
export const isContentFault = setOf(CONTENT_FAULTS);

/** What the endpoint does of itself, by its rules and not by a script. */
export type OwnRefusal =
  | 'wrong_key'
  | 'over_request_limit'
  | 'over_token_limit'
  | 'invalid_request'
  | 'refused_json_schema'
  | 'refused_json_object'
  | 'refused_temperature'
  | 'refused_max_tokens'
  | 'refused_max_completion_tokens'
  /** A callback of the test threw: `close()` says so. */
  | 'broken_callback';

/** Why a request did not simply get a good reply. */
export type Trouble = FaultKind | OwnRefusal;

/** How much of a fault. */
export interface FaultSettings {
  /** What Retry-After asks for; 1 unless told. */
  readonly retryAfterSeconds: number;
  /** How long `slow` waits before it answers; Infinity unless told: it never answers. */
  readonly delayMs: number;
  /** How long `huge` content is; 10 MB unless told. */
  readonly contentBytes: number;
}

export interface Fault extends FaultSettings {
  readonly kind: FaultKind;
}
