import { type Dialogue, ofLexicon } from '../../lexicon/index.ts';
import type { DialogueBank } from '../../shopping/dialogue/bank.ts';
import { isClarifiable } from '../../shopping/dialogue/clarifiable.ts';
import { dialogueBank, dialogueOf as dialogueOfLexicon, isListed } from '../../shopping/dialogue/field-dialogues.ts';
import { TABLES } from './tables.ts';

const OWN: ReadonlyMap<string, Dialogue> = ofLexicon(() => new Map(Object.entries(TABLES.questions.fields)));

/** Sentences of the family's own that answer a question about a field. */
export const answersOf = (field: string): readonly string[] => OWN.get(field)?.answers ?? [];

/** Returns the questions and answers about a field: the family's own, else the lexicon's. */
export const dialogueOf = (field: string): Dialogue => OWN.get(field) ?? dialogueOfLexicon(field);

/**
 * Tells whether these shoppers may be asked about a field: those that others may be asked about, and what is listed
 * here or in the lexicon.
 */
export const isAskable = (field: string, elsewhere: boolean): boolean =>
  OWN.has(field) || isListed(field) || (elsewhere && isClarifiable(field));

/** The questions every shopper is tried with: those of the lexicon, and those about what others keep in a profile. */
export const shopperBank: DialogueBank = {
  ...dialogueBank,
  fields: ofLexicon(() => [...new Set([...dialogueBank.fields, ...OWN.keys()])]),
  questionsFor: (field) => dialogueOf(field).questions,
  offTopic: ofLexicon(() =>
    dialogueBank.offTopic.map(({ question, covers }) => {
      return { question, covers: [...covers, ...(TABLES.questions.covers[question] ?? [])] };
    }),
  ),
  get contentFree() {
    return dialogueBank.contentFree;
  },
  get bags() {
    return dialogueBank.bags;
  },
  trapsOf: (field) => dialogueOf(field).traps,
  areNear: (field, other) => dialogueBank.areNear(field, other) || dialogueBank.areNear(other, field),
};
