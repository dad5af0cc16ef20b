import { foundOrMade } from '../../text/cache/found-or-made.ts';
import type { Store } from '../store/schema.ts';
import type { Fact, Manner } from './facts.ts';
import { type Decision, RANKS, type Regime, type Request, type Rule, type Step, type Told } from './rule.ts';
import { POLICY } from './rules/index.ts';

/** Tells whether a rule decides the outcome, and does not only add to it. */
export const decides = ({ effect: { does } }: Rule) => does === 'allow' || does === 'forbid' || does === 'hand-over';
/** Tells whether it holds of replies, whatever is decided. */
const holdsAnyway = ({ effect: { does } }: Rule) => does === 'manner' || does === 'withhold';

const OUTCOMES = { allow: 'allowed', forbid: 'forbidden', 'hand-over': 'hand-over' } as const;

/** Rules that apply to a request, apart from those that give way to others. */
function standing(rules: readonly Rule[], store: Store, request: Request): { stand: Rule[]; gaveWay: Rule[] } {
  const applying = rules.filter((rule) => rule.applies(store, request));
  const highest = Math.max(...applying.filter(decides).map(({ rank }) => RANKS.indexOf(rank)), 0);
  const ranked = applying.filter(
    (rule) => holdsAnyway(rule) || RANKS.indexOf(rule.rank) >= highest || addsTo(rule, highest),
  );
  const excepted = new Set(ranked.flatMap(({ exceptionOf }) => exceptionOf));
  const stand = ranked.filter(({ id }) => !excepted.has(id));
  return { stand, gaveWay: applying.filter((rule) => !stand.includes(rule)) };
}

/**
 * Tells whether a rule only adds, to an outcome that no rule above the ordinary rank decides: its addition then stays,
 * even that of a last resort.
 */
const addsTo = (rule: Rule, highest: number) => !decides(rule) && highest <= RANKS.indexOf('ordinary');

/** The rules of a policy that hold under a regime, by the kind of request; made once. */
const indexed = new WeakMap<readonly Rule[], Map<string, readonly Rule[]>>();
function rulesFor(policy: readonly Rule[], regime: Regime, { kind }: Request): readonly Rule[] {
  const index = indexed.get(policy) ?? new Map<string, readonly Rule[]>();
  indexed.set(policy, index);
  const key = `${regime} ${kind}`;
  return foundOrMade(index, key, () =>
    policy.filter(({ regimes, about }) => regimes.includes(regime) && (about === null || about.includes(kind))),
  );
}

/** Two rules that decide one request differently, with nothing said of which goes before. */
interface Contradiction {
  readonly rules: readonly [string, string];
}

/** Finds the contradictions of the policy over a request. */
export function contradictionsIn(
  store: Store,
  request: Request,
  regime: Regime,
  policy: readonly Rule[] = POLICY,
): Contradiction[] {
  const { stand } = standing(rulesFor(policy, regime, request), store, request);
  const deciding = stand.filter(decides);
  return deciding.flatMap((one, at) =>
    deciding
      .slice(at + 1)
      .flatMap((other) => (one.effect.does === other.effect.does ? [] : [{ rules: [one.id, other.id] }])),
  );
}

const sameAs = (one: unknown) => {
  const text = JSON.stringify(one);
  return (other: unknown) => JSON.stringify(other) === text;
};
const distinct = <T>(values: readonly T[]): T[] => values.filter((value, at) => values.findIndex(sameAs(value)) === at);

/**
 * Decides a request by the policy: whether it is allowed, what has to be told, done before and done with it, and the
 * rules that say so. Where rules stand against each other without a precedence, the stricter one decides; a search
 * proves that they never do.
 */
export function decide(store: Store, request: Request, regime: Regime, policy: readonly Rule[] = POLICY): Decision {
  const { stand, gaveWay } = standing(rulesFor(policy, regime, request), store, request);
  const does = (['hand-over', 'forbid', 'allow'] as const).find((effect) =>
    stand.some((rule) => rule.effect.does === effect),
  );
  const outcome = does === undefined ? 'forbidden' : OUTCOMES[does];

  const rules: string[] = [];
  const decidedBy: string[] = [];
  const tell: Told[] = [];
  const withhold: Fact[] = [];
  const manners: Manner[] = [];
  const steps: Step[] = [];
  for (const rule of stand) {
    const { effect, id } = rule;
    if (decides(rule)) {
      if (effect.does !== does) continue;
      decidedBy.push(id);
    } else if (outcome !== 'allowed' && !holdsAnyway(rule)) {
      // Who refuses has looked as well.
      if (outcome === 'forbidden' && effect.does === 'require')
        steps.push(...effect.steps(store, request).filter(({ when }) => when === 'look-up'));
      continue;
    }
    rules.push(id);
    if (effect.does === 'withhold') withhold.push(...effect.facts);
    if (effect.does === 'manner') manners.push(effect.manner);
    if ('told' in effect && effect.told !== undefined) tell.push(...effect.told(store, request));
    if ('steps' in effect && effect.steps !== undefined) steps.push(...effect.steps(store, request));
  }
  const of = (when: Step['when']) => distinct(steps.filter((step) => step.when === when));
  return {
    outcome,
    rules,
    decidedBy,
    gaveWay: gaveWay.map(({ id }) => id),
    tell: distinct(tell),
    withhold: distinct(withhold),
    lookUp: of('look-up'),
    first: of('before'),
    after: outcome === 'allowed' ? of('after') : [],
    manners: distinct(manners),
  };
}
