import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { FACTS, type Fact } from '../policy/facts.ts';
import { POLICY } from '../policy/rules/index.ts';
import { FACT_WORDS } from './fact-words.ts';
import { ownWords } from './own-words.ts';

const Patterns = z
  .array(z.string().min(1))
  .min(1)
  .transform((sources) => sources.map((source) => new RegExp(source, 'iu')));
const Words = z.strictObject({ en: Patterns, zh: Patterns });

const TABLE = z
  .strictObject({
    reasons: z.record(
      z.string(),
      Words.extend({
        of: z.array(z.enum(Object.keys(FACTS) as [Fact, ...Fact[]])).min(1),
        excludes: z.array(z.string()).default([]),
        passing: z.boolean().default(false),
      }),
    ),
    refuses: Words,
    denials: Words,
    common: z.array(z.string()),
    denying: z.array(z.string()),
    deeds: z.record(z.string(), Words.extend({ by: z.array(z.string()) })),
  })
  .parse(readTable(new URL('./reasons.yaml', import.meta.url)));

export const { common: COMMON, denying: DENYING, deeds: DEEDS } = TABLE;
const REASONS = Object.entries(TABLE.reasons);

const plain = (text: string) => text.normalize('NFKC').replace(/[’‘]/g, "'");
const holds = (text: string, { en, zh }: z.output<typeof Words>) =>
  [...en, ...zh].some((pattern) => pattern.test(text));

/** Names the reasons that a text states. */
export const reasonsIn = (text: string): ReadonlySet<string> => {
  const whole = plain(text);
  return new Set(REASONS.flatMap(([name, words]) => (holds(whole, words) ? [name] : [])));
};

const DENIED = [...TABLE.denials.en, ...TABLE.denials.zh].map(
  ({ source }) => new RegExp(`(?:${source})(?:[^.!?。；;\\n]|\\.(?=\\d))*`, 'giu'),
);
/** A text without the rest of each sentence that is denied as a whole. */
export const withoutDenied = (text: string): string =>
  DENIED.some((denied) => plain(text).search(denied) !== -1)
    ? DENIED.reduce((left, denied) => left.replace(denied, ''), plain(text))
    : text;

/** Grounds of a refusal: the rules that decided it, and the facts that have to be told of it. */
export interface Refused {
  readonly facts: readonly string[];
  readonly rules: readonly string[];
}

const { clausesOf, repeats } = ownWords(TABLE);
const RULES = new Map(
  POLICY.flatMap(({ id, effect, text }) =>
    effect.does === 'forbid' ? [[id, [...clausesOf(text.en), ...clausesOf(text.zh)]] as const] : [],
  ),
);
const OF_FACTS = new Map(Object.entries(FACTS).map(([fact, text]) => [fact, clausesOf(text)]));
/** Statements by which agents are told of a refusal: those of the rules that refuse it, and what a fact says. */
const ownClauses = ({ facts, rules }: Refused) => [
  ...rules.flatMap((id) => RULES.get(id) ?? []),
  ...facts.flatMap((fact) => OF_FACTS.get(fact) ?? []),
];

/** Tells whether words refuse something: by a word of any refusal, or by a reason for one. */
const refuses = (text: string): boolean =>
  FACT_WORDS.refused?.some((pattern) => pattern.test(text)) === true || holds(text, TABLE.refuses);

/** Tells whether a reply refuses a matter, in words of any refusal, of its reason, or of the rules that decide it. */
export function tellsRefusal(text: string, refused: Refused): boolean {
  const whole = plain(text);
  return (
    refuses(whole) ||
    REASONS.some(([, words]) => words.of.some((fact) => refused.facts.includes(fact)) && holds(whole, words)) ||
    repeats(whole, ownClauses(refused))
  );
}

/** Tells whether words refuse something, whatever it is. */
export function refusesSomething(text: string): boolean {
  const whole = plain(text);
  return (
    refuses(whole) ||
    REASONS.some(([, words]) => !words.passing && holds(whole, words)) ||
    [...RULES.values()].some((clauses) => repeats(whole, clauses))
  );
}

/** Reasons that a matter may be refused for. */
const reasonsOf = (refused: Refused): ReadonlySet<string> =>
  new Set([
    ...REASONS.flatMap(([name, { of, passing }]) =>
      passing || of.some((fact) => refused.facts.includes(fact)) ? [name] : [],
    ),
    ...ownClauses(refused).flatMap(({ text }) => [...reasonsIn(text)]),
  ]);

/** More reasons that are none of a reply's matters than stand in it by the way, where not all of them are refused. */
const MOST_STRANGE = 2;

/**
 * Tells whether a reply gives reasons that are false of its matters: of those that are refused, one that none of them
 * is refused for, or two that exclude each other; of others, a list.
 */
export function misstatesReason(
  text: string,
  matters: readonly (Refused & { readonly isRefused: boolean })[],
): boolean {
  const stated = reasonsIn(text);
  if (stated.size === 0) return false;
  const known = new Set(matters.flatMap((refused) => [...reasonsOf(refused)]));
  const strange = [...stated].filter((reason) => !known.has(reason));
  if (strange.length > (matters.every(({ isRefused }) => isRefused) ? 0 : MOST_STRANGE)) return true;
  return (
    matters.length === 1 &&
    REASONS.some(([name, { excludes }]) => stated.has(name) && excludes.some((other) => stated.has(other)))
  );
}
