import { onLexicon } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/found-or-made.ts';
import { Recent } from '../../text/recent.ts';
import type { Proof } from '../proof.ts';
import { BankReading, type Touched } from './bank-reading.ts';
import type { ClarificationScript } from './clarification.ts';
import { bestScored, publishedScores } from './published-matcher.ts';
import { readQuestion, readSlots, slotsTouched } from './question-matcher.ts';

/** Questions to try on clarification scripts. Fields are canonical names, without `details.`. */
export interface DialogueBank {
  /** The fields the bank has questions of its own for. */
  readonly fields: readonly string[];
  /** Questions a sensible agent asks about a field; never empty, also for a field the bank does not list. */
  questionsFor(field: string): readonly string[];
  /** Questions about other things, with the fields they may fairly touch after all. */
  readonly offTopic: readonly { readonly question: string; readonly covers: readonly string[] }[];
  readonly contentFree: readonly string[];
  /** Lists of topics that suit no script in particular. */
  readonly bags: readonly string[];
  /** Everyday words a keyword of the field holds: under the published matcher such a question opens its slot. */
  trapsOf(field: string): readonly string[];
  /** True for fields so close that a question about one may fairly open the other. */
  areNear(field: string, other: string): boolean;
}

/** `other_field` is a question about a field the script has no slot for, and no near one either. */
export type QuestionKind = 'on_topic' | 'off_topic' | 'other_field' | 'content_free' | 'keyword_bag';

/** One question tried on a script. For on-topic questions `slotId` is the slot it should open. */
export interface Trial {
  readonly kind: QuestionKind;
  readonly question: string;
  readonly slotId: string | null;
  /** Slots that can be opened: by on-topic questions from the untouched script, by others in any state of it. */
  readonly opened: readonly string[];
  readonly openedPublished: readonly string[];
  /** True where a listed trap word explains every slot the published matcher opened. */
  readonly trapped: boolean;
}

const LONGEST_BAG = 96;
/** Questions whose trials in vain are remembered. */
const MOST_SILENT = 4096;

function joinedToLength(words: readonly string[], separator: string): string {
  let text = '';
  for (const word of words) {
    const next = text === '' ? word : text + separator + word;
    if (next.length > LONGEST_BAG) break;
    text = next;
  }
  return text;
}

/** Bags made of a script's own keywords: each slot's, all slots' and pairs across slots; bare and as a framed list. */
export function keywordBags(slots: readonly { readonly trigger_keywords: readonly string[] }[]): string[] {
  const lists = slots.map(({ trigger_keywords }) => trigger_keywords);
  const mixed = Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
  const bags = [...lists, mixed].flatMap((list) => {
    const bare = [joinedToLength(list, ' '), joinedToLength(list, ', ')];
    if (list.length < 5) return bare;
    return [...bare, `What about ${joinedToLength(list, ', ').slice(0, LONGEST_BAG - 12)}?`];
  });
  for (const [index, list] of lists.entries()) {
    for (const other of lists.slice(index + 1)) {
      for (const one of list) for (const two of other) bags.push(`${one} ${two}`);
    }
  }
  return [...new Set(bags)].filter((bag) => bag !== '');
}

let readings = new WeakMap<DialogueBank, BankReading>();
onLexicon(() => {
  readings = new WeakMap();
});

function readingOf(bank: DialogueBank): BankReading {
  let reading = readings.get(bank);
  if (reading === undefined) {
    const ofFields = bank.fields.flatMap((field) => bank.questionsFor(field));
    const offTopic = bank.offTopic.map(({ question }) => question);
    reading = new BankReading([...ofFields, ...offTopic, ...bank.contentFree, ...bank.bags]);
    readings.set(bank, reading);
  }
  return reading;
}

/**
 * Asks a script every question of the bank that has a fair answer: its fields' own questions should open their slots,
 * everything else nothing. Questions that cover or come near one of its fields without being about it are left out.
 * `fieldOf` maps slot ids to fields; a slot without one gets no on-topic questions.
 */
export function rehearse(
  script: ClarificationScript,
  fieldOf: ReadonlyMap<string, string>,
  bank: DialogueBank,
): readonly Trial[] {
  const known = rehearsals.get(script);
  if (known !== undefined && known.bank === bank) return known.trials;
  const trials = trialsOf(script, fieldOf, bank);
  rehearsals.set(script, { bank, trials });
  return trials;
}

/** Two gates and the proof ask for the same rehearsal of a script, whose slots decide the fields. */
const rehearsals = new WeakMap<ClarificationScript, { bank: DialogueBank; trials: readonly Trial[] }>();

function trialsOf(script: ClarificationScript, fieldOf: ReadonlyMap<string, string>, bank: DialogueBank): Trial[] {
  const slots = script.clarification_slots;
  const read = readSlots(slots);
  const ofBank = readingOf(bank).of(slots);
  const fields = slots.flatMap(({ slot_id }) => fieldOf.get(slot_id) ?? []);
  const isTrapped = (question: string, opened: readonly string[]) => {
    if (opened.length === 0) return true;
    const words = question.toLowerCase().split(/[^\p{L}]+/u);
    return opened.every((id) => bank.trapsOf(fieldOf.get(id) ?? '').some((trap) => words.includes(trap)));
  };

  const trials: Trial[] = [];
  const tried = (question: string): Touched => ({
    slots: slotsTouched(readQuestion(question), read),
    scores: publishedScores(question, slots),
  });
  const shouldOpen = (question: string, slotId: string, { slots: touched, scores }: Touched) => {
    const published = bestScored(scores, slots);
    trials.push({
      kind: 'on_topic',
      question,
      slotId,
      opened: touched.length === 1 ? touched : [],
      openedPublished: published === null ? [] : [published],
      trapped: false,
    });
  };
  const shouldNot = (kind: QuestionKind, question: string, { slots: opened, scores }: Touched) => {
    if (opened.length === 0 && scores.every((score) => score === 0)) {
      trials.push(silentTrial(kind, question));
      return;
    }
    // Once the other slots are revealed, every slot touched at all can be opened, and under the published rule every
    // slot with any score.
    const openedPublished = slots.flatMap(({ slot_id }, index) => ((scores[index] ?? 0) > 0 ? [slot_id] : []));
    trials.push({
      kind,
      question,
      slotId: null,
      opened,
      openedPublished,
      trapped: isTrapped(question, openedPublished),
    });
  };

  for (const { slot_id } of slots) {
    const field = fieldOf.get(slot_id);
    if (field === undefined) continue;
    // A field the bank does not list has questions made for it.
    const touchedBy = bank.fields.includes(field) ? ofBank : tried;
    for (const question of bank.questionsFor(field)) shouldOpen(question, slot_id, touchedBy(question));
  }
  for (const { question, covers } of bank.offTopic) {
    if (!covers.some((field) => fields.includes(field))) shouldNot('off_topic', question, ofBank(question));
  }
  for (const field of bank.fields) {
    if (fields.some((own) => own === field || bank.areNear(own, field))) continue;
    for (const question of bank.questionsFor(field)) shouldNot('other_field', question, ofBank(question));
  }
  for (const question of bank.contentFree) shouldNot('content_free', question, ofBank(question));
  for (const bag of bank.bags) shouldNot('keyword_bag', bag, ofBank(bag));
  for (const bag of keywordBags(slots)) shouldNot('keyword_bag', bag, tried(bag));
  return trials;
}

const silent = new Recent<string, Map<QuestionKind, Trial>>(MOST_SILENT);

/** The trial of a question that touches no slot: most questions of a bank are put to script after script in vain. */
function silentTrial(kind: QuestionKind, question: string): Trial {
  const ofQuestion = foundOrMade(silent, question, () => new Map<QuestionKind, Trial>());
  return foundOrMade(ofQuestion, kind, () => ({
    ...{ kind, question, slotId: null },
    ...{ opened: [], openedPublished: [], trapped: true },
  }));
}

type Result = Proof['dialogue']['matcher'];

function resultOf(trials: readonly Trial[], openedOf: (trial: Trial) => readonly string[]): Result {
  const counts = new Map<QuestionKind, { asked: number; opened: number; own: number }>();
  for (const trial of trials) {
    const count = foundOrMade(counts, trial.kind, () => ({ asked: 0, opened: 0, own: 0 }));
    const opened = openedOf(trial);
    count.asked++;
    if (opened.length > 0) count.opened++;
    if (trial.slotId !== null && opened.includes(trial.slotId)) count.own++;
  }
  const sum = (kinds: readonly QuestionKind[], part: 'asked' | 'opened' | 'own') =>
    kinds.reduce((all, kind) => all + (counts.get(kind)?.[part] ?? 0), 0);
  const opened = (...kinds: QuestionKind[]) => ({ asked: sum(kinds, 'asked'), opened: sum(kinds, 'opened') });
  return {
    on_topic: { asked: sum(['on_topic'], 'asked'), opened_own_slot: sum(['on_topic'], 'own') },
    off_topic: opened('off_topic', 'other_field'),
    content_free: opened('content_free'),
    keyword_bags: opened('keyword_bag'),
  };
}

/**
 * Measures which slots the bank's questions open under both matchers. `off_topic` counts questions about absent fields
 * too.
 */
export function measureDialogue(
  script: ClarificationScript,
  fieldOf: ReadonlyMap<string, string>,
  bank: DialogueBank,
): Proof['dialogue'] {
  const trials = rehearse(script, fieldOf, bank);
  return {
    matcher: resultOf(trials, ({ opened }) => opened),
    published_matcher: resultOf(trials, ({ openedPublished }) => openedPublished),
  };
}
