import type { ShopperTurn } from '../../../pipeline/episode.ts';
import type { Product } from '../../../schemas/product.ts';
import { says } from '../../../shopping/agents/plain-words.ts';
import type { Stated } from '../../../shopping/dialogue/own-words.ts';
import { hear } from '../../../shopping/dialogue/question-topics.ts';
import { type Decided, remembered, type ShopperMemory } from '../../../shopping/episode/shopper.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { type Purchase, pricePaid } from '../rewards/goal.ts';
import { TABLES } from '../tables.ts';
import { isMet } from './judged.ts';
import { MOST_TURNED_DOWN } from './limits.ts';
import type { StagedTalk, TalkMemory, Wish } from './staged.ts';

/** Characters of a message that is read; topics of it that are answered (the paper's agents ask for three at once). */
export const LONGEST_MESSAGE = 1000;
const MOST_TOPICS = 3;

/** Sentences of a message; each is read as one question. */
const sentencesOf = (message: string) =>
  message
    .split(/(?<=[?!.。？！])\s*|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Tells whether a message asks for nothing in particular: "What are you looking for?" */
function isOpen(message: string): boolean {
  const tokens = tokensOf(message);
  return tokens.length > 0 && tokens.every((token) => TABLES.shopper.open_words.has(token));
}

/** The topics a message asks about, in its own order, whether they were told before or not. */
export function topicsAsked(message: string, { slots }: Pick<StagedTalk, 'slots'>, states?: Stated) {
  const heard = sentencesOf(message).map((sentence) => hear(sentence, slots, states));
  return {
    topics: [...new Set(heard.flatMap(({ slots: about }) => about))],
    isUnderstood: heard.some(({ isUnderstood }) => isUnderstood),
  };
}

/** A product as it is recommended: with the options that are chosen where its page is open. */
export interface Recommended {
  readonly id: string;
  /** True once its page was opened: before that all the shopper has is a number. */
  readonly isOpened: boolean;
  readonly product: Product | null;
  readonly options: Purchase['options'];
}

/** The wishes a product misses, in the order in which they are objected to: what was not told yet comes first. */
function missedBy(
  { product, options }: Purchase,
  { wishes, mostMinor }: StagedTalk,
  { revealed }: ShopperMemory,
): Wish[] {
  const missed = wishes.filter(({ rubric }) =>
    rubric.field === 'price'
      ? (pricePaid({ product, options }) ?? Number.POSITIVE_INFINITY) > mostMinor
      : !isMet({ product, options }, rubric, { chosen: false }),
  );
  const isNew = ({ slotId }: Wish) => slotId !== null && !revealed.has(slotId);
  return [...missed.filter(isNew), ...missed.filter((wish) => !isNew(wish))];
}

const isAllTold = ({ slots }: StagedTalk, { revealed }: ShopperMemory): boolean =>
  slots.every(({ slot_id }) => revealed.has(slot_id));

/** Puts sentences into one text as the language in force sets them apart. */
const together = (sentences: readonly string[]): string => sentences.join(TABLES.request?.between ?? ' ');

/** Returns the shopper's reply where nothing is asked that there is an answer to. */
function nothingSaid(message: string, talk: StagedTalk, memory: ShopperMemory): string {
  if (!isOpen(message)) return talk.default_response;
  return isAllTold(talk, memory) ? TABLES.shopper.all_told : TABLES.shopper.open;
}

/** The shopper's words on a product. */
type Verdict = Pick<Decided, 'act' | 'slots' | 'facts' | 'script'>;

/** Agrees to a product that meets everything, with the options that are chosen; else says which one is still to be chosen. */
function agreedTo(purchase: Purchase, { slots, wishes }: StagedTalk): Verdict {
  const unchosen = wishes.find(({ rubric }) => rubric.type === 'sku_match' && !isMet(purchase, rubric));
  if (unchosen === undefined) return { act: 'accept', slots: [], facts: [], script: TABLES.shopper.accepted };
  const topics = slots.filter(({ slot_id }) => slot_id === unchosen.slotId);
  return {
    act: 'hold',
    slots: topics.map(({ slot_id }) => slot_id),
    facts: topics.flatMap(({ facts }) => facts),
    script: together([TABLES.shopper.unchosen, ...topics.map(({ user_response }) => user_response)]),
  };
}

/**
 * Returns the shopper's verdict on a recommendation (Fig. 8, rules 4 and 5): what is wrong with it, one thing at a
 * time. It judges what it was shown, and does not go through a shop product by product for an agent that could know.
 */
function verdictOn({ id, isOpened, product, options }: Recommended, talk: StagedTalk, memory: TalkMemory): Verdict {
  const plain = { slots: [], facts: [] };
  if (product === null) return { ...plain, act: 'unsure', script: TABLES.shopper.unknown };
  if (!isOpened) return { ...plain, act: 'unsure', script: TABLES.shopper.not_shown };
  if (memory.turnedDown.size >= MOST_TURNED_DOWN && !memory.turnedDown.has(id))
    return { ...plain, act: 'tired', script: TABLES.shopper.tired };
  const [missed] = missedBy({ product, options }, talk, memory);
  if (missed !== undefined) {
    const { slotId, objection } = missed;
    const facts = talk.slots.find(({ slot_id }) => slot_id === slotId)?.facts ?? [];
    const said = facts.filter((fact) => says(objection, fact));
    return { act: 'reject', slots: slotId === null ? [] : [slotId], facts: said, script: objection };
  }
  if (isAllTold(talk, memory)) return agreedTo({ product, options }, talk);
  return { ...plain, act: 'hold', script: TABLES.shopper.held };
}

/**
 * Decides what the shopper says to a message: answers to the topics it asks about, and a verdict on the product it names.
 * Nothing is volunteered, nothing is said that the task does not hold, and what was told before is told again when asked.
 * No model has a part in it.
 */
export function decideTalk(
  message: string,
  named: Recommended | null,
  talk: StagedTalk,
  memory: TalkMemory,
  states?: Stated,
): Decided {
  const plain = { question: message, slots: [], facts: [] };
  if (memory.asked >= talk.turns) return { ...plain, act: 'exhausted', script: TABLES.shopper.exhausted };
  if ([...message].length > LONGEST_MESSAGE)
    return { ...plain, act: 'too_long', script: TABLES.shopper.too_long.replace('{most}', String(LONGEST_MESSAGE)) };
  const { topics: asked, isUnderstood } = topicsAsked(message, talk, states);
  const answered = talk.slots.filter(({ slot_id }) => asked.slice(0, MOST_TOPICS).includes(slot_id));
  const answers = [
    ...answered.map(({ user_response }) => user_response),
    ...(asked.length > MOST_TOPICS ? [TABLES.shopper.the_rest] : []),
  ];
  const told = { slots: answered.map(({ slot_id }) => slot_id), facts: answered.flatMap(({ facts }) => facts) };
  if (named === null) {
    if (answered.length === 0)
      return isUnderstood
        ? { ...plain, act: 'no_wish', script: TABLES.shopper.untold }
        : { ...plain, act: 'unsure', script: nothingSaid(message, talk, memory) };
    return { question: message, act: 'answer', ...told, script: together(answers) };
  }
  const revealed = new Set([...memory.revealed, ...told.slots]);
  const verdict = verdictOn(named, talk, { ...memory, revealed });
  return {
    question: message,
    act: verdict.act,
    slots: [...new Set([...told.slots, ...verdict.slots])],
    facts: [...new Set([...told.facts, ...verdict.facts])],
    script: together([verdict.script, ...answers]),
  };
}

/** The memory of a turn, of the product it was about too: one that is turned down and tells nothing new was shown in vain. */
export function rememberedOf(
  memory: TalkMemory,
  said: Pick<ShopperTurn, 'act' | 'slots'>,
  named: Pick<Recommended, 'id'> | null,
): TalkMemory {
  const isVain = said.act === 'reject' && said.slots.every((slot) => memory.revealed.has(slot));
  return {
    ...remembered(memory, said),
    turnedDown: named !== null && isVain ? new Set([...memory.turnedDown, named.id]) : memory.turnedDown,
  };
}
