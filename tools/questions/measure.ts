import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { dialogueBank } from '../../shopping/dialogue/field-dialogues.ts';
import { matchPublished } from '../../shopping/dialogue/published-matcher.ts';
import { matchQuestion } from '../../shopping/dialogue/question-matcher.ts';
import { hear } from '../../shopping/dialogue/question-topics.ts';
import type { StagedSlot } from '../../shopping/episode/shopper.ts';

const FILE = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'questions', 'natural.yaml');

/** Questions by the field they ask about. */
type Questions = Readonly<Record<string, readonly string[]>>;

/** Questions that nothing is made from; they are asked here alone. */
export const NATURAL = parse(readFileSync(FILE, 'utf8')) as Questions;

/** The rules by which a question opens slots. */
export const MATCHERS = {
  shopper: 'the shopper',
  keywords: 'keywords of the script alone',
  published: "the paper's rule",
} as const;
export type Matcher = keyof typeof MATCHERS;

const OPENED: Readonly<Record<Matcher, (question: string, slots: readonly StagedSlot[]) => readonly string[]>> = {
  shopper: (question, slots) => hear(question, slots).slots,
  keywords: (question, slots) => [matchQuestion(question, slots) ?? []].flat(),
  published: (question, slots) => [matchPublished(question, slots) ?? []].flat(),
};

/**
 * Counts of the questions: those about a hidden field with what they opened, and those about no hidden field, nor one
 * near it.
 */
export interface Reached {
  about: number;
  /** Its own slot was opened, and no other. */
  own: number;
  other: number;
  /** Questions that opened no slot. */
  none: number;
  /** Number of times each thing went wrong. */
  readonly misses: Map<string, number>;
}

const areNear = (one: string, other: string) =>
  one === other || dialogueBank.areNear(one, other) || dialogueBank.areNear(other, one);

/** Asks every script every question that has a fair answer, each as the first. */
export function measured(scripts: readonly (readonly StagedSlot[])[], matcher: Matcher, questions: Questions): Reached {
  const reached: Reached = { about: 0, own: 0, other: 0, none: 0, misses: new Map() };
  const miss = (text: string) => reached.misses.set(text, (reached.misses.get(text) ?? 0) + 1);
  for (const slots of scripts) {
    const hidden = slots.flatMap(({ fields }) => fields);
    for (const [field, asked] of Object.entries(questions)) {
      const own = slots.find(({ fields }) => fields.includes(field))?.slot_id;
      if (own === undefined && hidden.some((one) => areNear(one, field))) continue;
      for (const question of asked) {
        const opened = OPENED[matcher](question, slots);
        const fieldsOpened = slots.filter(({ slot_id }) => opened.includes(slot_id)).flatMap(({ fields }) => fields);
        const isRight = own === undefined ? opened.length === 0 : opened.length === 1 && opened[0] === own;
        if (own === undefined) reached.other += 1;
        else reached.about += 1;
        if (isRight && own === undefined) reached.none += 1;
        if (isRight && own !== undefined) reached.own += 1;
        if (!isRight) miss(`${field}: "${question}" opens ${fieldsOpened.join(', ') || 'nothing'}`);
      }
    }
  }
  return reached;
}
