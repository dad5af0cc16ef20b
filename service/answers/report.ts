import { chance } from '../../schemas/draw.ts';
import { messagesOf } from '../customer/turns.ts';
import { capital, filled } from '../demands/speech.ts';
import type { Language } from '../store/schema.ts';
import { type Intent, isPictureAsked, isRemark, type LockedSupport } from '../task.ts';
import { tells } from './key-answer.ts';
import { drawOf, type MOODS, oneOf, placeOf, REPORT, type Said } from './report-lines.ts';
import { chosenFor, ITS, STATES, said, tagsOf } from './sentences.ts';

/** Reports of matters, and the words around them: what leads to one, links it to the next and stands behind it. */

/** Shares of settled matters behind which an agent asks for more: the rules of merchants have it ask. */
const CLOSED = { marketplace: 0.6, 'own-shop': 0.3 } as const;
const GREETED = 0.6;

/** The way a matter comes out, as far as words around it go by it; null where nothing stands around it. */
function moodOf(intent: Intent): (typeof MOODS)[number] | null {
  if (isRemark(intent) || intent.outcome === 'hand-over' || intent.dialogue === 'chitchat') return null;
  if (intent.outcome === 'forbidden') return 'refused';
  return intent.dialogue === 'task' ? 'done' : 'told';
}

/** Matters in which something went wrong on the shop's side. */
const REGRETTED: ReadonlySet<string> = new Set(['compensate', 'reship', 'refund_only', 'report_not_received']);
/** Matters of which somebody who is upset may have waited for something, or has trouble with it. */
const AWAITED: ReadonlySet<string> = new Set(['ask_logistics', 'ask_shipping_time', 'ask_arrival_time', 'urge']);
const TROUBLING: ReadonlySet<string> = new Set(['fault_code', 'book_repair']);
/** Matters that somebody who is worried may fear to be too late for. */
const FEARED: ReadonlySet<string> = new Set([
  ...['cancel_order', 'change_address', 'return_order', 'exchange', 'change_service', 'refund_to_ecard'],
]);

/** The words of sympathy that a matter calls for by what the records show; null where they call for none. */
function regretOf(intent: Intent, locked: LockedSupport): 'wait' | 'regret' | null {
  const tags = tagsOf(intent, locked);
  if (tags.has('late') || tags.has('late_shipping')) return 'wait';
  return REGRETTED.has(intent.kind) || (intent.kind === 'return_order' && tags.has('proven')) ? 'regret' : null;
}

/** The words that somebody who is upset calls for with a matter; null where they call for none. */
function comfortOf(intent: Intent, { persona }: LockedSupport): 'wait' | 'trouble' | 'worried' | null {
  if (persona?.emotion !== 'worried' && persona?.emotion !== 'annoyed') return null;
  const { kind, demand, order_id, standing } = intent;
  const isAwaited = AWAITED.has(kind) && order_id !== null && STATES.arrived?.includes(standing.order ?? '') === false;
  if (TROUBLING.has(demand)) return 'trouble';
  if (persona.emotion === 'annoyed')
    return isAwaited && standing.waited !== undefined && demand !== 'cancel_or_urge' ? 'wait' : null;
  // What was last seen days ago comforts nobody.
  const isUnderWay = isAwaited && ['in_transit', 'out_for_delivery'].includes(standing.parcel ?? '');
  return isUnderWay || (FEARED.has(kind) && moodOf(intent) === 'done') ? 'worried' : null;
}

/** Sympathy with a matter, once in a conversation: said twice it is a phrase. */
function sympathyOf(intent: Intent, locked: LockedSupport): 'wait' | 'regret' | 'trouble' | 'worried' | null {
  const before = locked.intents.slice(0, placeOf(intent));
  const comfort = before.some((one) => comfortOf(one, locked) !== null) ? null : comfortOf(intent, locked);
  return regretOf(intent, locked) ?? comfort;
}

/** The table of the words that lead to the report of a matter; null where none do. */
function leadsOf(intent: Intent, locked: LockedSupport): keyof typeof REPORT.leads | null {
  if (intent.circumstances.mood === 'furious') return 'calm';
  const mood = moodOf(intent);
  if (mood === null || mood === 'refused') return mood;
  const sympathy = sympathyOf(intent, locked);
  if (sympathy !== null) return sympathy;
  return chosenFor(intent, locked)[0]?.sentence?.alone ? null : mood;
}

function leadOf(intent: Intent, locked: LockedSupport): string {
  const name = leadsOf(intent, locked);
  return name === null ? '' : oneOf(REPORT.leads[name], name, locked, intent);
}

/** Words of the customer's as the shop says them. */
const TURNED: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\byour\b/g, 'our'],
    [/\bmy\b/g, 'your'],
    [/ I ordered$/, ' you ordered'],
    [/ I sent you$/, ' you sent us'],
  ],
  zh: [
    [/[你您]们/g, '我们'],
    [/^我/, '您'],
    [/^之前/, '您之前'],
  ],
};

/** A matter as an agent names it beside another one: "the yoga mat", "your tablet order"; null where it has no name. */
function subjectOf(intent: Intent, { language }: LockedSupport): string | null {
  const { kind, order_phrase: order, product_phrase: product, blanks } = intent;
  if (kind === 'compare_products') return null;
  const phrase = REPORT.topics[kind]?.[language] ?? product ?? order ?? blanks.matter ?? null;
  // A name of two parts would stand like two of a list.
  const named = phrase === null || /&| and /.test(phrase) ? undefined : phrase.replace(/ ?[(（][^)）]*[)）]$/u, '');
  return named === undefined ? null : TURNED[language].reduce((text, [own, said]) => text.replace(own, said), named);
}

/** Words that lead from one matter of a message to the next. */
function linkOf(intent: Intent, locked: LockedSupport, before: Intent): string {
  const subject = subjectOf(intent, locked);
  const mood = moodOf(intent);
  const { refused } = REPORT.leads;
  // "As for the tablet, unfortunately, …" stumbles.
  const plain = { ...refused, en: refused.en.filter((lead) => !/, $/.test(lead) && lead !== '') };
  // Two matters that are refused are regretted once.
  const isRegretted = mood === 'refused' && moodOf(before) !== 'refused';
  const refusal = isRegretted ? oneOf(plain, 'refused', locked, intent) : '';
  const link =
    subject === null
      ? oneOf(REPORT.besides, 'besides', locked, intent)
      : filled(oneOf(REPORT.also, 'also', locked, intent), { subject });
  // In Chinese a second matter is refused without another word of regret.
  return locked.language === 'zh' && subject === null ? link : `${link}${refusal}`;
}

/** Words behind a report, on what the customer needs to know besides; empty where there is nothing. */
function behindOf(intent: Intent, locked: LockedSupport): string {
  const tags = tagsOf(intent, locked);
  const [fitting] = REPORT.behind
    .filter(({ when }) => when.every((tag) => tags.has(tag)))
    .sort((one, other) => other.when.length - one.when.length);
  return fitting === undefined ? '' : filled(oneOf(fitting, `${fitting.when}`, locked, intent), intent.standing);
}

/** Beginnings of sentences that name the order once more, where words before them have. */
const OWN_NAME = /^(?:the|your|this) order\b|^(?:这单|订单)(?:目前|现在)?|^这件事|^这个(?=我)/;

/**
 * Writes what an agent that knows the answer tells of an intent: what was done, then its key answers, those that go
 * together in one sentence.
 */
export function reportOf(intent: Intent, locked: LockedSupport, lead = leadOf(intent, locked)): string {
  const chosen = chosenFor(intent, locked);
  const [first = '', ...more] = chosen.map((one) => said(one, intent, locked));
  // Nobody strings three clauses together by "and", or leads up to a yes or a no.
  const leading = /\band |^(?:yes|no|not yet)\b/.test(first)
    ? lead.replace(/\S[^.!]*, and $/, '')
    : /^(?:有的|可以|能用|是的|还没有)/.test(first)
      ? lead.replace(/帮您[^，]*，$|查了下，$/u, '')
      : lead;
  const isOpen = leading !== '' && !/[.!]\s*$/.test(leading);
  const isNamed = /order|单|至于\S*事，/.test(leading);
  const isLinked = /^As for /.test(leading);
  const bare = first.replace(/^(?:yes|no|not yet), /, '');
  const isTold = chosen[0]?.answers.every(({ value }) => tells(bare, value)) === true;
  const plain = isLinked && isTold ? bare : first;
  const opened = isNamed ? plain.replace(OWN_NAME, locked.language === 'zh' ? '' : 'it').replace(ITS, "it's") : plain;
  const behind = behindOf(intent, locked);
  const sentences = [
    `${leading}${isOpen ? opened : capital(opened)}`,
    ...more.map(capital),
    ...(behind === '' ? [] : [behind]),
  ];
  return sentences.join(locked.language === 'zh' ? '' : ' ');
}

/** Tells whether a message of a conversation is the agent's first. */
const isFirst = (intent: Intent, { intents }: LockedSupport) => intents[0]?.id === intent.id;

/** Words that greet at the beginning of a conversation; as often as not none. */
function greetingOf(intent: Intent, locked: LockedSupport): string {
  const isGreeted = isFirst(intent, locked) && chance(drawOf(locked), 'greets', GREETED);
  return isGreeted ? oneOf(REPORT.greetings, 'greeting', locked, intent) : '';
}

/** Question of an agent before it does what is about to be taken back. */
function askIfSure(intent: Intent, locked: LockedSupport): string {
  const { kind = 'other', blanks = {} } = intent.given_up ?? {};
  const table = REPORT.sure[kind] ?? (REPORT.sure.other as Said);
  return filled(oneOf(table, `sure/${kind}`, locked, intent), blanks);
}

/** Question of an agent whose rules have a picture sent first. */
export function askForPicture(intent: Intent, locked: LockedSupport): string {
  const table = REPORT.picture[intent.kind] ?? (REPORT.picture.other as Said);
  return oneOf(table, `picture/${intent.kind}`, locked, intent);
}

/** Questions an agent asks before it deals with a message of the customer's. */
export function questionsBefore(intents: readonly Intent[], locked: LockedSupport, knowsRules = true): string[] {
  const [givenUp, shown] = [intents.find(({ given_up }) => given_up !== null), intents.find(isPictureAsked)];
  return [
    ...(givenUp === undefined ? [] : [askIfSure(givenUp, locked)]),
    ...(shown === undefined || !knowsRules ? [] : [askForPicture(shown, locked)]),
  ];
}

/** Writes the reply to a message of the customer's: a report of each of its matters, with words around them. */
export function replyTo(intents: readonly Intent[], locked: LockedSupport): string {
  const { language, regime } = locked;
  const isGreeted = questionsBefore(intents, locked).length === 0;
  const reports = intents.map((intent, at) => {
    if (at > 0) return reportOf(intent, locked, linkOf(intent, locked, intents[at - 1] as Intent));
    const greeting = isGreeted ? greetingOf(intent, locked) : '';
    const leads = leadsOf(intent, locked);
    // Who greets has led up to it, but for regret.
    const lead = greeting !== '' && (leads === 'told' || leads === 'done') ? '' : leadOf(intent, locked);
    return reportOf(intent, locked, `${greeting}${/[.!]\s*$/.test(greeting) ? capital(lead) : lead}`);
  });
  const last = intents.at(-1) as Intent;
  const mood = moodOf(last);
  // Who asks for more behind every matter is a machine.
  const place = messagesOf(locked).findIndex((message) => message.some(({ id }) => id === last.id));
  const isTurn = (place + drawOf(locked)('closes first', 2)) % 2 === 0;
  const isClosed = mood !== null && isTurn && chance(drawOf(locked), `closes/${last.id}`, CLOSED[regime]);
  if (isClosed) reports.push(oneOf(REPORT.closings[mood], `closing/${mood}`, locked, last));
  return reports.join(language === 'zh' ? '' : ' ');
}
