import type { Complaint } from './complaint.ts';

/** What an endpoint that blocks a request has something against. */
export type Blocked = 'input' | 'account' | 'request';

const INPUT_CODE =
  /content_?(?:filter|policy|moderation)|invalid_prompt|moderation|data_inspection|responsible_?ai|^refusal$/i;
const ACCOUNT_CODE = /account|organi[sz]ation|access_terminated/i;

/** Both in one clause, whichever comes first. */
const about = (what: string, block: string) =>
  new RegExp(String.raw`\b(?:${what})\b[^.]{0,80}?\b(?:${block})|\b(?:${block})[^.]{0,60}?\b(?:${what})\b`, 'i');

/** A 403 may be about anything, so it has to speak of what was asked. */
const INPUT_AT_403 = [
  about(
    'inputs?|prompts?|contents?|messages?|text|completions?|outputs?',
    'flag|block|filter|reject|refus|moderat|violat|prohibit|disallow|not allowed|inappropriate|unsafe|high risk',
  ),
  about('request', 'flag|moderat|violat|safety system'),
];
/** A 400 is about the request: it says enough that a filter is at work. */
const INPUT_AT_400 = [
  /content[_ ](?:filter|policy)|content management policy|responsible ?ai|usage polic|safety system|flagged|moderation/i,
];
const ACCOUNT = [
  about(
    'accounts?|organi[sz]ation|resource|subscription|project|workspace|api key',
    'flagged|block|restricted|revoked|suspended|terminated|disabled|deactivated|banned',
  ),
  about('access', 'terminated|revoked|suspended'),
];
const REQUEST = /\b(?:this|your|the) request\b|action you just performed/i;

/** Where the first of the patterns is found; infinitely far off where none is. */
const firstOf = (patterns: readonly RegExp[], text: string): number =>
  Math.min(
    ...patterns.map((pattern) => text.search(pattern)).map((place) => (place < 0 ? Number.POSITIVE_INFINITY : place)),
  );

/** What a 400 or 403 is against by its code, and else by what it names first; null where it blocks none of them. */
export function blockedIn({ status, code, text, flagged }: Complaint): Blocked | null {
  if (flagged || INPUT_CODE.test(code ?? '')) return 'input';
  if (ACCOUNT_CODE.test(code ?? '')) return 'account';
  const input = firstOf(status === 403 ? INPUT_AT_403 : INPUT_AT_400, text);
  const account = firstOf(ACCOUNT, text);
  if (account <= input && Number.isFinite(account)) return 'account';
  if (Number.isFinite(input)) return 'input';
  return REQUEST.test(text) ? 'request' : null;
}
