import { amountsIn } from '../answers/figures.ts';
import { listsOutcomes, namesOutcome } from '../answers/outcomes.ts';
import { refusesSomething } from '../answers/reasons.ts';
import { saysNothingLeft } from '../answers/zero.ts';

/**
 * Kind of answer that settles a matter for a customer: a figure, something done or refused, or anything that is stated.
 */
export type Settles = 'figure' | 'outcome' | 'statement';

/** Clauses end at punctuation; points and commas within figures are part of them. */
const clausesOf = (text: string): string[] =>
  (text.normalize('NFKC').match(/(?:[^.!?。,、;；:：…\n]|[.,:](?=\d))+[.!?。,、;；:：…]*/gu) ?? [])
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));

/** Politeness and promises to look: clauses that state nothing. */
const HOLDS: readonly RegExp[] = [
  /^(?:hi|hello|hey|good (?:day|morning|afternoon|evening)|dear|welcome|greetings|thanks?|thank you|you're welcome|sure|certainly|of course|okay|ok|alright|all right|great|got it|understood|absolutely|no problem|right away|please|there|sir|madam|ma'am|well|so|now)\b(?:(?: (?:there|you|so much|very much|again|sir|madam|everyone|thing|right|away|now|please))*(?: (?:for|to) .*)?)?\W*$/i,
  /^(?:(?:please|just|so|okay|ok|now|and|first|well|sure|then|yes|alright|certainly|of course) )*(?:give me|allow me to (?:check|look)|let (?:me|us)(?: (?:just|quickly|first|now|go and))* (?:check|look|see|find|pull|have a|take a|verify|review|get|confirm|double)|bear with me|hold on|hang on|wait|one moment|one second|one sec|one minute|(?:just )?a (?:moment|second|sec|minute|few)|a bit|just one|i(?:'ll| will|'m going to| am going to| need to| have to| would like to|'d like to| shall)(?: now| just| first| quickly| gladly| happily)* (?:check|look|see|find|pull|have a look|take a look|verify|review|help|assist|get back|be (?:back|right|with)|know|understand)|i(?:'m| am)(?: now| just| currently| already)* (?:check|look|pull|find|verif|review|going to (?:check|look)|happy to|glad to|here to|on it)|we(?:'ll| will) (?:check|look)|checking|looking|pulling up|while i|as i (?:check|look)|before i)\b/i,
  /^(?:i'd|i would) be (?:happy|glad)|^(?:i )?(?:understand|appreciate|apologi[sz]e)\b|^i see\W*$|^my apologies|^(?:i(?:'m| am) )?(?:so |very |really |truly )?sorry(?: (?:to hear|for|about)\b.*|\W*)$|^it's my pleasure|^my name is|^this is .* (?:from|speaking)\b/i,
  /^(?:您|你)?好(?:的|呀|啊|呢|吗)?\W*$|^(?:亲|您好亲|亲爱的.*|欢迎.*|感谢.*|谢谢.*|在的|在呢|收到|明白|了解|嗯+|没问题|不客气)\W*$|(?:请|麻烦|劳烦)?(?:您|你)?(?:稍等|稍候|等一下|等一等|稍等片刻|别急|不要着急|放心)|^(?:我|这边|我这边|马上|现在|立即|正在|让我|容我|先|为您|帮您|来|给您|就|去)*(?:查|看|核实|确认|了解)(?:询|看)?(?:一下|下|一查|看看|中)?(?:您|你)?(?:的)?[^\d]{0,12}$|^(?:非常|十分|实在|真的|很)?(?:抱歉|不好意思|对不起)(?:让|给|，|$|\W).*$|^(?:非常|十分|实在|真的|很)?(?:抱歉|不好意思|对不起)$|很高兴为您服务|有什么可以帮/,
];

const REFUSES =
  /\b(?:cannot|can't|can not|unable|not possible|impossible|not allowed|won't)\b|不能|无法|不支持|不可以|没办法/i;

const holds = (clause: string) => !REFUSES.test(clause) && HOLDS.some((pattern) => pattern.test(clause));

const isQuestion = (clause: string) => /\?\s*$/.test(clause) || /[吗呢么][^\p{L}\p{N}]*$/u.test(clause);

/** Returns what a message states: its clauses without greetings, promises to look and questions. */
function statedIn(message: string): string {
  // A question is one as a whole sentence.
  const sentences = message.normalize('NFKC').match(/(?:[^.!?。\n]|\.(?=\d))+[.!?。]*/gu) ?? [];
  return sentences
    .filter((sentence) => !isQuestion(sentence.trim()))
    .flatMap(clausesOf)
    .filter((clause) => !holds(clause))
    .join(' ');
}

/** Tells whether a message states anything. */
export const isStatement = (message: string): boolean => statedIn(message) !== '';

/**
 * Tells whether a message answers a matter, rightly or wrongly: it states what one of its intents is settled by, or
 * closes it. One that lists every outcome there is says nothing of the matters so far.
 */
export function isAnswer(message: string, settles: readonly Settles[], closes: RegExp, matters: number): boolean {
  const stated = statedIn(message);
  if (listsOutcomes(stated, matters)) return false;
  if (stated === '') return closes.test(message) && !clausesOf(message).some(holds);
  if (settles.includes('statement') || closes.test(message)) return true;
  if (namesOutcome(stated) || refusesSomething(stated)) return true;
  return settles.includes('figure') && (amountsIn(stated).length > 0 || saysNothingLeft(stated));
}
