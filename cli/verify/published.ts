import { z } from 'zod';
import type { Report } from '../../schemas/violation.ts';

/** Members of one record that are told; more say nothing more. */
const MOST_TOLD = 5;

/** Holds a line to what is published of the draft that was read back from it: the same bytes. */
export function checkPublished(line: string, publish: () => unknown, report: Report): void {
  const again = publishedOr(publish, report);
  if (again === null || again === line) return;
  const differences = differencesOf(JSON.parse(line), JSON.parse(again));
  if (differences.length === 0) report('record_differs', 'its keys stand in another order, or it is spaced otherwise');
  for (const { path, found, expected } of differences.slice(0, MOST_TOLD))
    report('record_differs', `${path} is ${told(found)}, expected ${told(expected)}`);
}

/** The line as it is published; null where it cannot be, which is reported. */
function publishedOr(publish: () => unknown, report: Report): string | null {
  try {
    return JSON.stringify(publish());
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof z.ZodError)) throw error;
    report('record_differs', `it cannot be published again: ${error.message}`);
    return null;
  }
}

interface Difference {
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** The members that differ between two JSON values, as deep down as they do. */
function differencesOf(found: unknown, expected: unknown, path = ''): Difference[] {
  if (!isParent(found) || !isParent(expected) || Array.isArray(found) !== Array.isArray(expected))
    return Object.is(found, expected) ? [] : [{ path, found, expected }];
  const keys = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...keys].flatMap((key) => differencesOf(found[key], expected[key], path === '' ? key : `${path}.${key}`));
}

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const told = (value: unknown) => JSON.stringify(value) ?? 'missing';
