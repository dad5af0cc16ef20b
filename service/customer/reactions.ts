import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import type { Language } from '../store/schema.ts';
import { Persona } from './persona.ts';

const Lines = z.array(z.string().min(1)).min(1);
const ByEmotion = z.record(Persona.shape.emotion, Lines);
const Reactions = z.strictObject({
  told: ByEmotion,
  done: ByEmotion,
  refused: ByEmotion,
  handed: ByEmotion,
  greeted: Lines,
  silent: Lines,
  waits: Lines,
  right: Lines,
  unsure: Lines,
  none: z.record(z.string(), Lines),
});
type Reactions = z.infer<typeof Reactions>;

/** Replies of customers to what an agent has said, in each language. */
export const REACTIONS: Readonly<Record<Language, Reactions>> = z
  .strictObject({ en: Reactions, zh: Reactions })
  .parse(readTable(new URL('./reactions.yaml', import.meta.url)));

/** Outcome of an agent's message for a matter. */
export type Met = 'told' | 'done' | 'refused' | 'handed';

const HANDS_ON =
  /\b(?:transfer\w*|specialist|hand(?:ed|ing)? (?:you|this|it) (?:over|on)|colleague|human agent|pass(?:ed|ing)? (?:this|it|you) on)\b|转接|转给|人工|专员|专人/i;
const REFUSES =
  /\b(?:cannot|can't|can not|unable|not able|not possible|impossible|not allowed|not eligible|won't|unfortunately|no longer|sorry)\b|不能|无法|不支持|不可以|没办法|不符合|抱歉|暂不|不行/i;

/** Judges what a message comes to, by its words: a refusal is none where the matter is handed on. */
export function metBy(message: string, isTask: boolean): Met {
  if (HANDS_ON.test(message)) return 'handed';
  if (REFUSES.test(message)) return 'refused';
  return isTask ? 'done' : 'told';
}

const HELPS =
  /\b(?:how|what) (?:can|may|could|should) (?:i|we) (?:help|assist|do for|support)|\bwhat (?:brings you|do you need)|(?:有什么|有啥)(?:可以|能|需要)|请问.{0,6}需要/i;
const HELLO =
  /^\W*(?:hi|hello|hey|dear|welcome|good (?:day|morning|afternoon|evening)|您好|你好|亲|欢迎)[^.!?。！？]*\W*$/iu;

/** Tells whether a message that states nothing greets, or offers help. */
export const isGreeting = (message: string): boolean => HELPS.test(message) || HELLO.test(message.trim());

/** Tells whether a message says nothing. */
export const isSilence = (message: string): boolean => !/[\p{L}\p{N}]/u.test(message);
