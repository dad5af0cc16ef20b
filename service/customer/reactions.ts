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
const Reactions = z.strictObject({
  told: ByTemper,
  denied: ByTemper,
  advised: ByTemper,
  done: ByTemper,
  refused: ByTemper,
  handed: ByTemper,
  insists: ByTemper,
  asks_why: Lines,
  gives_in: Lines,
  doubts: Lines,
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

/** Outcome of an agent's message for a matter. */
export type Met = 'told' | 'denied' | 'advised' | 'done' | 'refused' | 'handed';

const HANDS_ON =
  /\b(?:transfer\w*|specialist|hand(?:ed|ing)? (?:you|this|it) (?:over|on)|colleague|human agent|pass(?:ed|ing)? (?:this|it|you) on)\b|转接|转给|人工|专员|专人/i;
const REFUSES =
  /\b(?:cannot|can't|can not|unable|not able|not possible|impossible|not allowed|not eligible|won't|unfortunately|no longer|sorry)\b|不能|无法|不支持|不可以|没办法|不符合|抱歉|暂不|不行/i;

const DENIES = /\b(?:no|not|none|nothing)\b|n't\b|没有|还没|暂无|不(?:是|在|含|带|支持)/i;

/** Words by which an agent leaves a matter to the customer. */
const ADVISES =
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
export function metBy(said: string, isTask: boolean): Met {
  const message = said.replace(OFFERS, '').replace(REGRETS, '');
  if (HANDS_ON.test(message)) return 'handed';
  if (REFUSES.test(message)) return isTask ? 'refused' : 'denied';
  if (ADVISES.test(message)) return 'advised';
  if (isTask) return 'done';
  return DENIES.test(message) ? 'denied' : 'told';
}

/** The part of a persona that reactions go by. */
export type Temper = Pick<Persona, 'emotion' | 'trust' | 'rights' | 'speaking'>;

/** Stakes of a matter: whether it asks for what customers may take for their right, and whether its answer is yet to prove true. */
interface Stakes {
  readonly isClaim: boolean;
  readonly isPromise: boolean;
}

/** Words that who speaks formally does not use. */
const SLANG =
  /\b(?:phew|star|yeah|oh, come on|whatever|oh dear|oh well|lovely|no worries)\b|[啦嘞哇呼呀～]|嗯嗯|哦哦|搞什么|拜托|窝火/i;

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
 * they know of their rights, to an answer with doubt where they trust little, and else by their mood. Nobody stands on
 * their rights twice, or doubts twice.
 */
export function reactionsTo(
  met: Met,
  { isClaim, isPromise }: Stakes,
  temper: Temper,
  { language, said }: { readonly language: Language; readonly said: ReadonlySet<string> },
): readonly string[] {
  const lines = REACTIONS[language];
  const byMood = linesOf(lines[met], temper);
  const once = (some: readonly string[]) => (some.some((line) => said.has(line)) ? [] : some);
  const special =
    met === 'refused' && isClaim
      ? once({ high: linesOf(lines.insists, temper), medium: lines.asks_why, low: lines.gives_in }[temper.rights])
      : met === 'told' && isPromise && temper.trust === 'low'
        ? once(lines.doubts)
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
