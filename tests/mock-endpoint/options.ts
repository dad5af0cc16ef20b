import type { ErrorShape } from './api-error.ts';
import type { BatchScript } from './batch-life.ts';
import type { CountTokens } from './chat-body.ts';
import type { Refusal } from './check-chat-body.ts';
import type { Clock } from './clock.ts';
import type { FaultSettings } from './fault-kinds.ts';
import type { ScriptedFault, SeededFaults } from './fault-plan.ts';
import type { Limits } from './rate-limits.ts';
import type { Misbehave, Respond } from './reply.ts';

export interface MockOptions {
  /** The content of a good reply: what a competent model would say. An object is sent as JSON. */
  readonly respond: Respond;
  /** The content of a reply with the fault `leak`, `tamper` or `obey`; null where a request has nothing to spoil. */
  readonly leak?: Misbehave;
  readonly tamper?: Misbehave;
  readonly obey?: Misbehave;

  /** The bearer key that is asked for; drawn anew unless told. */
  readonly key?: string;
  /** Whether the answer to a wrong key quotes it in full, as some gateways do; else masked, as OpenAI does. */
  readonly echoesKey?: boolean;
  /** The models there are; any unless told. */
  readonly models?: readonly string[];
  readonly refuses?: readonly Refusal[] | ((model: string) => readonly Refusal[]);
  /** Prompt and output together; no limit unless told. */
  readonly contextTokens?: number;
  /** Whether strict schemas have to fit OpenAI's subset; they do unless told. */
  readonly checksSchemas?: boolean;
  readonly errorShape?: ErrorShape;
  readonly countTokens?: CountTokens;
  /** Whether replies say how many tokens they took; they do unless told. */
  readonly reportsUsage?: boolean;

  /** How long a reply takes, the jitter evenly spread; at once unless told. */
  readonly latency?: { readonly fixedMs?: number; readonly jitterMs?: number };
  readonly limits?: Limits;
  readonly faults?: readonly ScriptedFault[];
  readonly seededFaults?: SeededFaults;
  readonly faultSettings?: Partial<FaultSettings>;
  readonly batches?: BatchScript;

  /** For limits, dates and the life of batches; latency always takes real time. */
  readonly clock?: Clock;
  /**
   * The header in which a client names the digest of its request; then a batch line's `custom_id` is its digest. Unless
   * told, the digest is SHA-256 over the bytes of the body, so equal questions are one request.
   */
  readonly digestHeader?: string;
  /** The header that names the role a request is for; `x-role` unless told. Else `metadata.role` of the body does. */
  readonly roleHeader?: string;
}
