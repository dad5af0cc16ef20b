import { minorUnitsOf } from '../../text/money.ts';
import type { LockedSupport } from '../task.ts';
import { amountsIn } from './figures.ts';
import { DEEDS } from './reasons.ts';

const CLAIM = /\b(?:i|we)(?:'ve| have)\b(?!n't| not)([^.!?;\n]|\.(?=\d))*/giu;
const NEXT = /,(?!\d)|\band\b|\b(?:i|we)(?:'ve| have)\b/iu;
const ADVERBS = /^\s*(?:(?:also|already|just|now|gladly|then|even|additionally|\p{L}+ly)\s+)*/iu;
const CLAIM_ZH = /(?:已经?|刚刚?|还)(?:为|帮|给)您[^。！？；，\n]{0,14}/gu;
const MAYBE_ZH = /[不没未可能会将要]/u;

/** An amount of money in a text. */
const MONEY = /[$€£¥₱]\s?\d[\d.,]*|\d[\d.,]*\s?(?:yuan|rmb|cny|usd|php|dollars?|pesos?|euros?|元|块)/iu;

/** Clauses in which a message says that something was done, by who says so. */
function claimsIn(message: string): string[] {
  const text = message.normalize('NFKC').replace(/[’‘]/g, "'");
  const english = [...text.matchAll(CLAIM)].flatMap(([claim]) =>
    claim
      .split(NEXT)
      .slice(1)
      .map((part) => part.replace(ADVERBS, '')),
  );
  const chinese = [...text.matchAll(CLAIM_ZH)].map(([claim]) => claim).filter((claim) => !MAYBE_ZH.test(claim));
  return [...english, ...chinese];
}

/** Figures that a task holds anywhere: amounts are told in its currency's units, and kept in minor ones. */
function figuresOf({
  calls,
  key_answers,
  intents,
  currency,
}: Pick<LockedSupport, 'calls' | 'key_answers' | 'intents' | 'currency'>): ReadonlySet<number> {
  const units = minorUnitsOf(currency);
  const figures = amountsIn(JSON.stringify([calls, key_answers, intents]));
  return new Set(figures.flatMap((figure) => [figure, figure / units]));
}

/** The claims of a message that the store does not bear out: deeds that no request of the task brings about, or other amounts. */
export function falseClaims(
  message: string,
  locked: Pick<LockedSupport, 'calls' | 'key_answers' | 'intents' | 'currency'>,
): string[] {
  const done = new Set(locked.intents.filter(({ outcome }) => outcome === 'allowed').map(({ kind }) => kind));
  return claimsIn(message).filter((claim) =>
    Object.values(DEEDS).some(({ by, en, zh }) => {
      if (!en.some((pattern) => claim.search(pattern) === 0) && !zh.some((pattern) => pattern.test(claim)))
        return false;
      if (!by.some((kind) => done.has(kind))) return true;
      return MONEY.test(claim) && amountsIn(claim).every((amount) => !figuresOf(locked).has(amount));
    }),
  );
}
