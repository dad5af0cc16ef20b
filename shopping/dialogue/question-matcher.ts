import { z } from 'zod';
import {
  commaList,
  englishExpression,
  englishWords,
  type Language,
  ofLexicon,
  otherLanguage,
  readWords,
} from '../../lexicon/index.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { tokensOf } from '../../text/normalise.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';

/** The part of a clarification slot that decides whether a question opens it. */
export interface KeyedSlot {
  readonly slot_id: string;
  readonly trigger_keywords: readonly string[];
}

/** Characters (code points) a question may have, as in the published `ask_user` tool. */
export const LONGEST_QUESTION = 100;
const LONGEST_KEYWORD = 3;
const MOST_KEYWORD_TOKENS = 5;
const MOST_CONTENT_TOKENS = 8;
const LONGEST_CONTENT_RUN = 4;
const MOST_LIST_MARKS = 3;

/** The question words of the language in force. */
const questionWords = (): Language['question'] =>
  otherLanguage()?.question ??
  z.strictObject({ frame: commaList, function: commaList, generic: commaList }).parse(readWords('questions.yaml'));

/** Words that make a string of words a question or a request. */
export const FRAME_WORDS: ReadonlySet<string> = ofLexicon(() => new Set(questionWords().frame));

/** Words that carry no topic. Frame words count among them. */
export const FUNCTION_WORDS: ReadonlySet<string> = ofLexicon(
  () => new Set([...questionWords().frame, ...questionWords().function]),
);

/** Words that fit questions about almost anything. */
export const GENERIC_WORDS: ReadonlySet<string> = ofLexicon(() => new Set(questionWords().generic));

/** Frame words that are not set apart from what stands beside them. */
const UNSPACED_FRAMES = ofLexicon(() => [...FRAME_WORDS].filter(hasUnspacedScript));

const EXAMPLES = englishExpression('question matcher: examples', 'giu');
const LIST_MARKS = englishExpression('question matcher: list marks', 'giu');

const MOST_TOKENS = 20_000;

/** A token without its English inflection, for keyword matching only; see `matchQuestion`, step 2. */
export const foldToken = memoised(MOST_TOKENS, folded);

function folded(token: string): string {
  if (!/^[a-z]{3,}$/.test(token)) return token;
  let word = token;
  if (word.length > 3) {
    if (/(?:ies|ied)$/.test(word)) word = `${word.slice(0, -3)}y`;
    else if (/(?:s|x|z|ch|sh)es$/.test(word)) word = word.slice(0, -2);
    else if (/[^sui]s$/.test(word)) word = word.slice(0, -1);
  }
  const root = /^(.+[^e])ed$/.exec(word)?.[1] ?? /^(.{2,})ing$/.exec(word)?.[1];
  if (root !== undefined && /[aeiouy]/.test(root)) word = root;
  if (word.length > 2) word = word.replace(/e$/, '');
  return word.length > 3 ? word.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : word;
}

/** Texts that are remembered as the matcher compares them: keywords are tried on slot after slot. */
const MOST_TEXTS = 4096;

/** A text as the matcher compares it: its tokens, folded. */
export const foldedTokensOf = memoised(MOST_TEXTS, (text): readonly string[] => tokensOf(text).map(foldToken));

/** Places where `part` stands in `whole` as consecutive elements. */
export function placesOf(part: readonly string[], whole: readonly string[]): number[] {
  if (part.length === 0) return [];
  const places: number[] = [];
  for (let at = 0; at + part.length <= whole.length; at++) {
    if (part.every((token, offset) => whole[at + offset] === token)) places.push(at);
  }
  return places;
}

/**
 * The places of a question that a keyword covers, one list for each time it stands there. Where words are not set apart, it
 * is found by its characters, for the dictionary may cut them differently beside others.
 */
export function coveredBy(keyword: readonly string[], question: readonly string[]): number[][] {
  const whole = placesOf(keyword, question).map((start) => keyword.map((_, offset) => start + offset));
  const written = keyword.join('');
  if (whole.length > 0 || !hasUnspacedScript(written)) return whole;
  const ends: number[] = [];
  for (const token of question) ends.push((ends.at(-1) ?? 0) + token.length);
  const at = question.join('').indexOf(written);
  if (at === -1) return [];
  const covers = (end: number, place: number) =>
    end > at && end - (question[place] as string).length < at + written.length;
  return [ends.flatMap((end, place) => (covers(end, place) ? [place] : []))];
}

function longestContentRun(tokens: readonly string[]): number {
  let longest = 0;
  let run = 0;
  for (const token of tokens) {
    run = FUNCTION_WORDS.has(token) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const DETERMINERS = new Set(englishWords('question matcher: determiners'));

/** Marks between listed things; "the finish the pattern" is a list as well. */
function listMarksIn(asked: string): number {
  const tokens = tokensOf(asked.replace(LIST_MARKS, ' and '));
  const unmarked = tokens.filter((token, at) => {
    const before = tokens[at - 1];
    return DETERMINERS.has(token) && before !== undefined && !FUNCTION_WORDS.has(before);
  });
  return (asked.match(LIST_MARKS)?.length ?? 0) + unmarked.length;
}

/** A question as the matcher sees it: its folded tokens, or null where it is not one natural question. */
export type ReadQuestion = readonly string[] | null;

interface ReadSlot {
  readonly slot_id: string;
  readonly keywords: readonly (readonly string[])[];
}

const isFramed = (tokens: readonly string[], asked: string): boolean =>
  tokens.some((token) => FRAME_WORDS.has(token)) || UNSPACED_FRAMES.some((frame) => asked.includes(frame));

/** Steps 1, 2 and the first half of 4 of `matchQuestion`; what depends on the question alone, to be done once. */
export const readQuestion = (question: string): ReadQuestion => readNatural(question, isFramed)?.map(foldToken) ?? null;

/** The tokens of what step 4 takes for one natural question, and of short ones with a question mark: "Wired or wireless?" */
export const naturalTokensOf = (question: string): readonly string[] | null =>
  readNatural(question, question.trim().endsWith('?') ? () => true : isFramed);

function readNatural(question: string, isAsked: typeof isFramed): string[] | null {
  const trimmed = question.trim();
  if ([...trimmed].length > LONGEST_QUESTION) return null;
  const asked = trimmed.replace(EXAMPLES, ' ');
  const tokens = tokensOf(asked);
  const natural =
    isAsked(tokens, asked) &&
    tokens.filter((token) => !FUNCTION_WORDS.has(token)).length <= MOST_CONTENT_TOKENS &&
    longestContentRun(tokens) <= LONGEST_CONTENT_RUN &&
    listMarksIn(asked) <= MOST_LIST_MARKS;
  return natural ? tokens : null;
}

/** A keyword, folded; null for one of more than three tokens, which never hits. */
export function readKeyword(written: string): readonly string[] | null {
  const tokens = foldedTokensOf(written);
  return tokens.length <= LONGEST_KEYWORD ? tokens : null;
}

/**
 * As many of a text's first tokens, or of its last, as a keyword that hits may have, without words at the cut that carry no
 * topic: "certain country" of "certain country of origin".
 */
export function partHeard(text: string, end: 'first' | 'last'): string {
  const tokens = tokensOf(text);
  if (tokens.length <= LONGEST_KEYWORD) return text;
  const part = end === 'first' ? tokens.slice(0, LONGEST_KEYWORD) : tokens.slice(-LONGEST_KEYWORD);
  while (FUNCTION_WORDS.has(part.at(end === 'first' ? -1 : 0) ?? '')) part.splice(end === 'first' ? -1 : 0, 1);
  return part.join(' ');
}

/** The keywords of slots, folded; those that never hit are left out. */
export function readSlots(slots: readonly KeyedSlot[]): ReadSlot[] {
  return slots.map(({ slot_id, trigger_keywords }) => ({
    slot_id,
    keywords: trigger_keywords.flatMap((written) => {
      const keyword = readKeyword(written);
      return keyword === null ? [] : [keyword];
    }),
  }));
}

/** Tells whether keywords cover so many of a question's tokens that it is a list of them. */
export const isTooMuchCovered = (covered: number, tokens: number): boolean =>
  covered > MOST_KEYWORD_TOKENS || covered * 2 > tokens;

/**
 * Steps 3 and 4 of `matchQuestion`: the slots a question is about, none where it is no natural question. Alone it opens
 * a slot when that is the only unrevealed one among them.
 */
export function slotsTouched(question: ReadQuestion, slots: readonly ReadSlot[]): string[] {
  if (question === null) return [];
  const covered = new Set<number>();
  const touched: string[] = [];
  for (const { slot_id, keywords } of slots) {
    let isHit = false;
    for (const keyword of keywords) {
      for (const places of coveredBy(keyword, question)) {
        isHit = true;
        for (const place of places) covered.add(place);
      }
    }
    if (isHit) touched.push(slot_id);
  }
  return isTooMuchCovered(covered.size, question.length) ? [] : touched;
}

/**
 * The one unrevealed slot a question opens, or null where the default answer is given. The order of slots and keywords
 * plays no role. In full, so that it can be written again elsewhere:
 *
 * 1. Read. The question is trimmed; over 100 code points it opens nothing. Examples are left out: what stands in round
 *    brackets, and from "such as", "for example", "for instance", "e.g." behind a word up to the next ? or ! or the end.
 *    The rest is cut into tokens: NFKC, lower case, runs of letters, marks and digits, apostrophes dropped ("what's" is
 *    "whats"; `tokensOf` has the details for numbers and for scripts without spaces).
 * 2. Fold. Every token made only of a-z, three letters or more, of the question and of keywords alike. From four letters
 *    on: -ies and -ied become -y, else -es behind s, x, z, ch, sh goes, else -s not behind s, u, i goes. Then -ed (not
 *    behind e) or -ing goes where at least two letters with a vowel (aeiouy) stay; then a final -e where two letters
 *    stay; then one of two equal final consonants where three letters stay. "install" and "installing" are one token,
 *    "use" and "using" too.
 * 3. Hit. A keyword of one to three tokens hits where it stands as consecutive whole tokens.
 * 4. Is it one natural question? All of: it has a frame word (`FRAME_WORDS`: what, which, do, tell, prefer ...); at most
 *    8 tokens are content (not in `FUNCTION_WORDS`), at most 4 of them in a row; at most 3 list marks (runs of , ; / | &
 *    + • line breaks, "and", "or", "nor", "plus" count once; so does "a", "an", "the", "any" or "your" right behind a
 *    content token); the tokens covered by keywords of any slot, revealed ones too, are at most 5 and at most half of
 *    all tokens.
 * 5. Open. Exactly one unrevealed slot is hit. A question that hits two opens neither: the shopper answers one question
 *    at a time, and a list of topics cannot harvest slots.
 *
 * Both word lists and the slots are of the language the texts are in: a question in another opens nothing. Where words
 * are written without spaces a keyword hits by its characters.
 */
export function matchQuestion(
  question: string,
  slots: readonly KeyedSlot[],
  revealed: ReadonlySet<string> = new Set(),
): string | null {
  const unrevealed = slotsTouched(readQuestion(question), readSlots(slots)).filter((id) => !revealed.has(id));
  return unrevealed.length === 1 ? (unrevealed[0] ?? null) : null;
}
