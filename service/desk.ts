import type { z } from 'zod';
import type { Ground } from './demands/demand.ts';
import type { Circumstances, Decision, Regime, Request } from './policy/rule.ts';
import type { Delta, Order, Picture, Store, StoreProduct } from './store/schema.ts';
import type { Call, GoldCall } from './task.ts';

/** A conversation's hold on the store: what it is now, what was changed, and what tools remember of the talk. */
export interface Session {
  readonly store: Store;
  readonly deltas: readonly Delta[];
  /** Facts of the conversation that the tools know, such as pictures sent and confirmations given. */
  readonly talk: Circumstances;
  /** True where tools enforce nothing, as the published ones. */
  readonly lenient?: boolean;
}

/** Outcome of a call. */
interface Ran {
  readonly session: Session;
  readonly result: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** The rules by which it was refused, or would have been if anything were enforced. */
  readonly refusedBy: readonly string[];
}

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
export type Read = Omit<GoldCall, 'intent' | 'role'> & { readonly role: 'look-up' | 'search' };

/** A tool over the store, as agents are told of it. */
export interface DeskTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly readOnly: boolean;
}

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
