import { type Clock, sleep } from '../../schemas/clock.ts';
import { BACK_OFF, backOffMs } from '../back-off.ts';
import { BatchCallError } from './batch-endpoint.ts';

const ATTEMPTS = 7;

/**
 * Makes a call until it succeeds, waiting longer each time; rejects with its last error, at once where it will not pass.
 * `between` runs after each wait; what it finds stands in for the call's own answer.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  { name, clock, signal }: { readonly name: string; readonly clock: Clock; readonly signal: AbortSignal },
  between: () => Promise<T | null> = async () => null,
): Promise<T> {
  let step = call;
  for (let failures = 1; ; failures++) {
    try {
      return await step();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof BatchCallError) || !error.passes || failures >= ATTEMPTS) throw error;
      await sleep(clock, Math.max(backOffMs(name, failures, BACK_OFF), error.retryAfterMs ?? 0), signal);
      step = async () => (await between()) ?? (await call());
    }
  }
}
