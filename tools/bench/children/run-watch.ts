import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, watched } from './child.ts';

const POLL_MS = 5;
const BUSY_MS = 1000;

/** Progress of a run. */
interface RunCounts {
  readonly locked: number;
  /** Tasks that have ended, with a sample or a rejection. */
  readonly ended: number;
}

/**
 * Counts the tasks in the checkpoints of a run that another process may be building; nothing where there are none yet.
 */
export function countsIn(path: string): RunCounts {
  if (!existsSync(path)) return { locked: 0, ended: 0 };
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    const isMade = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tasks'").get() !== undefined;
    if (!isMade) return { locked: 0, ended: 0 };
    const sql = `SELECT (SELECT coalesce(max(rowid), 0) FROM locks) AS locked, (SELECT coalesce(max(rowid), 0) FROM ends) AS ended`;
    return { ...(db.prepare(sql).get() as unknown as RunCounts) };
  } finally {
    db.close();
  }
}

/** Seconds from the start of a run's process to the first task it keeps after those that were there; null where it ended without one. */
export async function firstTaskSeconds(child: Child, path: string, before: RunCounts): Promise<number | null> {
  return secondsUntil(child, path, ({ locked, ended }) => locked + ended > before.locked + before.ended);
}

/** Seconds from the start of a run's process until it has come so far; null where it ended before. */
export async function secondsUntil(
  child: Child,
  path: string,
  isFar: (counts: RunCounts) => boolean,
): Promise<number | null> {
  const { hasEnded } = watched(child);
  while (!hasEnded()) {
    if (isFar(countsIn(path))) return (performance.now() - child.startedAt) / 1000;
    await pause(POLL_MS);
  }
  return null;
}
