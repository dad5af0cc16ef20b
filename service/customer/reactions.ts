import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import type { Language } from '../store/schema.ts';
import { Persona } from './persona.ts';

const Lines = z.array(z.string().min(1)).min(1);
/** Lines by emotion, and for some by the way of speaking too ("calm.formal"). */
export const ByTemper = z
  .record(z.string(), Lines)
  .refine((lines) => Object.keys(lines).every((key) => TEMPERS.has(key)), 'names no emotion and way of speaking');
const { emotion: EMOTIONS, speaking: WAYS } = Persona.shape;
const TEMPERS: ReadonlySet<string> = new Set(
  EMOTIONS.options.flatMap((emotion) => [emotion, ...WAYS.options.map((way) => `${emotion}.${way}`)]),
);
/** Outcomes of an agent's message for a matter. */
const METS = ['told', 'denied', 'pending', 'late', 'arrived', 'advised', 'done', 'refused', 'later', 'handed'] as const;
export type Met = (typeof METS)[number];

const Reactions = z.strictObject({
  ...(Object.fromEntries(METS.map((met) => [met, ByTemper])) as Record<Met, typeof ByTemper>),
  /** By the kind of request and the outcome; the lines of `any` are those of all but annoyed customers. */
  to: z.record(
    z.string(),
    z.partialRecord(z.enum(METS), z.partialRecord(z.enum(['any', ...Persona.shape.emotion.options]), Lines)),
  ),
  insists: ByTemper,
  asks_why: Lines,
  gives_in: Lines,
  doubts: z.record(z.string(), Lines),
  hurries: z.partialRecord(z.enum(METS), Lines),
  greeted: Lines,
  silent: Lines,
  waits: Lines,
  right: Lines,
  unsure: Lines,
  rest: Lines,
  none: z.record(z.string(), Lines),
});
type Reactions = z.infer<typeof Reactions>;

/** Replies of customers to what an agent has said, in each language. */
export const REACTIONS: Readonly<Record<Language, Reactions>> = z
  .strictObject({ en: Reactions, zh: Reactions })
  .parse(readTable(new URL('./reactions.yaml', import.meta.url)));

const HANDS_ON =
  /\b(?:transfer\w*|specialist|hand(?:ed|ing)? (?:you|this|it) (?:over|on)|colleague|human agent|pass(?:ed|ing)? (?:this|it|you) on)\b|转接|转给|人工|专员|专人/i;
const REFUSES =
  /\b(?:cannot|can't|can not|unable|not able|not possible|impossible|not allowed|not eligible|(?:i|we) won't|unfortunately|no longer|sorry)\b|不能|无法|不支持|不可以|没办法|不符合|抱歉|暂不|不行/i;

const DENIES = /\b(?:no|not|none|nothing)\b|n't\b|没有|还没|暂无|不(?:是|在|含|带|支持)/i;

/** Requests that a no may answer; in an answer to others "no power" or "not yet" refuses nothing. */
const YES_OR_NO: ReadonlySet<string> = new Set([
  ...['ask_insurance', 'ask_cashback', 'ask_product', 'ask_gift', 'ask_order', 'ask_other', 'ask_coupons'],
  ...['use_coupons', 'claim_gift', 'recommend', 'ask_picture'],
]);
/** Questions about when something comes. */
const AWAITING: ReadonlySet<string> = new Set([
  ...['ask_logistics', 'ask_arrival_time', 'ask_shipping_time', 'report_not_received'],
]);
/** Requests of customers who do not have what has come. */
const UNAWARE: ReadonlySet<string> = new Set(['ask_arrival_time', 'ask_logistics', 'urge']);
const LATE = /\b(?:late|delayed|overdue|should have (?:been|arrived|come))\b|延误|晚了|迟了|超时|逾期|耽搁/i;
const ARRIVED =
  /\b(?:has|have|had) (?:already )?(?:arrived|been (?:delivered|signed for))\b|\b(?:already|as) (?:delivered|arrived)\b|已经?送[到达]|已签收|已经签收|签收了/i;
const PENDING =
  /\bnot yet|n't (?:been|arrived|left)[^.]*yet|\bso far\b|little more time|还没|尚未|还在(?:路上|途中|配送)|再等等/i;
/** Words by which what is refused now is put off until something has come. */
const LATER =
  /\b(?:once|when|after|before|until) (?:it|they|you|the (?:order|parcel|goods))\b[^.]*\b(?:arrived?|delivered|here|signed|received?|got)\b|still (?:under way|on its way)|收到(?:之后|货|以后|后)|签收(?:之后|以后|后)|到货(?:之后|以后|后)|送达后|还在(?:路上|途中)|货还没到/i;

/** Words by which what is refused is over, and will not come again. */
const OVER = /\b(?:no longer|any ?more|too late)\b|交易完成|已完成|已经完成|超(?:期|过)/i;

/** Words by which an agent leaves a matter to the customer. */
export const ADVISES =
  /\bplease (?:first )?(?:ask|contact|check with|call)\b|先(?:跟|和|向)?(?:您|你)?(?:的)?(?:家人|邻居|问)|(?:请|建议|麻烦|可以)(?:您|你)?联系(?!我们)|问(?:问|一?下)(?:您|你)?(?:的)?(?:家人|邻居)/i;

/** An offer of more help, which is no answer. */
const OFFERS =
  /[^.!?。！？]*(?:anything else|else (?:i|we) can|other questions|还有(?:什么|其他|别的)|其他(?:问题|需要))[^.!?。！？]*[.!?。！？]?/gi;

/** Regret over what went wrong, which refuses nothing. */
const REGRETS =
  /\b(?:so |very )?sorry (?:about|to hear|for|it has)[^.!]*[.!]?|(?:非常|很|十分)抱歉(?:给|让)[^，。！]*[，。！]|非常抱歉，(?=已)/gi;

/**
 * Judges what a message comes to, by its words: a refusal is none where the matter is handed on, and a no to a question is
 * an answer.
 */
export function metBy(said: string, isTask: boolean, about: string | null = null): Met {
  const message = said.replace(OFFERS, '').replace(REGRETS, '');
  if (HANDS_ON.test(message)) return 'handed';
  const isAwaiting = about !== null && AWAITING.has(about);
  if (isAwaiting && LATE.test(message)) return 'late';
  if (isAwaiting && PENDING.test(message)) return 'pending';
  if (about !== null && UNAWARE.has(about) && ARRIVED.test(message)) return 'arrived';
  if (REFUSES.test(message)) {
    if (LATER.test(message) && !OVER.test(message)) return 'later';
    return isTask ? 'refused' : 'denied';
  }
  if (ADVISES.test(message)) return 'advised';
  if (isTask) return 'done';
  return (about === null || YES_OR_NO.has(about)) && DENIES.test(message) ? 'denied' : 'told';
}

/** The part of a persona that reactions go by. */
export type Temper = Pick<Persona, 'emotion' | 'patience' | 'trust' | 'rights' | 'speaking'>;

/** Stakes of a matter: whether it asks for what customers may take for their right, and the kind of request it is. */
interface Stakes {
  readonly isClaim: boolean;
  readonly about: string | null;
}

/** Words that who speaks formally does not use. */
const SLANG =
  /\b(?:phew|star|yeah|oh, come on|whatever|oh dear|oh well|lovely|no worries)\b|[啦嘞哇呼呀哈～]|嗯嗯|哦哦|搞什么|拜托|窝火/i;

/** Lines of a temper: those of its way of speaking, or of its emotion; who speaks formally uses no slang, and shouts none. */
export function linesOf(
  table: Readonly<Record<string, readonly string[]>>,
  { emotion, speaking }: Pick<Temper, 'emotion' | 'speaking'>,
): readonly string[] {
  const lines = table[`${emotion}.${speaking}`] ?? table[emotion] ?? [];
  if (speaking !== 'formal') return lines;
  return lines
    .filter((line) => !SLANG.test(line))
    .map((line) => line.replace(/[!！]$/, (mark) => (mark === '!' ? '.' : '。')));
}

/**
 * Lists what a customer of some temper may say to an outcome: to a no to what they may take for their right by how much
 * they know of their rights, to a promise with doubt where they trust little, to a wait with haste where they have
 * little patience, else what fits the request, or their mood.
 * Nobody stands on their rights twice, or doubts twice.
 */
export function reactionsTo(
  met: Met,
  { isClaim, about }: Stakes,
  temper: Temper,
  { language, said }: { readonly language: Language; readonly said: ReadonlySet<string> },
): readonly string[] {
  const lines = REACTIONS[language];
  const own: Readonly<Record<string, readonly string[]>> = (about === null ? undefined : lines.to[about]?.[met]) ?? {};
  const fitting = linesOf(own, temper);
  const any = temper.emotion === 'annoyed' ? [] : linesOf({ [temper.emotion]: own.any ?? [] }, temper);
  const byMood = [...fitting, ...any, ...(fitting.length + any.length > 1 ? [] : linesOf(lines[met], temper))];
  const once = (some: readonly string[]) => (some.some((line) => said.has(line)) ? [] : some);
  const special =
    met === 'refused' && isClaim
      ? once({ high: linesOf(lines.insists, temper), medium: lines.asks_why, low: lines.gives_in }[temper.rights])
      : met === 'told' && about !== null && temper.trust === 'low'
        ? once(lines.doubts[about] ?? [])
        : temper.patience === 'low'
          ? once(lines.hurries[met] ?? [])
          : [];
  return special.length === 0 ? byMood : temper.rights === 'high' || met === 'told' ? special : [...byMood, ...special];
}

const HELPS =
  /\b(?:how|what) (?:can|may|could|should) (?:i|we) (?:help|assist|do for|support)|\bwhat (?:brings you|do you need)|(?:有什么|有啥)(?:可以|能|需要)|请问.{0,6}需要/i;
const HELLO =
  /^\W*(?:hi|hello|hey|dear|welcome|good (?:day|morning|afternoon|evening)|您好|你好|亲|欢迎)[^.!?。！？]*\W*$/iu;

/** Tells whether a message that states nothing greets, or offers help. */
export const isGreeting = (message: string): boolean => HELPS.test(message) || HELLO.test(message.trim());

/** Tells whether a message says nothing. */
export const isSilence = (message: string): boolean => !/[\p{L}\p{N}]/u.test(message);

const Patterns = z.array(z.string().min(1)).min(1);
const courtesies = z
  .strictObject({ en: Patterns, zh: Patterns })
  .parse(readTable(new URL('./courtesies.yaml', import.meta.url)));
const COURTESIES = [...courtesies.en, ...courtesies.zh].map((source) => new RegExp(source, 'giu'));

/** A message without its offers of more help. */
export const withoutCourtesies = (message: string): string =>
  COURTESIES.reduce((left, pattern) => left.replace(pattern, ''), message.replace(/[’‘]/g, "'"));
