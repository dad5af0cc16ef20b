import { pronounsFor } from '../customer/naming.ts';
import { filled } from '../demands/speech.ts';
import { RETURN_DAYS } from '../policy/rules/marketplace/limits.ts';
import { ARRIVED, BEFORE_SHIPPING, RECEIVED, TAKEN_BACK } from '../store/order-states.ts';
import type { Language } from '../store/schema.ts';
import { type Intent, isRemark, type LockedSupport } from '../task.ts';
import { contradicts } from './contradiction.ts';
import { type KeyAnswer, tells } from './key-answer.ts';
import { placeOf, REPORT, type Sentence, waysOf } from './report-lines.ts';
import { STATE_OF } from './states.ts';
import { answerText, listedIn, valueText } from './told.ts';

/** Sentences that tell the outcome and the facts of a matter. */

/** Every sentence there is, those first that say most, then those that ask for most. */
export const SENTENCES: readonly Sentence[] = REPORT.sentences.toSorted(
  (one, other) => other.says.length - one.says.length || other.when.length - one.when.length,
);

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
export const STATES: Readonly<Record<string, readonly string[]>> = {
  unshipped: [...BEFORE_SHIPPING],
  under_way: ['shipped', 'in_transit'],
  arrived: [...ARRIVED],
  settled: [...RECEIVED, ...TAKEN_BACK],
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
export const ITS = /\bit is(?= (?:on|still|out|paid|being|completed)\b)/g;

/** A chosen sentence with its values; the facts as the record has them where no way to say it tells them. */
export function said({ sentence, answers }: Chosen, intent: Intent, locked: LockedSupport): string {
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
