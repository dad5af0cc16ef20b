import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SUPPORT } from '../../families/for-tools.ts';
import { POLICY } from '../../service/policy/index.ts';
import { SupportFigures, table } from '../../stages/service/figures.ts';

/** Rules that no composed task turns on, with why only a request by itself can. */
export const REQUESTS_ALONE: Readonly<Record<string, string>> = {
  'compensation.settle-damage-first': 'customers of tasks say at once whether a red envelope would do',
  'compensation.settle-quality-first': 'customers of tasks say at once whether a red envelope would do',
  'compensation.refused-then-return': 'who refuses a red envelope asks for a return in the same breath',
  'conduct.ask-what-to-do': 'a complaint without a wish leaves nothing to be done or told that code could check',
  'ecards.confirm-paying': 'an e-card pays as a part of placing an order, which is what customers confirm',
  'orders.agree-on-payment-first': 'customers of tasks say how they pay when they order',
  'ecards.no-paying-for-what-is-not-on-sale': 'what is not on sale is not ordered, so nothing is left to pay for',
  'ecards.own-goods-only': 'the one shop of these tasks sells its own goods alone',
  'ecards.no-other-amount': 'orders of the store that are off and were paid by e-card have been paid back',
  'cashback.where-the-shop-pays':
    'few orders that have come are too small for cashback: none of 5,000 tasks is about one',
  'gifts.overdue': 'no published tool sends a gift, so that nothing can be done',
  'questions.picture': 'what a picture shows is asked by the agent, and never by the customer who sent it',
  'questions.no-picture': 'what a picture shows is asked by the agent, and never by the customer who sent it',
  'questions.live-stream-clip': 'what a clip says is prose, which code cannot check; video is out of scope',
};

/** File of the last measurements, for the pages. */
export const RESULTS_FILE = join(import.meta.dirname, 'results.json');

const Results = z.strictObject({
  families: z.record(z.string(), SupportFigures),
  rules: z.record(
    z.string(),
    z.strictObject({
      change: z.enum(['outcome', 'calls', 'answers', 'manner']),
      family: z.string(),
      /** The demand of a composed task; of a request by itself its kind. */
      of: z.string(),
      isComposed: z.boolean(),
    }),
  ),
});
export type Results = z.infer<typeof Results>;

export const readResults = (): Results => Results.parse(JSON.parse(readFileSync(RESULTS_FILE, 'utf8')));

const CHANGES = {
  outcome: 'what is decided',
  calls: 'the calls that have to be made',
  answers: 'what has to be told',
  manner: 'only how it is said, or in which order it is looked up',
} as const;

/** Counts the rules that a task turns on, and names those that none does. */
export function ruleText({ rules }: Results): string {
  const found = Object.values(rules);
  const composed = found.filter(({ isComposed }) => isComposed);
  const of = (change: string, among: typeof found) => String(among.filter((one) => one.change === change).length);
  const alone = found.filter(({ isComposed }) => !isComposed);
  const without = POLICY.flatMap(({ id }) => {
    const why = REQUESTS_ALONE[id] ?? 'none has come up';
    return rules[id]?.isComposed === false ? [[`\`${id}\``, why]] : [];
  });
  const missing = POLICY.filter(({ id }) => rules[id] === undefined).map(({ id }) => `\`${id}\``);
  return [
    `Of ${POLICY.length} rules ${composed.length} decide something in a composed task, and ${alone.length} more a request that no customer of these tasks comes with: without the rule, or with it turned round, what has to be done is something else.`,
    table(
      ['what changes first', 'in composed tasks', 'in single requests'],
      Object.entries(CHANGES).map(([change, says]) => [says, of(change, composed), of(change, alone)]),
    ),
    ...(without.length === 0 ? [] : [table(['decides requests alone', 'why'], without)]),
    ...(missing.length === 0 ? [] : [`Nothing turns on these: ${missing.join(', ')}.`]),
  ].join('\n\n');
}

export function familyTables(results: Results, name: string): string {
  const figures = results.families[name];
  const family = SUPPORT.find((one) => one.name === name);
  return figures === undefined || family === undefined ? 'Not measured yet.' : family.tables(figures);
}
