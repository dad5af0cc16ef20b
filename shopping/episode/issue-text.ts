import type { z } from 'zod';

const MOST_ISSUES = 3;

/** Says what a schema found wrong with the arguments of a call, for whoever made it. */
export function issueText({ issues }: z.ZodError): string {
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `"${path.map(String).join('.')}": ${message}`))
    .join('; ');
}
