import { onLexicon } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
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

/** A question of a bank: its place in the reading, and its trial on scripts that it touches nothing of, as most do. */
interface BankQuestion {
  readonly place: number;
  readonly inVain: Trial;
}

/** Questions of a bank with what is the same for every script. */
interface ReadBank {
  readonly reading: BankReading;
  readonly ofFields: ReadonlyMap<string, readonly BankQuestion[]>;
  readonly offTopic: readonly (BankQuestion & Pick<DialogueBank['offTopic'][number], 'covers'>)[];
  /** Content-free ones and bags, which are put to all. */
  readonly idle: readonly BankQuestion[];
}

let readBanks = new WeakMap<DialogueBank, ReadBank>();
onLexicon(() => {
  readBanks = new WeakMap();
});

function readBank(bank: DialogueBank): ReadBank {
  const offTopic = bank.offTopic.map(({ question }) => question);
  const ofFields = bank.fields.flatMap((field) => bank.questionsFor(field));
  const reading = new BankReading([...ofFields, ...offTopic, ...bank.contentFree, ...bank.bags]);
  const read = (kind: QuestionKind) => (question: string) => ({
    place: reading.placeOf(question),
    inVain: inVain(kind, question),
  });
  return {
    reading,
    ofFields: new Map(bank.fields.map((field) => [field, bank.questionsFor(field).map(read('other_field'))])),
    offTopic: bank.offTopic.map(({ question, covers }) => ({ ...read('off_topic')(question), covers })),
    idle: [...bank.contentFree.map(read('content_free')), ...bank.bags.map(read('keyword_bag'))],
  };
}

/** The trial of a question that touches no slot. */
const inVain = (kind: QuestionKind, question: string): Trial => ({
  ...{ kind, question, slotId: null },
  ...{ opened: [], openedPublished: [], trapped: true },
});

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
  const { reading, ofFields, offTopic, idle } = foundOrMade(readBanks, bank, () => readBank(bank));
  const ofBank = reading.of(slots);
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
  const shouldOpen = (question: string, slotId: string, touched: Touched | null) => {
    const opened = touched?.slots ?? [];
    const published = bestScored(touched?.scores ?? [], slots);
    trials.push({
      kind: 'on_topic',
      question,
      slotId,
      opened: opened.length === 1 ? opened : [],
      openedPublished: published === null ? [] : [published],
      trapped: false,
    });
  };
  const shouldNot = (kind: QuestionKind, question: string, { slots: opened, scores }: Touched) => {
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
  const shouldNotOfBank = ({ place, inVain }: BankQuestion) => {
    const touched = ofBank(place);
    if (touched === null) trials.push(inVain);
    else shouldNot(inVain.kind, inVain.question, touched);
  };

  for (const { slot_id } of slots) {
    const field = fieldOf.get(slot_id);
    if (field === undefined) continue;
    const known = ofFields.get(field);
    for (const { place, inVain } of known ?? []) shouldOpen(inVain.question, slot_id, ofBank(place));
    // A field the bank does not list has questions made for it.
    if (known === undefined)
      for (const question of bank.questionsFor(field)) shouldOpen(question, slot_id, tried(question));
  }
  for (const asked of offTopic) if (!asked.covers.some((field) => fields.includes(field))) shouldNotOfBank(asked);
  for (const [field, questions] of ofFields) {
    if (fields.some((own) => own === field || bank.areNear(own, field))) continue;
    for (const asked of questions) shouldNotOfBank(asked);
  }
  for (const asked of idle) shouldNotOfBank(asked);
  for (const bag of keywordBags(slots)) shouldNot('keyword_bag', bag, tried(bag));
  return trials;
}

type Result = Proof['dialogue']['matcher'];

function resultOf(trials: readonly Trial[], openedOf: (trial: Trial) => readonly string[]): Result {
  const none = () => ({ asked: 0, opened: 0, own: 0 });
  const counts: Record<QuestionKind, ReturnType<typeof none>> = {
    ...{ on_topic: none(), off_topic: none(), other_field: none() },
    ...{ content_free: none(), keyword_bag: none() },
  };
  for (const trial of trials) {
    const count = counts[trial.kind];
    const opened = openedOf(trial);
    count.asked++;
    if (opened.length > 0) count.opened++;
    if (trial.slotId !== null && opened.includes(trial.slotId)) count.own++;
  }
  const sum = (kinds: readonly QuestionKind[], part: 'asked' | 'opened' | 'own') =>
    kinds.reduce((all, kind) => all + counts[kind][part], 0);
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
