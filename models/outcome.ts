import type { ModelReply, Usage } from '../schemas/model.ts';
import type { Billed } from './bill.ts';
import type { Parameter } from './dialect.ts';
import type { Ending } from './limiter.ts';
import type { Quotes } from './rate-quote.ts';

/** Why no reply came; `interrupted` where we gave up ourselves. */
export type UnavailableFault = 'timeout' | 'connection_error' | 'server_error' | 'broken_body' | 'interrupted';

/** How one HTTP attempt ended. No text in it holds a key. */
export type Outcome =
  /** A reply arrived, whatever it says. */
  | { readonly kind: 'good'; readonly reply: ModelReply; readonly billed: Billed; readonly quotes: Quotes }
  /** 429: to be repeated when there is room again. */
  | {
      readonly kind: 'rate_limited';
      readonly status: 429;
      readonly detail: string;
      readonly retryAfterMs: number | null;
      readonly quotes: Quotes;
    }
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
  | {
      readonly kind: 'refused_parameter';
      readonly status: number;
      readonly parameter: Parameter;
      readonly detail: string;
      readonly quotes: Quotes;
    }
  /** This request will never be answered, others may be: its prompt is too long for the model. */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly detail: string;
      readonly billed: Billed;
      readonly quotes: Quotes;
    }
  /** No request will be answered until the user mends something; `sentence` says what. */
  | {
      readonly kind: 'unusable';
      /** Null where no answer came. */
      readonly status: number | null;
      readonly detail: string;
      readonly sentence: string;
    };

/** What an outcome means for the limits. */
export function endingOf(outcome: Outcome): Ending {
  if (outcome.kind === 'good') {
    const { usage } = outcome.reply;
    return {
      kind: 'replied',
      tokens: usage === null ? null : usage.input_tokens + usage.output_tokens,
      quotes: outcome.quotes,
    };
  }
  if (outcome.kind === 'rate_limited')
    return { kind: 'limited', retryAfterMs: outcome.retryAfterMs, quotes: outcome.quotes };
  if (outcome.kind === 'refused_parameter' || outcome.kind === 'rejected')
    return { kind: 'refused', quotes: outcome.quotes };
  if (outcome.kind === 'unusable') return { kind: 'refused', quotes: null };
  return { kind: 'failed' };
}
