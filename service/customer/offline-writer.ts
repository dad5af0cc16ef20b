import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { chance, type Draw, pickOne, shuffled } from '../../schemas/draw.ts';
import { filled, sentencesOf } from '../demands/speech.ts';
import type { Language } from '../store/schema.ts';
import { type Fact, type Intent, isRemark, type LockedSupport, type SupportWording } from '../task.ts';
import type { Persona } from './persona.ts';
import { messagesOf } from './turns.ts';

const Lines = z.array(z.string());
const Manner = z.strictObject({
  hello: z.record(z.string(), Lines),
  feeling: z.record(z.string(), z.record(z.string(), Lines)),
  next: z.record(z.string(), z.record(z.string(), Lines)),
  last: z.record(z.string(), Lines),
  hurry: Lines,
  doubt: Lines,
  insist: Lines,
  rules: Lines,
  shown: Lines,
  yes: Lines,
  unsure: Lines,
  thanks: z.record(z.string(), Lines),
  replies: z.record(z.string(), Lines),
  instead: Lines,
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
  return /[问询教听]/u.test(connective) ? sentence.replace(/^(?:想问一下|想咨询一下|请问)，?/u, '') : sentence;
}

/** Demands that something has gone wrong behind: what a mood is heard in. */
const COMPLAINTS: ReadonlySet<string> = new Set([
  ...['not_received', 'quality_envelope', 'quality_return', 'missing_items', 'refund_only'],
  ...['price_protection', 'urge_order', 'book_repair', 'fault_code', 'when_shipped'],
]);

/** Demands that a mood may be about: not what is merely entered or bought. */
const hasFeeling = ({ demand, kind }: Intent) =>
  !/^(?:cashback|invoice|change_invoice|place_order|ecard|small_talk|remark|others|unknown|beyond)/.test(demand) &&
  kind !== 'compare_products';

/** Returns the situation a mood is about: something wrong, something to be done, or a question. */
const situationOf = ({ demand, dialogue }: Intent) =>
  COMPLAINTS.has(demand) ? 'complaint' : dialogue === 'task' ? 'task' : 'question';

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
    sent: "I've already sent it back",
    kept: "I haven't sent it back",
  },
  zh: { yes: '已经用过了', no: '没有用过', sent: '已经寄回去了', kept: '还没有寄回去' },
} as const;

const isRefused = ({ outcome }: Intent) => outcome !== 'allowed';

/** Requests for what customers may take for their right. */
const CLAIMS: ReadonlySet<string> = new Set([
  ...['return_order', 'exchange', 'refund_only', 'reship', 'compensate', 'price_protection'],
]);

/** Tells whether an intent asks for what customers may take for their right. */
export const isClaim = ({ kind }: Pick<Intent, 'kind'>): boolean => CLAIMS.has(kind);

/** Lines by which traits are heard in what is asked for, as long as each has not been said. */
function traitsHeard(intent: Intent, { patience, trust, rights }: Persona) {
  if (isRemark(intent) || intent.dialogue === 'chitchat' || intent.circumstances.mood === 'furious') return [];
  const isTask = intent.dialogue === 'task';
  return [
    ...(isTask && patience === 'low' ? (['hurry'] as const) : []),
    ...(!isTask && trust === 'low' ? (['doubt'] as const) : []),
    ...(isClaim(intent) && rights === 'high' ? (['insist'] as const) : []),
    ...(isClaim(intent) && rights === 'medium' ? (['rules'] as const) : []),
  ];
}

/** A formal customer says 您 to the agent throughout. */
export const addressed = (text: string, { language, persona }: Pick<LockedSupport, 'language' | 'persona'>): string =>
  language === 'zh' && persona.speaking === 'formal' ? text.replace(/你(?!们)/gu, '您') : text;

/** Lines by which a customer ends: by emotion, and those of the way of speaking too. */
function thanksOf(lines: Readonly<Record<string, readonly string[]>>, { intents, persona }: LockedSupport) {
  // Nobody calls that wonderful of which a part was refused.
  const emotion = intents.some(isRefused) && persona.emotion === 'friendly' ? 'calm' : persona.emotion;
  return lines[`${emotion}.${persona.speaking}`] ?? lines[emotion] ?? [''];
}

/** Puts a locked task into a customer's words from tables: greeting, mood and connectives by the persona, each fact as locked. */
export function writeOffline(locked: LockedSupport, draw: Draw): SupportWording {
  const { persona, language } = locked;
  const manner = MANNER[language];
  const drawn = (label: string, lines: readonly string[]) => pickOne(draw, label, lines);
  const of = (table: Readonly<Record<string, readonly string[]>>, key: string, label: string) =>
    drawn(label, table[key] ?? ['']);
  const messages = messagesOf(locked);
  // Nobody says "furthermore" twice: each connective once, as long as there are others.
  const shuffledLines = (table: Readonly<Record<string, readonly string[]>>, key: string, label: string) =>
    shuffled(draw, label, table[key] ?? ['']);
  const connectives = Object.fromEntries(
    ['task', 'question'].map((kind) => [
      kind,
      shuffledLines(manner.next[kind] ?? {}, persona.speaking, `next/${kind}`),
    ]),
  );
  const used = new Set<string>();
  const worded = (demand: string, variant: string | null, label: string, blanks: Readonly<Record<string, string>>) =>
    filled(drawn(label, sentencesOf(demand, variant, { language, ...persona })), blanks);
  const raises: Record<string, string> = {};
  const instead: Record<string, string> = {};
  const replies: Record<string, string> = {};
  for (const [place, message] of messages.entries()) {
    for (const [at, intent] of message.entries()) {
      const label = `raise/${intent.id}`;
      const blanks = blanksOf(intent);
      const [name, variant, own] =
        intent.given_up === null
          ? [intent.demand, intent.variant, blanks]
          : [intent.given_up.demand, intent.given_up.variant, { ...blanks, ...intent.given_up.blanks }];
      const sentence = worded(name, variant, `${label}/words`, own);
      const parts: string[] = [];
      if (place === 0) {
        // Who is annoyed often does without a greeting.
        if (persona.emotion !== 'annoyed' || chance(draw, `${label}/greets`, 0.5))
          parts.push(of(manner.hello, persona.speaking, `${label}/hello`));
        // Who gives a reason first has said enough, but for a mood.
        const isMoody = persona.emotion === 'annoyed' || persona.emotion === 'worried';
        if (hasFeeling(intent) && (isMoody || (persona.speaking === 'chatty' && persona.asking !== 'roundabout')))
          parts.push(of(manner.feeling[situationOf(intent)] ?? {}, persona.emotion, `${label}/feeling`));
        parts.push(sentence);
      } else {
        const isLast = place === messages.length - 1 && at === message.length - 1;
        const connective =
          intent.dialogue === 'chitchat' || isRemark(intent)
            ? ''
            : isLast && chance(draw, `${label}/last`, 0.4)
              ? of(manner.last, persona.speaking, `${label}/last line`)
              : (connectives[intent.dialogue === 'task' ? 'task' : 'question']?.shift() ?? '');
        if (connective !== '') used.add(connective);
        parts.push(connective, behind(connective, sentence, language));
      }
      const isShown = intent.facts.some(({ name: fact, when }) => fact === 'picture' && when === 'raised');
      if (isShown && own.picture !== undefined && !sentence.includes(own.picture))
        parts.push(filled(drawn(`${label}/shown`, manner.shown), own));
      // Said twice it is a tic.
      const trait = traitsHeard(intent, persona).find((one) => !used.has(one));
      if (trait !== undefined && chance(draw, `${label}/${trait}`, 0.5)) {
        used.add(trait);
        parts.push(drawn(`${label}/${trait}/line`, manner[trait]));
      }
      raises[intent.id] = addressed(joined(parts, language), locked);
      if (intent.given_up !== null) {
        const wanted = worded(intent.demand, intent.variant, `${label}/instead`, blanks);
        instead[intent.id] = addressed(joined([drawn(`${label}/changed`, manner.instead), wanted], language), locked);
      }
      for (const { name: fact, value, when } of askable(intent, language)) {
        const lines = manner.replies[`${fact}_${when}`] ?? manner.replies[fact] ?? manner.replies.other;
        if (lines !== undefined) replies[`${intent.id}.${fact}`] = filled(drawn(`${label}/${fact}`, lines), { value });
      }
    }
  }
  return {
    raises,
    replies,
    instead,
    yes: addressed(drawn('yes', manner.yes), locked),
    unsure: addressed(drawn('unsure', manner.unsure), locked),
    thanks: addressed(drawn('thanks', thanksOf(manner.thanks, locked)), locked),
  };
}
