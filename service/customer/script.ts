import type { ShopperTurn } from '../../pipeline/episode.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { chance, pickOne } from '../../schemas/draw.ts';
import { filled } from '../demands/speech.ts';
import type { Language } from '../store/schema.ts';
import { isAnswer, isStatement, type Settles } from './answered.ts';
import {
  ADVISES,
  isGreeting,
  isSilence,
  type Met,
  metBy,
  REACTIONS,
  reactionsTo,
  type Temper,
  withoutCourtesies,
} from './reactions.ts';
import { spells } from './spelled.ts';

/** Something the customer says when asked for it. */
interface StagedFact {
  readonly intent: string;
  readonly name: string;
  readonly value: string;
  readonly reply: string;
}

/** A message of the customer, and what the customer can be asked about it. */
interface StagedMessage {
  readonly intents: readonly string[];
  readonly text: string;
  /** Kind of matter: a question to be answered, a task to be done, or chitchat, which is neither told nor done. */
  readonly kind: 'question' | 'task' | 'chitchat';
  /** True if it asks for something that customers may take for their right. */
  readonly isClaim: boolean;
  /** Kind of request that is raised; null where there are two, or where it depends on what the agent finds. */
  readonly about: string | null;
  /** The order and the product it is about, as the customer calls them. */
  readonly order: string | null;
  readonly product: string | null;
  /** Kinds of answers its intents are settled by, one for each. */
  readonly settles: readonly Settles[];
  /** Words that raise something in place of it once the agent has answered. */
  readonly instead: string | null;
  readonly facts: readonly StagedFact[];
  /** Values its words hold. */
  readonly states: readonly string[];
}

/** The script of a customer: what is said, in which order, and what is answered. */
export interface StagedCustomer {
  readonly language: Language;
  readonly temper: Temper;
  /** Key of the draws by which the customer says one of several lines. */
  readonly key: string;
  /** The first is what the conversation begins with. */
  readonly messages: readonly StagedMessage[];
  readonly yes: string;
  readonly unsure: string;
  readonly thanks: string;
  /** Values that may never be said, or not before they are asked for. */
  readonly withheld: readonly string[];
  /** The customer's manner, for a model that words what the script decides. */
  readonly tone: string;
}

/** Progress of a customer's script. */
export interface CustomerMemory {
  /** The message that was said last. */
  readonly at: number;
  /** True if what is wanted instead of it was said. */
  readonly changed: boolean;
  readonly told: ReadonlySet<string>;
  /** Questions about this message that nothing was known to. */
  readonly unsure: number;
  /** Messages of the agent. */
  readonly heard: number;
  /** Statements on this message that no answer was recognised in. */
  readonly unclear: number;
  readonly isOver: boolean;
  /** Lines of the tables that were said: none is said twice as long as there are others. */
  readonly said: ReadonlySet<string>;
}

export const BEGUN: CustomerMemory = {
  at: 0,
  changed: false,
  told: new Set(),
  unsure: 0,
  heard: 0,
  unclear: 0,
  isOver: false,
  said: new Set(),
};

type Decided = Omit<ShopperTurn, 'text' | 'source' | 'gate'>;

const ASKS =
  /[?？]|(?:请|麻烦)(?:您|你)?(?:提供|告知|确认|发)|\bplease (?:provide|confirm|send|tell|give|let me know)/i;
const ELSE =
  /anything else|something else|what else|other (?:questions?|requests?)|还有(?:什么|其他|别的)|其他(?:问题|需要|需求)|别的(?:问题|需要)/i;
const CONFIRMS =
  /\bconfirm|\bshall i\b|\bshould i\b|\bwould you like\b|\bdo you want\b|\bis (?:that|this) (?:right|correct|ok)|\bmay i\b|\bproceed\b|\bgo ahead\b|\bare you (?:sure|certain)\b|\breally\b|确认|是否|需要我|可以吗|好吗|行吗|您看|帮您.*吗/i;

/** Patterns that questions about a fact are known by, by the fact's name. */
const ASKED_FOR: Readonly<Record<string, RegExp>> = {
  order:
    /order (?:number|no\b|id)|which order|number of (?:the|your) order|what order|订单(?:号|编号|ID)|哪(?:个|一个|笔)订单/i,
  address:
    /address|where (?:should|shall|do|would|to\b)(?!.*\b(?:refund|money|see|find)\b)|where .* (?:sent|delivered)|地址|(?:寄|送|发|改)(?:到|往)(?:哪|什么地方)/i,
  phone: /phone|telephone|contact number|电话|手机号|联系方式/i,
  title: /title|in whose name|抬头/i,
  day: /(?:which|what) (?:day|date)|when .*(?:come|visit|suit|convenient)|哪(?:一)?天|几号|周几|星期几|(?:什么时候|何时).*(?:方便|上门|在家)/i,
  picture: /picture|photo|screenshot|image|evidence|图片|照片|截图|凭证/i,
  quantity: /how many|quantity|数量|几件|多少件/i,
  payment: /how .*pay|pay(?:ment)? (?:method|by)|怎么付|支付方式|付款方式/i,
  courier: /which (?:courier|carrier|company)|哪家快递|什么快递/i,
  used: /\bused\b|\bunused\b|opened|使用过|用过|拆封/i,
  sent: /sent (?:it )?back|shipped (?:it )?back|on its way back|寄回|退回了吗|寄出/i,
  item: /(?:which|what) product|(?:item|product) (?:number|id|code)|商品(?:编号|号|ID)|哪(?:个|款)商品/i,
  other: /exchange .* for|换成哪/i,
  code: /which code|what code|error code|代码|故障码/i,
  name: /\b(?:your|full) name\b|姓名|(?:您|你)的名字/i,
};

/** Pattern of a question that asks for something to be given, and not for a yes. */
const PROVIDES = /\b(?:provide|send|give|tell|share|which|what)\b|提供|告知|告诉|发(?:一下|给|个|张)|哪/i;
const CHECKS = /\b(?:right|correct)\b|对吗|是吗|没错|正确/i;

const opensWith = ({ messages }: StagedCustomer, { at }: CustomerMemory) => messages[at];

/** Finds the words that deny something the matter has none of; null where there are none for it. */
function noneFor(
  name: string,
  { order, product }: StagedMessage,
  said: (lines: readonly string[]) => string,
  language: Language,
): string | null {
  const { none } = REACTIONS[language];
  const about = name === 'order' ? (order === null ? product : null) : (product ?? order);
  const lines = (about === null ? undefined : none[`${name}_about`]) ?? none[name];
  return lines === undefined ? null : filled(said(lines), about === null ? {} : { about });
}

/**
 * Finds the words said to a question for something the matter has none of; null where the question is for nothing of
 * the kind.
 */
function noneOf(
  message: string,
  matter: StagedMessage,
  said: (lines: readonly string[]) => string,
  language: Language,
): string | null {
  const name = Object.keys(REACTIONS[language].none).find((asked) => ASKED_FOR[asked]?.test(message));
  return name === undefined ? null : noneFor(name, matter, said, language);
}

const SENTENCES = /(?<=[.!?。！？;；\n])/;
/** Before a further question within a sentence. */
const FURTHER =
  /,?\s*\band\b(?=\s+(?:when|where|why|how|what|which|who)\b)|[,，、](?=\s*(?:还有|以及|并且)?\s*(?:什么时候|何时|哪|为什么|怎么))/iu;
const QUESTION_WORD = /\b(?:when|where|why|how|what|which|who)\b|什么|何时|哪|为什么|怎么/i;

/** Parts of a reply one after the other; Chinese needs no space but behind what ends in letters, such as an address. */
function joined(parts: readonly string[], language: Language): string {
  return parts
    .filter((part) => part !== '')
    .reduce((all, part) => `${all}${all === '' || (language === 'zh' && !/[\w/]$/.test(all)) ? '' : ' '}${part}`, '');
}

/**
 * Returns what is said to the rest of a question of which a part is known: that there is none of it, or that it is not
 * known. Of several things that would do, one is all that is asked for.
 */
function restOf(
  message: string,
  matter: StagedMessage,
  said: (lines: readonly string[]) => string,
  language: Language,
): readonly string[] {
  if (/\bor\b|或|还是/i.test(message)) return [];
  const { none, rest } = REACTIONS[language];
  const asking = message.split(SENTENCES).filter((sentence) => ASKS.test(sentence) && !ELSE.test(sentence));
  const isKnown = (asked: string) => matter.facts.some(({ name }) => name === asked);
  const isNamed = (part: string) => Object.values(ASKED_FOR).some((pattern) => pattern.test(part));
  const denied = Object.keys(ASKED_FOR)
    .filter((name) => !isKnown(name) && asking.some((sentence) => ASKED_FOR[name]?.test(sentence)))
    .flatMap((name) => (name in none ? (noneFor(name, matter, said, language) ?? []) : said(rest)));
  const isStrange = asking
    .flatMap((sentence) => sentence.split(FURTHER))
    .some((part) => QUESTION_WORD.test(part) && !isNamed(part) && !CONFIRMS.test(part));
  return [...new Set([...denied, ...(isStrange ? [said(rest)] : [])])];
}

/** Words that do not stand both in a reaction and in the end that comes behind it. */
const ENDS_TWICE: readonly RegExp[] = [/thank|谢|辛苦/i, /\bthen\b|那/i, /^(?:嗯嗯|好)|好了/];

/** Shares of answers that a customer goes on from without a word, and that the end alone is said to. */
const SILENT: Partial<Readonly<Record<Met, number>>> = { told: 0.3 };
const ENDS_SILENT: Partial<Readonly<Record<Met, number>>> = { told: 0.5, done: 0.4, denied: 0.3 };

/** Decides what the customer says to a message of the agent, and how far the script is then. No model has a part in it. */
export function decideTurn(
  message: string,
  staged: StagedCustomer,
  memory: CustomerMemory,
): { readonly turn: Decided; readonly memory: CustomerMemory } {
  const spoken = new Set(memory.said);
  const heard = { ...memory, heard: memory.heard + 1, said: spoken };
  const plain = { question: message, slots: [], facts: [] };
  if (memory.isOver) return { turn: { ...plain, act: 'exhausted', script: staged.thanks }, memory: heard };
  const current = opensWith(staged, memory);
  if (current === undefined) throw new RangeError(`the script has no message ${memory.at}`);
  const reactions = REACTIONS[staged.language];
  const draw = drawFor(0, staged.key, 'said', memory.heard);
  const said = (lines: readonly string[]) => {
    const fresh = lines.filter((line) => !spoken.has(line));
    const line = pickOne(draw, lines[0] as string, fresh.length > 0 ? fresh : lines);
    spoken.add(line);
    return staged.language === 'zh' && staged.temper.speaking === 'formal' ? line.replace(/你(?!们)/gu, '您') : line;
  };
  const unsure = (script: string, more: Partial<CustomerMemory> = {}) => ({
    turn: { ...plain, act: 'unsure' as const, script },
    memory: { ...heard, ...more },
  });
  if (isSilence(message)) return unsure(said(reactions.silent));
  if (!isStatement(message) && isGreeting(message)) return unsure(said(reactions.greeted));
  const matters = staged.messages.slice(0, memory.at + 1).reduce((sum, { intents }) => sum + intents.length, 0);
  const asked = withoutCourtesies(message);
  const asks = ASKS.test(asked) && !ELSE.test(message);
  const wanted = asks ? current.facts.filter(({ name }) => ASKED_FOR[name]?.test(asked)) : [];
  const isPending = current.instead !== null && !memory.changed;
  // Nobody changes their mind over a number, or while waiting.
  if (isPending && !(wanted.length > 0 && wanted.every(({ name }) => name === 'order'))) {
    if (!asks && !isStatement(message)) return unsure(said(reactions.waits));
    const { intents, states, instead } = current;
    const turn: Decided = { ...plain, act: 'answer', slots: intents, facts: states, script: instead as string };
    return { turn, memory: { ...heard, changed: true } };
  }
  if (asks) {
    if (wanted.length > 0) {
      const rest = restOf(asked, current, said, staged.language);
      const script = joined([...wanted.map(({ reply }) => reply), ...rest], staged.language);
      const told = new Set([...memory.told, ...wanted.map(({ intent, name }) => `${intent}.${name}`)]);
      const turn: Decided = {
        ...plain,
        act: 'answer',
        slots: [...new Set(wanted.map(({ intent }) => intent))],
        facts: wanted.map(({ value }) => value),
        script,
      };
      return { turn, memory: { ...heard, told } };
    }
    const confirms = CONFIRMS.test(asked);
    const none = confirms && !PROVIDES.test(asked) ? null : noneOf(asked, current, said, staged.language);
    if (none !== null && !isAnswer(message, current.settles, ELSE, matters)) return unsure(none);
    if (confirms)
      return {
        turn: { ...plain, act: 'answer', script: CHECKS.test(asked) ? said(reactions.right) : staged.yes },
        memory: heard,
      };
    if (/[?？]/.test(asked) && memory.unsure === 0) return unsure(staged.unsure, { unsure: 1 });
  }
  // Where no answer was recognised in a first statement, the next one is taken for it.
  const isTaken = memory.unclear > 0 && isStatement(message);
  if (!isTaken && !isAnswer(message, current.settles, ELSE, matters)) {
    const script = said(/[?？]\s*$/.test(message) ? reactions.unsure : reactions.waits);
    return unsure(script, { unclear: memory.unclear + Number(isStatement(message)) });
  }
  const next = staged.messages[memory.at + 1];
  const met = metBy(message, current.kind === 'task', current.about);
  const { language, temper } = staged;
  // To two matters of which one was refused nothing fits that is said in a word.
  const isMixed = current.intents.length > 1 && met !== 'told' && met !== 'done';
  // What is theirs to see to of two matters is not passed over.
  const heeded = isMixed && ADVISES.test(message) ? 'advised' : met;
  const lines =
    current.kind === 'chitchat' || (isMixed && heeded !== 'advised')
      ? []
      : reactionsTo(heeded, current, temper, { language, said: spoken });
  const follows = next?.text ?? staged.thanks;
  // Nobody says "Right. Right, what else", thanks twice in one breath, or the same twice in one talk.
  const fresh = lines.filter(
    (line) =>
      !spoken.has(line) &&
      !follows.startsWith(line.replace(/\P{L}+$/u, '')) &&
      !(/\bhope\b|希望/i.test(line) && /\bhope\b|希望/i.test(follows)) &&
      !(next === undefined && ENDS_TWICE.some((word) => word.test(line) && word.test(follows))),
  );
  const isSilent = chance(draw, 'silent', (next === undefined ? ENDS_SILENT : SILENT)[met] ?? 0);
  const reaction = fresh.length === 0 || isSilent ? '' : said(fresh);
  const script = joined([reaction, follows], staged.language);
  if (next === undefined) return { turn: { ...plain, act: 'answer', script }, memory: { ...heard, isOver: true } };
  return {
    turn: { ...plain, act: 'answer', slots: next.intents, facts: next.states, script },
    memory: { ...heard, at: memory.at + 1, changed: false, unsure: 0, unclear: 0 },
  };
}

const LONGEST_WORDING = 900;

/** Why a model's wording of a turn may not be said; null where it may. */
export function customerGate(
  text: string,
  { facts, script }: Pick<Decided, 'facts' | 'script'>,
  { withheld }: StagedCustomer,
): string | null {
  if (text.trim() === '') return 'says nothing';
  if (text.length > LONGEST_WORDING) return `is longer than ${LONGEST_WORDING} characters`;
  const missing = facts.find((fact) => !text.includes(fact));
  if (missing !== undefined) return `does not state "${missing}"`;
  const early = withheld.find((value) => spells(text, value) && !script.includes(value));
  if (early !== undefined) return `gives away "${early}"`;
  const invented = (text.normalize('NFKC').match(/\d{3,}/g) ?? []).find((digits) => !script.includes(digits));
  return invented === undefined ? null : `names "${invented}", which the script does not`;
}
