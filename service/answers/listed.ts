import { escaped } from '../../text/escaped.ts';
import { normaliseText } from '../../text/normalise.ts';
import { STATE_OF } from './states.ts';

/** Stands for a name that is looked for, which may hold commas itself. */
const NAME = '\u0001';
const HAN = /\p{Script=Han}/u;

const sentencesOf = (text: string): string[] => text.match(/(?:[^.!?。]|\.(?=\S))+/gu) ?? [];
/** Between members of a list. A Chinese comma parts clauses; members stand between enumeration marks. */
const SEPARATORS = {
  latin: /\s*(?:[,;/、\n]|\s&\s|\band\b|\bor\b)\s*/i,
  han: /\s*(?:[、;/\n]|以及|或者|[和与及或])\s*/,
} as const;
/** Text that leads to a list, and marks in front of its lines. */
const LEAD = /^.*(?::|\bis\b|\bare\b|\bby\b|是|有|为|由)\s*/isu;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s*/;
/** Words no name is made of. */
const CLAUSE =
  /\b(?:is|are|was|were|it|its|you|your|i|we|they|to|for|with|on|at|in|by|from|has|have|had|will|can|please|not|then|so|but|as|if|which|that|there|yes|no|sorry|sure|hi|hello|dear|great|okay|ok|thanks?)\b|[的是您你已会请在到了我它就也还把]/i;
const MOST_WORDS = 4;
const MOST_HAN = 10;

/** Tells whether a part of a sentence is a name of the same look as another one: as short, and written like it. */
function isAlike(part: string, name: string): boolean {
  const bare = part.replace(BULLET, '').trim();
  if (bare === '' || bare.includes(NAME) || CLAUSE.test(bare) || STATE_OF.has(bare.toLowerCase())) return false;
  if (/^\d{5,}$/.test(name)) return /^\d{5,}$/.test(bare);
  if (/\d/.test(bare)) return false;
  if (HAN.test(name)) return HAN.test(bare) && [...bare].length <= MOST_HAN;
  return bare.split(/\s+/).length <= MOST_WORDS && /^\p{Lu}/u.test(bare) === /^\p{Lu}/u.test(name);
}

/**
 * Tells whether names stand among others that are none of them: in one list, in lines of a list, or in sentences that
 * differ in the name alone. A reply that lists all there are has told nothing. `others`: those there are; where they are
 * not known, whatever has the look of the names.
 */
export function standsAmongOthers(text: string, names: readonly string[], others?: readonly string[]): boolean {
  const [name = ''] = names;
  const known = others?.map(wholly);
  const isOther = (part: string) =>
    known === undefined ? isAlike(part, name) : !CLAUSE.test(part) && known.some((other) => part.search(other) !== -1);
  const marked = names
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, one) => left.replaceAll(wholly(one), NAME), text.normalize('NFKC'));
  const separator = HAN.test(name) ? SEPARATORS.han : SEPARATORS.latin;
  const sentences = sentencesOf(marked).map((sentence) => sentence.trim());
  return sentences.some((sentence) => {
    if (!sentence.includes(NAME)) return false;
    const parts = sentence.split(separator);
    if (parts.some((part, at) => part.includes(NAME) && standsBeside(parts, at, isOther))) return true;
    const [before = '', after = ''] = [sentence.slice(0, sentence.indexOf(NAME)), sentence.split(NAME).at(-1)];
    if (normaliseText(before + after).length < 3) return false;
    return sentences.some(
      (other) =>
        other.length > before.length + after.length &&
        other.startsWith(before) &&
        other.endsWith(after) &&
        isOther(other.slice(before.length, other.length - after.length)),
    );
  });
}

/** A name as whole words; in scripts without spaces, anywhere. */
const wholly = (name: string) =>
  new RegExp(HAN.test(name) ? escaped(name) : `(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu');

/** Tells whether a part of a list has another name for a neighbour, past other parts that hold the right one. */
function standsBeside(parts: readonly string[], from: number, isOther: (part: string) => boolean): boolean {
  return [-1, 1].some((step) => {
    let at = from + step;
    while (parts[at]?.includes(NAME) === true) at += step;
    const part = parts[at];
    // What leads to the list stands with its first member.
    return part !== undefined && isOther(step === -1 ? part.replace(LEAD, '') : part);
  });
}
