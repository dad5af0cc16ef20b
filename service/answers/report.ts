import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { filled } from '../demands/speech.ts';
import { RETURN_DAYS } from '../policy/limits.ts';
import type { Language } from '../store/schema.ts';
import { type Intent, isRemark, type LockedSupport } from '../task.ts';
import { type KeyAnswer, tells } from './key-answer.ts';
import { answerText, valueText } from './told.ts';

const Ways = z.union([
  z
    .string()
    .min(1)
    .transform((only) => [only]),
  z.array(z.string().min(1)).min(1),
]);
const Said = z.record(z.string(), z.strictObject({ en: Ways, zh: Ways }));
type Said = z.infer<typeof Said>[string];

/** One of the ways to say something: agents do not say it alike to everybody. */
function oneOf(
  said: Said,
  { user_id: user, language }: Pick<LockedSupport, 'user_id' | 'language'>,
  { id }: Intent,
): string {
  const turn = Number(user.slice(-4)) + Number(id.slice(1)) - 1;
  return said[language][turn % said[language].length] as string;
}

const REPORT = z
  .strictObject({ done: Said, told: Said, words: Said })
  .parse(readTable(new URL('./report.yaml', import.meta.url)));

const MERGED = Object.keys(REPORT.told)
  .filter((name) => name.includes('+'))
  .map((name) => ({ name, facts: name.split('+') }));

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

/** A fact in a sentence; as the record has it where there is no sentence that tells it. */
function told({ fact, value }: KeyAnswer, intent: Intent, spoken: LockedSupport): string {
  const { kind, blanks } = intent;
  const { words, told: sentences } = REPORT;
  const table =
    value.type === 'words'
      ? (words[`${kind}.${fact}.${value.words}`] ?? words[`${fact}.${value.words}`] ?? words[value.words])
      : (sentences[`${kind}.${fact}`] ?? sentences[fact]);
  const plain = answerText(fact, value, spoken);
  if (table === undefined) return spoken.language === 'zh' ? `${plain}。` : `${plain}.`;
  const said = filled(oneOf(table, spoken, intent), {
    field: plain,
    ...blanks,
    value: valueText(value, spoken),
    return_days: String(RETURN_DAYS),
    of: value.type === 'words' ? couponsText(value.of ?? [], spoken.language) : '',
  });
  return tells(said, value) ? said : plain;
}

/** Suffix of how something done is told: of a claim that its picture does not prove, or by the customer's way of asking. */
const mannerOf = ({ picture, circumstances }: Intent, { persona }: LockedSupport) =>
  circumstances.compensation !== undefined && picture?.proves === null ? 'unproven' : persona?.asking;

/**
 * Writes what an agent that knows the answer tells of an intent: what was done, then its key answers, those that go
 * together in one sentence.
 */
export function reportOf(intent: Intent, locked: LockedSupport): string {
  const { key_answers, language } = locked;
  const own = key_answers.filter((answer) => answer.intent === intent.id);
  const kind = isRemark(intent) ? 'remark' : intent.outcome === 'hand-over' ? 'hand_over' : intent.kind;
  const done = REPORT.done[`${kind}.${mannerOf(intent, locked)}`] ?? REPORT.done[kind] ?? (REPORT.done.other as Said);
  if (isRemark(intent)) return oneOf(done, locked, intent);
  const isDone = intent.outcome !== 'forbidden' && (intent.dialogue === 'task' || own.length === 0);
  const sentences = isDone ? [filled(oneOf(done, locked, intent), intent.blanks)] : [];
  const merged = MERGED.find(({ facts }) =>
    facts.every((fact) => own.filter((answer) => answer.fact === fact && answer.value.type !== 'words').length === 1),
  );
  // A no comes first, then its reasons.
  const [refusals, others] = [true, false].map((isWords) =>
    own.filter(({ value, fact }) => (value.type === 'words') === isWords && merged?.facts.includes(fact) !== true),
  ) as [KeyAnswer[], KeyAnswer[]];
  if (intent.outcome === 'forbidden') sentences.push(...refusals.map((answer) => told(answer, intent, locked)));
  if (merged !== undefined) {
    const values = Object.fromEntries(own.map(({ fact, value }) => [fact, valueText(value, locked)]));
    const blanks = { ...values, cheaper: CHEAPER[language][isFirstDearer(own) ? 1 : 0] };
    sentences.push(filled(oneOf(REPORT.told[merged.name] as Said, locked, intent), blanks));
  }
  const rest =
    intent.outcome === 'forbidden' ? others : own.filter((answer) => [...refusals, ...others].includes(answer));
  sentences.push(...rest.map((answer) => told(answer, intent, locked)));
  return sentences.join(language === 'zh' ? '' : ' ');
}
