// Started by mock-host.ts: endpoints in a process of their own, so that client and server share no event loop.

import { REQUEST_ID } from '../../../models/index.ts';
import { startMockEndpoint } from '../../../tests/mock-endpoint/mock-endpoint.ts';
import type { Limits } from '../../../tests/mock-endpoint/rate-limits.ts';
import { REPLY } from './questions.ts';

export interface MockSettings {
  readonly latencyMs: number;
  readonly limits?: Limits;
}

/** Counts of the requests an endpoint has seen so far. */
export interface MockCounts {
  readonly requests: number;
  /** Answered with 429. */
  readonly limited: number;
}

const settings = JSON.parse(process.argv[2] ?? '[]') as MockSettings[];
const endpoints = await Promise.all(
  settings.map(({ latencyMs, limits }) =>
    startMockEndpoint({
      respond: () => REPLY,
      latency: { fixedMs: latencyMs },
      digestHeader: REQUEST_ID,
      ...(limits === undefined ? {} : { limits }),
    }),
  ),
);
process.on('message', () => {
  const counts: MockCounts[] = endpoints.map(({ stats: { requests, byStatus } }) => ({
    requests,
    limited: byStatus[429] ?? 0,
  }));
  process.send?.(counts);
});
process.on('disconnect', () => process.exit());
process.send?.(endpoints.map(({ url, key }) => ({ url, key })));
