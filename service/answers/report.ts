import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { filled } from '../demands/speech.ts';
import type { Language } from '../store/schema.ts';
import { type Intent, isRemark, type LockedSupport } from '../task.ts';
import { type KeyAnswer, tells } from './key-answer.ts';
import { answerText, type Spoken, valueText } from './told.ts';

const Said = z.record(z.string(), z.strictObject({ en: z.string().min(1), zh: z.string().min(1) }));
const REPORT = z
  .strictObject({ done: Said, told: Said, words: Said })
  .parse(readTable(new URL('./report.yaml', import.meta.url)));

const MERGED = Object.keys(REPORT.told)
  .filter((name) => name.includes('+'))
  .map((name) => ({ name, facts: name.split('+') }));

/** Coupons by their numbers. */
const couponsText = (ids: readonly string[], language: Language) =>
  language === 'zh' ? `优惠券${ids.join('和')}` : `coupon ${ids.join(' and coupon ')}`;

/** A fact in a sentence; as the record has it where there is no sentence that tells it. */
function told({ fact, value }: KeyAnswer, { kind, blanks }: Intent, spoken: Spoken): string {
  const { words, told: sentences } = REPORT;
  const table =
    value.type === 'words'
      ? (words[`${fact}.${value.words}`] ?? words[value.words])
      : (sentences[`${kind}.${fact}`] ?? sentences[fact]);
  const plain = answerText(fact, value, spoken);
  if (table === undefined) return spoken.language === 'zh' ? `${plain}。` : `${plain}.`;
  const said = filled(table[spoken.language], {
    field: plain,
    ...blanks,
    value: valueText(value, spoken),
    of: value.type === 'words' ? couponsText(value.of ?? [], spoken.language) : '',
  });
  return tells(said, value) ? said : plain;
}

/**
 * Writes what an agent that knows the answer tells of an intent: what was done, then its key answers, those that go
 * together in one sentence.
 */
export function reportOf(intent: Intent, locked: LockedSupport): string {
  const { key_answers, language } = locked;
  const own = key_answers.filter((answer) => answer.intent === intent.id);
  const kind = intent.outcome === 'hand-over' ? 'hand_over' : intent.kind;
  const done = REPORT.done[kind] ?? REPORT.done.other;
  if (isRemark(intent)) return REPORT.done.remark?.[language] ?? '';
  const isDone = intent.outcome !== 'forbidden' && (intent.dialogue === 'task' || own.length === 0);
  const sentences = isDone && done !== undefined ? [done[language]] : [];
  const merged = MERGED.find(({ facts }) =>
    facts.every((fact) => own.filter((answer) => answer.fact === fact && answer.value.type !== 'words').length === 1),
  );
  // A no comes first, then its reasons.
  const [refusals, others] = [true, false].map((isWords) =>
    own.filter(({ value, fact }) => (value.type === 'words') === isWords && merged?.facts.includes(fact) !== true),
  ) as [KeyAnswer[], KeyAnswer[]];
  if (intent.outcome === 'forbidden') sentences.push(...refusals.map((answer) => told(answer, intent, locked)));
  if (merged !== undefined) {
    const values = own.map(({ fact, value }) => [fact, valueText(value, locked)] as const);
    sentences.push(filled(REPORT.told[merged.name]?.[language] as string, Object.fromEntries(values)));
  }
  const rest =
    intent.outcome === 'forbidden' ? others : own.filter((answer) => [...refusals, ...others].includes(answer));
  sentences.push(...rest.map((answer) => told(answer, intent, locked)));
  return sentences.join(language === 'zh' ? '' : ' ');
}
