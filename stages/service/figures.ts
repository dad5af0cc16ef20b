import { z } from 'zod';
import type { Composition } from '../../service/compose.ts';
import { POLICY } from '../../service/policy/index.ts';
import type { SupportScores } from '../../service/scores.ts';
import { formatCount } from '../../text/numbers.ts';

const Counts = z.record(z.string(), z.int());
const Kind = z.strictObject({ tasks: z.int(), writing: z.int(), pictured: z.int(), calls: z.int() });

/** Counts over many composed tasks of a family, as they are kept for the pages. */
export const SupportFigures = Kind.extend({
  ...{ setAside: Counts, exceptions: Counts, sizes: Counts, roles: Counts, tools: Counts },
  ...{ outcomes: Counts, dialogues: Counts, rules: z.int(), byKind: z.record(z.string(), Kind) },
  cpuMsPerCall: z.number(),
});
export type SupportFigures = z.infer<typeof SupportFigures>;

/** A customer-service family as its tasks are composed, counted and shown beside its paper's. */
export interface Measurable {
  readonly name: string;
  readonly composition: Composition;
  succeeds(scores: SupportScores): boolean;
  kindOf(intent: string): string;
  tables(figures: SupportFigures): string;
}

export const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
export const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, one) => all + one, 0);

/** Writes in a sentence or two what was proved of a family's tasks. */
export function provedText(
  { tasks, calls, exceptions, setAside, cpuMsPerCall, rules }: SupportFigures,
  regimeRules: number,
): string {
  const aside = Object.entries(setAside).map(([agent, times]) => `${formatCount(times)} ${agent}`);
  return [
    `${formatCount(tasks)} tasks were composed: every gold run was carried out and won, none of their writes can be left out, and nothing forbidden worked; exceptions: ${sum(exceptions)}.`,
    aside.length === 0 ? '' : `Set aside because an agent that solves nothing would win them: ${aside.join(', ')}.`,
    `A gold run took ${cpuMsPerCall.toFixed(2)} ms of processor time a tool call (${formatCount(calls)} calls).`,
    `Of ${regimeRules} rules ${(rules / tasks).toFixed(1)} matter for a task on average: the locked rule filter.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export const rulesOf = (regime: string) =>
  POLICY.filter(({ regimes }) => (regimes as readonly string[]).includes(regime)).length;

const most = (counts: Readonly<Record<string, number>>, role: string) =>
  Object.entries(counts)
    .filter(([name]) => name.startsWith(`${role} `))
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, times]) => [name.slice(role.length + 1), times] as const);

/** Tools of one role, ours beside the published ones. */
export function toolsTable(
  { tools, roles }: SupportFigures,
  role: string,
  published: Readonly<Record<string, number>>,
  inAll: number,
) {
  const ours = new Map(most(tools, role));
  const names = [...new Set([...Object.keys(published), ...ours.keys()])];
  return table(
    [role === 'write' ? 'action' : role, 'ours', 'published'],
    names.map((name) => [
      `\`${name}\``,
      percent(ours.get(name) ?? 0, roles[role] ?? 0),
      published[name] === undefined ? '–' : percent(published[name], inAll),
    ]),
  );
}
