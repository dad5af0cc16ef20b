import { hash } from 'node:crypto';

/** Characters that a reader does not see, or that end a line unasked; a plain line break and a tab are neither. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Text that could be taken for a fence at a glance. */
const LIKE_A_FENCE = /<(?=\s*\/?\s*data\b)/giu;
const LABEL = /^[a-z0-9][a-z0-9 _-]{0,39}$/;
const MARK_LENGTH = 12;

const escaped = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The start of a text, never half a character of it. */
const start = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** A mark that does not stand in the text, and that nobody who writes the text can foresee. */
function markFor(label: string, text: string): string {
  for (let draw = 0; ; draw++) {
    const mark = hash('sha256', `${label}\n${draw}\n${text}`, 'hex').slice(0, MARK_LENGTH);
    if (!text.includes(mark)) return mark;
  }
}

/**
 * Text that others wrote, as data for a prompt: `<data MARK label>`, the text, `</data MARK>`. The mark is a digest of
 * the text and never stands in it, so no text can close its own fence. Control, bidi and other unseen characters are
 * shown as `\u202e`, so JSON stays JSON. Beyond `most` characters the text is cut, and the opening line says so.
 */
export function fenced(label: string, text: string, most = Number.POSITIVE_INFINITY): string {
  if (!LABEL.test(label)) throw new RangeError(`"${label}" is no label of a fence, expected a few lower-case words`);
  const safe = text.replace(UNSEEN, escaped).replace(LIKE_A_FENCE, escaped);
  const shown = start(safe, most);
  const mark = markFor(label, shown);
  const cut = shown.length < safe.length ? `, first ${shown.length} of ${safe.length} characters` : '';
  return `<data ${mark} ${label}${cut}>\n${shown}\n</data ${mark}>`;
}

/** A value as fenced JSON; what is inside the fence parses to an equal value. */
export const fencedJson = (label: string, value: unknown): string => fenced(label, JSON.stringify(value, null, 1));
