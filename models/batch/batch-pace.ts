/** Settings of when requests become batches, how batches are polled, and when the rest is asked online. */
export interface BatchPace {
  /** Fewer requests than these are asked online when no batch is under way. */
  readonly tail: number;
  /** Requests are submitted when for so long no other came and no reply did. */
  readonly settleMs: number;
  /** Between two looks at a batch: the first wait, which grows by half with each, and what it grows to. */
  readonly firstPollMs: number;
  readonly pollMs: number;
  /** A batch that takes longer is cancelled, and what it has not done is asked online; null waits as long as it takes. */
  readonly slowMs: number | null;
  /** Most that a provider takes in one file. */
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** Batches a request is put into before it is asked online. */
  readonly submissions: number;
}

/** OpenAI takes 50,000 requests and 200 MB in a batch. */
export const BATCH_PACE: BatchPace = {
  tail: 8,
  settleMs: 1_500,
  firstPollMs: 2_000,
  pollMs: 60_000,
  slowMs: null,
  maxRequests: 50_000,
  maxBytes: 190_000_000,
  submissions: 3,
};

export function batchPaceOf(config: {
  readonly batchTail: number;
  readonly batchPollSeconds: number;
  readonly batchHours?: number | undefined;
}): Partial<BatchPace> {
  const pollMs = config.batchPollSeconds * 1_000;
  return {
    tail: config.batchTail,
    pollMs,
    firstPollMs: Math.min(pollMs, BATCH_PACE.firstPollMs),
    slowMs: config.batchHours === undefined ? null : config.batchHours * 3_600_000,
  };
}
