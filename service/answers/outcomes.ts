/** Outcomes of requests, each by the words it is told with in both languages. */
const OUTCOMES: readonly RegExp[] = [
  /\bcancell?(?:ed|ation|ing)\b|取消/gi,
  /\brefund(?:ed|ing)?\b|退款/gi,
  /\breturn(?:ed|ing)?\b|退货/gi,
  /\bexchang(?:ed?|ing)\b|换货/gi,
  /\b(?:chang(?:ed|ing)|updated|modified)\b|修改|更改/gi,
  /\b(?:urged|expedit\w+|hurried)\b|催/gi,
  /\b(?:book(?:ed|ing)?|schedul(?:ed|ing)|arrang(?:ed|ing)|appointment)\b|预约|安排/gi,
  /\b(?:invoiced|issu(?:ed|ing))\b|开票|开具/gi,
  /\b(?:plac(?:ed|ing)|ordered)\b|下单/gi,
  /\b(?:regist(?:er|ered|ering)|record(?:ed)?|noted)\b|登记|备注/gi,
  /\bintercept\w*\b|拦截/gi,
  /\b(?:transfer\w*|hand(?:ed|ing)|connect\w*|escalat\w*|forward(?:ed|ing)|specialist|colleague)\b|转接|人工|专员/gi,
  /\b(?:cash ?back|credited|compensat\w+)\b|返现|补偿|红包/gi,
  /\b(?:cannot|can't|can not|unable|impossible|not possible|not allowed|refus\w+|declin\w+)\b|不能|无法|不支持|不可以|没办法|拒绝/gi,
];

/** Words that close a matter without naming what came of it. */
const CLOSES =
  /\b(?:done|settled|resolved|taken care|all set|success\w*|completed?|process(?:ed|ing)|submitt?ed|paid|notified|added|applied|approved|accepted|set|sent|passed|confirmed|yes|agent)\b|已|好了|成功|完成|办理|处理/;
const ANY = new RegExp([...OUTCOMES, CLOSES].map(({ source }) => source).join('|'), 'i');

/** Tells whether a text names what came of a request, or that something did. */
export const namesOutcome = (text: string): boolean => ANY.test(text);

/** Words after which things are denied, offered or wished for, and words after which they are done again. */
const MARKERS =
  /(?<open>\b(?:not|cannot|never|no longer|unable|without|instead of|can|could|may|might|will|would|shall|should|if|unless|once|when|after|before|until|please|wants?|wanted|wish)\b|n't\b|'(?:ll|d)\b|不(?!好意思|客气|急|过)|无法|没(?!问题)|未|可以|可(?=申请|选|办|退|换)|能|会|(?<!已)将|如果|如需|若|要是|请|想|需要|建议|或)|\b(?:i|we)(?:'ve| have)\b|\bha(?:s|ve) been\b|已|刚/giu;

/** Tells whether a sentence says of one outcome that it came about. */
const isSaidDone = (sentence: string, outcome: RegExp): boolean =>
  [...sentence.matchAll(outcome)].some(
    ({ 0: word, index }) =>
      /ed$|\p{Script=Han}/iu.test(word) &&
      [...sentence.slice(0, index + word.length).matchAll(MARKERS)].at(-1)?.groups?.open === undefined,
  );

/** More outcomes than come of one matter, and more than one reply speaks of in any way. */
const MOST_DONE = 5;
const MOST_NAMED = 9;

/**
 * Tells whether a text says of more outcomes that they came about than could have of so many matters, or names nearly all there
 * are: who names them all has told of none. What is denied or offered did not come about.
 */
export function listsOutcomes(text: string, matters: number): boolean {
  const named = OUTCOMES.filter((outcome) => text.search(outcome) !== -1);
  const most = MOST_DONE + matters - 1;
  if (named.length > MOST_NAMED) return true;
  if (named.length <= most) return false;
  const sentences = text.split(/[.!?。;\n]+/);
  return named.filter((outcome) => sentences.some((sentence) => isSaidDone(sentence, outcome))).length > most;
}
