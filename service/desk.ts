import type { Ground } from './demands/demand.ts';
import { type Decision, plainly, type Regime, type Request } from './policy/rule.ts';
import type { Order, Picture, Store, StoreProduct } from './store/schema.ts';
import type { Call, GoldCall } from './task.ts';
import { askedBy, byName, type Ran, runTool, type ServiceTool, type Session } from './tools/tool.ts';

export type { Session };

/** A request with what it is about, as a family turns it into calls of its tools. */
export interface Asked {
  readonly ground: Ground;
  readonly request: Request;
  readonly decision: Decision;
  readonly order: Order | null;
  readonly product: StoreProduct | null;
  readonly picture: Picture | null;
  /** True if the customer says the number of the order. */
  readonly isNumbered: boolean;
}

/** A call that reads; a search where nothing else tells what it shows. */
type Read = Omit<GoldCall, 'intent' | 'role'> & { readonly role: 'look-up' | 'search' };

/** A tool over the store, as agents are told of it. */
export type DeskTool = Pick<ServiceTool, 'name' | 'description' | 'input' | 'output' | 'readOnly'>;

/** Desk at which a family's agents serve a customer: its tools, and the calls a request takes with them. */
export interface Desk {
  readonly regime: Regime;
  /** In a fixed order. */
  readonly tools: readonly DeskTool[];
  /** Returns what an agent is told of the session before the customer speaks, line by line. */
  opening(store: Store, userId: string): Readonly<Record<string, string>>;
  begin(store: Store, userId: string): Session;
  run(session: Session, call: Call): Ran;
  /** Returns the request to the policy before a call is carried out; null where it has no say. */
  asks(session: Session, call: Call): Request | null;
  /** Calls that read what has to be known. */
  reads(asked: Asked): readonly Read[];
  /** Calls that carry out what was decided. */
  writes(asked: Asked): readonly Call[];
  /** The write as it was asked for, whatever was decided: what an agent does that knows no rules. */
  asAsked(asked: Asked): readonly Call[];
}

/** The part of a desk that its regime and its tools decide. */
export function deskOver(
  regime: Regime,
  tools: readonly ServiceTool[],
): Pick<Desk, 'regime' | 'tools' | 'begin' | 'run' | 'asks'> {
  const named = byName(tools);
  return {
    ...{ regime, tools },
    begin: (store, userId) => ({ store, deltas: [], talk: plainly(userId) }),
    run: (session, call) => runTool(named, session, call, regime),
    asks: (session, call) => askedBy(named, session, call),
  };
}

/** Calls that read, in the order in which they are needed first, each once. */
export class Reads {
  readonly all: Read[] = [];
  readonly #isMissing: (call: Call) => boolean;

  /** `isMissing` tells whether a call names something that the store does not have. */
  constructor(isMissing: (call: Call) => boolean) {
    this.#isMissing = isMissing;
  }

  readonly add = (call: Call, role: Read['role'], or?: Call[][]): void => {
    const key = JSON.stringify([call.name, call.arguments]);
    if (this.all.some(({ name, arguments: args }) => JSON.stringify([name, args]) === key)) return;
    const finds = this.#isMissing(call) ? { finds: 'nothing' as const } : {};
    this.all.push({ ...call, role, ...finds, ...(or && { or }) });
  };
}
