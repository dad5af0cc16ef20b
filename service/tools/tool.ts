import { z } from 'zod';
import { type Circumstances, decide, POLICY, type Regime, type Request } from '../policy/index.ts';
import { inLanguage } from '../store/bilingual.ts';
import type { Delta, Store } from '../store/schema.ts';
import { type Transaction, transact } from '../store/store.ts';

/** A conversation's hold on a store: what it is now, what was changed in it, and what is known of the talk. */
export interface Session {
  readonly store: Store;
  readonly deltas: readonly Delta[];
  readonly talk: Circumstances;
  /** True where tools enforce nothing, as the published ones. */
  readonly lenient?: boolean;
}

/** A call as an agent put it; nothing in it is checked. */
export interface ServiceCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** Outcome of a call. An error is data as well: it says what was wrong, and the session is as it was. */
export interface Ran {
  readonly session: Session;
  readonly result: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** The rules by which it was refused, or would have been if anything were enforced. */
  readonly refusedBy: readonly string[];
}

type Result = Readonly<Record<string, unknown>>;

/** Something that a call says and that cannot be, in English and Chinese: what a tool throws where it cannot reply. */
export class WrongCall extends Error {}

/** Reply of a tool to a call: something to show, or a write that is to be asked for first. */
export type Reply =
  | { readonly shows: Result }
  | {
      /** Request the policy is asked about; null for a write that it has no say in. */
      readonly asks: Request | null;
      /** The state of an order that the write would make: the policy may demand another one. */
      readonly orderState?: string;
      readonly write: (transaction: Transaction) => Result;
    };

/** `calculate`: computes, and knows nothing of an order. `talk`: moves the conversation on. */
type ToolKind = 'read' | 'calculate' | 'write' | 'talk';

/** A tool over a store, under its published name, which says all of itself. */
export interface ServiceTool {
  readonly name: string;
  /** In English and Chinese. */
  readonly description: string;
  readonly kind: ToolKind;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly readOnly: boolean;
  run(args: never, session: Session): Reply;
}

interface Definition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly input: Input;
  /** Form of the result a call shows that went well; any record where it is left out. */
  readonly output?: z.ZodObject;
  run(args: z.output<Input>, session: Session): Reply;
}

/** Form of the result every tool shows instead where a call was wrong or refused. */
const Failed = z.object({
  error: z.string(),
  rules: z.array(z.object({ id: z.string(), text: z.string() })).optional(),
});

export const defineServiceTool = <Input extends z.ZodObject>({
  output = z.looseObject({}),
  ...definition
}: Definition<Input>): ServiceTool => ({
  ...definition,
  output: z.union([output, Failed]),
  readOnly: definition.kind !== 'write',
});

const RULES = new Map(POLICY.map((rule) => [rule.id, rule]));

/** A text of the session's language. */
export const inSession = (
  { store: { facts } }: Session,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): string => inLanguage(text, facts.language, values);

function refusal(session: Session, why: string, rules: readonly string[]): Ran {
  const { language } = session.store.facts;
  const told = rules.flatMap((id) => {
    const text = RULES.get(id)?.text[language];
    return text === undefined ? [] : [{ id, text }];
  });
  return { session, result: { error: inSession(session, why), rules: told }, isError: true, refusedBy: rules };
}

/** Asks the policy for a write: null where it may be done. */
function refused(session: Session, request: Request, wanted: string | undefined, regime: Regime): Ran | null {
  const decision = decide(session.store, request, regime);
  if (decision.outcome === 'hand-over')
    return refusal(session, 'Refused: this is for a person to decide.|操作被拒绝：需转人工处理。', decision.decidedBy);
  if (decision.outcome === 'forbidden')
    return refusal(session, 'Refused: the rules forbid it.|操作被拒绝：违反业务规则。', decision.decidedBy);
  const [open] = decision.first;
  if (open !== undefined) {
    const why = `Refused: first ${decision.first.map(({ step }) => step.replaceAll('_', ' ')).join(', then ')}.|操作被拒绝：须先完成规则要求的步骤。`;
    return refusal(
      session,
      why,
      decision.rules.filter((id) => RULES.get(id)?.effect.does !== 'manner'),
    );
  }
  const state = decision.after.find(({ step }) => step === 'set_order_state')?.arguments.state;
  if (wanted !== undefined && state !== undefined && state !== wanted)
    return refusal(
      session,
      `Refused: the rules ask for another state.|操作被拒绝：规则要求其他订单状态。`,
      decision.decidedBy,
    );
  return null;
}

/** The reply of a tool to arguments that have been read, or what is wrong with them. */
function replyOf({ run }: ServiceTool, args: unknown, session: Session): Reply | WrongCall {
  try {
    return run(args as never, session);
  } catch (error) {
    if (error instanceof WrongCall) return error;
    throw error;
  }
}

/** Carries out a call: a write wholly or not at all, and only where the policy lets it. */
export function runTool(
  tools: ReadonlyMap<string, ServiceTool>,
  session: Session,
  { name, arguments: given }: ServiceCall,
  regime: Regime,
): Ran {
  const failed = (error: string): Ran => ({ session, result: { error }, isError: true, refusedBy: [] });
  const tool = tools.get(name);
  if (tool === undefined) return failed(`no tool is called "${name}", expected one of ${[...tools.keys()].join(', ')}`);
  const read = tool.input.safeParse(given);
  if (!read.success) return failed(`the arguments of ${name} are not what it takes: ${z.prettifyError(read.error)}`);
  const reply = replyOf(tool, read.data, session);
  if (reply instanceof WrongCall) return failed(inSession(session, reply.message));
  if ('shows' in reply) return { session, result: reply.shows, isError: false, refusedBy: [] };
  const no = reply.asks === null ? null : refused(session, reply.asks, reply.orderState, regime);
  if (no !== null && session.lenient !== true) return no;
  const { store, result, deltas } = transact(session.store, reply.write);
  return {
    session: { ...session, store, deltas: [...session.deltas, ...deltas] },
    result,
    isError: false,
    refusedBy: no?.refusedBy ?? [],
  };
}

/** Returns a tool's request to the policy before it carries a call out; null where it asks nothing. */
export function askedBy(
  tools: ReadonlyMap<string, ServiceTool>,
  session: Session,
  { name, arguments: given }: ServiceCall,
): Request | null {
  const tool = tools.get(name);
  const read = tool?.input.safeParse(given);
  if (tool === undefined || read?.success !== true) return null;
  const reply = replyOf(tool, read.data, session);
  return 'asks' in reply ? reply.asks : null;
}

export const byName = (tools: readonly ServiceTool[]): ReadonlyMap<string, ServiceTool> =>
  new Map(tools.map((tool) => [tool.name, tool]));
