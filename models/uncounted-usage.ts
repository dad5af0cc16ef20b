import type { ModelReply, Usage } from '../schemas/model.ts';
import type { Reservation } from './budget.ts';
import type { Billed, Outcome } from './faults.ts';
import { mostOutputTokens } from './token-estimates.ts';

/** Somebody between us and the model gave up waiting, while the model may have gone on. */
const TIMED_OUT: ReadonlySet<number> = new Set([408, 504, 524]);

/** The part that may be billed of an answer with an error status. */
export const billedWithError = (status: number): Billed => (TIMED_OUT.has(status) ? 'everything' : 'nothing');

/** The same where a filter's refusal, or what a model wrote and was not to deliver, came with a status. */
export const billedWithRefusal = (status: number): Billed => (status === 400 ? 'everything' : billedWithError(status));

/** The same where the request itself is refused: Azure may bill a prompt that is too long. */
export const billedWithRejection = (status: number): Billed => (status === 400 ? 'prompt' : 'nothing');

/** A web page in the place of an answer tells of a server that passed nothing on. */
export const billedWithBrokenBody = (text: string | null): Billed =>
  text !== null && /^\s*</.test(text) ? 'nothing' : 'everything';

/**
 * The tokens a call is charged with, null for none. It is never less than may stand on the bill, for else --budget-usd
 * would not hold:
 *
 * | how the call ended | charged |
 * | --- | --- |
 * | with `usage`, in a reply or in an answer that holds none | what was counted |
 * | with a reply without `usage` | the whole prompt, and the most tokens its text can have |
 * | without a whole answer in time, ours or that of somebody between (408, 504, 524); cut off after the connection was made, or in the middle of the answer; with an answer that is no reply; by the end of the run | the whole prompt and all output it was allowed |
 * | with a content filter's 400, or a 400 that holds back what a model wrote | the same: Azure bills prompt and completion of what its filter stops |
 * | with a 400 for a prompt that is too long | the whole prompt: Azure may bill it |
 * | with any other error status, from 401 over 429 to 503 | nothing: providers do not bill responses that failed |
 * | before a connection came about, or with a web page in the place of an answer | nothing |
 *
 * The most is that of the reservation, and "prompt" its bound on the safe side. What a model thinks without showing it
 * is in none of this where its endpoint does not count.
 */
export function usageToCharge(
  outcome: Outcome,
  reservation: Pick<Reservation, 'inputTokens' | 'outputTokens'>,
): Usage | null {
  if (outcome.kind !== 'good' && outcome.kind !== 'unavailable' && outcome.kind !== 'rejected') return null;
  const counted = countedIn(outcome);
  return counted ?? mostBilled(outcome.billed, reservation, outcome.kind === 'good' ? outcome.reply : null);
}

/** The most tokens that may be billed of a call nobody counted, null for none; `reply` is the text that came. */
export function mostBilled(
  billed: Billed,
  { inputTokens, outputTokens }: Pick<Reservation, 'inputTokens' | 'outputTokens'>,
  reply: ModelReply | null = null,
): Usage | null {
  const writing = (output_tokens: number): Usage => ({ input_tokens: inputTokens, output_tokens });
  switch (billed) {
    case 'nothing':
      return null;
    case 'prompt':
      return writing(0);
    case 'text':
      return writing(reply === null ? 0 : Math.min(outputTokens, mostOutputTokens(reply)));
    case 'everything':
      return writing(outputTokens);
  }
}

const countedIn = (outcome: Outcome): Usage | null => {
  if (outcome.kind === 'good') return outcome.reply.usage;
  return outcome.kind === 'unavailable' ? outcome.usage : null;
};
