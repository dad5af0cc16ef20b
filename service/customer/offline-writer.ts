import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { chance, type Draw, pick, pickOne, shuffled } from '../../schemas/draw.ts';
import { filled, sentencesOf } from '../demands/speech.ts';
import type { Language } from '../store/schema.ts';
import { type Fact, type Intent, isPictureAsked, isRemark, type LockedSupport, type SupportWording } from '../task.ts';
import { pronounsFor } from './naming.ts';
import { ByTemper, linesOf } from './reactions.ts';
import { messagesOf } from './turns.ts';

const Lines = z.array(z.string());
const Manner = z.strictObject({
  hello: z.record(z.string(), Lines),
  mood: z.record(z.string(), ByTemper),
  next: z.record(z.string(), z.record(z.string(), Lines)),
  last: z.record(z.string(), Lines),
  hurry: z.record(z.string(), Lines),
  doubt: Lines,
  insist: Lines,
  rules: Lines,
  shown: z.record(z.string(), Lines),
  beside: Lines,
  numbers: Lines,
  yes: Lines,
  unsure: Lines,
  thanks: z.strictObject({ granted: ByTemper, mixed: ByTemper, refused: ByTemper, talk: ByTemper }),
  replies: z.record(z.string(), Lines),
  instead: z.record(z.string(), Lines),
});
const MANNER = z.strictObject({ en: Manner, zh: Manner }).parse(readTable(new URL('./manner.yaml', import.meta.url)));

/** Parts of a message, one behind the other; Chinese is written without spaces between sentences. */
const joined = (parts: readonly string[], language: Language) =>
  parts.filter((part) => part !== '').join(language === 'zh' ? '' : ' ');

const lowered = (text: string) =>
  /^I\b|^I'|^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Writes a sentence as it follows a connective: behind a colon, a comma or an "and" a sentence goes on, behind a full
 * stop one begins; in Chinese nobody says twice that they ask.
 */
function behind(connective: string, sentence: string, language: Language): string {
  if (language === 'en') return /[:,]$|\b(?:and|then)$/i.test(connective) ? lowered(sentence) : sentence;
  if (connective === '') return sentence;
  const asked = sentence.replace(/^(?:想问一下|想咨询一下)，/u, '');
  return /问/u.test(connective) ? asked.replace(/^请问/u, '') : asked;
}

/** Situations that a mood may be about, each with its demands; in others nobody says how they feel. */
const SITUATIONS: Readonly<Record<string, readonly string[]>> = {
  late: ['when_shipped', 'when_arrives', 'where_is_it', 'where_is_it.untraced'],
  hurry: ['urge_order'],
  lost: ['not_received'],
  fault: ['quality_envelope', 'quality_return', 'missing_items', 'refund_only'],
  broken: ['fault_code', 'book_repair'],
  undo: [
    ...['cancel_order', 'change_address', 'change_invoice', 'move_visit'],
    ...[
      'return_order',
      'return_used',
      'return_too_many',
      'exchange',
      'exchange_of_another_order',
      'refund_only.personal',
    ],
  ],
  owed: ['price_protection', 'cashback', 'cashback_wrong_picture', 'claim_gift', 'ecard_refund'],
  favor: ['invoice_personal', 'invoice_company', 'book_installation', 'choose_courier', 'note_wish'],
  ask: ['product_question', 'missing_detail', 'insurance'],
  bought: ['return_cost', 'exchange_options', 'materials', 'installation_steps'],
};
/** Situations in which something has gone wrong, where a worry or an annoyance is said first. */
const GRAVE: ReadonlySet<string> = new Set(['late', 'hurry', 'lost', 'fault', 'broken']);
/** Situations in which somebody waits. */
const WAITING: ReadonlySet<string> = new Set(['late', 'hurry']);
const SITUATION_OF = new Map(
  Object.entries(SITUATIONS).flatMap(([situation, demands]) => demands.map((name) => [name, situation] as const)),
);
/** Variants of demands in which there is no such situation. */
const AT_EASE: ReadonlySet<string> = new Set(['where_is_it.arrived', 'book_repair.not_here']);

/** Returns the situation that a customer is in who comes with an intent; null where it is none to feel anything about. */
function situationOf({ demand, variant }: Intent): string | null {
  const whole = `${demand}.${variant ?? ''}`;
  return AT_EASE.has(whole) ? null : (SITUATION_OF.get(whole) ?? SITUATION_OF.get(demand) ?? null);
}

/** Returns the values that stand for an intent's blanks. */
export const blanksOf = ({
  order_phrase,
  product_phrase,
  blanks,
}: Pick<Intent, 'order_phrase' | 'product_phrase' | 'blanks'>): Readonly<Record<string, string>> => ({
  ...blanks,
  ...(order_phrase === null ? {} : { order: order_phrase }),
  ...(product_phrase === null ? {} : { product: product_phrase }),
});

/** The facts an agent may ask a customer for, with what the words hold of each. */
export function askable(intent: Intent, language: Language): readonly Fact[] {
  const { circumstances, facts } = intent;
  const said: Fact[] = facts.map((fact) => ({ ...fact, value: intent.blanks[fact.name] ?? fact.value }));
  if (typeof circumstances.used === 'boolean')
    said.push({ name: 'used', value: circumstances.used ? USED[language].yes : USED[language].no, when: 'asked' });
  if (typeof circumstances.sentBack === 'boolean')
    said.push({
      name: 'sent',
      value: circumstances.sentBack ? USED[language].sent : USED[language].kept,
      when: 'asked',
    });
  return said;
}

const USED = {
  en: {
    yes: 'I have used it',
    no: "I haven't used it",
    sent: "It's on its way back",
    kept: "I haven't sent it back",
  },
  zh: { yes: '已经用过了', no: '没有用过', sent: '已经在寄回的路上了', kept: '还没有寄回去' },
} as const;

const isRefused = (intent: Intent) => intent.outcome !== 'allowed' && !isRemark(intent);

/** Requests for what customers may take for their right. */
const CLAIMS: ReadonlySet<string> = new Set([...['return_order', 'refund_only', 'reship', 'compensate']]);

/** Tells whether an intent asks for what customers may take for their right. */
export const isClaim = ({ kind }: Pick<Intent, 'kind'>): boolean => CLAIMS.has(kind);

/** Something of a customer's manner that is heard behind a request. */
interface Attitude {
  readonly intent: string;
  readonly lines: readonly string[];
}

const SHOWS_MOOD = 0.6;
const SHOWS_TRAIT = 0.5;

/**
 * Finds the one place in a talk where a customer says how they feel, or shows what else they are like, and lines that fit
 * there: a feeling where something has gone wrong, else where its situation has words for it, else little patience, little
 * trust or a claim to rights. Said twice it is a tic.
 */
function attitudeOf(locked: LockedSupport, draw: Draw): Attitude | null {
  const { intents, persona, language } = locked;
  const { mood, hurry, doubt, insist, rules } = MANNER[language];
  // Behind the last request of a message: nobody gets carried away between two.
  const ends = new Set(messagesOf(locked).map((message) => message.at(-1)));
  const placed = intents.flatMap((intent) => {
    const isFit = ends.has(intent) && intent.given_up === null && !isRemark(intent);
    const situation = isFit ? situationOf(intent) : null;
    // Nobody is tired of waiting who has not waited.
    if (persona.emotion === 'annoyed' && WAITING.has(situation ?? '') && intent.standing.waited === undefined)
      return [];
    // Who gives a reason for a question or a favour has said enough.
    return situation === null || (['ask', 'bought', 'favor'].includes(situation) && persona.asking === 'roundabout')
      ? []
      : [{ intent, situation }];
  });
  const felt = placed.flatMap(({ intent, situation }) => {
    const lines = linesOf(mood[situation] ?? {}, persona);
    return lines.length === 0 ? [] : [{ intent: intent.id, situation, lines }];
  });
  const grave = persona.emotion === 'friendly' ? undefined : felt.find(({ situation }) => GRAVE.has(situation));
  const feeling = grave ?? (chance(draw, 'mood', SHOWS_MOOD) ? felt[0] : undefined);
  if (feeling !== undefined) return feeling;
  if (persona.emotion === 'friendly') return null;
  const { patience, trust, rights } = persona;
  const traits = placed.flatMap(({ intent, situation }): Attitude[] => {
    const isTask = intent.dialogue === 'task';
    const heard = [
      ...(patience === 'low' ? [hurry[situation] ?? []] : []),
      ...(trust === 'low' && !isTask ? [doubt] : []),
      ...(rights === 'high' && isClaim(intent) ? [insist] : []),
      ...(rights === 'medium' && isClaim(intent) ? [rules] : []),
    ];
    return heard.flatMap((lines) => (lines.length === 0 ? [] : [{ intent: intent.id, lines }]));
  });
  return chance(draw, 'trait', SHOWS_TRAIT) ? (pick(draw, 'trait/which', traits) ?? null) : null;
}

/** A formal customer says 您 to the agent throughout. */
const addressed = (text: string, { language, persona }: Pick<LockedSupport, 'language' | 'persona'>): string =>
  language === 'zh' && persona.speaking === 'formal' ? text.replace(/你(?!们)/gu, '您') : text;

/** Lines by which a customer ends: by what came of the last matter, then by their manner. */
function thanksOf({ intents, persona, language }: LockedSupport): readonly string[] {
  const { thanks } = MANNER[language];
  const last = intents.at(-1) as Intent;
  const outcome =
    last.dialogue === 'chitchat'
      ? 'talk'
      : last.outcome === 'forbidden' && !isRemark(last)
        ? 'refused'
        : intents.some(isRefused)
          ? 'mixed'
          : 'granted';
  const lines = linesOf(thanks[outcome], persona);
  return lines.length > 0 ? lines : linesOf(thanks.granted, persona);
}

/** Words that are not heard twice in one breath, as expressions of one thing. */
const ECHOES: readonly RegExp[] = [
  ...[/\bhelp|\bhand\b|assist/i, /afraid|worr/i, /\bhope/i, /\bsorry/i, /\bthank|appreciate|grateful/i],
  ...[/麻烦|谢|辛苦|拜托/, /担心|怕/, /希望/, /不好意思/, /期待/, /一下/, /来得及|too late/, /不知道/],
];

/** Words by which one begs for help, beside which nobody begs again. */
const PLEADS = 'help, 麻烦你一下';

/** Lines that say nothing which is said beside them. */
const unechoed = (lines: readonly string[], beside: string): readonly string[] =>
  lines.filter((line) => !ECHOES.some((echo) => echo.test(line) && echo.test(beside)));

/** Name of the words that a picture comes with: by what it is of, and others where it only shows which product is meant. */
const shownAs = ({ picture, order_id }: Intent, shown: Readonly<Record<string, unknown>>): string =>
  picture?.kind === 'price' && order_id === null
    ? 'product'
    : Object.hasOwn(shown, picture?.kind ?? '')
      ? (picture?.kind as string)
      : 'other';

/** Share of products whose numbers stand behind the request, once in a talk at most; those of others stand beside them. */
const SAYS_BEHIND = 0.12;

/** The first words of a sentence, by which one sounds like another. */
const beginningOf = (sentence: string) => /^(?:\p{Script=Han}{1,3}|\S+(?: \S+){0,2})/u.exec(sentence)?.[0] ?? '';

/** Puts a locked task into a customer's words from tables: greeting, mood and connectives by the persona, each fact as locked. */
export function writeOffline(locked: LockedSupport, draw: Draw): SupportWording {
  const { persona, language } = locked;
  const { speaking } = persona;
  const manner = MANNER[language];
  const messages = messagesOf(locked);
  const attitude = attitudeOf(locked, draw);
  // Nobody says "furthermore" twice: each connective once, as long as there are others.
  const connectives = Object.fromEntries(
    ['task', 'question'].map((kind) => [kind, shuffled(draw, `next/${kind}`, manner.next[kind]?.[speaking] ?? [])]),
  );
  const begun = new Set<string>();
  const worded = (demand: string, variant: string | null, label: string, blanks: Readonly<Record<string, string>>) => {
    const sentences = sentencesOf(demand, variant, { language, ...persona });
    // Nobody begins every request alike.
    const fresh = sentences.filter((sentence) => !begun.has(beginningOf(sentence)));
    const sentence = pickOne(draw, label, fresh.length > 0 ? fresh : sentences);
    begun.add(beginningOf(sentence));
    return filled(sentence, blanks);
  };
  const used = new Set<string>();
  // The second of two is no last one.
  const isSeries = locked.intents.length > 2;
  /** Words that lead over to an intent that is not the first; within a message there always are some. */
  const leadOf = (
    intent: Intent,
    { sentence, isLast, isJoined }: { readonly sentence: string; readonly isLast: boolean; readonly isJoined: boolean },
  ) => {
    if (intent.dialogue === 'chitchat' || isRemark(intent)) return '';
    // What is no question is not asked.
    const isFit = (line: string) =>
      !/问/u.test(line) || (/？/u.test(sentence) && !/^(?:麻烦|不好意思|我|请(?!问)|查|.*托我问)/u.test(sentence));
    if (isLast && isSeries && chance(draw, `raise/${intent.id}/last`, 0.4))
      return pick(draw, `raise/${intent.id}/last line`, (manner.last[speaking] ?? []).filter(isFit)) ?? '';
    const left = connectives[intent.dialogue === 'task' ? 'task' : 'question'] ?? [];
    const at = left.findIndex((line) => (line === '' ? !isJoined : !used.has(line) && isFit(line)));
    const lead =
      at === -1 ? (isJoined ? (left.find((line) => line !== '' && isFit(line)) ?? '') : '') : (left[at] as string);
    if (lead === '' && at !== -1) left.splice(at, 1);
    used.add(lead);
    return lead;
  };
  // Who is annoyed greets in a word, and begs no pardon.
  const greeting = persona.emotion === 'annoyed' && speaking === 'chatty' ? 'concise' : speaking;
  const hellosOf = (lines: readonly string[], sentence: string) =>
    unechoed(lines, persona.emotion === 'annoyed' ? `${sentence} ${PLEADS}` : sentence);
  const pictured = (intent: Intent) =>
    intent.picture === null || isPictureAsked(intent)
      ? ''
      : filled(
          pickOne(draw, `raise/${intent.id}/shown`, manner.shown[shownAs(intent, manner.shown)] as readonly string[]),
          blanksOf(intent),
        );
  /** Values of an intent with the numbers of its products beside them, or behind the request. */
  let isSaidBehind = false;
  const numbered = ({ id, facts }: Intent, blanks: Readonly<Record<string, string>>) => {
    const { item, other } = Object.fromEntries(facts.map((fact) => [fact.name, fact.value]));
    const number = { product: item, other_phrase: blanks.other ?? other };
    const isBehind =
      item !== undefined &&
      number.other_phrase === undefined &&
      !isSaidBehind &&
      chance(draw, `raise/${id}/behind`, SAYS_BEHIND);
    isSaidBehind ||= isBehind;
    const beside = Object.entries(number).flatMap(([name, value]) =>
      value === undefined || blanks[name] === undefined || isBehind
        ? []
        : [[name, filled(pickOne(draw, `raise/${id}/beside`, manner.beside), { name: blanks[name], number: value })]],
    );
    return {
      blanks: { ...blanks, ...Object.fromEntries(beside) },
      behind: isBehind ? filled(pickOne(draw, `raise/${id}/numbers`, manner.numbers), { item }) : '',
    };
  };
  const raises: Record<string, string> = {};
  const instead: Record<string, string> = {};
  const replies: Record<string, string> = {};
  for (const [place, message] of messages.entries()) {
    for (const [at, intent] of message.entries()) {
      const label = `raise/${intent.id}`;
      const { demand, variant, given_up: givenUp } = intent;
      const own = { ...blanksOf(intent), ...pronounsFor(intent) };
      const raised = numbered(intent, { ...own, ...givenUp?.blanks });
      const sentence = worded(
        givenUp?.demand ?? demand,
        givenUp === null ? variant : givenUp.variant,
        `${label}/words`,
        raised.blanks,
      );
      const isLast = place === messages.length - 1 && at === message.length - 1;
      // Who is annoyed often does without a greeting.
      const isOpening = place === 0 && at === 0;
      const greets = isOpening && (persona.emotion !== 'annoyed' || chance(draw, `${label}/greets`, 0.4));
      const lead = greets
        ? (pick(draw, `${label}/hello`, hellosOf(manner.hello[greeting] ?? [], sentence)) ?? '')
        : isOpening
          ? ''
          : leadOf(intent, { sentence, isLast, isJoined: at > 0 });
      const heard = attitude?.intent === intent.id ? unechoed(attitude.lines, sentence) : [];
      const parts = [
        lead,
        isOpening ? sentence : behind(lead, sentence, language),
        pick(draw, `${label}/attitude`, heard) ?? '',
        raised.behind,
        givenUp === null ? pictured(intent) : '',
      ];
      raises[intent.id] = addressed(joined(parts, language), locked);
      if (givenUp !== null) {
        const { blanks, behind: number } = numbered(intent, own);
        const wanted = worded(demand, variant, `${label}/instead`, blanks);
        const back = pickOne(draw, `${label}/changed`, manner.instead[givenUp.demand] as readonly string[]);
        instead[intent.id] = addressed(joined([back, wanted, number, pictured(intent)], language), locked);
      }
      for (const { name: fact, value, when } of askable(intent, language)) {
        const lines = manner.replies[`${fact}_${when}`] ?? manner.replies[fact];
        if (lines === undefined) throw new Error(`customers have no reply in which they tell the ${fact}`);
        replies[`${intent.id}.${fact}`] = filled(pickOne(draw, `${label}/${fact}`, lines), { value });
      }
    }
  }
  return {
    raises,
    replies,
    instead,
    yes: addressed(pickOne(draw, 'yes', manner.yes), locked),
    unsure: addressed(pickOne(draw, 'unsure', manner.unsure), locked),
    thanks: addressed(pickOne(draw, 'thanks', thanksOf(locked)), locked),
  };
}
