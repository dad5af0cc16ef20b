import type { Trouble } from './fault-kinds.ts';
import type { Route } from './request-facts.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';

export interface MockStats {
  /** HTTP requests; lines of batches are in `byRoute`. */
  readonly requests: number;
  /** Replies of the model that went out whole, online and in batches. */
  readonly delivered: number;
  readonly byRoute: Readonly<Partial<Record<Route, number>>>;
  /** Zero stands for a connection reset before the status. */
  readonly byStatus: Readonly<Record<number, number>>;
  readonly byTrouble: Readonly<Partial<Record<Trouble, number>>>;
  readonly byRole: Readonly<Record<string, number>>;
  readonly inFlight: number;
  readonly inFlightHighWater: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Of every reply of the model, delivered or not, online and in batches. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Chat completions delivered per second, from the arrival of the first to the end of the last; 0 for fewer than two. */
  readonly deliveredPerSecond: number;
}

export function statsOf({ records, inFlight, inFlightHighWater }: RequestLog): MockStats {
  const web = records.filter(({ route }) => route !== 'batch_line');
  const ended = records.filter(({ end }) => end !== null);
  const sum = (of: (record: RequestRecord) => number) => records.reduce((total, record) => total + of(record), 0);
  return {
    requests: web.length,
    delivered: records.filter(({ delivered }) => delivered).length,
    byRoute: countsBy(records, ({ route }) => route),
    byStatus: countsBy(ended, ({ status, end }) => (end === 'client_left' ? null : (status ?? 0))),
    byTrouble: countsBy(records, ({ trouble }) => trouble),
    byRole: countsBy(records, ({ role }) => role),
    inFlight,
    inFlightHighWater,
    bytesIn: sum(({ bytesIn }) => bytesIn),
    bytesOut: sum(({ bytesOut }) => bytesOut),
    promptTokens: sum(({ usage }) => usage?.prompt_tokens ?? 0),
    completionTokens: sum(({ usage }) => usage?.completion_tokens ?? 0),
    deliveredPerSecond: deliveredPerSecond(web.filter(({ route, delivered }) => route === 'chat' && delivered)),
  };
}

function countsBy<K extends string | number>(
  records: readonly RequestRecord[],
  keyOf: (record: RequestRecord) => K | null,
): Record<K, number> {
  const counts = {} as Record<K, number>;
  for (const record of records) {
    const key = keyOf(record);
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function deliveredPerSecond(delivered: readonly RequestRecord[]): number {
  if (delivered.length < 2) return 0;
  const lastMs = delivered.reduce((last, { endedMs }) => Math.max(last, endedMs ?? 0), 0);
  return (delivered.length * 1000) / (lastMs - delivered[0]!.atMs);
}
