import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { chance, type Draw, shuffled } from '../../schemas/draw.ts';
import { filled } from '../demands/speech.ts';
import { RETURN_DAYS } from '../policy/limits.ts';
import type { Language } from '../store/schema.ts';
import { type Intent, isPictureAsked, isRemark, type LockedSupport } from '../task.ts';
import { contradicts } from './contradiction.ts';
import { type KeyAnswer, tells } from './key-answer.ts';
import { answerText, valueText } from './told.ts';

const Lines = z.array(z.string()).min(1);
const Said = z.strictObject({ en: Lines, zh: Lines });
type Said = z.infer<typeof Said>;
const Table = z.record(z.string(), Said);

const Sentence = Said.extend({ says: Lines, when: z.array(z.string()), alone: z.literal(true).optional() });
type Sentence = z.infer<typeof Sentence>;

const MOODS = ['told', 'done', 'refused'] as const;

const REPORT = z
  .strictObject({
    leads: z.record(z.enum([...MOODS, 'regret', 'calm']), Said),
    also: Said,
    greetings: Said,
    closings: z.record(z.enum(MOODS), Said),
    sure: Table,
    picture: Table,
    sentences: z.array(Sentence),
  })
  .parse(readTable(new URL('./report.yaml', import.meta.url)));

/** Every sentence there is, those first that say most, then those that ask for most. */
export const SENTENCES: readonly Sentence[] = REPORT.sentences.toSorted(
  (one, other) => other.says.length - one.says.length || other.when.length - one.when.length,
);

/** Shares of settled matters behind which an agent asks for more: the rules of merchants have it ask. */
const CLOSED = { marketplace: 0.5, 'own-shop': 0.2 } as const;
const GREETED = 0.6;

/** The draws of a conversation's wording: of who writes about what. */
const drawOf = ({ user_id: user, intents }: LockedSupport): Draw =>
  drawFor(0, JSON.stringify([user, intents.map((one) => [one.demand, one.order_id, one.product_id])]), 'report');

const placeOf = ({ id }: Intent) => Number(id.slice(1)) - 1;

/** One of the ways to say something: in a conversation each comes once before one comes again. */
function waysOf(said: Said, name: string, locked: LockedSupport, intent: Intent): string[] {
  const ways = shuffled(drawOf(locked), name, said[locked.language]);
  const from = placeOf(intent) % ways.length;
  return [...ways.slice(from), ...ways.slice(0, from)];
}
const oneOf = (...of: Parameters<typeof waysOf>): string => waysOf(...of)[0] as string;

/** Coupons by their numbers. */
const couponsText = (ids: readonly string[], language: Language) =>
  language === 'zh' ? `优惠券${ids.join('和')}` : `coupon ${ids.join(' and coupon ')}`;

const CHEAPER = { en: ['first', 'second'], zh: ['第一款', '第二款'] } as const;
/** Tells whether of two prices that are told the first is the higher. */
function isFirstDearer(own: readonly KeyAnswer[]): boolean {
  const minorOf = (name: string) => {
    const value = own.find(({ fact }) => fact === name)?.value;
    return value?.type === 'money' ? value.minor : 0;
  };
  return minorOf('price') > minorOf('other_price');
}

/** States of an order, by what they have in common. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  unshipped: ['unpaid', 'paid', 'processing'],
  under_way: ['shipped', 'in_transit'],
  arrived: ['delivered', 'signed', 'completed'],
  settled: ['signed', 'completed', 'cancelled', 'returning', 'returned', 'refunded', 'refund_only'],
};

/** Everything that is true of a matter by which sentences are chosen. */
export function tagsOf(intent: Intent, { persona, regime }: LockedSupport): ReadonlySet<string> {
  const { kind, demand, variant, outcome, request, picture, standing } = intent;
  const tags = new Set([kind, demand, outcome, regime, ...(variant === null ? [] : [variant])]);
  for (const name of ['order', 'parcel', 'money', 'sets'] as const)
    if (standing[name] !== undefined) tags.add(`${name}:${standing[name]}`);
  for (const [name, states] of Object.entries(STATES))
    if (standing.order !== undefined && states.includes(standing.order)) tags.add(`order:${name}`);
  if (request.payment !== undefined) tags.add(`pays:${request.payment}`);
  for (const name of ['couriers', 'remedy', 'recommended_price', 'parcel_carrier'])
    if (standing[name] !== undefined) tags.add(`${name}:known`);
  for (const name of ['late', 'late_shipping', 'several']) if (standing[name] !== undefined) tags.add(name);
  if (isRemark(intent)) tags.add('remark');
  if (persona?.asking !== undefined) tags.add(`asking:${persona.asking}`);
  if (picture?.kind === 'goods') tags.add(picture.proves === null ? 'unproven' : 'proven');
  return tags;
}

const keyOf = ({ fact, value }: KeyAnswer) => (value.type === 'words' ? `${fact}.${value.words}` : fact);
const DONE = 'done';

/** A sentence that was chosen, the answers it tells, and its place in the report. */
interface Chosen {
  readonly sentence: Sentence | null;
  readonly answers: readonly KeyAnswer[];
  readonly place: number;
}

/** Chooses sentences that tell an intent's outcome and facts, each once. */
export function chosenFor(intent: Intent, locked: LockedSupport): Chosen[] {
  const own = locked.key_answers.filter((answer) => answer.intent === intent.id);
  const tags = tagsOf(intent, locked);
  const isRefused = intent.outcome === 'forbidden' && !isRemark(intent);
  const isDone = !isRefused && (intent.dialogue === 'task' || own.length === 0 || isRemark(intent));
  // A no comes first, then what is behind it.
  const isNo = ({ value }: KeyAnswer) => isRefused && value.type === 'words';
  const left = [
    ...(isDone ? [{ key: DONE, answer: null }] : []),
    ...(isRemark(intent) ? [] : own.toSorted((one, other) => Number(isNo(other)) - Number(isNo(one)))).map(
      (answer) => ({ key: keyOf(answer), answer }),
    ),
  ].map((one, place) => ({ ...one, place }));
  const chosen: Chosen[] = [];
  for (const sentence of SENTENCES) {
    const parts = sentence.says.map((key) => left.find((one) => one.key === key));
    if (!parts.every((part) => part !== undefined) || !sentence.when.every((tag) => tags.has(tag))) continue;
    for (const part of parts) left.splice(left.indexOf(part), 1);
    chosen.push({
      sentence,
      answers: parts.flatMap(({ answer }) => answer ?? []),
      place: Math.min(...parts.map(({ place }) => place)),
    });
  }
  const plain = left.map(({ answer, place }) => ({ sentence: null, answers: answer === null ? [] : [answer], place }));
  return [...chosen, ...plain].sort((one, other) => one.place - other.place);
}

/** A chosen sentence with its values; the facts as the record has them where no way to say it tells them. */
function said({ sentence, answers }: Chosen, intent: Intent, locked: LockedSupport): string {
  const { language } = locked;
  const end = language === 'zh' ? '。' : '.';
  const plain = answers.map(({ fact, value }) => `${answerText(fact, value, locked)}${end}`);
  if (sentence === null) return plain.join(language === 'zh' ? '' : ' ');
  const of = answers.flatMap(({ value }) => (value.type === 'words' ? (value.of ?? []) : []));
  const blanks = {
    ...intent.blanks,
    ...intent.standing,
    ...Object.fromEntries(answers.map(({ fact, value }) => [fact, valueText(value, locked)])),
    return_days: String(RETURN_DAYS),
    of: couponsText(of, language),
    cheaper: CHEAPER[language][isFirstDearer(answers) ? 1 : 0],
  };
  const ways = waysOf(sentence, `${sentence.says}/${sentence.when}`, locked, intent).map((way) => filled(way, blanks));
  const raised = { matters: placeOf(intent) + 1, isAlone: true };
  const isClear = (way: string) =>
    answers.every(({ fact, value }) => tells(way, value) && !contradicts(way, fact, value, raised));
  return ways.find(isClear) ?? plain.join(' ');
}

/** The way a matter comes out, as far as words around it go by it; null where nothing stands around it. */
function moodOf(intent: Intent): (typeof MOODS)[number] | null {
  if (isRemark(intent) || intent.outcome === 'hand-over' || intent.dialogue === 'chitchat') return null;
  if (intent.outcome === 'forbidden') return 'refused';
  return intent.dialogue === 'task' ? 'done' : 'told';
}

/** Matters in which something went wrong on the shop's side. */
const REGRETTED: ReadonlySet<string> = new Set(['compensate', 'reship', 'refund_only', 'report_not_received']);

/** The table of the words that lead to the report of a matter; null where none do. */
function leadsOf(intent: Intent, locked: LockedSupport): keyof typeof REPORT.leads | null {
  if (intent.circumstances.mood === 'furious') return 'calm';
  const mood = moodOf(intent);
  if (mood === null || mood === 'refused') return mood;
  if (chosenFor(intent, locked)[0]?.sentence?.alone) return null;
  const isProven = intent.kind === 'return_order' && tagsOf(intent, locked).has('proven');
  return isProven || REGRETTED.has(intent.kind) ? 'regret' : mood;
}

function leadOf(intent: Intent, locked: LockedSupport): string {
  const name = leadsOf(intent, locked);
  return name === null ? '' : oneOf(REPORT.leads[name], name, locked, intent);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Writes what an agent that knows the answer tells of an intent: what was done, then its key answers, those that go
 * together in one sentence.
 */
export function reportOf(intent: Intent, locked: LockedSupport, lead = leadOf(intent, locked)): string {
  const [first = '', ...more] = chosenFor(intent, locked).map((one) => said(one, intent, locked));
  const isOpen = lead !== '' && !/[.!]\s*$/.test(lead);
  const sentences = [`${lead}${isOpen ? first : capital(first)}`, ...more.map(capital)];
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
    if (at > 0 && moodOf(intent) !== 'refused' && moodOf(intent) !== null)
      return reportOf(intent, locked, oneOf(REPORT.also, 'also', locked, intent));
    const greeting = isGreeted ? greetingOf(intent, locked) : '';
    const leads = leadsOf(intent, locked);
    // Who greets has led up to it, but for regret.
    const lead = greeting !== '' && (leads === 'told' || leads === 'done') ? '' : leadOf(intent, locked);
    return reportOf(intent, locked, `${greeting}${/[.!]\s*$/.test(greeting) ? capital(lead) : lead}`);
  });
  const last = intents.at(-1) as Intent;
  const mood = moodOf(last);
  const isClosed = mood !== null && chance(drawOf(locked), `closes/${last.id}`, CLOSED[regime]);
  if (isClosed) reports.push(oneOf(REPORT.closings[mood], `closing/${mood}`, locked, last));
  return reports.join(language === 'zh' ? '' : ' ');
}
