/** What can come of a request, each by the words it is told with in both languages. */
const OUTCOMES: readonly RegExp[] = [
  /\bcancell?(?:ed|ation|ing)\b|取消/i,
  /\brefund(?:ed|ing)?\b|退款/i,
  /\breturn(?:ed|ing)?\b|退货/i,
  /\bexchang(?:ed?|ing)\b|换货/i,
  /\b(?:chang(?:ed|ing)|updated|modified)\b|修改|更改/i,
  /\b(?:urged|expedit\w+|hurried)\b|催/i,
  /\b(?:book(?:ed|ing)|schedul(?:ed|ing)|arrang(?:ed|ing)|appointment)\b|预约|安排/i,
  /\binvoiced?\b|开票|发票|开具/i,
  /\b(?:plac(?:ed|ing)|ordered)\b|下单/i,
  /\b(?:regist(?:ered|ering)|record(?:ed)?|noted)\b|登记|备注/i,
  /\bintercept\w*\b|拦截/i,
  /\b(?:transfer\w*|hand(?:ed|ing)|specialist|colleague)\b|转接|人工|专员/i,
  /\b(?:cash ?back|credited|compensat\w+)\b|返现|补偿|红包/i,
  /\b(?:cannot|can't|can not|unable|impossible|not possible|not allowed|refus\w+|declin\w+)\b|不能|无法|不支持|不可以|没办法|拒绝/i,
];

/** More outcomes than come of a few matters. */
const MOST_OUTCOMES = 5;

/** Whether a text lists more outcomes than could have come of so many matters: who names them all has told of none. */
export const listsOutcomes = (text: string, matters = 1): boolean =>
  OUTCOMES.filter((outcome) => outcome.test(text)).length > MOST_OUTCOMES + matters - 1;
