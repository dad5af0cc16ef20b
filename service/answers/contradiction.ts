import { escaped } from '../../text/escaped.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { type KeyValue, tells } from './key-answer.ts';
import { standsAmongOthers } from './listed.ts';
import { datesIn, hoursIn } from './moments.ts';
import { listsOutcomes } from './outcomes.ts';
import { ALL_SPELLINGS, isSaidOf, STATE_OF } from './states.ts';
import { saysNothingLeft } from './zero.ts';

/** A value that stands in a sentence: which, and where. */
interface Mention {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

const FIGURE =
  /(?<![\p{L}\p{N}.,-])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d)|(?<=\p{Script=Han})\d+(?:\.\d+)?/gu;

const STATE = new RegExp(
  ALL_SPELLINGS.map(({ spelling }) => spelling)
    .toSorted((one, other) => other.length - one.length)
    .map((spelling) => (/\p{Script=Han}/u.test(spelling) ? escaped(spelling) : `\\b${escaped(spelling)}\\b`))
    .join('|'),
  'giu',
);

/**
 * Finds the values of a fact's type in a sentence, with the texts they are compared by, and the one of those that is
 * the fact's.
 */
function mentionsIn(sentence: string, value: KeyValue): { readonly mentions: Mention[]; readonly own: string } | null {
  const all = (pattern: RegExp, read: (text: string) => string): Mention[] =>
    [...sentence.matchAll(pattern)].map(({ 0: text, index }) => ({
      value: read(text),
      from: index,
      to: index + text.length,
    }));
  switch (value.type) {
    case 'money':
    case 'number': {
      const own = value.type === 'money' ? value.minor / minorUnitsOf(value.currency) : value.number;
      return { mentions: all(FIGURE, (text) => String(Number(text.replaceAll(',', '')))), own: String(own) };
    }
    case 'text': {
      const own = value.any.map((text) => STATE_OF.get(text.toLowerCase())).find((state) => state !== undefined);
      const read = (text: string) => STATE_OF.get(text.toLowerCase()) ?? text;
      return own === undefined
        ? null
        : { mentions: all(STATE, (text) => (isSaidOf(read(text), own) ? own : read(text))), own };
    }
    default:
      return null;
  }
}

const sentencesOf = (text: string): string[] => text.normalize('NFKC').match(/(?:[^.!?。;；\n]|\.(?=\d))+/gu) ?? [];

/** Between two members of an enumeration; currencies may stand with them. */
const CURRENCY = String.raw`(?:[¥$€£₱]|\b(?:yuan|rmb|cny|usd|php|dollars?|pesos?|euros?)\b|元|块)?`;
const LINK = new RegExp(
  String.raw`^\s*${CURRENCY}\s*(?:(?:,|、|\/)?\s*(?:\b(?:or|maybe|perhaps|either|possibly)\b|或者?|还是|可能)|,|、|\/)\s*(?:(?:it|is|be|was|maybe|perhaps|even|是|为)\b\s*)*${CURRENCY}\s*$`,
  'iu',
);

/** Words that say nothing of what a figure is. */
const FILLER =
  /\b(?:sorry|correction|apologies|i|mean|meant|it|its|it's|that|this|is|are|was|be|been|has|have|your|the|a|an|or|maybe|perhaps|no|yes|not|actually|also|and|of|may|might|could|now|currently|then|rather|either|possibly|just|exactly|about|there|e-card|ecard|card|holds?|holding|left|remaining|yuan|rmb|cny|usd|php|dollars?|pesos?|euros?)\b|[您你的是为有或者可能也许现在目前元块了卡里共]|[^\p{L}#]/giu;

const FACT_NAMES: Readonly<Record<string, RegExp>> = {
  order_state: /order state|order|status|state|订单|状态/giu,
  balance: /balance|余额/giu,
  total: /total|总(?:额|价|计)?|合计/giu,
  amount: /amount|金额/giu,
  refund: /refund(?:ed)?|退款/giu,
};
const nameOf = (fact: string) => FACT_NAMES[fact] ?? new RegExp(escaped(fact.replaceAll('_', ' ')), 'giu');

/**
 * Returns what a sentence says its values are of, without the fact's own name; empty where it says no more than the
 * value.
 */
function subjectOf(sentence: string, mentions: readonly Mention[], fact: string): string {
  let bare = sentence;
  for (const { from, to } of mentions.toReversed()) bare = `${bare.slice(0, from)}#${bare.slice(to)}`;
  return bare.replaceAll(nameOf(fact), ' ').replaceAll(FILLER, '').replaceAll('#', '').trim().toLowerCase();
}

const HEDGE = /\b(?:either|maybe|perhaps|possibly|might be|could be|not sure|or not)\b|可能|也许|或许|不确定|大概/i;
const OR = /\bor\b|或|还是/i;

/** Said in the first person, so that it is of this matter: an agent that refuses may well name what was done before. */
const CLAIMS =
  /\b(?:i(?:'ve| have)(?: now| already| just| successfully)* (?:done|issued|cancell?ed|changed|refunded|returned|exchanged|booked|registered|placed|updated|processed|urged|arranged)|it (?:is|has been)(?: now| already| just)* done|taken care of|i(?:'ll| will) do it anyway)\b|(?:已经?|刚刚?)(?:为|帮|给)您.{0,12}(?:好|了|完成|成功)|(?:办|处理|取消|修改|退款?|登记)好了/i;
/** Done along with a refusal: looking it up, and passing on the customer or the complaint. */
const BESIDES =
  /\b(?:transfer\w*|specialist|colleague|supervisor|human|hand(?:ed|ing)? over|escalat\w*|complaint|feedback|call ?back)\b|转接|转给|转交|人工|专员|专人|同事|反馈|投诉|记录|查[询看过了]|核[实对查]|确认|解释|说明/i;
/** Tells whether a reply says of a matter that what was asked for is done. */
const claimsDone = (text: string) =>
  text
    .split(/[,，.!?。;；\n]+|\b(?:and|but)\b|并且?|而且|但是?/)
    .some((clause) => CLAIMS.test(clause) && !BESIDES.test(clause));
/** An amount of money that is more than nothing. */
const PRICED =
  /(?:[$€£¥₱] ?|(?<![\d.,]))(?!0(?:\.0+)?(?![\d.,]*\d))\d[\d.,]*(?: ?(?:yuan|rmb|cny|usd|dollars?|euros?|pounds?|pesos?)\b|[元块])|[$€£¥₱] ?(?!0(?:\.0+)?(?![\d.,]*\d))\d/i;
const OF_FEE = /\b(?:install\w*|fees?|charges?)\b|安装|上门/i;
/** Things that may cost more beside a fee of nothing. */
const BEYOND =
  /\b(?:free|no (?:charge|cost|fee)|extra|additional|optional|beyond|parts?|materials?|travel)\b|免费|额外|另|超出|材料|配件|远程/i;
/** Tells whether a sentence puts a price on what costs nothing. */
const charges = (sentence: string) => OF_FEE.test(sentence) && PRICED.test(sentence) && !BEYOND.test(sentence);
const SAYS_YES = /(?:^|[.!?,;]\s*|\bor )yes\b|是的|有的|可以的/i;
const SAYS_NO = /(?:^|[.!?,;]\s*|\bor )no\b(?! (?:problem|worries|need|doubt))|没有的|不是的|不可以/i;
/** A yes or a no that says nothing of what it is about. */
const BARE =
  /^(?:(?:or )?(?:yes|no)(?:,? (?:it|that|they|there) (?:is|are|does|do|has|have)(?:n't| not)?)?|是的|有的?|可以的?|没有的?|不是的?|不可以)$/i;

/** Matters that a reply comes after: how many were raised by then, and whether the fact's alone was raised last. */
interface Raised {
  readonly matters: number;
  readonly isAlone: boolean;
}

/**
 * Tells whether a reply that tells a fact also says something that its value rules out, or only that it may be the
 * value.
 */
export function contradicts(text: string, fact: string, value: KeyValue, { matters, isAlone }: Raised): boolean {
  const plain = text.normalize('NFKC');
  if (value.type === 'words') {
    if (isAlone && listsOutcomes(plain, matters)) return true;
    if (value.words === 'refused') return isAlone && claimsDone(plain);
    if (value.words === 'yes' || value.words === 'no') {
      const opposite = value.words === 'yes' ? SAYS_NO : SAYS_YES;
      if (isAlone) return opposite.test(plain);
      // What is denied of one matter may be affirmed of another one, by a sentence that says of what.
      const sentences = sentencesOf(plain).map((sentence) => sentence.trim());
      const bare = sentences.filter((sentence) => BARE.test(sentence));
      return (
        sentences.some((sentence) => opposite.test(sentence) && tells(sentence, value)) ||
        [SAYS_YES, SAYS_NO].every((pattern) => bare.some((sentence) => pattern.test(sentence)))
      );
    }
    if (value.words === 'free')
      return sentencesOf(plain).some((sentence) => sentence.split(/[,，](?!\d)/).some(charges));
    return false;
  }
  if (value.type === 'time') return isEnumeratedTime(plain);
  if (value.type === 'texts' && standsAmongOthers(plain, value.all)) return true;
  if (value.type === 'text' && !value.any.some(isState) && standsAmongOthers(plain, value.any, value.others))
    return true;
  const subjects = new Map<string, Set<string>>();
  for (const sentence of sentencesOf(text)) {
    const found = mentionsIn(sentence, value);
    if (found === null) {
      const parts = value.type === 'text' ? value.any : value.type === 'texts' ? value.all : [];
      const holds = parts.some((part) => sentence.toLowerCase().includes(part.toLowerCase()));
      if (holds && (HEDGE.test(sentence) || (value.type === 'text' && isOneOf(sentence, value.any)))) return true;
      continue;
    }
    const { mentions, own } = found;
    if (mentions.some((mention) => mention.value === own) && HEDGE.test(sentence)) return true;
    for (const [at, one] of mentions.entries()) {
      const next = mentions[at + 1];
      if (next === undefined || next.value === one.value || ![one.value, next.value].includes(own)) continue;
      if (LINK.test(sentence.slice(one.to, next.from))) return true;
    }
    if (mentions.length > 0) {
      const subject = subjectOf(sentence, mentions, fact);
      const known = subjects.get(subject) ?? new Set();
      // The last figure is what a sentence comes to.
      for (const mention of subject === '' ? mentions : mentions.slice(-1)) known.add(mention.value);
      subjects.set(subject, known);
    } else if (isFigure(value) && own !== '0' && saysNothingLeft(sentence)) return true;
    else if (isFigure(value) && own === '0' && saysNothingLeft(sentence))
      subjects.set('', (subjects.get('') ?? new Set()).add('0'));
  }
  const own = mentionsIn('', value)?.own ?? '';
  return [...subjects.values()].some((values) => values.size > 1 && values.has(own));
}

const isState = (text: string) => STATE_OF.has(text.toLowerCase());
const isFigure = ({ type }: KeyValue) => type === 'money' || type === 'number';

/** Tells whether a value is one of several joined by "or". */
const isOneOf = (sentence: string, spellings: readonly string[]): boolean =>
  spellings.some((spelling) => {
    const at = sentence.toLowerCase().indexOf(spelling.toLowerCase());
    if (at === -1 || OR.test(spelling)) return false;
    return (
      /(?:\bor|或者?|还是)\s*$/i.test(sentence.slice(0, at)) ||
      /^\s*,?\s*(?:\bor\b|或|还是)/i.test(sentence.slice(at + spelling.length))
    );
  });

const MOST_MOMENTS = 3;

/** More moments than one thing happens at, or one of several. */
const isEnumeratedTime = (text: string): boolean =>
  new Set(datesIn(text)).size > MOST_MOMENTS ||
  new Set(hoursIn(text)).size > MOST_MOMENTS ||
  sentencesOf(text).some(
    (sentence) =>
      (datesIn(sentence).length > 1 || hoursIn(sentence).length > 1) && (OR.test(sentence) || HEDGE.test(sentence)),
  );

/** Tells whether a reply that does not tell a fact gives another value for it under its name. */
export const namesAnother = (text: string, fact: string, value: KeyValue): boolean =>
  sentencesOf(text).some((sentence) => {
    const found = mentionsIn(sentence, value);
    return (
      found !== null &&
      found.mentions.length > 0 &&
      sentence.search(nameOf(fact)) !== -1 &&
      subjectOf(sentence, found.mentions, fact) === ''
    );
  });
