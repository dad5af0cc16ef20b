import type { Finding } from '../../schemas/finding.ts';
import { tells } from '../../service/answers/key-answer.ts';
import { askable, blanksOf } from '../../service/customer/offline-writer.ts';
import { spells } from '../../service/customer/spelled.ts';
import { type Intent, type LockedSupport, supportDigest } from '../../service/task.ts';
import { type SupportGate, supportGate, textsOf } from './gate.ts';

const LONGEST = 900;
const HAN = /\p{Script=Han}/u;

const lockChanged = supportGate({
  name: 'lock changed',
  codes: { lock_changed: 'the task is no longer what was locked before any text existed' },
  final: true,
  check: ({ locked, lockDigest }) =>
    supportDigest(locked) === lockDigest
      ? []
      : [{ code: 'lock_changed', path: 'lock', detail: `the digest is ${lockDigest.slice(0, 16)}` }],
});

/**
 * Lists what a message that raises an intent has to hold, as people read it: the values its facts and phrases stand
 * for.
 */
const heldBy = (intent: Intent): readonly string[] => {
  const { order_phrase, product_phrase, facts, blanks, variant } = intent;
  const raised = facts.flatMap(({ name, value, when }) => (when === 'raised' ? [blanks[name] ?? value] : []));
  const said = variant === 'one' ? raised.filter((value) => value !== blanks.quantity) : raised;
  return [...said, ...[order_phrase, product_phrase].filter((phrase) => phrase !== null)];
};

/** Words of a demand may leave out what the customer need not say, such as a picture's product. */
const isNamed = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const intentUnsaid = supportGate({
  name: 'intent unsaid',
  codes: {
    intent_unsaid: 'an intent has no message that raises it',
    fact_unsaid: 'a message does not hold a fact that the customer has to say',
    reply_unsaid: 'a reply to a question does not hold the fact that is asked for',
  },
  check({ locked }, wording) {
    const findings: Finding[] = [];
    for (const intent of locked.intents) {
      const path = intent.given_up === null ? `raises.${intent.id}` : `instead.${intent.id}`;
      const text = intent.given_up === null ? wording.raises[intent.id] : wording.instead[intent.id];
      if (text === undefined || wording.raises[intent.id] === undefined) {
        findings.push({ code: 'intent_unsaid', path, detail: `nothing raises ${intent.demand}` });
        continue;
      }
      for (const part of heldBy(intent))
        if (!isNamed(text, part)) findings.push({ code: 'fact_unsaid', path, detail: `does not hold "${part}"` });
      for (const { name, value } of askable(intent, locked.language)) {
        const reply = wording.replies[`${intent.id}.${name}`];
        if (reply === undefined || !isNamed(reply, value))
          findings.push({
            code: 'reply_unsaid',
            path: `replies.${intent.id}.${name}`,
            detail: `does not hold "${value}"`,
          });
      }
    }
    return findings;
  },
});

const toldEarly = supportGate({
  name: 'told early',
  codes: { told_early: 'the customer says what is not to be told, or only when asked for' },
  check: ({ locked: { withheld } }, wording) =>
    textsOf(wording).flatMap(({ path, text, intent, fact }) =>
      withheld.flatMap(({ intent: of, what, value }) =>
        spells(text, value) && !(intent === of && fact === what)
          ? [{ code: 'told_early', path, detail: `says "${value}", the ${what} of ${of}` }]
          : [],
      ),
    ),
});

const digitsIn = (text: string) => text.normalize('NFKC').match(/\d{3,}/g) ?? [];

const factInvented = supportGate({
  name: 'fact invented',
  codes: { fact_invented: 'a text names a number that is no fact of its intent' },
  check({ locked }, wording) {
    const known = new Map(locked.intents.map((intent) => [intent.id, knownTo(intent, locked).join('\n')]));
    return textsOf(wording).flatMap(({ path, text, intent }) =>
      digitsIn(text).flatMap((digits) =>
        (known.get(intent ?? '') ?? '').includes(digits)
          ? []
          : [{ code: 'fact_invented', path, detail: `names ${digits}, which is nothing the customer knows` }],
      ),
    );
  },
});

const knownTo = (intent: Intent, { language }: LockedSupport): readonly string[] => [
  ...Object.values(blanksOf(intent)),
  ...Object.values(intent.given_up?.blanks ?? {}),
  ...askable(intent, language).map(({ value }) => value),
];

const answerGiven = supportGate({
  name: 'answer given',
  codes: { answer_given: 'the customer says what the agent has to find out' },
  check: ({ locked: { key_answers, intents } }, wording) =>
    key_answers.flatMap(({ id, intent, value }) => {
      if (value.type !== 'money' && value.type !== 'time') return [];
      const own = intents.find((one) => one.id === intent);
      const phrases = own === undefined ? [] : Object.values(blanksOf(own));
      // A figure in an id or an address is none the customer could mean.
      if (phrases.some((phrase) => tells(phrase, value))) return [];
      return textsOf(wording)
        .filter((text) => text.intent === intent && tells(text.text, value))
        .map(({ path }) => ({ code: 'answer_given', path, detail: `tells ${id}` }));
    }),
});

/** Chinese may hold names in Latin letters, and no clause of them. */
const isChinese = (text: string) =>
  (HAN.test(text) || !/\p{L}/u.test(text)) && !/\p{Script=Latin}+(?:[\s,']+\p{Script=Latin}+){3}/u.test(text);

const otherLanguage = supportGate({
  name: 'other language',
  codes: { other_language: 'a text is not in the language of the task' },
  check: ({ locked: { language, intents } }, wording) =>
    textsOf(wording).flatMap(({ path, text }) => {
      const values = intents.flatMap((intent) => Object.values(blanksOf(intent)));
      const rest = values.reduce((left, value) => left.replaceAll(value, ' '), text);
      const isFit = language === 'zh' ? isChinese(rest) : !HAN.test(rest);
      return isFit
        ? []
        : [{ code: 'other_language', path, detail: `is not ${language === 'zh' ? 'Chinese' : 'English'}` }];
    }),
});

const unreadable = supportGate({
  name: 'unreadable',
  codes: { unreadable: 'a text is too long, or holds a blank that was not filled' },
  check: (_task, wording) =>
    textsOf(wording).flatMap(({ path, text }) => {
      if (text.length > LONGEST)
        return [{ code: 'unreadable', path, detail: `has ${text.length} characters, the limit is ${LONGEST}` }];
      // A message may end with a link, which what follows sticks to.
      const blank = /\{\w+\}|(?:\b|(?<=\.png))(?:undefined|null)\b|\s{2,}/.exec(text);
      return blank === null ? [] : [{ code: 'unreadable', path, detail: `holds "${blank[0]}"` }];
    }),
});

/** The gates of customer-service texts, in the order they are asked. */
export const SUPPORT_GATES: readonly SupportGate[] = [
  lockChanged,
  intentUnsaid,
  toldEarly,
  factInvented,
  answerGiven,
  otherLanguage,
  unreadable,
];

export const supportFindings = (...draft: Parameters<SupportGate['check']>): Finding[] =>
  SUPPORT_GATES.flatMap(({ check }) => check(...draft));
