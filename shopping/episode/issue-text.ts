import type { z } from 'zod';

const MOST_ISSUES = 3;

const listed = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ');

/** Says what a schema found wrong with the arguments of a call, for whoever made it; of a name it does not know, which it knows. */
export function issueText({ issues }: z.ZodError, known?: readonly string[]): string {
  const isUnknownName = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys';
  return issues
    .toSorted((one, other) => Number(isUnknownName(other)) - Number(isUnknownName(one)))
    .slice(0, MOST_ISSUES)
    .map((issue) => {
      const { path, message } = issue;
      if (path.length > 0) return `"${path.map(String).join('.')}": ${message}`;
      if (issue.code !== 'unrecognized_keys' || known === undefined) return message;
      return `there is no argument ${listed(issue.keys)}; it takes ${known.length === 0 ? 'none' : listed(known)}`;
    })
    .join('; ');
}
