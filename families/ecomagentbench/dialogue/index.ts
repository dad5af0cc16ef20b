import { z } from 'zod';
import { ConfigError } from '../../../schemas/errors.ts';
import { type DialogueBank, measureDialogue } from '../../../shopping/dialogue/bank.ts';
import type { ClarificationScript } from '../../../shopping/dialogue/clarification.ts';
import { fieldsOfSlots } from '../../../shopping/dialogue/slot-words.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { FIELD_POLICIES, type FieldPolicy } from '../../../shopping/language/field-policy.ts';
import type { Proof } from '../../../shopping/proof.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { readTable } from '../../../text/tables.ts';

const Texts = z.array(z.string().min(1)).min(1);

const FieldDialogue = z.strictObject({
  label: z.string().min(1),
  keywords: z.array(z.string().min(1)).min(5).max(8),
  traps: z.array(z.string()),
  questions: z.array(z.string().max(100)).min(4),
  answers: z.array(z.string()),
});
export type FieldDialogue = z.infer<typeof FieldDialogue>;

const Dialogue = z.strictObject({
  answers: Texts,
  exclusions: Texts,
  absences: Texts,
  hidden: Texts,
  hiddenAbsences: Texts,
  hiddenExclusions: Texts,
  numeric: z.record(z.string(), z.strictObject({ answers: Texts, hidden: Texts })),
  defaults: Texts,
  offTopic: z.array(z.strictObject({ question: z.string(), covers: z.array(z.string()).default([]) })),
  contentFree: Texts,
  bags: Texts,
  near: z.array(z.array(z.string())),
});

const read = <Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> =>
  schema.parse(readTable(new URL(name, import.meta.url)));

/** Sentences that do not depend on one field. */
export const SENTENCES = read('./dialogue.yaml', Dialogue);

const OWN: ReadonlyMap<string, FieldDialogue> = new Map(
  Object.entries(read('./fields.yaml', z.record(z.string(), FieldDialogue))),
);

/** Refuses a field that may hide in a clarification while the bank has no question that would bring it out. */
export function requireDialogues(fields: Iterable<FieldPolicy>, listed: ReadonlyMap<string, FieldDialogue>): void {
  for (const { field, clarification } of fields) {
    if (clarification && !listed.has(field))
      throw new ConfigError(
        `families/ecomagentbench/dialogue/fields.yaml has no "${field}", which fields.yaml beside it lets hide in a clarification; expected its label, keywords, traps, questions and answers`,
      );
  }
}

requireDialogues(FIELD_POLICIES.values(), OWN);

/** Words of a field's name that say nothing about it. */
const EMPTY_NAME_WORDS = new Set(
  'type description feature features method level item product technology recommendation name model models number of for'.split(
    ' ',
  ),
);

/** The words of a field's name that carry it: "cooling" of Cooling Method; the whole name where nothing else is left. */
function coreOf(field: string): string {
  const tokens = tokensOf(field.replaceAll('_', ' '));
  const core = tokens.filter((token) => !EMPTY_NAME_WORDS.has(token));
  return (core.length === 0 ? tokens : core).slice(-2).join(' ');
}

function generic(field: string): FieldDialogue {
  const core = coreOf(field);
  return {
    label: core,
    keywords: [`${core} criterion`, `${core} variant`, `${core} parameter`, core],
    traps: [],
    questions: [
      `Which ${core} do you need it to have?`,
      `Do you have a certain ${core} in mind?`,
      `What ${core} should it have?`,
      `Is there a particular ${core} you want?`,
    ],
    answers: [],
  };
}

const generics = new Map<string, FieldDialogue>();

/** What is asked and answered about a field; made from the field's own name where the bank has no entry. */
export function dialogueOf(field: string): FieldDialogue {
  const own = OWN.get(field) ?? generics.get(field);
  if (own !== undefined) return own;
  const made = generic(field);
  generics.set(field, made);
  return made;
}

/** Extra keywords built from a field's own name, for slots whose values rule out most of the listed ones. */
export function spareKeywordsOf(field: string): string[] {
  const core = coreOf(field);
  return ['criterion', 'variant', 'parameter'].map((word) => `${core} ${word}`);
}

const nearTo = new Map<string, Set<string>>();
for (const group of SENTENCES.near) {
  for (const field of group) nearTo.set(field, new Set([...(nearTo.get(field) ?? []), ...group]));
}

/** A field the bank does not list is near every field whose questions hold a word of its name. */
function sharesName(field: string, other: string): boolean {
  const words = new Set(coreOf(field).split(' '));
  return dialogueOf(other).questions.some((question) => tokensOf(question).some((token) => words.has(token)));
}

interface EcomagentbenchBank extends DialogueBank {
  /** What the bank's questions open in a script whose slots are linked to these rubrics. */
  measure(script: ClarificationScript, rubrics: readonly Rubric[]): Proof['dialogue'];
}

/** The questions every script of this family is tried with. */
export const dialogueBank: EcomagentbenchBank = {
  fields: [...OWN.keys()],
  questionsFor: (field) => dialogueOf(field).questions,
  offTopic: SENTENCES.offTopic,
  contentFree: SENTENCES.contentFree,
  bags: SENTENCES.bags,
  trapsOf: (field) => dialogueOf(field).traps,
  areNear: (field, other) => nearTo.get(field)?.has(other) ?? (OWN.has(field) ? false : sharesName(field, other)),
  measure: (script, rubrics) => measureDialogue(script, fieldsOfSlots(script, rubrics), dialogueBank),
};
