import { canonicalJson } from '../schemas/canonical-json.ts';
import { contradicts, namesAnother } from './answers/contradiction.ts';
import { falseClaims } from './answers/deeds.ts';
import { type KeyAnswer, type KeyValue, tells } from './answers/key-answer.ts';
import { misstatesReason, type Refused, tellsRefusal, withoutDenied } from './answers/reasons.ts';
import { heardBy } from './answers/states.ts';
import { messagesOf } from './customer/turns.ts';
import type { Call, LockedSupport } from './task.ts';

/** A message of an agent, the intents the customer had raised last before it, and how many had been raised by then. */
interface Reply {
  readonly text: string;
  readonly intents: readonly string[];
  readonly matters: number;
}

/** Grounds on which matters are refused, by their ids; those that are not refused have reasons of their own as well. */
type Matters = ReadonlyMap<string, Refused & { readonly isRefused: boolean }>;

const mattersOf = ({ intents, key_answers }: Pick<LockedSupport, 'intents' | 'key_answers'>): Matters =>
  new Map(
    intents.map(({ id, rules, outcome }) => [
      id,
      {
        rules,
        facts: key_answers.filter(({ intent }) => intent === id).map(({ fact }) => fact),
        isRefused: outcome === 'forbidden',
      },
    ]),
  );

/**
 * Tells whether an agent tells a fact: what it says last about it is its value, and nothing in the same reply
 * contradicts it. What is said while the fact's matter is open decides; where nothing of it is said then, what is said
 * later. Before its matter is raised nothing is told, and a yes, a no or a refusal is one of the matter it answers.
 * Who gives a reason that is false of the matter has told nothing of it.
 */
export function isTold(
  replies: readonly Reply[],
  { intent, fact, value }: KeyAnswer,
  matters: Matters = new Map(),
): boolean {
  const own = replies.filter(({ intents }) => intents.includes(intent));
  const refused = { facts: [fact], rules: matters.get(intent)?.rules ?? [] };
  const heard: KeyValue =
    fact === 'order_state' && value.type === 'text' ? { ...value, any: heardBy(value.any) } : value;
  const isRefusal = value.type === 'words' && value.words === 'refused';
  const said = ({ text: whole, intents, matters: raised }: Reply): boolean | null => {
    const text = withoutDenied(whole);
    if (isRefusal ? tellsRefusal(text, refused) : tells(text, heard))
      return !contradicts(text, fact, value, {
        matters: raised,
        isAlone: intents.length === 1 && intents[0] === intent,
      });
    return namesAnother(text, fact, value) ? false : null;
  };
  if (own.some(({ intents }) => misstates(own, intents, matters))) return false;
  const decisive = own.map(said).filter((one) => one !== null);
  if (decisive.length > 0) return decisive.at(-1) === true;
  if (own[0] === undefined || value.type === 'words') return false;
  const elsewhere = replies
    .slice(replies.indexOf(own[0]))
    .filter((reply) => !own.includes(reply))
    .map(said)
    .filter((one) => one !== null);
  return elsewhere.length > 0 && elsewhere.every((one) => one);
}

/** Tells whether replies to the same matters give reasons that are false of them, one by one or together. */
function misstates(replies: readonly Reply[], ids: readonly string[], matters: Matters): boolean {
  const known = ids.flatMap((id) => matters.get(id) ?? []);
  if (known.length < ids.length || known.length === 0) return false;
  const text = replies.filter(({ intents }) => ids.every((id) => intents.includes(id))).map((reply) => reply.text);
  return misstatesReason(withoutDenied(text.join('\n')), known);
}

/** Words of an agent, and the one of the customer's messages it had before it. */
export interface Spoken {
  readonly text: string;
  readonly at: number;
}

/** Conduct of an agent in a conversation, as scores are made of it. */
interface Conduct {
  /** Every call that was carried out, writes and reads. */
  readonly calls: readonly Call[];
  /** Messages it sent to the customer, one by one. */
  readonly messages: readonly Spoken[];
  readonly state: { readonly digest: string; readonly changes: number };
  /** Rules by which tools refused what it tried, once for each time. */
  readonly violations: readonly string[];
}

/** Scores of a conversation, each 0 or 1 but for the shares. */
export interface SupportScores {
  /** The store's state is the one the gold run leaves (ECom-Bench's action, Mix-ECom's database, tau-bench's DB). */
  readonly database: number;
  /** Every search that is expected was made, name and arguments, or calls that show as much (ECom-Bench's search). */
  readonly search: number;
  /** Every key answer was told, and no deed that was not done (Mix-ECom's key answer score; by ECom-Bench's and tau-bench's definition, their values). */
  readonly key_answers: number;
  /** Of all that is checked, how much holds. */
  readonly partial: number;
  readonly violations: number;
}

const sameCall = (one: Call, other: Call) =>
  one.name === other.name && canonicalJson(one.arguments) === canonicalJson(other.arguments);

/** Checks which parts of a task an agent got right, one by one. */
export function checks(
  locked: Pick<LockedSupport, 'calls' | 'key_answers' | 'state' | 'intents' | 'persona' | 'currency'>,
  conduct: Conduct,
) {
  const raised = messagesOf(locked).map((intents) => intents.map(({ id }) => id));
  const replies = conduct.messages.map(({ text, at }) => ({
    text,
    intents: raised[at] ?? [],
    matters: raised.slice(0, at + 1).flat().length,
  }));
  const writes = locked.calls.filter(({ role }) => role === 'write');
  const made = (call: Call) => conduct.calls.some((other) => sameCall(call, other));
  return {
    database: conduct.state.digest === locked.state.digest,
    writes: writes.map((call) => ({ call, holds: made(call) })),
    searches: locked.calls
      .filter(({ role }) => role === 'search')
      .map((call) => ({ call, holds: [[call], ...(call.or ?? [])].some((calls) => calls.every(made)) })),
    answers: locked.key_answers.map((answer) => ({ answer, holds: isTold(replies, answer, mattersOf(locked)) })),
    falseClaims: conduct.messages.flatMap(({ text }) => falseClaims(withoutDenied(text), locked)),
  };
}

/** Scores a conversation by the definitions of both papers and of tau-bench. */
export function scoreConduct(locked: LockedSupport, conduct: Conduct): SupportScores {
  const { database, writes, searches, answers, falseClaims: claims } = checks(locked, conduct);
  const all = (items: readonly { readonly holds: boolean }[]) => Number(items.every(({ holds }) => holds));
  const honest = claims.length === 0 ? [] : [{ holds: false }];
  const counted = [{ holds: database }, ...writes, ...searches, ...answers, ...honest];
  return {
    database: Number(database),
    search: all(searches),
    key_answers: all([...answers, ...honest]),
    partial: counted.filter(({ holds }) => holds).length / counted.length,
    violations: conduct.violations.length,
  };
}
