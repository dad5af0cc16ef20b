import type { CallStatistics, RoleStatistics } from '../call-statistics.ts';

const ADDED = [
  'calls',
  'replies',
  'gaveUp',
  'rejected',
  'inputTokens',
  'outputTokens',
  'uncounted',
  'costNano',
] as const satisfies readonly (keyof RoleStatistics)[];

/**
 * Batches and what was asked online beside them as one. Every question was put to the batches first; latencies are those
 * of single calls.
 */
export function withBatches(batches: CallStatistics, online: CallStatistics): CallStatistics {
  return Object.fromEntries(
    Object.entries(batches).map(([role, inBatches]) => {
      const single = online[role as keyof CallStatistics];
      if (single === undefined) return [role, { ...inBatches, latencyMs: null }];
      const sums = Object.fromEntries(ADDED.map((key) => [key, inBatches[key] + single[key]]));
      const { retries, rateLimitedShare, latencyMs } = single;
      return [role, { ...inBatches, ...sums, retries, rateLimitedShare, latencyMs }];
    }),
  );
}
