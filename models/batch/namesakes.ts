import { BatchCallError, type BatchEndpoint, type ShownBatch } from './batch-endpoint.ts';

interface Dependencies {
  readonly endpoint: Pick<BatchEndpoint, 'since' | 'cancel'>;
  readonly isOurs: (batch: ShownBatch) => boolean;
  /** None of them was made before. */
  readonly since: Date;
  readonly killed: AbortSignal;
  /** Repeats a call that may succeed later. */
  readonly patiently: <T>(call: () => Promise<T>) => Promise<T>;
}

/** Which of several is gone on with, first to last: what a batch has done is paid for. */
const BY_WORTH: readonly ShownBatch['status'][] = [
  ...(['completed', 'finalizing', 'in_progress', 'validating'] as const),
  ...(['expired', 'cancelling', 'cancelled', 'failed'] as const),
];
const RUNNING: ReadonlySet<ShownBatch['status']> = new Set(['finalizing', 'in_progress', 'validating']);

/**
 * What the provider has under the name of one batch: where the answer to its creation was lost it may be there all the
 * same, and beside it the one its repetition made.
 */
export class Namesakes {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The id of the one to go on with; null where there is none. */
  async best(): Promise<string | null> {
    const batches = await this.#all();
    const [best] = batches.toSorted((a, b) => BY_WORTH.indexOf(a.status) - BY_WORTH.indexOf(b.status));
    return best?.id ?? null;
  }

  /** Cancels all but one, so that nothing is paid for twice. What cannot be cancelled is no reason to give up that one. */
  async cancelOthers(id: string): Promise<void> {
    const { endpoint, killed, patiently } = this.#dependencies;
    const batches = await patiently(() => this.#all()).catch(nothing);
    for (const other of batches ?? [])
      if (other.id !== id && RUNNING.has(other.status))
        await patiently(() => endpoint.cancel(other.id, killed)).catch(nothing);
  }

  /** The newest first. */
  async #all(): Promise<ShownBatch[]> {
    const { endpoint, isOurs, since, killed } = this.#dependencies;
    return (await endpoint.since(since, killed)).filter(isOurs);
  }
}

/** Takes what the provider refuses for done; the end of the run and bugs of ours stay errors. */
function nothing(error: unknown): null {
  if (error instanceof BatchCallError) return null;
  throw error;
}
