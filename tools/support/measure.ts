import { drawFor } from '../../pipeline/seed.ts';
import { keyValues } from '../../service/answers/told.ts';
import { compose } from '../../service/compose.ts';
import { groundOf } from '../../service/demands/demand.ts';
import type { Asked, Session } from '../../service/desk.ts';
import { decide, decides, POLICY, plainly, type Request, type Rule } from '../../service/policy/index.ts';
import { floorsThatWin, goldWins } from '../../service/proof/floors.ts';
import { inIntent, prove, runGold, sessionFor } from '../../service/proof/gold.ts';
import type { Store } from '../../service/store/schema.ts';
import { type Intent, isPictureAsked, type LockedSupport } from '../../service/task.ts';
import type { Measurable } from '../../stages/service/figures.ts';
import type { Results } from './tables.ts';

type Counts = Record<string, number>;
const count = (counts: Counts, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** First part of a task that changes where one rule of the policy is left out or turned round. */
type Change = Witness['change'];
/** Task or request in which a rule was seen to change what an agent has to do. */
type Witness = Results['rules'][string];

/** Counts over many composed tasks. */
interface Measured {
  tasks: number;
  /** Tasks that the pipeline would set aside, by the code and the agent that wins. */
  setAside: Counts;
  /** Numbers of things that were locked and do not hold, by code: there may be none. */
  exceptions: Counts;
  /** Tasks by the number of their intents. */
  sizes: Counts;
  /** Tasks that write, and that have a picture. */
  writing: number;
  pictured: number;
  /** Calls of the gold runs by role, and by role and name. */
  roles: Counts;
  tools: Counts;
  /** Intents by outcome, by type of dialogue, and those that are given up or hold under a condition. */
  outcomes: Counts;
  dialogues: Counts;
  /** Rules that matter, all tasks together. */
  rules: number;
  /** The same figures for each of the paper's kinds of tasks. */
  byKind: Record<string, { tasks: number; writing: number; pictured: number; calls: number }>;
  calls: number;
  /** Milliseconds of processor time a tool call, in the gold runs. */
  cpuMsPerCall: number;
}

const nothing = (): Measured => ({
  ...{ tasks: 0, setAside: {}, exceptions: {}, sizes: {}, writing: 0, pictured: 0, roles: {}, tools: {} },
  ...{ outcomes: {}, dialogues: {}, rules: 0, byKind: {}, calls: 0, cpuMsPerCall: 0 },
});

/** A task as it is composed, with the store it is about. */
export interface ComposedTask {
  readonly intent: string;
  readonly store: Store;
  readonly locked: LockedSupport;
}

/** Tasks of every user and intent, seed after seed, until there are as many as are asked for. */
export function* composedTasks({ composition }: Measurable, store: Store, most: number): Generator<ComposedTask> {
  let made = 0;
  for (let seed = 1; ; seed++) {
    const before = made;
    for (const { id: userId } of store.users.rows())
      for (const intent of Object.keys(composition.mainDemands)) {
        if (made === most) return;
        const draw = drawFor(seed, `${userId}:${intent}`, 'compose');
        const locked = compose(store, { userId, main: intent, draw }, composition);
        if ('code' in locked) continue;
        made += 1;
        yield { intent, store, locked };
      }
    if (made === before) return;
  }
}

/** Counts tasks, and proves each anew. */
export class Measuring {
  readonly measured = nothing();
  readonly #family: Measurable;
  #cpuMicros = 0;

  constructor(family: Measurable) {
    this.#family = family;
  }

  take({ intent, store, locked }: ComposedTask): void {
    const { composition, succeeds, kindOf } = this.#family;
    const { desk } = composition;
    const { measured } = this;
    const started = process.cpuUsage();
    runGold(desk, store, locked, locked.calls);
    const { user, system } = process.cpuUsage(started);
    this.#cpuMicros += user + system;
    const { flaws } = prove(desk, store, locked);
    for (const { code } of flaws) count(measured.exceptions, code);
    if (!goldWins(desk, store, locked, succeeds)) count(measured.exceptions, 'oracle_loses');
    const [floor] = floorsThatWin(desk, store, locked, succeeds);
    if (floor !== undefined) count(measured.setAside, floor);

    const isWriting = locked.calls.some(({ role }) => role === 'write');
    const isPictured = locked.intents.some(({ picture }) => picture !== null);
    const kind = measured.byKind[kindOf(intent)] ?? { tasks: 0, writing: 0, pictured: 0, calls: 0 };
    measured.byKind[kindOf(intent)] = kind;
    for (const part of [measured, kind]) {
      part.tasks += 1;
      part.calls += locked.calls.length;
      part.writing += Number(isWriting);
      part.pictured += Number(isPictured);
    }
    count(measured.sizes, String(locked.intents.length));
    measured.rules += locked.rules.length;
    for (const { role, name } of locked.calls) {
      count(measured.roles, role);
      count(measured.tools, `${role} ${name}`);
    }
    for (const { outcome, dialogue, given_up, condition } of locked.intents) {
      count(measured.outcomes, outcome);
      count(measured.dialogues, dialogue);
      if (given_up !== null) count(measured.outcomes, 'given up');
      if (condition !== null) count(measured.outcomes, 'under a condition');
    }
    measured.cpuMsPerCall = this.#cpuMicros / 1000 / measured.calls;
  }
}

/** The rule the other way round: what it refuses is allowed, what it allows or hands over is refused. */
const flipped = (rule: Rule): Rule => ({
  ...rule,
  effect: rule.effect.does === 'forbid' ? { does: 'allow' } : { does: 'forbid', told: () => [] },
});
/** The policy without a rule, and where the rule decides an outcome with it turned round. */
const OTHERWISE: ReadonlyMap<string, readonly (readonly Rule[])[]> = new Map(
  POLICY.map((rule) => [
    rule.id,
    [
      ...(decides(rule) ? [POLICY.map((other) => (other === rule ? flipped(rule) : other))] : []),
      POLICY.filter((other) => other !== rule),
    ],
  ]),
);

/** A request in a store, with what it is about and where it stands. */
interface Posed {
  readonly store: Store;
  readonly request: Request;
  readonly isNumbered: boolean;
  readonly picture: Intent['picture'];
}

/** Finds for each rule a task whose gold run is another one without it. */
export class RuleWitnesses {
  readonly found = new Map<string, Witness>();
  readonly #family: Measurable;

  constructor(family: Measurable) {
    this.#family = family;
  }

  take({ store, locked }: ComposedTask): void {
    const { desk } = this.#family.composition;
    let session: Session = sessionFor(desk, store, locked);
    for (const [at, intent] of locked.intents.entries()) {
      session = inIntent(session, locked, intent.id);
      const { kind, picture, given_up: first } = intent;
      const circumstances = {
        ...plainly(locked.user_id),
        evidence: picture === null ? [] : [picture],
        ...intent.circumstances,
      };
      const request = { ...intent.request, kind, in: circumstances } as unknown as Request;
      this.#try({ store: session.store, request, isNumbered: true, picture }, intent.rules, intent.demand, true);
      // A picture that has to be asked for is not there at first.
      if (isPictureAsked(intent)) this.#pose(session, { ...request, in: { ...circumstances, evidence: [] } });
      // What is taken back was asked for first, and not confirmed: whoever carries it out at once leaves another state.
      if (first !== null)
        this.#pose(session, { ...first.request, kind: first.kind, in: { ...circumstances, confirmed: false } });
      for (const { name, arguments: args } of locked.calls.filter((one) => one.intent === intent.id)) {
        const call = { name, arguments: args };
        // A write is made only where the policy lets its tool make it.
        this.#pose(session, desk.asks(session, call));
        session = desk.run(session, call).session;
      }
      // Who ends a conversation before all is done has lost the rest of it, and who never ends one is not done.
      const openRequests = locked.intents.length - 1 - at;
      if (desk.regime === 'marketplace')
        this.#pose(session, { kind: 'end_conversation', openRequests, in: plainly(locked.user_id) });
    }
  }

  /** A request that is put in the course of a task, besides those that its matters are. */
  #pose({ store }: Session, asked: object | null): void {
    if (asked === null) return;
    const request = asked as Request;
    const { regime } = this.#family.composition.desk;
    const [picture = null] = request.in.evidence;
    this.#try({ store, request, isNumbered: true, picture }, decide(store, request, regime).rules, request.kind, true);
  }

  /** A request by itself, which no demand brings about. */
  takeRequest(store: Store, request: Request): void {
    const { regime } = this.#family.composition.desk;
    const rules = decide(store, request, regime).rules.filter((id) => !this.found.has(id));
    const [picture = null] = request.in.evidence;
    if (rules.length > 0) this.#try({ store, request, isNumbered: true, picture }, rules, request.kind, false);
  }

  #isOpen(id: string): boolean {
    const known = this.found.get(id);
    return known === undefined || known.change === 'manner';
  }

  #try(posed: Posed, rules: readonly string[], of: string, isComposed: boolean): void {
    for (const id of rules.filter((rule) => this.#isOpen(rule))) {
      const change = this.#changeOf(posed, id);
      if (change !== null && (change !== 'manner' || !this.found.has(id)))
        this.found.set(id, { change, family: this.#family.name, of, isComposed });
    }
  }

  #changeOf({ store, request, picture, isNumbered }: Posed, id: string): Change | null {
    const { desk } = this.#family.composition;
    const named = request as { readonly orderId?: string; readonly productId?: string };
    const order = store.orders.get(named.orderId ?? '') ?? null;
    const product = store.products.get(named.productId ?? '') ?? null;
    const under = (policy: readonly Rule[]) => {
      const decision = decide(store, request, desk.regime, policy);
      const ground = groundOf(store, desk.regime, request.in.userId, drawFor(0, '', ''));
      const asked: Asked = { ground, request, decision, order, product, picture, isNumbered };
      const writes = decision.outcome === 'forbidden' ? [] : desk.writes(asked);
      return {
        outcome: decision.outcome,
        calls: JSON.stringify([desk.reads(asked), writes, decision.first]),
        answers: JSON.stringify([keyValues(asked), decision.tell]),
        manner: JSON.stringify([decision.manners, decision.withhold, decision.lookUp, decision.after]),
      };
    };
    const now = under(POLICY);
    const otherwise = (OTHERWISE.get(id) ?? []).map(under);
    const parts = ['outcome', 'calls', 'answers', 'manner'] as const;
    return parts.find((part) => otherwise.some((one) => one[part] !== now[part])) ?? null;
  }
}
