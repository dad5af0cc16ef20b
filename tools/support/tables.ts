import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SIZES } from '../../families/ecombench/intents.ts';
import { PUBLISHED } from '../../families/ecombench/paper.ts';
import { TABLE_2, TOTAL } from '../../families/mixecom/paper.ts';
import { POLICY } from '../../service/policy/index.ts';
import { formatCount } from '../../text/numbers.ts';

/** What was measured last, for the pages. */
export const RESULTS_FILE = join(import.meta.dirname, 'results.json');

const Counts = z.record(z.string(), z.int());
const Kind = z.strictObject({ tasks: z.int(), writing: z.int(), pictured: z.int(), calls: z.int() });
const Results = z.strictObject({
  families: z.record(
    z.string(),
    Kind.extend({
      ...{ setAside: Counts, exceptions: Counts, sizes: Counts, roles: Counts, tools: Counts },
      ...{ outcomes: Counts, dialogues: Counts, rules: z.int(), byKind: z.record(z.string(), Kind) },
      cpuMsPerCall: z.number(),
    }),
  ),
  rules: z.record(
    z.string(),
    z.strictObject({
      change: z.enum(['outcome', 'calls', 'answers', 'manner']),
      family: z.string(),
      of: z.string(),
      isComposed: z.boolean(),
    }),
  ),
});
export type Results = z.infer<typeof Results>;
type Family = Results['families'][string];

export const readResults = (): Results => Results.parse(JSON.parse(readFileSync(RESULTS_FILE, 'utf8')));

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0);

/** What was proved of a family's tasks, in a sentence or two. */
function provedText({ tasks, calls, exceptions, setAside, cpuMsPerCall, rules }: Family, regimeRules: number): string {
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

const rulesOf = (regime: string) =>
  POLICY.filter(({ regimes }) => (regimes as readonly string[]).includes(regime)).length;

const most = (counts: Readonly<Record<string, number>>, role: string) =>
  Object.entries(counts)
    .filter(([name]) => name.startsWith(`${role} `))
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, times]) => [name.slice(role.length + 1), times] as const);

/** Tools of one role, ours beside the published ones. */
function toolsTable(
  { tools, roles }: Family,
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

function ecombenchTables(family: Family): string {
  const { tasks, sizes, roles, writing, pictured } = family;
  const mean = (count: number) => (count / tasks).toFixed(2);
  return [
    provedText(family, rulesOf('own-shop')),
    table(
      ['a task has', 'ours', 'the 53 published'],
      [
        ...SIZES.map(([count, times]) => [
          `${count} intents`,
          percent(sizes[count] ?? 0, tasks),
          percent(times, PUBLISHED.tasks),
        ]),
        ['actions, on average', mean(roles.write ?? 0), (PUBLISHED.actionsInAll / PUBLISHED.tasks).toFixed(2)],
        ['searches, on average', mean(roles.search ?? 0), (PUBLISHED.searchesInAll / PUBLISHED.tasks).toFixed(2)],
        ['an action', percent(writing, tasks), percent(PUBLISHED.writing, PUBLISHED.tasks)],
        ['a picture', percent(pictured, tasks), percent(PUBLISHED.pictured, PUBLISHED.tasks)],
      ],
    ),
    toolsTable(family, 'write', PUBLISHED.actions, PUBLISHED.actionsInAll),
    toolsTable(family, 'search', PUBLISHED.searches, PUBLISHED.searchesInAll),
  ].join('\n\n');
}

function mixecomTables(family: Family): string {
  const row = (
    name: string,
    own: Pick<Family, 'tasks' | 'writing' | 'pictured' | 'calls'>,
    theirs: { readonly calls: number; readonly writing: number; readonly pictured: number },
  ) => [
    name,
    `${(own.calls / own.tasks).toFixed(2)} (${theirs.calls})`,
    `${percent(own.writing, own.tasks)} (${theirs.writing.toFixed(1)} %)`,
    `${percent(own.pictured, own.tasks)} (${theirs.pictured.toFixed(1)} %)`,
  ];
  const dialogues = sum(family.dialogues);
  return [
    provedText(family, rulesOf('marketplace')),
    table(
      ['ours, and in brackets the paper (Table 2)', 'tool calls a task', 'write', 'with a picture'],
      [
        ...Object.entries(TABLE_2).flatMap(([kind, theirs]) => {
          const own = family.byKind[kind];
          return own === undefined ? [] : [row(kind, own, theirs)];
        }),
        row('all', family, TOTAL),
      ],
    ),
    table(
      ['type of dialogue', 'share of the intents'],
      Object.entries(family.dialogues)
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, times]) => [name, percent(times, dialogues)]),
    ),
  ].join('\n\n');
}

const CHANGES = {
  outcome: 'what is decided',
  calls: 'the calls that have to be made',
  answers: 'what has to be told',
  manner: 'only how it is said, or in which order it is looked up',
} as const;

/** How many rules a task turns on, and those that none does. */
export function ruleText({ rules }: Results): string {
  const found = Object.values(rules);
  const composed = found.filter(({ isComposed }) => isComposed);
  const of = (change: string, among: typeof found) => String(among.filter((one) => one.change === change).length);
  const alone = found.filter(({ isComposed }) => !isComposed);
  const missing = POLICY.filter(({ id }) => rules[id] === undefined).map(({ id }) => `\`${id}\``);
  return [
    `Of ${POLICY.length} rules ${composed.length} decide a matter of a composed task, and ${alone.length} more a request that no customer of these tasks comes with yet: without the rule, or with it turned round, what has to be done is something else.`,
    table(
      ['what changes first', 'in composed tasks', 'in single requests'],
      Object.entries(CHANGES).map(([change, says]) => [says, of(change, composed), of(change, alone)]),
    ),
    ...(missing.length === 0 ? [] : [`Nothing turns on these: ${missing.join(', ')}.`]),
  ].join('\n\n');
}

const TABLES = { ecombench: ecombenchTables, mixecom: mixecomTables } as const;

/** The tables of one family. */
export function familyTables(results: Results, name: keyof typeof TABLES): string {
  const family = results.families[name];
  return family === undefined ? 'Not measured yet.' : TABLES[name](family);
}
