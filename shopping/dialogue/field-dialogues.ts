import { z } from 'zod';
import {
  type Dialogue,
  englishExpression,
  FIELDS,
  type Language,
  NUMBER_DIALOGUES,
  ofLexicon,
  otherLanguage,
  questionsAbout,
  readOwnWords,
  wordsAbout,
} from '../../lexicon/index.ts';
import { tokensOf } from '../../text/normalise.ts';
import type { Rubric } from '../kinds/index.ts';
import { asWritten, coreOf, goesWith } from '../language/field-name.ts';
import { fieldSaid } from '../language/quantity-words.ts';
import { namesGoods } from '../nouns/listed-names.ts';
import { isInPlural, pluralsOf, singularOf } from '../nouns/noun-words.ts';
import type { Proof } from '../proof.ts';
import { type DialogueBank, measureDialogue } from './bank.ts';
import type { ClarificationScript } from './clarification.ts';
import { foldedTokensOf, partHeard } from './question-matcher.ts';
import { fieldsOfSlots } from './slot-words.ts';

const Texts = z.array(z.string().min(1)).min(1);

const inWords = z.strictObject({ before: Texts, after: Texts, verb: Texts, not: Texts });

const Sentences = z.strictObject({
  answers: Texts,
  /** The same where the label is of several, in a language that says them otherwise. */
  answersOfSeveral: Texts.optional(),
  exclusions: Texts,
  absences: Texts,
  /**
   * Answers to the question about a field, made of the value or the bound alone, or of the words a request says the
   * requirement in, by where these stand there; and what is noted in such words.
   */
  inWords: z.strictObject({ value: Texts, bound: Texts, ...inWords.shape, hidden: inWords }).optional(),
  hidden: Texts,
  /** The same where the label is of several, in a language that says them otherwise. */
  hiddenOfSeveral: Texts.optional(),
  /** The same of a value that says the label itself, in a language that does not say it twice. */
  hiddenNamed: Texts.optional(),
  hiddenAbsences: Texts,
  hiddenExclusions: Texts,
  numeric: z.record(z.string(), z.strictObject({ answers: Texts, hidden: Texts })),
  quantity: z.strictObject({ answers: Texts, hidden: Texts }),
  defaults: Texts,
  /**
   * Replies to questions that no answer fits. unsure: about nothing that is known, or about several things; no_wish:
   * about something that is wanted in no way the agent cannot know already.
   */
  shopper: z.strictObject({ too_long: z.string(), unsure: z.string(), no_wish: z.string(), exhausted: z.string() }),
  offTopic: z.array(z.strictObject({ question: z.string(), covers: z.array(z.string()).default([]) })),
  contentFree: Texts,
  bags: Texts,
  near: z.array(z.array(z.string())),
});

/** Sentences that do not depend on one field. */
export const SENTENCES = ofLexicon(() => Sentences.parse(readOwnWords('dialogues.yaml')));

/** Dialogues that the lexicon has of fields and numbers. */
const LISTED: ReadonlyMap<string, Dialogue> = ofLexicon(
  () =>
    new Map([
      ...[...FIELDS].flatMap(([field, { dialogue }]) => (dialogue === undefined ? [] : [[field, dialogue] as const])),
      ...NUMBER_DIALOGUES,
    ]),
);

/** Asked of what is counted: "Number of Keys". */
const COUNTED_NAME = englishExpression('field dialogues: counted name', 'i');

/** Makes the keywords and questions in another language for a field that has no dialogue there, from its name. */
function askedIn({ asked: { keywords, questions } }: Language, label: string): Dialogue {
  const named = (texts: readonly string[]) => texts.map((text) => text.replaceAll('{label}', () => label));
  return { label, keywords: named(keywords), traps: [], questions: named(questions), answers: [] };
}

function generic(field: string): Dialogue {
  const language = otherLanguage();
  if (language !== null) return askedIn(language, fieldSaid(field));
  const suited = goesWith(field);
  if (suited !== null && !suited.isVerb) return asksWhatFor(suited.words);
  const core = coreOf(field);
  const isCounted = COUNTED_NAME.test(field.replaceAll('_', ' '));
  if (!isCounted && core !== tokensOf(field.replaceAll('_', ' ')).join(' ') && namesGoods(core))
    return asksWhatKind(core);
  const asked = partHeard(core, 'last');
  const questions = isCounted ? questionsOfCount(asked) : questionsAbout(asked);
  return {
    label: asWritten(core, field),
    keywords: keywordsAbout(asked),
    traps: trapsIn(core),
    questions,
    answers: [],
  };
}

/** Questions about the kind of a thing that is itself sold: nobody who looks for a keyboard is asked for "the keyboard". */
const asksWhatKind = (thing: string): Dialogue => ({
  label: `kind of ${thing}`,
  keywords: [`kind of ${thing}`, `sort of ${thing}`, `type of ${thing}`, `${thing} type`, `certain ${thing}`, thing],
  traps: trapsIn(thing),
  questions: [
    `What kind of ${thing} do you want?`,
    `What type of ${thing} are you looking for?`,
    `Is there a certain ${thing} type you need?`,
    `Do you have a certain kind of ${thing} in mind?`,
  ],
  answers: [],
});

/** Keywords of a field's own name, with its other number where questions do not take that for the same. */
function keywordsAbout(core: string): string[] {
  const [own = core, ...others] = wordsAbout(core);
  const last = /\p{L}+$/u;
  const other = isInPlural(core)
    ? core.replace(last, singularOf)
    : core.replace(last, (noun) => (/(?:[sxz]|[cs]h)$/.test(noun) ? noun : (pluralsOf(noun)[0] as string)));
  const isTold = foldedTokensOf(other).join(' ') !== foldedTokensOf(core).join(' ');
  return [...others, own, ...(isTold ? [other] : [])];
}

const questionsOfCount = (core: string): string[] => [
  `How many ${core} should it have?`,
  `How many ${core} do you need?`,
  `What number of ${core} are you looking for?`,
  `Is there a number of ${core} you need?`,
];

/** Questions and answers about what a product goes with: "suitable for". */
function asksWhatFor(words: string): Dialogue {
  const quality = words.replace(/ \S+$/, '');
  return {
    label: `thing it is ${words}`,
    // A participle alone stands in questions about anything: "Did a friend recommend it?"
    keywords: [`be ${quality}`, `to be ${quality}`, `it be ${quality}`, ...(/ed$/.test(quality) ? [] : [quality])],
    traps: trapsIn(quality),
    questions: [
      `What should it be ${words}?`,
      `What do you need it to be ${words}?`,
      `What does it have to be ${words}?`,
      `Is there something it should be ${words}?`,
    ],
    answers: [
      `{value}. That is what {it} {has} to be ${words}.`,
      `{value} is what {it} {has} to be ${words}.`,
      `What {it} {has} to be ${words}: {value}.`,
    ],
    answers_alone: true,
  };
}

/** Words of three letters or more of questions that are about nothing or about something else. */
const IDLE_WORDS = ofLexicon(
  () =>
    new Set(
      [...SENTENCES.contentFree, ...SENTENCES.offTopic.map(({ question }) => question)].flatMap((question) =>
        question
          .toLowerCase()
          .split(/[^\p{L}]+/u)
          .filter((word) => word.length >= 3),
      ),
    ),
);

/** Those that stand inside a word of a field's name, which the published rule takes for the word: "sure" in "enclosure". */
const trapsIn = (core: string): string[] =>
  [...IDLE_WORDS].filter((word) => core.includes(word) && !core.split(' ').includes(word));

const generics = ofLexicon(() => new Map<string, Dialogue>());

/** Questions and answers about a field; made from the field's own name where the bank has no entry. */
export function dialogueOf(field: string): Dialogue {
  const own = OWN.get(field) ?? generics.get(field);
  if (own !== undefined) return own;
  const made = heard(generic(field));
  generics.set(field, made);
  return made;
}

const heardOf = (keywords: readonly string[]): string[] => [
  ...new Set(keywords.map((keyword) => partHeard(keyword, 'first'))),
];

/** A dialogue with its keywords as they hit: a name of many words makes longer ones. */
const heard = (said: Dialogue): Dialogue =>
  otherLanguage() === null ? { ...said, keywords: heardOf(said.keywords) } : said;

/** The dialogues of the lexicon; in another language than English their traps are found, not listed. */
const OWN: ReadonlyMap<string, Dialogue> = ofLexicon(() =>
  otherLanguage() === null
    ? new Map([...LISTED].map(([field, said]) => [field, heard(said)]))
    : new Map([...LISTED].map(([field, said]) => [field, { ...said, traps: said.keywords.flatMap(trapsIn) }])),
);

/** Tells whether the lexicon has a dialogue of its own for the field. */
export const isListed = (field: string): boolean => OWN.has(field);

/** Extra keywords built from a field's own name, for slots whose values rule out most of the listed ones. */
export function spareKeywordsOf(field: string): string[] {
  const language = otherLanguage();
  if (language !== null) return language.asked.spare.map((text) => text.replaceAll('{label}', () => fieldSaid(field)));
  const suited = goesWith(field);
  return heardOf(
    suited !== null && !suited.isVerb
      ? asksWhatFor(suited.words).keywords
      : wordsAbout(partHeard(coreOf(field), 'last')).slice(1),
  );
}

const nearTo = ofLexicon(() => {
  const near = new Map<string, Set<string>>();
  for (const group of SENTENCES.near)
    for (const field of group) near.set(field, new Set([...(near.get(field) ?? []), ...group]));
  return near;
});

/** A field the bank does not list is near every field whose questions hold a word of its name. */
function sharesName(field: string, other: string): boolean {
  const words = new Set(coreOf(field).split(' '));
  return dialogueOf(other).questions.some((question) => tokensOf(question).some((token) => words.has(token)));
}

interface FieldBank extends DialogueBank {
  /** Measures which slots the bank's questions open in a script whose slots are linked to these rubrics. */
  measure(script: ClarificationScript, rubrics: readonly Rubric[]): Proof['dialogue'];
}

/** The questions every script is tried with. */
export const dialogueBank: FieldBank = {
  fields: ofLexicon(() => [...OWN.keys()]),
  questionsFor: (field) => dialogueOf(field).questions,
  get offTopic() {
    return SENTENCES.offTopic;
  },
  get contentFree() {
    return SENTENCES.contentFree;
  },
  get bags() {
    return SENTENCES.bags;
  },
  trapsOf: (field) => dialogueOf(field).traps,
  areNear: (field, other) => nearTo.get(field)?.has(other) ?? (OWN.has(field) ? false : sharesName(field, other)),
  measure: (script, rubrics) => measureDialogue(script, fieldsOfSlots(script, rubrics), dialogueBank),
};
