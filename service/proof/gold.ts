import { tells } from '../answers/key-answer.ts';
import type { Desk, Session } from '../desk.ts';
import { stateOf } from '../state.ts';
import type { Store } from '../store/schema.ts';
import type { Call, GoldCall, LockedSupport } from '../task.ts';

/** Outcome of a run of calls. */
interface CallRun {
  readonly session: Session;
  readonly refused: readonly { readonly call: Call; readonly by: readonly string[]; readonly error: string }[];
  /** Results the tools showed, call by call. */
  readonly shown: readonly string[];
}

/** Makes calls one after the other on a fresh copy of a store; a refused one changes nothing. */
function runCalls(desk: Desk, start: Session, calls: readonly Call[]): CallRun {
  let session = start;
  const refused: CallRun['refused'][number][] = [];
  const shown: string[] = [];
  for (const { name, arguments: args } of calls) {
    const call = { name, arguments: args };
    const ran = desk.run(session, call);
    shown.push(JSON.stringify(ran.result));
    if (ran.isError) refused.push({ call, by: ran.refusedBy, error: JSON.stringify(ran.result) });
    session = ran.session;
  }
  return { session, refused, shown };
}

/** A session as the customer's words leave it: pictures sent, details confirmed, questions answered. */
export function sessionFor(desk: Desk, store: Store, locked: LockedSupport): Session {
  const session = desk.begin(store, locked.user_id);
  const evidence = locked.intents.flatMap(({ picture }) => picture ?? []);
  const talk = { ...session.talk, evidence, explicit: true, confirmed: true };
  return { ...session, talk, lenient: locked.lenient === true };
}

/** The circumstances an intent is asked in besides those of the conversation. */
export const inIntent = (session: Session, locked: LockedSupport, intentId: string): Session => {
  const intent = locked.intents.find(({ id }) => id === intentId);
  // A picture belongs to the matter it was sent with.
  const evidence = intent?.picture == null ? [] : [intent.picture];
  const plain = { used: null, sentBack: false, compensation: null, explicit: true, mood: 'calm' } as const;
  const said = { ...plain, evidence, ...intent?.circumstances };
  return { ...session, talk: { ...session.talk, ...said } };
};

/** Runs gold calls, each in the circumstances of its intent. */
export function runGold(desk: Desk, store: Store, locked: LockedSupport, calls: readonly GoldCall[]): CallRun {
  let session = sessionFor(desk, store, locked);
  const refused: CallRun['refused'][number][] = [];
  const shown: string[] = [];
  for (const { intent, name, arguments: args, finds } of calls) {
    const run = runCalls(desk, inIntent(session, locked, intent), [{ name, arguments: args }]);
    session = run.session;
    if (finds === undefined) refused.push(...run.refused);
    else if (run.refused.length === 0)
      refused.push({ call: { name, arguments: args }, by: [], error: 'a record where there was to be none' });
    shown.push(...run.shown);
  }
  return { session, refused, shown };
}

interface Flaw {
  readonly code: 'gold_fails' | 'not_minimal' | 'shortcut_works' | 'unknowable' | 'floor_wins';
  readonly detail: string;
}

/** Numbers of what was proved of a task. */
interface GoldProof {
  /** Writes of the gold run, each of which is needed. */
  readonly writes: number;
  /** Ways to do what must not be done that were tried; how many a tool refused, and by which rules. */
  readonly shortcuts: number;
  readonly refused: number;
  readonly refused_by: readonly string[];
}

/** Types of key answers that stand in a record as they are told; amounts and times may have to be computed. */
const READ_OFF: ReadonlySet<string> = new Set(['text', 'texts', 'number']);

/** Ids, carriers and addresses that a call names and the customer or the store has to have told. */
const namedIn = ({ arguments: args }: Call, carriers: ReadonlySet<string>): string[] =>
  Object.entries(args).flatMap(function texts([name, value]): string[] {
    if (typeof value === 'string')
      return /\d{5,}/.test(value) || carriers.has(value) || /address/.test(name) ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(texts) : [];
  });

/**
 * Proves a locked task on a fresh copy of its store: the gold run is carried out and leaves the locked state, without any of
 * its writes the state is another, what must not be done is refused or ends in another state, and every id that is needed
 * is in the customer's words or in what an earlier call showed.
 */
export function prove(
  desk: Desk,
  store: Store,
  locked: LockedSupport,
): { readonly flaws: Flaw[]; readonly proof: GoldProof } {
  const flaws: Flaw[] = [];
  const gold = runGold(desk, store, locked, locked.calls);
  for (const { call, error } of gold.refused)
    flaws.push({ code: 'gold_fails', detail: `${call.name} ${JSON.stringify(call.arguments)} gave ${error}` });
  const end = stateOf(store, gold.session.deltas);
  if (end.digest !== locked.state.digest || end.changes !== locked.state.changes)
    flaws.push({
      code: 'gold_fails',
      detail: `the gold run changes ${end.changes} rows, ${locked.state.changes} were locked`,
    });

  const writes = locked.calls.filter(({ role }) => role === 'write');
  for (const left of writes) {
    const without = runGold(
      desk,
      store,
      locked,
      locked.calls.filter((call) => call !== left),
    );
    if (stateOf(store, without.session.deltas).digest === locked.state.digest)
      flaws.push({ code: 'not_minimal', detail: `without ${left.name} of ${left.intent} the state is the same` });
  }

  const refusedBy = new Set<string>();
  let refused = 0;
  for (const { intent, calls, why } of locked.shortcuts) {
    const run = runCalls(desk, inIntent(gold.session, locked, intent), calls);
    for (const { by } of run.refused) for (const rule of by) refusedBy.add(rule);
    if (run.refused.length > 0) refused += 1;
    else if (stateOf(store, run.session.deltas).digest === locked.state.digest)
      flaws.push({
        code: 'shortcut_works',
        detail: `${calls[0]?.name} of ${intent}, which ${why} is against, leaves the locked state`,
      });
  }

  const carriers = new Set([...store.carriers.rows()].map(({ name }) => name));
  const told = new Set<string>([locked.user_id]);
  const known: string[] = Object.values(desk.opening(store, locked.user_id));
  for (const intent of locked.intents) {
    known.push(...intent.facts.map(({ value }) => value), ...Object.values(intent.blanks));
    known.push(...[intent.order_phrase, intent.product_phrase].filter((phrase) => phrase !== null));
    // Who cannot see a picture is told what it shows.
    known.push(...Object.values(intent.picture?.facts ?? {}));
  }
  for (const [at, call] of locked.calls.entries()) {
    for (const value of namedIn(call, carriers))
      if (!told.has(value) && !known.some((text) => text.includes(value)))
        flaws.push({
          code: 'unknowable',
          detail: `${call.name} of ${call.intent} names "${value}", which nobody told`,
        });
    known.push(gold.shown[at] ?? '');
  }
  for (const { id, intent, fact, value } of locked.key_answers) {
    if (!READ_OFF.has(value.type)) continue;
    // Of its own matter or one before it: what was looked up once is known.
    const last = locked.calls.findLastIndex((call) => call.intent === intent);
    const seen = gold.shown.slice(0, last === -1 ? gold.shown.length : last + 1).join('\n');
    if (!tells(seen, value))
      flaws.push({ code: 'unknowable', detail: `no call shows ${fact}, which ${id} has to tell` });
  }
  return {
    flaws,
    proof: { writes: writes.length, shortcuts: locked.shortcuts.length, refused, refused_by: [...refusedBy].sort() },
  };
}
