import type { Request } from '../../../service/policy/index.ts';
import type { Order, RemarkKind } from '../../../service/store/schema.ts';
import type { Session } from '../../../service/tools/tool.ts';
import { minorUnitsOf } from '../../../text/money.ts';

/** Words by which a note says what it is; the first kind that has one of them counts. */
const WORDS: readonly (readonly [RemarkKind, RegExp])[] = [
  ['compensation', /red envelope|compensat|红包|补偿|赔/i],
  ['reshipment', /re-?ship|resend|send(?:s|ing)? (?:it |them |the \w+ )?again|missing|补发|补寄|漏发/i],
  ['expedite', /expedit|urgent|as soon as possible|hurry|sooner|加急|尽快|催/i],
  ['delivery_time', /deliver\w* (?:on|at|after|before|between|time)|派送时间|送货时间|送达时间|以后派送|前送/i],
];

/** Finds the kind of note a text is; one that names a carrier of the store is about carriers. */
function kindOf({ store }: Session, text: string): RemarkKind {
  const said = WORDS.find(([, words]) => words.test(text))?.[0];
  if (said === 'compensation' || said === 'reshipment') return said;
  const lower = text.toLowerCase();
  if ([...store.carriers.rows()].some(({ name }) => lower.includes(name.toLowerCase()))) return 'carrier';
  return said ?? 'special_request';
}

/** The largest amount that stands in a text, in minor units; undefined where none does. */
function amountIn({ store }: Session, text: string): number | undefined {
  const figures = [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([figure]) => Number(figure));
  const [most] = figures.sort((a, b) => b - a);
  return most === undefined ? undefined : Math.round(most * minorUnitsOf(store.facts.currency));
}

/**
 * Makes the request that a note puts to the policy: a note is how the marketplace writes down whatever has no tool of
 * its own.
 */
export function remarkRequest(session: Session, order: Order, text: string, given: RemarkKind | undefined) {
  const kind = given ?? kindOf(session, text);
  return { kind, asks: requestOf(kind, session, order, text) };
}

function requestOf(kind: RemarkKind, session: Session, order: Order, text: string): Request {
  const { talk, store } = session;
  const about = { orderId: order.id, in: talk };
  const proven = talk.evidence.find(({ proves }) => proves !== null)?.proves ?? null;
  switch (kind) {
    case 'carrier': {
      const lower = text.toLowerCase();
      const named = [...store.carriers.rows()].find(({ name }) => lower.includes(name.toLowerCase()));
      return { kind: 'choose_courier', shopId: order.merchantId, courier: named?.name ?? text, ...about };
    }
    case 'reshipment':
      return { kind: 'reship', reason: proven ?? 'missing_items', ...about };
    case 'compensation': {
      const amountMinor = amountIn(session, text);
      const amount = amountMinor !== undefined && { amountMinor };
      return { kind: 'compensate', reason: proven ?? 'quality', ...amount, ...about };
    }
    case 'expedite':
      return { kind: 'urge', ...about };
    default:
      return { kind: 'note_wish', wish: text, ...about };
  }
}
