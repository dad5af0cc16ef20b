import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { chance, type Draw, shuffled } from '../../schemas/draw.ts';
import { pronounsFor } from '../customer/naming.ts';
import { messagesOf } from '../customer/turns.ts';
import { filled } from '../demands/speech.ts';
import { RETURN_DAYS } from '../policy/rules/marketplace/limits.ts';
import type { Language } from '../store/schema.ts';
import { type Intent, isPictureAsked, isRemark, type LockedSupport } from '../task.ts';
import { contradicts } from './contradiction.ts';
import { type KeyAnswer, tells } from './key-answer.ts';
import { STATE_OF } from './states.ts';
import { answerText, listedIn, valueText } from './told.ts';

const Lines = z.array(z.string()).min(1);
const Said = z.strictObject({ en: Lines, zh: Lines });
type Said = z.infer<typeof Said>;
const Table = z.record(z.string(), Said);

/** Ways to say details of products, by language and by what a detail is called. */
const Details = z.record(z.enum(['en', 'zh']), z.record(z.string(), Lines));

const Sentence = Said.extend({ says: Lines, when: z.array(z.string()), alone: z.literal(true).optional() });
type Sentence = z.infer<typeof Sentence>;

const MOODS = ['told', 'done', 'refused'] as const;

const REPORT = z
  .strictObject({
    leads: z.record(z.enum([...MOODS, 'regret', 'calm', 'wait', 'trouble', 'worried']), Said),
    also: Said,
    besides: Said,
    topics: z.record(z.string(), z.strictObject({ en: z.string().min(1), zh: z.string().min(1) })),
    behind: z.array(Said.extend({ when: z.array(z.string()) })),
    is: Table,
    details: Details,
    lists: Details,
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
const CLOSED = { marketplace: 0.6, 'own-shop': 0.3 } as const;
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
export function tagsOf(intent: Intent, { regime, key_answers }: LockedSupport): ReadonlySet<string> {
  const { kind, demand, variant, outcome, request, picture, standing } = intent;
  const tags = new Set([kind, demand, outcome, regime, ...(variant === null ? [] : [variant])]);
  for (const name of ['order', 'parcel', 'money', 'sets'] as const)
    if (standing[name] !== undefined) tags.add(`${name}:${standing[name]}`);
  for (const [name, states] of Object.entries(STATES))
    if (standing.order !== undefined && states.includes(standing.order)) tags.add(`order:${name}`);
  if (request.payment !== undefined) tags.add(`pays:${request.payment}`);
  for (const name of [
    'couriers',
    'remedy',
    'recommended_price',
    'parcel_carrier',
    'held',
    'plain_price',
    'other_amount',
  ])
    if (standing[name] !== undefined) tags.add(`${name}:known`);
  for (const name of ['late', 'late_shipping', 'several']) if (standing[name] !== undefined) tags.add(name);
  for (const { intent: of, fact, value } of key_answers) {
    if (of !== intent.id) continue;
    if (value.type === 'texts' && value.all.length > 1) tags.add(`${fact}:many`);
    if (value.type === 'words' && (value.of?.length ?? 0) > 1) tags.add('coupons:many');
    if (value.type === 'money' && value.minor === 0) tags.add(`${fact}:none`);
  }
  if (isRemark(intent)) tags.add('remark');
  if (intent.circumstances.sentBack === true) tags.add('sent_back');
  if (picture?.kind === 'goods') tags.add(picture.proves === null ? 'unproven' : 'proven');
  return tags;
}

const keyOf = ({ fact, value }: KeyAnswer) => (value.type === 'words' ? `${fact}.${value.words}` : fact);

/** The outcome that is told of a matter besides its facts: done, handed on, heard or answered; null where facts say it all. */
function outcomeOf(intent: Intent, own: readonly KeyAnswer[]): 'done' | 'handed' | 'heard' | 'answered' | null {
  if (isRemark(intent)) return 'heard';
  if (intent.outcome !== 'allowed') return intent.outcome === 'hand-over' ? 'handed' : null;
  if (intent.dialogue === 'task') return 'done';
  return own.length === 0 ? 'answered' : null;
}

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
  const outcome = outcomeOf(intent, own);
  // A no comes first, then what is behind it.
  const isNo = ({ value }: KeyAnswer) => intent.outcome === 'forbidden' && value.type === 'words';
  const facts = outcome === 'heard' ? [] : own.toSorted((one, other) => Number(isNo(other)) - Number(isNo(one)));
  const left = [
    ...(outcome === null ? [] : [{ key: outcome as string, answer: null }]),
    ...facts.map((answer) => ({ key: keyOf(answer), answer })),
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

/** A value that records write like a title, as a common noun: in lower case but for words of capitals, such as "USB". */
const lowered = (text: string) =>
  text.replace(/(?<![\p{L}-])\p{Lu}(?=\p{Ll}+(?![\p{L}-]))/gu, (letter) => letter.toLowerCase());
/** Words of capitals that catalogs write small. */
const CAPITALS = /\b(?:usb|hdmi|rca|nfc|gb|tb|mb|led|lcd|oled|amoled|ips)\b/g;
const inCapitals = (text: string) =>
  text
    .replace(CAPITALS, (word) => word.toUpperCase())
    .replace(/\btype ([abc])\b/gi, (_, letter: string) => `Type ${letter.toUpperCase()}`);
/** A noun phrase with its article: "an umbrella", "a USB hub", and none before what there are several of. */
const withArticle = (noun: string) =>
  `${/[^s]s$/i.test(noun) ? '' : /^(?:[aeio]|u(?!ni|s[be]|kul))/i.test(noun) ? 'an ' : 'a '}${noun}`;

/** A thing with its measure: "a power cable (1.5 m)". */
function aThing(name: string): string {
  const [noun = '', measure] = lowered(name).split(', ');
  return `${withArticle(noun)}${measure === undefined ? '' : ` (${measure})`}`;
}

/** Products by their numbers as people name them: "a Northbook laptop (item 1007…)". */
function itemsSaid(
  ids: readonly string[],
  { standing, product_id, request }: Intent,
  { language }: LockedSupport,
): string[] {
  const heard = new Set([standing[`item:${product_id ?? request.productId}`]]);
  return ids.map((id) => {
    const name = standing[`item:${id}`];
    const isAgain = heard.has(name);
    heard.add(name);
    if (language === 'zh') return name === undefined ? `商品${id}` : `${isAgain ? '另一款' : ''}${name}（商品号${id}）`;
    return name === undefined
      ? `item ${id}`
      : `${isAgain ? `another ${name}` : /^the /.test(name) ? name : withArticle(name)} (item ${id})`;
  });
}

/** Pronouns of the first product that is told by its number, each as that_is of it_is. */
function pronounsOfItem(answers: readonly KeyAnswer[], { standing }: Intent): Record<string, string> {
  const [id] = answers.flatMap(({ fact, value }) => (ITEMS.has(fact) && value.type === 'texts' ? value.all : []));
  const pronouns = pronounsFor({ order_phrase: null, product_phrase: `the ${standing[`item:${id}`] ?? 'item'}` });
  return Object.fromEntries(Object.entries(pronouns).map(([name, said]) => [name.replace(/^it/, 'that'), said]));
}

/** Facts that are things, which records list by their names, and facts that are products by their numbers. */
const THINGS: ReadonlySet<string> = new Set(['gifts', 'materials']);
const ITEMS: ReadonlySet<string> = new Set(['recommended', 'exchange_options', 'not_in_order']);

/** Facts whose values records write otherwise than people. */
const SPOKEN: Readonly<Record<string, (text: string) => string>> = { fault: lowered, answer: inCapitals };

/** A fact's value as it stands in a sentence: things and products as people name them. */
function spokenOf({ fact, value }: KeyAnswer, intent: Intent, locked: LockedSupport): string {
  const { language } = locked;
  if (value.type !== 'texts') return SPOKEN[fact]?.(valueText(value, locked)) ?? valueText(value, locked);
  if (ITEMS.has(fact))
    return listedIn(itemsSaid(value.all, intent, locked), language, fact === 'exchange_options' ? 'or' : 'and');
  return listedIn(THINGS.has(fact) && language === 'en' ? value.all.map(aThing) : value.all, language);
}

/** Clauses on an order or a parcel by its state: "is on its way". */
function stateClauses(answers: readonly KeyAnswer[], { language }: LockedSupport): Record<string, string> {
  const clauses = answers.flatMap(({ fact, value }) => {
    const state = value.type === 'text' ? STATE_OF.get((value.any[0] as string).toLowerCase()) : undefined;
    const [clause] = (state === undefined ? undefined : REPORT.is[state]?.[language]) ?? [];
    return clause === undefined ? [] : [[fact.replace(/_state$/, '_is'), clause]];
  });
  return Object.fromEntries(clauses);
}

/** Ways to say a detail of a product; undefined where it has none of its own. */
function detailOf(
  { variant, blanks: { field = '' } }: Intent,
  value: string,
  language: Language,
): string[] | undefined {
  const lists = /, |、/.test(value) ? REPORT.lists[language] : {};
  return REPORT.details[language][`${variant} ${field}`] ?? lists[field] ?? REPORT.details[language][field];
}

/** "It is" of a state, before what people say short. */
const ITS = /\bit is(?= (?:on|still|out|paid|being|completed)\b)/g;

/** A chosen sentence with its values; the facts as the record has them where no way to say it tells them. */
function said({ sentence, answers }: Chosen, intent: Intent, locked: LockedSupport): string {
  const { language } = locked;
  const end = language === 'zh' ? '。' : '.';
  const plain = answers.map(({ fact, value }) => `${answerText(fact, value, locked)}${end}`);
  if (sentence === null) return plain.join(language === 'zh' ? '' : ' ');
  const of = answers.flatMap(({ value }) => (value.type === 'words' ? (value.of ?? []) : []));
  const blanks = {
    ...(language === 'en' ? { ...pronounsFor(intent), ...pronounsOfItem(answers, intent) } : {}),
    ...intent.blanks,
    ...intent.standing,
    ...stateClauses(answers, locked),
    ...Object.fromEntries(answers.map((answer) => [answer.fact, spokenOf(answer, intent, locked)])),
    lower: inCapitals(lowered(answers.map(({ value }) => valueText(value, locked)).join(' '))),
    return_days: String(RETURN_DAYS),
    of: couponsText(of, language),
    cheaper: CHEAPER[language][isFirstDearer(answers) ? 1 : 0],
  };
  const detail = sentence.says[0] === 'answer' ? detailOf(intent, blanks.lower, language) : undefined;
  const table = detail === undefined ? sentence : { en: detail, zh: detail };
  const ways = waysOf(table, `${sentence.says}/${sentence.when}`, locked, intent).map((way) =>
    filled(way, blanks).replace(ITS, "it's"),
  );
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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
