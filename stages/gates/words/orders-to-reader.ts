import type { Span } from '../../../schemas/finding.ts';
import { undisguised } from '../../../text/disguises.ts';

const SET_ASIDE = String.raw`(?:ignor|disregard|forget|overrid|overrul|bypass|skip|circumvent|stop (?:follow|obey)|(?:do not|don['’]t|never) (?:follow|obey|heed))(?:e|ing|s)?`;
const TOLD = String.raw`(?:instructions?|rules|prompts?|plan|rubrics?|guidelines?|polic(?:y|ies)|checks?|filters?|safeguards?|constraints|directives?|everything (?:said|above|before|you were told)|what (?:was|is) (?:said|written) (?:above|before))`;
/** Places where an order may begin: at the start of a sentence, also of one that is polite. */
const START = String.raw`(?:^|[.!?:;\n]\s*)(?:(?:please|now|just|simply|from now on|instead|and|then)[,\s]+)*`;

const ORDERS = [
  new RegExp(
    String.raw`\b${SET_ASIDE} (?:all|any|the|every|everything|what|previous|prior|above|your|my|these|those|its)\b[^.!?]*?(?:\b${TOLD}\b|(?<=everything )(?:said|above|before)\b)`,
  ),
  new RegExp(String.raw`\b${SET_ASIDE} ${TOLD}\b`),
  /\bsystem (?:prompt|message|instruction)s?\b|\bnew instructions?\b|\binstructions? (?:for|to) the (?:assistant|agent|model|shopper|reader|ai)\b/,
  /\b(?:you are|act as|acting as|as|pretend to be|behave like)(?: now)?(?: an?)? (?:ai|assistant|(?:large )?language model|llm|chat ?bot|unrestricted [a-z]+)\b/,
  new RegExp(`${START}(?:pretend|imagine|suppose) (?:that )?(?:you(?:['’]re| are| have)|to be)\\b`),
  /\balways recommend\b|\b(?:recommend|return|reply with|answer with|respond with|choose|pick|select) (?:only )?the (?:first|top|cheapest|last) (?:one|item|product|result|listing|option|hit)\b/,
  new RegExp(
    `${START}(?:reply|respond|answer|return|output|print|reveal|repeat)\\b[^.!?]{0,20}\\b(?:json|xml|product[ _]ids?|yes|the (?:first|word|string)|(?:your|the) (?:prompt|instructions?))\\b`,
  ),
  /\b(?:reply|respond|answer)\b[^.!?]{0,12}\bonly with\b|\b(?:reply|respond|answer) only (?:in|as|with)\b|\b(?:return|output|print) only\b/,
  new RegExp(
    `${START}(?:approve|confirm|complete|finali[sz]e) (?:the|this|my) (?:order|purchase|checkout|sale)\\b|\\band (?:approve|confirm) the (?:order|purchase|sale)\\b`,
  ),
  // A turn of a conversation, or the frame of one, that is none.
  /(?:^|[.!?\n]\s*)(?:assistant|agent|system|user|human|ai)\s*:/,
  /<\/?(?:system|assistant|user|instructions?|prompt)>|\[\/?(?:inst|system)\]|<\|[a-z_]+\|>|^#{2,}\s*(?:instructions?|system|response|task)\b|\s#{2,}\s*(?:instructions?|system|response|task)\b|\b(?:begin|end)(?: of)? (?:system|prompt|instructions?)\b/,
  // Words about the machinery that reads the text, which shoppers know nothing of.
  /\b(?:rubrics?|(?<!(?:st|nd|rd|th|first|second|third)[ -])graders?|jail-?break(?:ing)?|developer (?:mode|note|message)s?|(?:from|by) the developers?|rm -rf|sudo|tool calls?|[a-z]+_[a-z_]+)\b/,
  /\b(?:agents?|models?|assistants?|ais?|bots?|llms?|readers?) (?:reading|processing|parsing|evaluating|handling|seeing) (?:this|the)\b/,
  /\b(?:note|message|reminder|memo|hint) (?:to|for) (?:the |any |all )?(?:agents?|models?|assistants?|ais?|bots?|llms?|readers?|developers?|evaluators?)\b/,
  /\b(?:let|tell|inform|instruct|make) (?:the |any |all )(?:agents?|models?|assistants?|ais?|bots?|evaluators?)\b/,
  new RegExp(`${START}(?:treat|regard|consider|read|take) this (?:message|text|query|line|sentence|request) as\\b`),
  new RegExp(
    `${START}(?:mark|count|rate|score|grade|report) (?:this|the|my|every|any|all)[^.!?]{0,25}\\b(?:solved|passed|correct|done|complete|successful|true)\\b`,
  ),
  new RegExp(
    `${START}(?:give|award|assign|set)\\b[^.!?]{0,20}\\b(?:full marks|full points|(?:the )?(?:score|reward|grade|rating) to)\\b`,
  ),
  new RegExp(
    `${START}(?:execute|run|eval(?:uate)?|call|invoke|use) (?:the |this |a )?(?:following |tool |function |shell )?(?:commands?|code|scripts?|tools?|functions?|sql)\\b`,
  ),
  new RegExp(
    `${START}(?:translate|repeat|summari[sz]e|quote|print|show|reveal|copy|output)\\b[^.!?]{0,20}\\b(?:above|instructions?|prompts?|rules|this text|the text)\\b`,
  ),
  new RegExp(
    `${START}(?:stop|end|finish|quit|abort|terminate) (?:searching|looking|here|now|the (?:conversation|dialogue|chat|search|task|session))\\b|\\bshould stop (?:searching|looking|asking)\\b`,
  ),
  new RegExp(`${START}(?:switch|change|go) (?:in)?to [a-z]+ mode\\b|${START}(?:enable|activate|enter) [a-z]+ mode\\b`),
  /\byour (?:new|real|actual|only) (?:task|job|goal|role|purpose|instruction)s?\b|\bwhatever the (?:user|customer|shopper) (?:says|asks|wants)\b|\byou must (?:answer|reply|respond|say|output|choose|pick|select)\b/,
  new RegExp(
    String.raw`\b(?:drop|abandon|discard|set aside|leave aside|ignore) (?:the |all |any |your |every )?(?:[a-z]+ )?${TOLD}\b|\b(?:ignore|disregard|forget) (?:what|everything|all|anything) (?:that )?(?:came|was said|is|you (?:were|have been) told|stands|stood)\b`,
  ),
  /\b(?:skip|do not ask|don['’]t ask|without asking|ask no|never ask)\b[^.!?]{0,20}\b(?:clarif\w*|follow-?up questions?|questions?)\b/,
];
const ANY_ORDER = new RegExp(ORDERS.map(({ source }) => source).join('|'), 'gimu');

const spansIn = (text: string): Span[] =>
  [...text.matchAll(ANY_ORDER)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));

/** Orders to whoever reads a text, which no shopper gives: they come out of a listing that told the writer to. */
export function ordersIn(text: string): Span[] {
  const found = spansIn(text);
  const plain = undisguised(text);
  if (found.length > 0 || plain === undefined) return found;
  const at = (unit: number) => plain.origin[unit] as number;
  return spansIn(plain.text).map(({ start, end }) => ({ start: at(start), end: at(end - 1) + 1 }));
}
